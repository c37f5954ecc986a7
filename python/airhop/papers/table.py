"""Tables of a paper, side by side with what was measured."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from airhop.stats import Estimate


@dataclass(frozen=True, slots=True)
class Row:
    """One line of a table: in each column the paper's number and the measured one."""

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
    """Heads of the columns after the first, which names the rows."""
    rows: Sequence[Row]
