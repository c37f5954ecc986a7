"""The points of a plan: each a scenario, a transport and a seed, under a key computed from these alone."""

from __future__ import annotations

import itertools
import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from airhop import keys
from airhop._native import ScenarioError, __version__
from airhop.build import fingerprint
from airhop.layout import layout_of
from airhop.runs.best_rate import BEST_RATE, paced
from airhop.runs.job import Variant, digest
from airhop.scenario import Scenario, Setting
from airhop.sweeps.plan import Case, Plan
from airhop.sweeps.words import wrong

_KEY_FORM = 2
"""Increased when the composition of a key changes."""


@dataclass(frozen=True, slots=True, eq=False)
class Combination:
    """A scenario under one transport, with every parameter set: shared by its seeds."""

    variant: Variant | None
    """The variant to run, with a placeholder rate for a search; none if it cannot run."""
    scenario: str
    """Name of the scenario."""
    toml: str
    """The whole scenario; of one that cannot be run, what it was made of."""
    scenario_hash: str
    """Names the TOML by its content."""
    transport: str
    """Name of the transport in the results."""
    seeds: tuple[int, ...]
    """Every seed of the plan: a search for the best rate judges by all of them."""
    values: Mapping[str, object]
    """The swept parameters that this scenario has, and their values in it."""
    error: str | None = None
    """Why it cannot be run, where this combination of parameters cannot."""

    @property
    def searches(self) -> bool:
        """Tell whether a rate must be searched first."""
        return self.transport == BEST_RATE

    def key(self, seed: int) -> str:
        """Name a point by everything that determines its row: simulator, scenario, transport, seed."""
        decided_by = [_KEY_FORM, __version__, fingerprint(), self.scenario_hash, self.transport, seed]
        return digest(*decided_by, *([list(self.seeds)] if self.searches else []))


@dataclass(frozen=True, slots=True)
class Point:
    """One combination under one seed."""

    key: str
    combination: Combination
    seed: int


def expand(plan: Plan) -> list[Point]:
    """List the points of a plan, each once.

    Raises `ScenarioError` for a value that is wrong by itself, or with which no point can be run. A combination of
    values that cannot be run, while each of them can with others, is a point that fails.
    """
    points: dict[str, Point] = {}
    runnable = _Runnable()
    for case in plan.cases:
        for scenario in case.scenarios:
            transports = case.transports or (_own_transport(plan, case, scenario),)
            for values in itertools.product(*case.grid.values()):
                settings = {**case.fixed, **dict(zip(case.grid, values, strict=True))}
                base = _set(plan, case, scenario, settings)
                for transport in transports:
                    combination = _combine(base, settings, transport, case.seeds, plan.swept)
                    runnable.saw(case, scenario, settings, combination)
                    for seed in case.seeds:
                        key = combination.key(seed)
                        points.setdefault(key, Point(key, combination, seed))
    runnable.check(plan)
    _check_names(plan)
    return list(points.values())


def _own_transport(plan: Plan, case: Case, scenario: Scenario) -> str:
    try:
        return str(scenario.get(keys.TRANSPORT))
    except ScenarioError as error:
        # It cannot be run as it is, only with what the grid sets.
        raise wrong(
            plan.origin, f"{case.where}expected transports = [NAME]: {scenario.name} tells none: {error}"
        ) from error


def _set(plan: Plan, case: Case, scenario: Scenario, settings: Mapping[str, Setting]) -> Scenario:
    changed = scenario.copy()
    try:
        # The radio first: a profile may bring other values with it.
        for key in sorted(settings, key=lambda key: key != keys.RADIO):
            changed.set(key, settings[key])
    except ScenarioError as error:
        raise wrong(plan.origin, f"{case.where}{error}") from error
    return changed


def _combine(
    base: Scenario, settings: Mapping[str, Setting], transport: str, seeds: tuple[int, ...], swept: Sequence[str]
) -> Combination:
    try:
        # A search starts from any rate.
        variant = Variant.of(base, paced(1.0) if transport == BEST_RATE else transport)
        layout_of(variant.scenario._native, seeds[0])
        values = dict(_look_up(variant.scenario.parameters, swept))
    except ScenarioError as error:
        toml = f"# not runnable: {json.dumps([base.name, settings], sort_keys=True)}\n"
        values = {key: settings[key] for key in swept if key in settings}
        return Combination(None, base.name, toml, digest(toml), transport, seeds, values, str(error))
    return Combination(variant, base.name, variant.toml, digest(variant.toml), transport, seeds, values)


def _look_up(parameters: Mapping[str, object], swept: Sequence[str]) -> Iterator[tuple[str, object]]:
    """Find swept parameters; a scenario need not have them all."""
    for key in swept:
        value: object = parameters
        for part in key.split("."):
            value = value.get(part) if isinstance(value, Mapping) else None
        if value is not None:
            yield key, value


class _Runnable:
    """Tells whether each value of a plan can be run in some combination."""

    def __init__(self) -> None:
        self._errors: dict[tuple[str, str], str | None] = {}

    def saw(self, case: Case, scenario: Scenario, settings: Mapping[str, Setting], found: Combination) -> None:
        for axis in (
            (case.where, f"scenario {scenario.name}"),
            (case.where, f"transport {found.transport}"),
            *((case.where, f"{key} = {settings[key]!r}") for key in case.grid),
        ):
            if found.error is None:
                self._errors[axis] = None
            else:
                self._errors.setdefault(axis, found.error)

    def check(self, plan: Plan) -> None:
        for (where, axis), error in self._errors.items():
            if error is not None:
                raise wrong(plan.origin, f"{where}no point with {axis} can be run: {error}")


def _check_names(plan: Plan) -> None:
    """Refuse different scenarios of one name, which identifies results."""
    named: dict[str, Scenario] = {}
    for case in plan.cases:
        for scenario in case.scenarios:
            first = named.setdefault(scenario.name, scenario)
            if "name" not in case.fixed and first is not scenario and _content(first) != _content(scenario):
                raise wrong(
                    plan.origin, f"{case.where}two different scenarios are called {scenario.name}: change a `name`"
                )


def _content(scenario: Scenario) -> object:
    try:
        return scenario.to_toml()
    except ScenarioError:
        # It can be run only with what the plan sets.
        return scenario
