"""How long the matrix runs."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Effort:
    """Length and number of the runs of a cell."""

    duration_s: float
    """Simulated seconds, warm-up included."""
    warmup_s: float
    """Simulated seconds excluded from every measure."""
    seeds: int
    """Seeds of every cell, the same for all transports; for random networks one network per seed."""
    search_seeds: int
    """Seeds under which the rates of paced UDP are tried."""
    resolution: float
    """Spacing of the rates tried last, as a part of the rate."""
    back_off: tuple[float, ...]
    """Fractions of the rate found that run under all seeds; the best of them is the bound. At the rate found, some
    seeds may be overloaded although the few seeds of the search were not."""

    @property
    def measured_s(self) -> float:
        """Simulated seconds that are measured over."""
        return self.duration_s - self.warmup_s


FULL = Effort(duration_s=110.0, warmup_s=10.0, seeds=10, search_seeds=2, resolution=0.04, back_off=(1.0, 0.96, 0.92))
QUICK = Effort(duration_s=60.0, warmup_s=10.0, seeds=3, search_seeds=2, resolution=0.05, back_off=(1.0, 0.95))
