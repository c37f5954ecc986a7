"""A paper as data: its studies, each with a claim and the figures that it rests on."""

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
    """What it is about, in a few words."""
    figures: tuple[int, ...]
    """Numbers of the paper's figures."""
    says: str
    """What the paper says."""
    setting: str
    """What was simulated, in words."""
    points: Callable[[], Sequence[Point]]
    judge: Callable[[Measured], Sequence[Check]]
    draw: Callable[[Measured], Sequence[FigureData]]
    reason: str
    """For a claim that is not reproduced: what was tried and the most likely reason."""
    fairness: Callable[[], Sequence[tuple[str, Point]]] = tuple
    """Points whose Jain's indices and starvation times are shown, each with its name."""
    tables: tuple[int, ...] = ()
    """Numbers of the paper's tables."""
    series: tuple[str, ...] = ()
    """Quantities of time series that the study looks at."""
    side_by_side: Callable[[Measured], Sequence[TableData]] = _no_tables
    """The paper's tables beside what was measured."""

    @property
    def where(self) -> str:
        """Say where in the paper the claim stands: figures by their numbers, tables by name."""
        return ", ".join([*map(str, self.figures), *(f"table {number}" for number in self.tables)])


@dataclass(frozen=True, slots=True)
class Paper:
    """A paper and what is reproduced of it."""

    name: str
    title: str
    source: str
    """Authors, venue, year."""
    settings: Settings
    """What all its simulations share."""
    settings_in_words: str
    effort_in_words: Callable[[Effort], str]
    """Says how the paper ran its simulations and how long they run here."""
    studies: Sequence[Study]
    full: Effort
    quick: Effort

    def choose(self, figures: Sequence[int]) -> list[Study]:
        """Choose the studies that some figures belong to; all of them for none."""
        known = sorted(figure for study in self.studies for figure in study.figures)
        for figure in figures:
            if not known:
                msg = f"--figure {figure}: {self.name} has tables only; leave --figure out"
                raise ScenarioError(msg)
            if figure not in known:
                near = min(known, key=lambda other: abs(other - figure))
                msg = (
                    f"--figure {figure}: no figure of {self.name} with measurements; did you mean {near}?"
                    f" There are {', '.join(map(str, known))}"
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
    msg = f"no paper {name!r}: {hint}there are {', '.join(names)}"
    raise ScenarioError(msg)
