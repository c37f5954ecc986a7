"""A paper as data: its studies, each with a claim and its figures."""

from __future__ import annotations

import difflib
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from airhop._native import ScenarioError
from airhop.papers.checks import Check
from airhop.papers.figure import FigureData
from airhop.papers.measured import Measured
from airhop.papers.point import Effort, Point, Settings
from airhop.papers.table import TableData


def _no_tables(_: Measured) -> Sequence[TableData]:
    return ()


@dataclass(frozen=True, slots=True)
class Study:
    """One claim, the points that decide it, and the figures drawn from them."""

    claim: str
    """Its id, such as `A4`."""
    short: str
    """The claim in a few words."""
    figures: tuple[int, ...]
    """Numbers of the paper's figures."""
    says: str
    """The paper's statement."""
    setting: str
    """The simulation, in words."""
    points: Callable[[], Sequence[Point]]
    judge: Callable[[Measured], Sequence[Check]]
    draw: Callable[[Measured], Sequence[FigureData]]
    reason: str
    """For a claim that is not reproduced: what was tried, and the most likely cause."""
    fairness: Callable[[], Sequence[tuple[str, Point]]] = tuple
    """Named points, whose Jain's indices and starvation times are shown."""
    tables: tuple[int, ...] = ()
    """Numbers of the paper's tables."""
    series: tuple[str, ...] = ()
    """Quantities of time series that the study uses."""
    side_by_side: Callable[[Measured], Sequence[TableData]] = _no_tables
    """The paper's tables next to the measurements."""

    @property
    def where(self) -> str:
        """Give the claim's place in the paper: numbers of figures, and names of tables."""
        return ", ".join([*map(str, self.figures), *(f"table {number}" for number in self.tables)])


@dataclass(frozen=True, slots=True)
class Paper:
    """A paper and its reproduced claims."""

    name: str
    title: str
    source: str
    """Authors, venue, year."""
    settings: Settings
    """Settings of all its simulations."""
    settings_in_words: str
    effort_in_words: Callable[[Effort], str]
    """Describes the length and number of runs in the paper and here."""
    studies: Sequence[Study]
    full: Effort
    quick: Effort

    def choose(self, figures: Sequence[int]) -> list[Study]:
        """Choose the studies of some figures; all studies if no figure is named."""
        known = sorted(figure for study in self.studies for figure in study.figures)
        for figure in figures:
            if not known:
                msg = f"--figure {figure}: {self.name} has only tables; omit --figure"
                raise ScenarioError(msg)
            if figure not in known:
                near = min(known, key=lambda other: abs(other - figure))
                msg = (
                    f"--figure {figure}: {self.name} has no such figure with measurements; did you mean {near}?"
                    f" Available: {', '.join(map(str, known))}"
                )
                raise ScenarioError(msg)
        return [study for study in self.studies if not figures or set(figures) & set(study.figures)]


def find(papers: Sequence[Paper], name: str) -> Paper:
    """Find a paper by its name."""
    names = [paper.name for paper in papers]
    if name in names:
        return papers[names.index(name)]
    near = difflib.get_close_matches(name, names, n=3, cutoff=0.4)
    hint = f"did you mean {' or '.join(near)}? " if near else ""
    msg = f"unknown paper {name!r}: {hint}available: {', '.join(names)}"
    raise ScenarioError(msg)
