"""Seeds and the number of parallel runs, as the user requests them."""

from __future__ import annotations

from collections.abc import Sequence

from airhop._native import ScenarioError
from airhop.runs.executor import default_workers

DEFAULT_SEEDS = 5
"""Default number of seeds. A run in batches has one: its interval is over batches."""

MAX_SEED = 2**64 - 1


def choose_seeds(seeds: int | Sequence[int] | None, *, in_batches: bool) -> list[int]:
    """Make the list of seeds from their number, or from the seeds themselves."""
    if seeds is None:
        seeds = 1 if in_batches else DEFAULT_SEEDS
    if isinstance(seeds, int):
        if seeds < 1:
            msg = f"seeds = {seeds}: expected a number of seeds >= 1"
            raise ScenarioError(msg)
        return list(range(1, seeds + 1))
    chosen = list(seeds)
    if not chosen or len(set(chosen)) < len(chosen) or not all(0 <= seed <= MAX_SEED for seed in chosen):
        msg = f"seeds = {chosen}: expected one or more distinct integers from 0 to 2^64 - 1"
        raise ScenarioError(msg)
    return chosen


def choose_workers(jobs: int | None) -> int:
    """Choose the number of parallel runs."""
    if jobs is None:
        return default_workers()
    if jobs < 1:
        msg = f"jobs = {jobs}: expected a number of parallel runs >= 1"
        raise ScenarioError(msg)
    return jobs
