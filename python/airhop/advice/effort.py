"""How much is simulated: a budget counted in events, and the simulated time that it allows.

Events, not the clock: the number of events of a run depends on nothing but scenario, transport and seed, so that the
same command gives the same advice on every machine, whatever else it does, and with any number of cores.
"""

from __future__ import annotations

from dataclasses import dataclass

from airhop import keys
from airhop.runs.job import Job, Variant
from airhop.runs.runner import Runner
from airhop.scenario import Scenario

EVENTS_PER_S = 40e6
"""Events per second of the budget. Two cores process 25 to 120 million per second (docs/performance.md)."""
FIRST_ROUND = 0.5
"""Part of the budget that the first round may take before simulated time is cut."""
PILOT_S = 10.0
"""Simulated time after the warm-up from which the cost per second is estimated."""
LEAST_S = 60.0
"""Minimum measured time: it is never shortened further."""


@dataclass(frozen=True, slots=True)
class Extent:
    """What one run simulates."""

    duration_s: float
    warmup_s: float
    shortened_from_s: float | None
    """What the scenario says, where the budget did not allow it."""


def choose_extent(
    scenario: Scenario, reference: str, first_runs: int, budget_s: float, runner: Runner, *, fixed: bool
) -> Extent:
    """Choose the simulated time, and set it in the scenario.

    The scenario's own holds if the first round fits into its part of the budget; otherwise as many seconds as fit, in
    steps of ten, and no fewer than `LEAST_S` after the warm-up. `fixed` leaves it as it is.
    """
    duration_s, warmup_s = scenario.number(keys.DURATION), scenario.number(keys.WARMUP)
    extent = Extent(duration_s, warmup_s, None)
    least_s = warmup_s + LEAST_S
    if fixed or duration_s <= least_s or scenario.number(keys.PACKETS) > 0:
        return extent
    pilot = scenario.copy()
    pilot.set(keys.DURATION, warmup_s + PILOT_S)
    (finished,) = runner.make([Job(Variant.of(pilot, reference), 1)], "cost per simulated second")
    events = finished.record["events"]
    fits_s = FIRST_ROUND * budget_s * EVENTS_PER_S / first_runs / (events / (warmup_s + PILOT_S))
    chosen_s = max(min(duration_s, fits_s // 10 * 10), least_s)
    if chosen_s >= duration_s:
        return extent
    scenario.set(keys.DURATION, chosen_s)
    return Extent(chosen_s, warmup_s, duration_s)
