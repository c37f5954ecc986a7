"""The recommendation in words."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from airhop.advice.advice import Candidate, Verdict
from airhop.advice.bound import Bound
from airhop.advice.goal import Goal, Quantity
from airhop.advice.race import Cause, Ending, Race
from airhop.advice.ranking import Choice, behind_of, below, goal_mean, spell, spell_percent
from airhop.advice.runs import Runs
from airhop.stats import mean_of


def give_reasons(
    ranked: Sequence[Candidate],
    choice: Choice,
    race: Race,
    runs: Runs,
    seeds: Sequence[int],
    reference: str,
    bound: Bound | None,
) -> list[str]:
    """Tell why the recommended one is recommended, or why none is."""
    if not race.rounds:
        return ["No result yet: fewer than two seeds were finished by all candidates."]
    if choice.recommended is None:
        return [_none_keeps(runs.goal, ranked), _how_dropped(race)]
    by_name = {candidate.transport: candidate for candidate in ranked}
    chosen = by_name[choice.recommended]
    reasons = [_what_it_gets(chosen, runs.goal, reference)]
    others = [name for name in choice.equals if name != choice.recommended]
    if others:
        reasons.append(_not_distinguishable(chosen, others, choice, by_name, race, runs, seeds))
        reasons += _better_otherwise(chosen, [by_name[name] for name in others], runs.goal)
    needed = chosen.needs
    reasons.append(
        f"It needs {needed.summary}: {needed.about}."
        if needed.kinds
        else f"It needs no new code, at most a setting: {needed.about}."
    )
    if needed.kinds:
        reasons.append(_with_settings_alone(ranked, runs.goal))
    reasons.append(_how_dropped(race))
    if bound is not None:
        reasons.append(_headroom(chosen, bound, runs.goal))
    return [reason for reason in reasons if reason]


def _what_it_gets(chosen: Candidate, goal: Goal, reference: str) -> str:
    told = f"{chosen.transport}: {goal_mean(chosen, goal)} over {chosen.seeds} seeds"
    if chosen.gain is not None:
        told += f"; goodput {spell_percent(chosen.gain, '+')} against {reference} with {chosen.gain.count} common seeds"
    return told + "."


def _not_distinguishable(
    chosen: Candidate,
    others: Sequence[str],
    choice: Choice,
    by_name: dict[str, Candidate],
    race: Race,
    runs: Runs,
    seeds: Sequence[int],
) -> str:
    shown = ", ".join(others[:4]) + (f" and {len(others) - 4} more" if len(others) > 4 else "")
    none = f"{others[0]} does not require" if len(others) == 1 else "none of them requires"
    verb = "is" if len(others) == 1 else "are"
    told = f"{shown} {verb} equivalent to it (within {100 * race.rule.margin:g} %, or statistically indistinguishable)"
    least = [name for name in others if by_name[name].needs.effort > chosen.needs.effort]
    if len(least) == len(others):
        told += f"; {chosen.transport} requires the fewest changes"
    elif choice.best == chosen.transport:
        told += f"; {none} fewer changes, and {chosen.transport} has the highest mean"
    else:
        told += f"; {none} fewer changes"
    if choice.best != chosen.transport:
        behind = behind_of(str(choice.best), chosen.transport, runs, seeds[: race.seeds])
        told += f" (the highest mean is that of {choice.best}, by {spell_percent(behind)})"
    return told + "."


def _with_settings_alone(ranked: Sequence[Candidate], goal: Goal) -> str:
    """Tell what is available without new code."""
    for candidate in ranked:
        if not candidate.needs.kinds and candidate.verdict is not Verdict.VIOLATES:
            return (
                f"Without new code, {candidate.transport} comes closest: {goal_mean(candidate, goal)},"
                f" {below(candidate.behind, goal)} ({candidate.needs.about})."
            )
    return ""


SURE = 0.01
"""Significance level required for that."""
OTHERWISE_BETTER = 0.7
"""Much better apart from the goal: at most this fraction of the delay or the energy, or of the difference between
Jain's index and 1."""


def _better_otherwise(chosen: Candidate, others: Sequence[Candidate], goal: Goal) -> list[str]:
    """Point out candidates that are equivalent for the goal and much better in another quantity."""
    told = []
    for quantity in Quantity:
        text = quantity.text
        if quantity in goal.weights or quantity is Quantity.GOODPUT:
            continue

        def lacks(candidate: Candidate, of: Quantity = quantity) -> float:
            mean = mean_of([of.of(run) for run in candidate.runs]).mean
            return 1 - mean if of.text.more_is_better else mean

        best = min(others, key=lacks)
        alone = Goal({quantity: 1.0})
        pairs = zip(best.runs, chosen.runs, strict=False)
        if mean_of([alone.score(a, a) - alone.score(b, b) for a, b in pairs]).p_above(0.0) >= SURE:
            continue
        if lacks(best) < OTHERWISE_BETTER * lacks(chosen) and (not text.more_is_better or lacks(chosen) > 0.05):
            values = [mean_of([quantity.of(run) for run in each.runs]) for each in (best, chosen)]
            unit = f" {text.unit}" if text.unit else ""
            cost = f"; it needs {best.needs.summary}" if best.needs.effort > chosen.needs.effort else ""
            told.append(
                f"{best.transport} is much better in {text.title}: {spell(values[0], text.digits)}{unit} instead of"
                f" {spell(values[1], text.digits)}{cost}."
            )
    return told


_OPEN = (
    "The result is not settled: the choice is based on the means, and another candidate may be better by more than the"
    " margin."
)


def _how_dropped(race: Race) -> str:
    told = []
    for cause, words in (
        (Cause.WORSE, "as clearly worse"),
        (Cause.LIMIT, "for breaking a limit"),
        (Cause.UNFAIR, "for unfair sharing"),
    ):
        counts = Counter(drop.seeds for drop in race.drops if drop.cause is cause)
        told += [f"{count} {words} after {seeds} seeds" for seeds, count in sorted(counts.items())]
    dropped = (
        f"Dropped from {len(race.candidates)} candidates: {', '.join(told)}. " if told else "No candidate was dropped. "
    )
    ending = {
        Ending.ALONE: "One candidate remained.",
        Ending.INDIFFERENT: f"All remaining candidates were within {100 * race.rule.margin:g} % of the best.",
        Ending.NONE_LEFT: "No candidate remained.",
        Ending.SEEDS: f"The rest ran all {race.seeds} seeds. {_OPEN}",
        Ending.BUDGET: f"The budget was used up after {race.seeds} seeds (--budget). {_OPEN}",
        Ending.INTERRUPTED: f"Interrupted: this is the state after {race.seeds} seeds.",
    }
    return dropped + ending[race.ending]


def _headroom(chosen: Candidate, bound: Bound, goal: Goal) -> str:
    best, ours = bound.goodput.mean, chosen.goodput_kbps.mean
    told = f"The best paced UDP ({bound.rate_kbps:g} kbit/s per flow) gets {spell(bound.goodput, 1)} kbit/s"
    if ours <= 0:
        return told + "."
    if best > ours:
        aside = ", without regard to limits" if goal.limits else ""
        return f"{told}: {100 * (best / ours - 1):.0f} % more. This is the remaining headroom{aside}."
    return f"{told}: no headroom remains."


def _none_keeps(goal: Goal, ranked: Sequence[Candidate]) -> str:
    limits = ", ".join(limit.words for limit in goal.limits)
    broken = [candidate for candidate in ranked if candidate.verdict is Verdict.VIOLATES]
    nearest = max(broken, key=lambda each: _worst_slack(each, goal), default=None)
    told = f"No candidate meets {limits}"
    return f"{told}; the closest is {nearest.transport}, which {nearest.words}." if nearest is not None else f"{told}."


def _worst_slack(candidate: Candidate, goal: Goal) -> float:
    """Give the worst slack, as a part of its limit."""
    return min(sum(limit.slack(run) for run in candidate.runs) / limit.value for limit in goal.limits)
