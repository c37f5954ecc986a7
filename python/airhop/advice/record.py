"""The JSON of `airhop advise`; `schema/advise.schema.json` says the same to other readers."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict
from typing import TYPE_CHECKING

from airhop.advice.paired import Difference
from airhop.needs import Need

if TYPE_CHECKING:
    from airhop.advice.advice import Advice, Candidate


def record(advice: Advice) -> dict[str, object]:
    """Give an advice as plain data. Two runs of the same command differ in `wall_s` and in nothing else."""
    from airhop.advice.advice import ADVICE_SCHEMA_VERSION

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
        "candidates": [candidate_record(candidate) for candidate in advice.ranked],
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


def candidate_record(candidate: Candidate) -> dict[str, object]:
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


def _estimate(value: Difference) -> dict[str, float | None]:
    return {"mean": value.mean, "ci95": value.ci95}


def _percent(value: Difference) -> dict[str, float | None]:
    return {"mean": 100 * value.mean, "ci95": None if value.ci95 is None else 100 * value.ci95}


def run_rows(advice: Advice) -> list[Mapping[str, object]]:
    """Give one row a candidate and seed."""
    return [
        {"transport": candidate.transport, "seed": seed, **asdict(run)}
        for candidate in advice.ranked
        for seed, run in zip(advice.seeds, candidate.runs, strict=False)
    ]
