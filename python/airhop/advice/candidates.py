"""Which transports take part."""

from __future__ import annotations

import difflib
from collections.abc import Collection, Sequence

from airhop._native import ScenarioError
from airhop.catalogue import candidates
from airhop.layout import layout_of
from airhop.needs import MEANING, Need, Needs, needs
from airhop.runs.best_rate import BEST_RATE
from airhop.runs.job import Variant
from airhop.scenario import Scenario

BASELINE = "newreno"
"""What gains are told against."""


def choose(scenario: Scenario, named: Sequence[str], without: Collection[Need]) -> tuple[list[str], dict[str, str]]:
    """Choose the candidates, and tell why others were left out.

    Without names these are the catalogue's candidates: stock TCPs, the papers' schemes, and their best combinations.
    All of them deliver every byte; `dccp` and paced UDP, which do not, take part only if they are named.

    Raises `ScenarioError` for a name that is none, for a named one that needs what must not be, and where nothing is
    left to choose from.
    """
    layout = layout_of(scenario._native, 1)
    if not layout.flows or len(own_transports(scenario)) == len(layout.flows):
        msg = f"scenario {scenario.name}: every flow has a transport of its own: there is nothing to advise on"
        raise ScenarioError(msg)
    chosen: list[str] = []
    left_out: dict[str, str] = {}
    for name in dict.fromkeys(named or candidates()):
        if name == BEST_RATE:
            msg = f"--transport {name}: the best paced UDP is no candidate but the bound: see --bound"
            raise ScenarioError(msg)
        try:
            under(scenario, name)
        except ScenarioError as error:
            if named:
                raise
            left_out[name] = str(error)
            continue
        missing = needs(name).kinds.intersection(without)
        if not missing:
            chosen.append(name)
        elif named:
            msg = f"--transport {name} needs {_words(missing)}, which --without rules out"
            raise ScenarioError(msg)
        else:
            left_out[name] = f"needs {_words(missing)}"
    if len(chosen) < 2:
        msg = f"{len(chosen)} candidate: expected two or more transports to choose from"
        raise ScenarioError(msg)
    return chosen, left_out


def _words(kinds: Collection[Need]) -> str:
    return " and ".join(MEANING[kind] for kind in Need if kind in kinds)


def own_transports(scenario: Scenario) -> set[str]:
    """Name the flows that have a transport of their own."""
    flows = scenario.parameters.get("flows", {})
    assert isinstance(flows, dict)  # noqa: S101 - for the type checker
    return {name for name, flow in flows.items() if isinstance(flow, dict) and "transport" in flow}


def under(scenario: Scenario, name: str) -> Variant:
    """Give every flow without a transport of its own this one; a name that is none is refused here."""
    variant = Variant.of(scenario, name)
    layout_of(variant.scenario._native, 1)
    return variant


def reference_of(names: Sequence[str]) -> str:
    """Choose what gains are told against: NewReno or, where it takes no part, the first candidate."""
    return BASELINE if BASELINE in names else names[0]


_ALIASES = {
    "router": Need.NODES,
    "routers": Need.NODES,
    "node": Need.NODES,
    "mac": Need.NODES,
    "senders": Need.SENDER,
    "receivers": Need.RECEIVER,
    "hops": Need.PATH,
    "clock": Need.CLOCKS,
    "dccp": Need.PROTOCOL,
    "protocols": Need.PROTOCOL,
}


def parse_need(text: str) -> Need:
    """Read what an engineer does without: `receiver`, `router changes`."""
    word = text.strip().lower()
    for ending in (" changes", " change", "-changes"):
        word = word.removesuffix(ending)
    word = word.strip()
    if word in _ALIASES:
        return _ALIASES[word]
    names = [need.value for need in Need]
    if word in names:
        return Need(word)
    near = difflib.get_close_matches(word, [*names, *_ALIASES], n=1)
    hint = f"did you mean {near[0]}? " if near else ""
    allowed = ", ".join(f"{need.value} ({MEANING[need]})" for need in Need)
    msg = f"--without {text}: no such need: {hint}there are {allowed}"
    raise ScenarioError(msg)


def needs_of(names: Sequence[str]) -> dict[str, Needs]:
    """Look up what each candidate needs."""
    return {name: needs(name) for name in names}
