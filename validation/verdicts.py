"""Whether two simulators agree on a case."""

from __future__ import annotations

import enum
from dataclasses import dataclass

from cases import Case
from runs import Estimate


class Agreement(enum.Enum):
    """Result of the comparison of two means."""

    WITHIN = "within"
    """Within the case's tolerance."""
    INTERVALS = "intervals"
    """Beyond the tolerance, but the two 95 % intervals overlap, which is sufficient for this case."""
    OUTSIDE = "OUTSIDE"

    @property
    def holds(self) -> bool:
        """Whether the criterion is met."""
        return self is not Agreement.OUTSIDE


@dataclass(frozen=True)
class Verdict:
    """A case's goodput in airhop against a peer's."""

    ratio: float
    """airhop's mean divided by the peer's."""
    tolerance: float
    agreement: Agreement
    intervals_overlap: bool

    def __str__(self) -> str:
        """Write difference, tolerance and outcome for a table."""
        extra = "" if self.agreement is not Agreement.OUTSIDE or not self.intervals_overlap else ", intervals overlap"
        return f"{100 * (self.ratio - 1):+.1f} % of {100 * self.tolerance:.0f} %: {self.agreement.value}{extra}"


def judge(case: Case, airhop: Estimate, peer: Estimate) -> Verdict:
    """Judge: within 1 % at 1 and 2 hops of a chain, 5 % at 4; else within 10 % or the sum of the intervals.

    Raises ValueError if the peer delivered nothing.
    """
    if peer.mean <= 0:
        raise ValueError(f"{case.name}: the peer's mean goodput is {peer.mean}")
    difference = abs(airhop.mean - peer.mean)
    overlap = difference <= airhop.ci95 + peer.ci95
    tolerance = case.tolerance()
    # Stored means were rounded to one decimal: allow for rounding errors.
    if difference <= tolerance * peer.mean * (1 + 1e-9):
        agreement = Agreement.WITHIN
    elif overlap and case.interval_counts:
        agreement = Agreement.INTERVALS
    else:
        agreement = Agreement.OUTSIDE
    return Verdict(airhop.mean / peer.mean, tolerance, agreement, overlap)
