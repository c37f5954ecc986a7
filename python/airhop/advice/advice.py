"""What `airhop.advise` gives: candidates with their numbers, a recommendation and its reasons."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import Enum
from functools import cached_property
from typing import TYPE_CHECKING

from airhop.advice.bound import Bound
from airhop.advice.effort import Extent
from airhop.advice.goal import Goal
from airhop.advice.measures import Measures
from airhop.advice.paired import Difference
from airhop.advice.race import Race
from airhop.advice.routing_check import RoutingCheck
from airhop.needs import Needs
from airhop.result import flatten

if TYPE_CHECKING:
    import pandas as pd

ADVICE_SCHEMA_VERSION = 1
"""Version of the JSON of `airhop advise`, its key `schema`."""


class Verdict(str, Enum):
    """What became of a candidate."""

    RECOMMENDED = "recommended"
    AS_GOOD = "as good"
    BEHIND = "behind"
    """Worse by more than the margin, but not clearly: the race ended before."""
    DROPPED = "dropped"
    VIOLATES = "violates"


@dataclass(frozen=True, slots=True)
class Candidate:
    """One candidate: its numbers and what became of it."""

    rank: int
    transport: str
    verdict: Verdict
    words: str
    """The verdict in words, with numbers."""
    seeds: int
    """Seeds that it ran."""
    goodput_kbps: Difference
    gain: Difference | None
    """Goodput above the reference's under the same seeds, as a part of the reference's; None of the reference."""
    behind: Difference | None
    """How far its score is behind the best's under the same seeds, as a part; None of the best."""
    jain: Difference
    delay_p99_ms: Difference
    energy_j_per_mbit: Difference
    retransmitted_percent: Difference
    other_kbps: Difference
    starved_runs: int
    """Runs with a starved flow."""
    needs: Needs
    runs: Sequence[Measures]
    """Its runs, seed by seed."""


@dataclass(frozen=True)
class Advice:
    """Which transport to use, and why."""

    scenario: str
    parameters: dict[str, object]
    """The scenario's parameters as run, as nested dictionaries."""
    goal: Goal
    extent: Extent
    seeds: list[int]
    """Seeds that were set aside; how many ran is in each candidate."""
    reference: str
    """What gains are told against."""
    ranked: list[Candidate]
    """Every candidate, the recommended one first."""
    left_out: Mapping[str, str]
    """Transports that did not take part, and why."""
    race: Race
    bound: Bound | None
    routing_check: RoutingCheck | None
    recommended: str | None
    """The transport to use; None if none keeps the limits."""
    reasons: list[str]
    """Why, in words."""
    cautions: list[str]
    """Where the recommendation is fragile, and what was not varied."""
    next_commands: list[str]
    """What to run next."""
    runs_made: int
    runs_of_all: int
    """Runs that every candidate under every seed would have taken."""
    events: int
    budget_s: float
    wall_s: float
    interrupted: bool

    @property
    def settled(self) -> bool:
        """Whether the tests have decided, or the choice is by the means alone."""
        return self.race.settled

    @cached_property
    def candidates(self) -> pd.DataFrame:
        """One row a candidate, the recommended one first; means with half-widths of 95 % intervals."""
        import pandas as pd

        from airhop.advice.record import candidate_record

        return pd.DataFrame([flatten(candidate_record(each)) for each in self.ranked])

    @cached_property
    def runs(self) -> pd.DataFrame:
        """One row a candidate and seed."""
        import pandas as pd

        from airhop.advice.record import run_rows

        return pd.DataFrame(run_rows(self))

    def to_dict(self) -> dict[str, object]:
        """Give the content of the JSON of `airhop advise`."""
        from airhop.advice.record import record

        return record(self)

    def to_json(self) -> str:
        """Write the JSON of `airhop advise`; its schema is the file `schema/advise.schema.json` of the package."""
        return json.dumps(self.to_dict(), indent=2, allow_nan=False, ensure_ascii=False) + "\n"

    def candidate(self, transport: str) -> Candidate:
        """Find a candidate by its name; raises `KeyError` for one that took no part."""
        for each in self.ranked:
            if each.transport == transport:
                return each
        raise KeyError(transport)
