"""Tables of a paper, side by side with measurements."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from airhop.stats import Estimate


@dataclass(frozen=True, slots=True)
class Row:
    """One row of a table: the paper's and the measured number in each column."""

    name: str
    paper: Sequence[float]
    measured: Sequence[Estimate]


@dataclass(frozen=True, slots=True)
class TableData:
    """One table of the paper."""

    number: int
    """Its number in the paper."""
    title: str
    columns: Sequence[str]
    """Headings of the columns after the first, which names the rows."""
    rows: Sequence[Row]
