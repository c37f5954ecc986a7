"""The catalogue: scenarios, transports, their parts, radios, parameters."""

from __future__ import annotations

import json
from typing import NamedTuple

from airhop._native import builtin_scenarios as native_builtin_scenarios
from airhop._native import candidates as native_candidates
from airhop._native import contenders as native_contenders
from airhop._native import parameters as native_parameters
from airhop._native import parts as native_parts
from airhop._native import radios as native_radios
from airhop._native import transports as native_transports
from airhop.needs import Need, summary


class ScenarioName(NamedTuple):
    """A built-in scenario."""

    name: str
    about: str


class Transport(NamedTuple):
    """A transport: a recipe of parts."""

    name: str
    about: str
    source: str
    needs: str
    """What must be changed, known or accepted (`airhop.needs`); `nothing` is what systems have behind a setting."""


class Part(NamedTuple):
    """A part that `+part` or `+part=value` adds to a transport; a word in capitals stands for a value."""

    name: str
    kind: str
    about: str
    source: str


class Contender(NamedTuple):
    """A transport that `airhop matrix` compares."""

    label: str
    """What it is called on the page and in the data; the transport's name unless settings tell it apart."""
    transport: str
    family: str
    """The family that it is shown with, as `TCP` or `window limits`."""
    settings: tuple[tuple[str, str], ...]
    """Keys and values that are set for it, as `("transport.tctc_rule", "text")`."""


class Radio(NamedTuple):
    """A radio profile."""

    name: str
    about: str


class Parameter(NamedTuple):
    """A key of a scenario."""

    key: str
    unit: str
    default: object
    allowed: str
    source: str
    about: str


def scenarios() -> list[ScenarioName]:
    """List the built-in scenarios."""
    return [ScenarioName(*entry) for entry in native_builtin_scenarios()]


def transports() -> list[Transport]:
    """List the transports, with their sources."""
    return [
        Transport(name, about, source, summary(frozenset(map(Need, kinds))))
        for name, about, source, kinds in native_transports()
    ]


def contenders() -> list[Contender]:
    """List what `airhop matrix` compares, family by family."""
    return [
        Contender(label, transport, family, tuple(settings))
        for label, transport, family, settings in native_contenders()
    ]


def candidates() -> list[str]:
    """List the transports that `airhop advise` compares unless others are named, in order."""
    return native_candidates()


def parts() -> list[Part]:
    """List the parts that change a transport."""
    return [Part(*entry) for entry in native_parts()]


def radios() -> list[Radio]:
    """List the radio profiles."""
    return [Radio(*entry) for entry in native_radios()]


def parameters() -> list[Parameter]:
    """List all keys of a scenario with unit, default and allowed values."""
    return [Parameter(**entry) for entry in json.loads(native_parameters())]
