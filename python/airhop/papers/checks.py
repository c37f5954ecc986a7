"""Statements of a paper compared with measurements, with the tolerances that their wording allows.

- A direction ("above", "rises") holds if the difference exceeds the 95 % interval.
- A size ("up to 84 %", "about 10 %") holds if the measured value is between two thirds and three halves of it.
- A range ("7 to 17 %") holds at a point between two thirds of its lower end and three halves of its upper end.
- "Fair", "near 1" and "optimal" of Jain's index mean at least 0.97, unless the paper gives a number.
- "Nearly starved" and "almost all" mean less than 10 % and more than 90 %.

A check is open if the interval includes the bound: the run is too short to decide.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum

from airhop.stats import Estimate

NEAR_ONE = 0.97
"""Smallest Jain's index that counts as fair."""
LITTLE = 0.10
"""Largest share that counts as starved, or as almost nothing."""
_LOWER, _UPPER = 2 / 3, 3 / 2


class Outcome(Enum):
    """Whether a statement holds."""

    HOLDS = "holds"
    OPEN = "open"
    FAILS = "fails"


class Verdict(Enum):
    """The verdict on a claim."""

    REPRODUCED = "reproduced"
    PARTLY = "partly"
    NOT_REPRODUCED = "not reproduced"


@dataclass(frozen=True, slots=True)
class Check:
    """One statement of a claim."""

    statement: str
    measured: str
    outcome: Outcome


def verdict(checks: Sequence[Check]) -> Verdict:
    """Summarise checks: all hold, all fail, or anything in between."""
    outcomes = {check.outcome for check in checks}
    if outcomes == {Outcome.HOLDS}:
        return Verdict.REPRODUCED
    return Verdict.NOT_REPRODUCED if outcomes == {Outcome.FAILS} else Verdict.PARTLY


def within(value: Estimate, low: float = -float("inf"), high: float = float("inf")) -> Outcome:
    """Tell whether a value with its interval is between two bounds."""
    ci95 = value.ci95 or 0.0
    if low <= value.mean - ci95 and value.mean + ci95 <= high:
        return Outcome.HOLDS
    return Outcome.FAILS if value.mean + ci95 < low or value.mean - ci95 > high else Outcome.OPEN


def about(size: float) -> tuple[float, float]:
    """Give the bounds of a size."""
    return span(size, size)


def span(low: float, high: float) -> tuple[float, float]:
    """Give the bounds of a range of sizes."""
    return low * _LOWER, high * _UPPER


def all_of(outcomes: Sequence[Outcome]) -> Outcome:
    """Tell whether a statement about every point holds."""
    for outcome in (Outcome.FAILS, Outcome.OPEN):
        if outcome in outcomes:
            return outcome
    return Outcome.HOLDS


def check(
    statement: str, value: Estimate, unit: str = "", *, low: float = -float("inf"), high: float = float("inf")
) -> Check:
    """Compare one value with bounds."""
    return Check(statement, show(value, unit), within(value, low, high))


def check_each(
    statement: str,
    values: Sequence[tuple[str, Estimate]],
    unit: str = "",
    *,
    low: float = -float("inf"),
    high: float = float("inf"),
) -> Check:
    """Compare several named values with the same bounds; outcomes other than "holds" are shown."""
    outcomes = [within(value, low, high) for _, value in values]
    text = "; ".join(
        f"{name}: {show(value, unit)}" + ("" if outcome is Outcome.HOLDS else f" ({outcome.value})")
        for (name, value), outcome in zip(values, outcomes, strict=True)
    )
    return Check(statement, text, all_of(outcomes))


def show(value: Estimate, unit: str = "") -> str:
    """Write a value with its interval, with as many digits as are meaningful."""
    size = max(abs(value.mean), value.ci95 or 0.0)
    digits = 0 if size >= 100 else 1 if size >= 3 else 3
    interval = "" if value.ci95 is None else f" ± {value.ci95:.{digits}f}"
    return f"{value.mean:.{digits}f}{interval}{f' {unit}' if unit else ''}"
