"""The runs of the matrix as plans of sweeps, and what the sweeps gave, by scenario and transport."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import numpy as np

from airhop import keys
from airhop._native import ScenarioError
from airhop.layout import layout_of
from airhop.matrix.cell import Cell
from airhop.matrix.contender import Contender
from airhop.matrix.effort import Effort
from airhop.matrix.measures import NUMBERS, Row, of_run
from airhop.matrix.setup import Setup
from airhop.sweeps.results import Sweep

if TYPE_CHECKING:
    import pandas as pd

_BOUND = "bound"


def paced(rate_kbps: float) -> str:
    """Name paced UDP at a rate."""
    return f"udp-paced={rate_kbps:g}"


@dataclass(slots=True)
class Planned:
    """Entries of a plan, each a scenario with its transports, and whose they are."""

    effort: Effort
    transports: dict[str, list[str]] = field(default_factory=dict)
    """By the name that the scenario has in the plan."""
    entries: dict[str, Mapping[str, object]] = field(default_factory=dict)
    setups: dict[str, Setup] = field(default_factory=dict)

    def add(self, setup: Setup, contender: Contender) -> str | None:
        """Let a transport run in a scenario; where it cannot, say why."""
        name = _name(setup, contender)
        return self._add(setup, name, contender.transport, bound=False, settings=contender)

    def add_rate(self, setup: Setup, rate_kbps: float) -> None:
        """Let paced UDP run in a scenario, or in what stands for it."""
        why = self._add(setup, f"{setup.key} {_BOUND}", paced(rate_kbps), bound=True, settings=None)
        if why is not None:
            raise ScenarioError(why)

    def plan(self, seeds: int) -> dict[str, object]:
        """Give the plan of a sweep."""
        return {
            "name": "matrix",
            "seeds": seeds,
            "list": [{**entry, "transports": self.transports[name]} for name, entry in self.entries.items()],
        }

    def _add(self, setup: Setup, name: str, transport: str, *, bound: bool, settings: Contender | None) -> str | None:
        own = () if settings is None else settings.settings
        scenario = setup.build(self.effort, bound=bound, settings=own)
        scenario.set("name", name)
        tried = scenario.copy()
        try:
            tried.set(keys.TRANSPORT, transport)
            layout_of(tried._native, 1)
        except ScenarioError as error:
            return str(error)
        self.entries.setdefault(name, {"scenario": scenario})
        self.setups[name] = setup
        if transport not in self.transports.setdefault(name, []):
            self.transports[name].append(transport)
        return None


class Made:
    """The runs that a sweep made."""

    def __init__(self, planned: Planned, sweep: Sweep) -> None:
        """Take the numbers of every run, and group them by scenario and transport."""
        flows: dict[object, list[Row]] = {}
        for flow in _rows(sweep.flows):
            flows.setdefault(flow["key"], []).append(flow)
        numbers: dict[tuple[str, str], dict[int, dict[str, float]]] = {}
        for run in _rows(sweep.runs):
            setup = planned.setups[run["scenario"]]
            found = of_run(setup, run, flows[run["key"]], setup.segment_bytes)
            numbers.setdefault((run["scenario"], run["transport"]), {})[int(run["seed"])] = found
        self._cells = {which: _cell(by_seed) for which, by_seed in numbers.items()}
        self._errors = {(row["scenario"], row["transport"]): str(row["error"]) for row in _rows(sweep.errors)}

    def cell(self, setup: Setup, contender: Contender) -> Cell | None:
        """Give what a transport gave in a scenario."""
        return None if self.error(setup, contender) else self._cells.get((_name(setup, contender), contender.transport))

    def at_rate(self, setup: Setup, rate_kbps: float) -> Cell | None:
        """Give what paced UDP gave in a scenario."""
        return self._cells.get((f"{setup.key} {_BOUND}", paced(rate_kbps)))

    def error(self, setup: Setup, contender: Contender) -> str | None:
        """Say why a run failed, if one did."""
        return self._errors.get((_name(setup, contender), contender.transport))


def _rows(frame: pd.DataFrame) -> list[dict[str, Any]]:
    return [{str(name): value for name, value in row.items()} for row in frame.to_dict("records")]


def _name(setup: Setup, contender: Contender) -> str:
    # A scenario with a transport's own settings is another scenario.
    return f"{setup.key} {contender.key}" if contender.settings else setup.key


def _cell(by_seed: Mapping[int, Mapping[str, float]]) -> Cell:
    return Cell({name: np.array([by_seed[seed][name] for seed in sorted(by_seed)]) for name in NUMBERS})
