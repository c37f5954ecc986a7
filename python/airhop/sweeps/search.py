"""The search for the best rate of paced UDP, as runs that anything may make and a kill may break off.

The search itself (`airhop.best_rate`) asks for mean goodputs of rates, and each answer decides what it asks next. Here
it is asked anew from the beginning whenever the runs it asked for last are made: what it asked before is known.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence

from airhop import best_rate, keys
from airhop.campaign import paced, with_transport
from airhop.layout import layout_of
from airhop.sweeps.points import Point, Variant, digest
from airhop.sweeps.runs import Run

Known = Callable[[str], Mapping[str, object] | None]
"""Gives the stored row of a run by its key, if it was made."""


class _Missing(Exception):  # noqa: N818 - not an error: the search waits for runs
    def __init__(self, runs: Sequence[Run]) -> None:
        super().__init__()
        self.runs = runs


class RateSearch:
    """The search of one variant."""

    def __init__(self, points: Sequence[Point], known: Known) -> None:
        """Take the points of one variant that are missing, and a way to look made runs up."""
        self.points = points
        self.variant = points[0].variant
        self._known = known
        self._at_rate: dict[float, Variant] = {}
        self._goodput_kbps: dict[str, float] = {}

    def advance(self) -> list[Run] | dict[str, str]:
        """Give the runs to be made next or, at the end, the key of the run that belongs to each point's key."""
        scenario = self.variant.scenario
        senders = len(layout_of(scenario._native, self.variant.seeds[0]).flows)
        try:
            found = best_rate.search(self._judge, highest_kbps=scenario.number(keys.LINK_RATE), senders=senders)
        except _Missing as missing:
            return list(missing.runs)
        best = self._variant(found.rate_kbps)
        return {point.key: best.key(point.seed) for point in self.points}

    def _judge(self, rates_kbps: Sequence[float]) -> list[float]:
        runs = {rate: self._runs(rate) for rate in rates_kbps}
        missing = [run for each in runs.values() for run in each if not self._look_up(run)]
        if missing:
            raise _Missing(missing)
        return [sum(self._goodput_kbps[run.key] for run in each) / len(each) for each in runs.values()]

    def _runs(self, rate_kbps: float) -> list[Run]:
        variant = self._variant(rate_kbps)
        return [Run(variant.key(seed), variant, seed) for seed in variant.seeds]

    def _look_up(self, run: Run) -> bool:
        if run.key not in self._goodput_kbps:
            row = self._known(run.key)
            if row is None:
                return False
            goodput = row["aggregate_goodput_kbps"]
            self._goodput_kbps[run.key] = float(goodput) if isinstance(goodput, int | float) else math.nan
        return True

    def _variant(self, rate_kbps: float) -> Variant:
        if rate_kbps not in self._at_rate:
            name = paced(rate_kbps)
            scenario = with_transport(self.variant.scenario, name)
            toml = scenario.to_toml()
            self._at_rate[rate_kbps] = Variant(scenario, toml, digest(toml), name, self.variant.seeds, {})
        return self._at_rate[rate_kbps]
