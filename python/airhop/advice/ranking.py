"""From the race to the ranked candidates and the one to recommend."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from airhop.advice.advice import Candidate, Verdict
from airhop.advice.goal import Goal, Limit
from airhop.advice.race import Cause, Drop, Field, Race
from airhop.advice.runs import Runs
from airhop.judgement import equivalent, least_needed
from airhop.measures import Measures
from airhop.needs import Needs
from airhop.stats import Mean, holm, mean_of, paired


@dataclass(frozen=True, slots=True)
class Choice:
    """Who is recommended, among whom."""

    recommended: str | None
    best: str | None
    """The highest mean score among those that keep the limits."""
    equals: list[str]
    """Those equivalent to the best, the best among them, least needs first."""


def choose(race: Race, ground: Field, needed: Mapping[str, Needs], seeds: Sequence[int]) -> Choice:
    """Choose among those left that keep the limits and share well enough, by the rule of `airhop.judgement`."""
    samples = ground.samples(race.left, seeds)
    means = {name: mean_of(samples[name].scores).mean for name in race.left}
    keeping = [
        name
        for name in race.left
        if samples[name].fair and all(mean_of(each).mean >= 0 for each in samples[name].slacks)
    ]
    if not keeping:
        return Choice(None, None, [])
    best = max(keeping, key=means.__getitem__)
    scale = ground.scale(means[best])
    parts = {name: 1 - (means[best] - means[name]) / scale for name in keeping}
    apart = {name: paired(samples[best].scores, samples[name].scores).p_apart() for name in keeping if name != best}
    told: set[str] = holm(apart)
    good = equivalent(parts, set(keeping) - told, 1 - race.rule.margin)
    order = least_needed(good, lambda name: needed[name].effort, means.__getitem__)
    return Choice(order[0], best, order)


def rank(
    race: Race, choice: Choice, runs: Runs, needed: Mapping[str, Needs], seeds: Sequence[int], reference: str
) -> list[Candidate]:
    """Rank the candidates: recommended, equivalent, behind, dropped, those that break limits last."""
    drops = {drop.name: drop for drop in race.drops}
    entries = []
    for name in race.candidates:
        ran = seeds[: drops[name].seeds] if name in drops else seeds[: race.seeds]
        verdict, words, behind = _judge(name, drops.get(name), choice, runs, ran)
        if verdict is Verdict.RECOMMENDED and not race.settled:
            words = "recommended, not settled"
        entries.append((verdict, words, behind, name, ran))
    order = list(Verdict)
    score = {name: mean_of(runs.samples([name], ran)[name].scores).mean for *_, name, ran in entries}
    # A candidate that was dropped earlier ran other seeds: its place is by how far it was behind on those.
    entries.sort(
        key=lambda entry: (order.index(entry[0]), entry[2].mean if entry[2] is not None else 0.0, -score[entry[3]])
    )
    return [
        # The reference kept running, for comparison.
        _candidate(
            place,
            name,
            verdict,
            words,
            behind,
            runs,
            needed[name],
            seeds[: race.seeds] if name == reference else ran,
            reference,
        )
        for place, (verdict, words, behind, name, ran) in enumerate(entries, start=1)
    ]


def _judge(
    name: str, drop: Drop | None, choice: Choice, runs: Runs, ran: Sequence[int]
) -> tuple[Verdict, str, Mean | None]:
    behind = None if choice.best in (None, name) else behind_of(str(choice.best), name, runs, ran)
    limit = _broken(name, drop, runs, ran)
    if limit is not None:
        value = mean_of([limit.quantity.of(one) for one in runs.measures(name, ran)])
        return Verdict.VIOLATES, f"violates {limit.words}: {spell(value, limit.quantity.text.digits)}", behind
    if (drop is not None and drop.cause is Cause.UNFAIR) or not runs.samples([name], ran)[name].fair:
        index = mean_of([one.jain for one in runs.measures(name, ran)]).mean
        return Verdict.VIOLATES, f"unfair: Jain's index {index:.3f}, below {runs.fair_from():.3f}", behind
    if name == choice.recommended:
        return Verdict.RECOMMENDED, "recommended", behind
    if name in choice.equals:
        if name == choice.best:
            return Verdict.EQUIVALENT, "equivalent: highest mean, but more changes required", behind
        return Verdict.EQUIVALENT, f"equivalent: {below(behind, runs.goal)}", behind
    if drop is not None and drop.cause is Cause.WORSE:
        return (
            Verdict.DROPPED,
            f"dropped after {len(ran)} seeds: {below(runs.goal.as_part(drop.behind), runs.goal)}",
            behind,
        )
    return Verdict.BEHIND, f"behind: {below(behind, runs.goal)}", behind


def behind_of(best: str, name: str, runs: Runs, ran: Sequence[int]) -> Mean:
    """Tell how far a candidate is behind the best under the same seeds, as a part of what the best has."""
    samples = runs.samples([best, name], ran)
    scale = runs.scale(mean_of(samples[best].scores).mean)
    return runs.goal.as_part(paired(samples[best].scores, samples[name].scores).parts_of(scale))


def _broken(name: str, drop: Drop | None, runs: Runs, ran: Sequence[int]) -> Limit | None:
    if drop is not None and drop.cause is not Cause.LIMIT:
        return None
    if drop is not None and drop.limit is not None:
        return runs.goal.limits[drop.limit]
    slacks = runs.samples([name], ran)[name].slacks
    return next((limit for limit, slack in zip(runs.goal.limits, slacks, strict=True) if sum(slack) < 0), None)


def _candidate(
    place: int,
    name: str,
    verdict: Verdict,
    words: str,
    behind: Mean | None,
    runs: Runs,
    needed: Needs,
    ran: Sequence[int],
    reference: str,
) -> Candidate:
    measured = runs.measures(name, ran)
    return Candidate(
        rank=place,
        transport=name,
        verdict=verdict,
        words=words,
        seeds=len(measured),
        goodput_kbps=_mean(measured, "goodput_kbps"),
        gain=None if name == reference else gain(runs, name, reference, ran),
        behind=behind,
        jain=_mean(measured, "jain"),
        delay_p99_ms=_mean(measured, "delay_p99_ms"),
        energy_j_per_mbit=_mean(measured, "energy_j_per_mbit"),
        retransmitted_percent=_mean(measured, "retransmitted_percent"),
        other_kbps=_mean(measured, "other_kbps"),
        starved_runs=sum(bool(one.starved) for one in measured),
        needs=needed,
        runs=measured,
    )


def gain(runs: Runs, name: str, reference: str, ran: Sequence[int]) -> Mean:
    """Compare goodput with the reference's under the seeds that both have run, as a part of the reference's."""
    both = [seed for seed in ran if (reference, seed) in runs.records]
    ours = [one.goodput_kbps for one in runs.measures(name, both)]
    theirs = [one.goodput_kbps for one in runs.measures(reference, both)]
    return paired(ours, theirs).parts_of(mean_of(theirs).mean or 1.0)


def _mean(measured: Sequence[Measures], field: str) -> Mean:
    return mean_of([float(getattr(one, field)) for one in measured])


def spell(value: Mean, digits: int, factor: float = 1.0, sign: str = "") -> str:
    """Write a mean with its interval."""
    half_width = value.ci95
    around = "—" if half_width is None else f"{factor * half_width:.{digits}f}"
    return f"{factor * value.mean:{sign}.{digits}f} ± {around}"


def spell_percent(value: Mean, sign: str = "") -> str:
    """Write a part as a percentage with its interval."""
    half_width = value.ci95
    digits = 0 if abs(value.mean) >= 0.095 and (half_width is None or half_width >= 0.005) else 1
    around = "—" if half_width is None else f"{100 * half_width:.{digits}f} %"
    return f"{100 * value.mean:{sign}.{digits}f} % ± {around}"


def below(behind: Mean | None, goal: Goal) -> str:
    """Tell how far behind the best a candidate is: below or, where less is better, above it."""
    if behind is None:
        return "level"
    above = goal.single is not None and not goal.single.text.more_is_better
    return f"{spell_percent(behind)} {'above' if above else 'below'}"


def goal_mean(candidate: Candidate, goal: Goal) -> str:
    """Write what counts, of a candidate: the one quantity with its interval, or its goodput."""
    quantity = goal.single
    if quantity is None:
        return f"{spell(candidate.goodput_kbps, 1)} kbit/s"
    text = quantity.text
    value = mean_of([quantity.of(one) for one in candidate.runs])
    return f"{spell(value, text.digits)}{f' {text.unit}' if text.unit else ''}"
