"""The matrix as measured: its cells, ratios to the bound, ranks, and means over what scenarios have in common."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from airhop.matrix.cell import Cell
from airhop.matrix.contender import Contender
from airhop.matrix.effort import Effort
from airhop.matrix.setup import Family, Setup
from airhop.measures import GOODPUT, Measure
from airhop.stats import Estimate, Score, geometric_mean, not_worse_than_best


@dataclass(frozen=True)
class Matrix:
    """Every transport in every scenario that was asked for."""

    setups: Sequence[Setup]
    contenders: Sequence[Contender]
    """Without the bound."""
    cells: Mapping[tuple[str, str], Cell]
    """By the keys of setup and contender."""
    bounds: Mapping[str, Cell]
    """Paced UDP at its best rate, by the key of the setup."""
    rates_kbps: Mapping[str, float]
    """That rate, of each flow."""
    refused: Mapping[tuple[str, str], str]
    """Why a cell is empty."""
    effort: Effort
    quick: bool = False

    @property
    def families(self) -> list[Family]:
        """List the families of the scenarios, in order."""
        return list(dict.fromkeys(setup.family for setup in self.setups))

    def of(self, family: Family) -> list[Setup]:
        """List the scenarios of a family."""
        return [setup for setup in self.setups if setup.family is family]

    def cell(self, setup: Setup, contender: Contender) -> Cell | None:
        """Give a cell, if it could be run."""
        return self.cells.get((setup.key, contender.key))

    def contender(self, key: str) -> Contender | None:
        """Find a transport that was asked for."""
        return next((c for c in self.contenders if c.key == key), None)

    def estimate(self, setup: Setup, contender: Contender, measure: Measure) -> Estimate | None:
        """Estimate a measure of a cell."""
        cell = self.cell(setup, contender)
        return None if cell is None else cell.estimate(measure)

    def to_bound(self, setup: Setup, contender: Contender) -> Score | None:
        """Score a cell's goodput over that of the bound."""
        cell = self.cell(setup, contender)
        return None if cell is None else cell.score(GOODPUT) - self.bounds[setup.key].score(GOODPUT)

    def ranks(self, setup: Setup) -> dict[str, int]:
        """Rank transports by goodput, the highest first."""
        logs = {c.key: s.log for c in self.contenders if (s := self.to_bound(setup, c)) is not None}
        ordered = sorted(logs, key=lambda key: -logs[key])
        return {key: rank for rank, key in enumerate(ordered, 1)}

    def leaders(self, setup: Setup) -> set[str]:
        """Name the transport with the highest goodput and those indistinguishable from it."""
        return not_worse_than_best({c.key: s for c in self.contenders if (s := self.to_bound(setup, c))})

    def over(self, setups: Sequence[Setup], contender: Contender) -> Score | None:
        """Take the geometric mean of the ratios to the bound; none where a cell is empty."""
        each = [self.to_bound(setup, contender) for setup in setups]
        return None if not each or None in each else geometric_mean([s for s in each if s is not None])

    def overall(self, contender: Contender) -> Score | None:
        """Take the mean over families, each with the same weight."""
        each = [self.over(self.of(family), contender) for family in self.families]
        return None if not each or None in each else geometric_mean([s for s in each if s is not None])

    def mean(self, setups: Sequence[Setup], contender: Contender, measure: Measure) -> float | None:
        """Take the plain mean of a measure over scenarios; those without it are left out."""
        values = [e.mean for setup in setups if (e := self.estimate(setup, contender, measure)) is not None]
        return sum(values) / len(values) if values else None

    def relative(
        self, setups: Sequence[Setup], contender: Contender, other: Contender, measure: Measure
    ) -> Score | None:
        """Take the geometric mean of a measure over another transport's."""
        pairs = [(self.cell(setup, contender), self.cell(setup, other)) for setup in setups]
        each = [a.score(measure) - b.score(measure) for a, b in pairs if a is not None and b is not None]
        return geometric_mean(each) if each and len(each) == len(pairs) else None
