"""Limits of a recommendation, and what was not varied."""

from __future__ import annotations

from collections.abc import Sequence

from airhop import keys
from airhop.advice.advice import Candidate
from airhop.advice.effort import Extent
from airhop.advice.goal import Quantity
from airhop.advice.race import Ending, Race
from airhop.advice.ranking import Choice, spell_percent
from airhop.advice.routing_check import RoutingCheck
from airhop.advice.runs import Runs
from airhop.stats import mean_of

BISTABLE_COV = 0.25
"""Coefficient of variation over seeds above which a quantity is reported as unsteady."""


def give_cautions(
    ranked: Sequence[Candidate],
    choice: Choice,
    race: Race,
    runs: Runs,
    extent: Extent,
    reference: str,
    check: RoutingCheck | None,
) -> list[str]:
    """List the caveats."""
    chosen = next((each for each in ranked if each.transport == choice.recommended), None)
    told: list[str] = []
    if chosen is not None:
        told += [_starved(chosen), _unsteady(chosen, runs), _unsettled(ranked, choice, race), _others(chosen, ranked)]
        told += [_limit_open(chosen, runs), _quiet(chosen, runs, reference)]
        if check is not None and chosen.gain is not None:
            told.append(_routing(chosen, check, reference, str(runs.scenario.get(keys.ROUTING))))
    if extent.shortened_from_s is not None:
        told.append(
            f"Runs were cut from {extent.shortened_from_s:g} to {extent.duration_s:g} s to fit the budget (--budget,"
            " --duration): later events were not simulated."
        )
    told.append(_not_varied(runs))
    return [line for line in told if line]


def _starved(chosen: Candidate) -> str:
    if not chosen.starved_runs:
        return ""
    flows = sorted({flow for run in chosen.runs for flow in run.starved})
    shown = ", ".join(flows[:5]) + (" and others" if len(flows) > 5 else "")
    return (
        f"Flows starve (less than a tenth of an equal share) in {chosen.starved_runs} of {chosen.seeds} runs of"
        f" {chosen.transport}: {shown}. --for fairness or --min-jain take this into account."
    )


def _unsteady(chosen: Candidate, runs: Runs) -> str:
    """Report a large variation between seeds, in goodput or in the goal's quantities."""
    drawn = runs.scenario.get("topology.kind") == "random" and runs.scenario.get("topology.seed") == 0
    why = (
        "every seed draws a different network; topology.seed fixes one"
        if drawn
        else "the network has more than one stable state"
    )
    told = []
    for quantity in dict.fromkeys([Quantity.GOODPUT, *runs.goal.weights]):
        values = [quantity.of(run) for run in chosen.runs]
        mean = mean_of(values)
        if mean.count < 2 or mean.error * mean.count**0.5 <= BISTABLE_COV * mean.mean:
            continue
        text = quantity.text
        span = f"{min(values):.{text.digits}f} to {max(values):.{text.digits}f} {text.unit}".rstrip()
        told.append(f"{text.title} from {span}")
    return f"Results of {chosen.transport} vary widely between seeds ({', '.join(told)}): {why}." if told else ""


def _unsettled(ranked: Sequence[Candidate], choice: Choice, race: Race) -> str:
    if race.ending not in (Ending.SEEDS, Ending.BUDGET, Ending.INTERRUPTED):
        return ""
    wide = [
        each.transport
        for each in ranked
        if each.transport in race.left
        and each.transport != choice.best
        and each.behind is not None
        and each.behind.ci95 is not None
        and abs(each.behind.mean) <= each.behind.ci95
        and each.behind.ci95 > race.rule.margin
    ]
    if not wide:
        return ""
    shown = ", ".join(wide[:4]) + (f" and {len(wide) - 4} more" if len(wide) > 4 else "")
    return (
        f"Not settled with {race.seeds} seeds: the interval of {shown} against {choice.best} is wider than the margin"
        " and includes zero. More seeds or a larger budget would decide."
    )


def _limit_open(chosen: Candidate, runs: Runs) -> str:
    for limit in runs.goal.limits:
        slack = mean_of([limit.slack(run) for run in chosen.runs])
        if slack.error > 0 and slack.ci95 is not None and slack.mean < slack.ci95:
            return f"The mean of {chosen.transport} meets {limit.words}, but its interval extends beyond the limit."
    return ""


def _quiet(chosen: Candidate, runs: Runs, reference: str) -> str:
    """Report a goal that is met by sending little."""
    weighed = {*runs.goal.weights, *(limit.quantity for limit in runs.goal.limits)}
    gain = chosen.gain
    if Quantity.GOODPUT in weighed or gain is None or gain.mean + (gain.ci95 or 0.0) >= 0:
        return ""
    return (
        f"Goodput was not part of the goal: {chosen.transport} gets {spell_percent(gain, '+')} against {reference}."
        " --min-goodput sets a limit."
    )


def _others(chosen: Candidate, ranked: Sequence[Candidate]) -> str:
    least = max((each.other_kbps.mean for each in ranked), default=0.0)
    if least <= 0 or chosen.other_kbps.mean >= 0.95 * least:
        return ""
    return (
        f"Flows with their own transport get {chosen.other_kbps.mean:.0f} kbit/s beside {chosen.transport}, and up to"
        f" {least:.0f} beside other candidates. Only the goodput of the flows under test was considered."
    )


def _routing(chosen: Candidate, check: RoutingCheck, reference: str, present: str) -> str:
    gain = chosen.gain
    assert gain is not None  # noqa: S101 - the caller has looked
    told = (
        f"with {check.routing} routing the gain of {chosen.transport} over {reference} is"
        f" {spell_percent(check.gain, '+')} ({check.gain.count} seeds), with {present} {spell_percent(gain, '+')}"
    )
    there, here = check.gain.ci95 or 0.0, gain.ci95 or 0.0
    if abs(check.gain.mean - gain.mean) <= there + here:
        return f"Checked: {told}."
    return f"The gain depends on routing: {told}."


def _not_varied(runs: Runs) -> str:
    present = runs.scenario.get(keys.ROUTING)
    radio = runs.scenario.get(keys.RADIO)
    return (
        f"Not varied: radio ({radio}), routing ({present}), traffic, number of flows, the schemes' parameters. All"
        " flows change together; none competes with another TCP."
    )
