"""Progress of a sweep: done, failed and missing points, in total and by parameter."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import Enum
from statistics import fmean

from airhop.runs.executor import default_workers
from airhop.sweeps.files import file_of, keys_in
from airhop.sweeps.store import Store, Stored

_RECENT_S = 600.0
"""The rate is measured over this time before now."""

Value = bool | int | float | str
"""A parameter's value; lists are shown as text."""


class State(str, Enum):
    """State of a point."""

    DONE = "done"
    FAILED = "failed"
    MISSING = "missing"


@dataclass(frozen=True, slots=True)
class Status:
    """Progress of a sweep."""

    points: int
    """Of the plan."""
    counts: Mapping[State, int]
    by_parameter: Mapping[str, Mapping[Value, Mapping[State, int]]]
    """The same by value of each parameter that has several; scenario and transport are among them."""
    others: int
    """Stored points that are not of this plan."""
    writer: str | None
    """The process that is running the sweep now, if any."""
    per_minute: float | None
    """Points finished per minute over the last ten minutes, while a process is running."""
    remaining_s: float | None
    """Estimated wall seconds left on all cores of this machine, from finished points; none before the first."""


def status_of(store: Store, points: Sequence[tuple[str, Mapping[str, object]]]) -> Status:
    """Look a plan's points up in a folder: each with its key and the values of its parameters."""
    stored = store.outcomes()
    states = [_state(stored, key) for key, _ in points]
    by_parameter: dict[str, dict[Value, Counter[State]]] = {}
    for (_, values), state in zip(points, states, strict=True):
        for name, value in values.items():
            shown = value if isinstance(value, int | float | str) else str(value)
            by_parameter.setdefault(name, {}).setdefault(shown, Counter())[state] += 1
    counts = Counter(states)
    wall_s = [point.wall_s for point in stored.values() if point.wall_s is not None]
    writer = store.writer()
    return Status(
        points=len(points),
        counts=counts,
        by_parameter={name: by_value for name, by_value in by_parameter.items() if len(by_value) > 1},
        others=len(stored.keys() - {key for key, _ in points}),
        writer=writer,
        per_minute=_per_minute(store) if writer is not None else None,
        remaining_s=counts[State.MISSING] * fmean(wall_s) / default_workers() if wall_s else None,
    )


def _state(stored: Mapping[str, Stored], key: str) -> State:
    if key not in stored:
        return State.MISSING
    return State.DONE if stored[key].error is None else State.FAILED


def _per_minute(store: Store) -> float | None:
    """Count the points of the last minutes by the times of their files."""
    now_s = time.time()
    ages_s = [now_s - file_of(store.points, key).stat().st_mtime for key in keys_in(store.points)]
    recent_s = [age_s for age_s in ages_s if age_s <= _RECENT_S]
    span_s = max(recent_s, default=0.0)
    return len(recent_s) / span_s * 60 if span_s > 0 else None
