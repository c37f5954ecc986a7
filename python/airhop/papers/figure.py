"""Figures as data: the same data are drawn and written as JSON."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum

from airhop.stats import Estimate


class Kind(Enum):
    """How a panel shows its curves."""

    LINES = "lines"
    """Points with intervals, joined by lines, over numbers."""
    BARS = "bars"
    """Bars with intervals, side by side, over names."""
    DOTS = "dots"
    """Single samples over time."""
    STEPS = "steps"
    """Means over steps of time."""
    TRACE = "trace"
    """A line through samples over time."""


@dataclass(frozen=True, slots=True)
class Curve:
    """One curve, or one series of bars."""

    name: str
    x: Sequence[float] | Sequence[str]
    y: Sequence[Estimate]


@dataclass(frozen=True, slots=True)
class Panel:
    """One pair of axes."""

    x_label: str
    y_label: str
    kind: Kind
    curves: Sequence[Curve]
    title: str = ""
    marks: Sequence[tuple[float, str]] = ()
    """Marked places along x, each with a label."""
    y_top: float | None = None
    """Upper end of the y axis, if it should not follow the data."""
    y_bottom: float = 0.0
    """Lower end of the y axis."""


@dataclass(frozen=True, slots=True)
class FigureData:
    """One figure of the paper."""

    numbers: str
    """Its number in the paper, or several: `14`, `3-5`."""
    title: str
    rows: Sequence[Sequence[Panel]]
    """Panels, row by row, all rows of the same length."""
    note: str = ""
    """What a reader must know in addition to the axes: seeds, shading, method."""
    legend_columns: int = 4
    part: str = ""
    """Suffix of the file name, for one of several parts of a figure."""

    @property
    def stem(self) -> str:
        """Name of its file, without suffix."""
        return f"figure-{self.numbers}" + (f"-{self.part}" if self.part else "")


def single(value: float) -> Estimate:
    """Wrap a number without interval, such as a sample of a time series."""
    return Estimate(float(value), None)
