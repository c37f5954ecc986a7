"""What there is: scenarios, transports, the parts they are made of, radios, parameters."""

from __future__ import annotations

import json
from typing import NamedTuple

from airhop import _native
from airhop.needs import needs


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
    """A part that `+part` or `+part=value` puts into a transport; a word in capitals stands for a value."""

    name: str
    kind: str
    about: str
    source: str


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
    return [ScenarioName(*entry) for entry in _native.builtin_scenarios()]


def transports() -> list[Transport]:
    """List the transports, with where each is described."""
    return [Transport(*entry, needs=needs(entry[0]).summary) for entry in _native.transports()]


def parts() -> list[Part]:
    """List the parts that change a transport."""
    return [Part(*entry) for entry in _native.parts()]


def radios() -> list[Radio]:
    """List the radio profiles."""
    return [Radio(*entry) for entry in _native.radios()]


def parameters() -> list[Parameter]:
    """List every key of a scenario with its unit, default and allowed values."""
    return [Parameter(**entry) for entry in json.loads(_native.parameters())]
