"""What the runs of one transport in one scenario gave."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from airhop import measures
from airhop.matrix.setup import Setup
from airhop.measures import GOODPUT, Measure
from airhop.runs.job import Finished
from airhop.stats import Estimate, Numbers, Score, estimate, estimate_quotient, score


@dataclass(frozen=True, slots=True)
class Cell:
    """Numbers by name, one per seed, in the order of the seeds."""

    numbers: Mapping[str, Numbers]

    @classmethod
    def of(cls, setup: Setup, runs: Sequence[Finished], measured_s: float) -> Cell:
        """Measure the runs of a cell, which measured over so much time."""
        found = [
            measures.numbers(
                measures.look(run.record, measured_s, judged=setup.judged, segment_bytes=setup.segment_bytes)
            )
            for run in runs
        ]
        return cls({name: np.array([each[name] for each in found]) for name in found[0]})

    @property
    def goodput_kbps(self) -> float:
        """Mean goodput; 0 where it is none."""
        value = float(np.mean(self.numbers[GOODPUT.key]))
        return value if math.isfinite(value) else 0.0

    def estimate(self, measure: Measure) -> Estimate | None:
        """Estimate a measure; none where no run has it."""
        above = self.numbers[measure.key]
        if measure.per is not None:
            return estimate_quotient(above, self.numbers[measure.per])
        seen = above[np.isfinite(above)]
        return estimate(seen.tolist()) if seen.size else None

    def score(self, measure: Measure) -> Score:
        """Score a measure, to be compared with another cell's seed by seed."""
        below = None if measure.per is None else self.numbers[measure.per]
        return score(self.numbers[measure.key], below)
