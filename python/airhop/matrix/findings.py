"""Statements about the results, each checked against the data whenever the page is generated."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from airhop.matrix.comparisons import Named
from airhop.matrix.results import Matrix
from airhop.papers.checks import Check, check_each


@dataclass(frozen=True, slots=True)
class Statement:
    """A conclusion, and the condition under which it holds."""

    says: str
    values: Callable[[Matrix], Named]
    unit: str = "%"
    low: float = -float("inf")
    high: float = float("inf")


@dataclass(frozen=True, slots=True)
class Finding:
    """A statement and whether it holds."""

    says: str
    check: Check


def assess(matrix: Matrix, statements: Sequence[Statement]) -> list[Finding]:
    """Check statements against the data; those about scenarios or transports that were not run are omitted."""
    found = []
    for statement in statements:
        values = statement.values(matrix)
        if values:
            check = check_each(statement.says, values, statement.unit, low=statement.low, high=statement.high)
            found.append(Finding(statement.says, check))
    return found
