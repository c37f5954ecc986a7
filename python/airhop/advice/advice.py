"""What `airhop.advise` gives: candidates with their numbers, a recommendation and its reasons."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from enum import Enum
from functools import cached_property
from typing import TYPE_CHECKING

from airhop.advice.bound import Bound
from airhop.advice.effort import Extent
from airhop.advice.goal import Goal
from airhop.advice.race import Race
from airhop.advice.routing_check import RoutingCheck
from airhop.measures import Measures
from airhop.needs import Need, Needs
from airhop.records import flatten
from airhop.stats import Mean

if TYPE_CHECKING:
    import pandas as pd

ADVICE_SCHEMA_VERSION = 1
"""Version of the JSON of `airhop advise`, its key `schema`."""


class Verdict(str, Enum):
    """The outcome of a candidate."""

    RECOMMENDED = "recommended"
    EQUIVALENT = "equivalent"
    BEHIND = "behind"
    """Worse by more than the margin, but not clearly: the race ended before."""
    DROPPED = "dropped"
    VIOLATES = "violates"
    """Violates a limit, or is not fair enough."""


@dataclass(frozen=True, slots=True)
class Candidate:
    """One candidate: its numbers and its outcome."""

    rank: int
    transport: str
    verdict: Verdict
    words: str
    """The verdict in words, with numbers."""
    seeds: int
    """Seeds that it ran."""
    goodput_kbps: Mean
    gain: Mean | None
    """Goodput above the reference's under the same seeds, as a part of the reference's; None of the reference."""
    behind: Mean | None
    """How far its score is behind the best's under the same seeds, as a part; None of the best."""
    jain: Mean
    delay_p99_ms: Mean
    energy_j_per_mbit: Mean
    retransmitted_percent: Mean
    other_kbps: Mean
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
    """Planned seeds; each candidate has the number that ran."""
    reference: str
    """The transport that gains refer to."""
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
        """One row per candidate, the recommended one first; means with half-widths of 95 % intervals."""
        import pandas as pd

        return pd.DataFrame([flatten(_candidate_record(each)) for each in self.ranked])

    @cached_property
    def runs(self) -> pd.DataFrame:
        """One row per candidate and seed."""
        import pandas as pd

        return pd.DataFrame(_run_rows(self))

    def to_dict(self) -> dict[str, object]:
        """Give the content of the JSON of `airhop advise`."""
        return _record(self)

    def to_json(self) -> str:
        """Write the JSON of `airhop advise`; its schema is the file `schema/advise.schema.json` of the package."""
        return json.dumps(self.to_dict(), indent=2, allow_nan=False, ensure_ascii=False) + "\n"

    def candidate(self, transport: str) -> Candidate:
        """Find a candidate by its name; raises `KeyError` for one that took no part."""
        for each in self.ranked:
            if each.transport == transport:
                return each
        raise KeyError(transport)


def _record(advice: Advice) -> dict[str, object]:
    """Give an advice as plain data. Two runs of the same command differ in `wall_s` and in nothing else."""
    return {
        "schema": ADVICE_SCHEMA_VERSION,
        "scenario": advice.scenario,
        "parameters": advice.parameters,
        "duration_s": advice.extent.duration_s,
        "warmup_s": advice.extent.warmup_s,
        "shortened_from_s": advice.extent.shortened_from_s,
        "goal": {
            "weights": {quantity.value: weight for quantity, weight in advice.goal.weights.items()},
            "limits": [
                {"quantity": limit.quantity.value, "value": limit.value, "unit": limit.quantity.text.unit}
                for limit in advice.goal.limits
            ],
            "margin": advice.race.rule.margin,
        },
        "reference": advice.reference,
        "recommended": advice.recommended,
        "settled": advice.settled,
        "reasons": advice.reasons,
        "cautions": advice.cautions,
        "next_commands": advice.next_commands,
        "candidates": [_candidate_record(candidate) for candidate in advice.ranked],
        "left_out": dict(advice.left_out),
        "bound": None
        if advice.bound is None
        else {"rate_kbps": advice.bound.rate_kbps, "goodput_kbps": _estimate(advice.bound.goodput)},
        "routing_check": None
        if advice.routing_check is None
        else {
            "routing": advice.routing_check.routing,
            "gain_percent": _percent(advice.routing_check.gain),
            "goodput_kbps": _estimate(advice.routing_check.goodput),
        },
        "rounds": [
            {
                "seeds": each.seeds,
                "raced": each.raced,
                "dropped": [
                    {"transport": drop.name, "cause": drop.cause.value, "best": drop.best} for drop in each.drops
                ],
            }
            for each in advice.race.rounds
        ],
        "ending": advice.race.ending.value,
        "runs_made": advice.runs_made,
        "runs_of_all": advice.runs_of_all,
        "events": advice.events,
        "budget_s": advice.budget_s,
        "interrupted": advice.interrupted,
        "wall_s": advice.wall_s,
    }


def _candidate_record(candidate: Candidate) -> dict[str, object]:
    """Give a candidate as plain data."""
    return {
        "rank": candidate.rank,
        "transport": candidate.transport,
        "verdict": candidate.verdict.value,
        "words": candidate.words,
        "seeds": candidate.seeds,
        "goodput_kbps": _estimate(candidate.goodput_kbps),
        "gain_percent": None if candidate.gain is None else _percent(candidate.gain),
        "behind_percent": None if candidate.behind is None else _percent(candidate.behind),
        "jain": _estimate(candidate.jain),
        "delay_p99_ms": _estimate(candidate.delay_p99_ms),
        "energy_j_per_mbit": _estimate(candidate.energy_j_per_mbit),
        "retransmitted_percent": _estimate(candidate.retransmitted_percent),
        "other_flows_kbps": _estimate(candidate.other_kbps),
        "starved_runs": candidate.starved_runs,
        "needs": [kind.value for kind in Need if kind in candidate.needs.kinds],
        "needs_words": candidate.needs.about,
    }


def _estimate(value: Mean) -> dict[str, float | None]:
    return {"mean": value.mean, "ci95": value.ci95}


def _percent(value: Mean) -> dict[str, float | None]:
    return {"mean": 100 * value.mean, "ci95": None if value.ci95 is None else 100 * value.ci95}


def _run_rows(advice: Advice) -> list[Mapping[str, object]]:
    """Give one row per candidate and seed."""
    return [
        {"transport": candidate.transport, "seed": seed, **asdict(run)}
        for candidate in advice.ranked
        for seed, run in zip(advice.seeds, candidate.runs, strict=False)
    ]
