"""What the runs of one transport in one scenario gave."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from airhop.matrix.measures import Measure
from airhop.matrix.scores import Numbers, Score, estimate_quotient, score
from airhop.stats import Estimate, estimate


@dataclass(frozen=True, slots=True)
class Cell:
    """Numbers by name, one a seed, in the order of the seeds."""

    numbers: Mapping[str, Numbers]

    def estimate(self, measure: Measure) -> Estimate | None:
        """Estimate a measure; none where no run has it."""
        above = self.numbers[measure.numerator]
        if measure.denominator is not None:
            return estimate_quotient(above, self.numbers[measure.denominator])
        seen = above[np.isfinite(above)]
        return estimate(seen.tolist()) if seen.size else None

    def score(self, measure: Measure) -> Score:
        """Score a measure, to be compared with another cell's seed by seed."""
        below = None if measure.denominator is None else self.numbers[measure.denominator]
        return score(self.numbers[measure.numerator], below)
