"""Sentences that say what the matrix shows, made from its numbers."""

from __future__ import annotations

import math
from collections.abc import Callable

from airhop.judgement import FAIR
from airhop.matrix import advice, robustness, words
from airhop.matrix.contender import NEWRENO, Contender
from airhop.matrix.results import Matrix
from airhop.measures import DELAY_P99, ENERGY, GOODPUT, JAIN, RETRANSMISSIONS, STARVED_FLOWS
from airhop.stats import Score, not_worse_than_best


def sentences(matrix: Matrix) -> list[str]:
    """Write what holds over the whole matrix."""
    makers: tuple[Callable[[Matrix], str], ...] = (
        _overall,
        _spread,
        _newreno,
        _everywhere,
        _recommended,
        _starved,
        _costs,
        _seeds,
    )
    return [sentence for make in makers if (sentence := make(matrix))]


def _scored(matrix: Matrix) -> list[tuple[Contender, Score]]:
    found = [(c, s) for c in matrix.contenders if c.deployable and (s := matrix.overall(c)) is not None]
    return sorted(found, key=lambda pair: -pair[1].log)


def _overall(matrix: Matrix) -> str:
    scored = _scored(matrix)
    if len(scored) < 2:
        return ""
    (first, best), rest = scored[0], scored[1:]
    leaders = not_worse_than_best({c.key: s for c, s in scored})
    alike = [c for c, _ in rest if c.key in leaders]
    last, worst = scored[-1]
    among = f"statistically indistinguishable from {words.names(alike)}" if alike else "distinguishable from all others"
    return (
        f"Over all families of scenarios {words.name(first)} has the highest goodput of what could be used in place of"
        f" TCP, {words.percent(best)} of the bound, {among}; {words.name(last)} has the lowest, {words.percent(worst)}."
    )


def _spread(matrix: Matrix) -> str:
    w = robustness.concordance(matrix, matrix.setups)
    if w is None:
        return ""
    agree = "agree well" if w > 0.7 else "agree in part" if w > 0.4 else "agree poorly"
    leaders = [matrix.leaders(setup) for setup in matrix.setups]
    counts = {c.key: sum(c.key in each for each in leaders) for c in matrix.contenders}
    most = max(counts.values())
    names = [c for c in matrix.contenders if counts[c.key] == most]
    return (
        f"The rankings of the scenarios {agree} (Kendall's W {w:.2f}). Most often ranked first: {words.names(names)},"
        f" indistinguishable from the highest goodput in {most} of {len(matrix.setups)} scenarios."
    )


def _newreno(matrix: Matrix) -> str:
    newreno = matrix.contender(NEWRENO)
    overall = None if newreno is None else matrix.overall(newreno)
    if newreno is None or overall is None:
        return ""
    by_family = {f: s for f in matrix.families if (s := matrix.over(matrix.of(f), newreno)) is not None}
    low = min(by_family, key=lambda f: by_family[f].log)
    high = max(by_family, key=lambda f: by_family[f].log)
    return (
        f"Plain `newreno` has {words.percent(overall)} of the bound: least in “{low.value}”"
        f" ({words.percent(by_family[low])}), most in “{high.value}” ({words.percent(by_family[high])})."
    )


def _everywhere(matrix: Matrix) -> str:
    newreno = matrix.contender(NEWRENO)
    if newreno is None:
        return ""
    never = []
    for contender in matrix.contenders:
        if contender is newreno or not contender.deployable:
            continue
        found = [matrix.relative([setup], contender, newreno, GOODPUT) for setup in matrix.setups]
        below = [s for s in found if s is not None and s.log < 0 and s.p < 0.05 / max(1, len(found))]
        if None not in found and not below:
            never.append(contender)
    if not never:
        return "Each transport falls below `newreno` in some scenario."
    return f"In no scenario significantly below `newreno`: {words.names(never)}."


def _recommended(matrix: Matrix) -> str:
    chosen: dict[str, list[str]] = {}
    for family in matrix.families:
        choice = advice.choose(matrix, family)
        if choice is not None:
            chosen.setdefault(words.name(choice.use), []).append(f"“{family.value}”")
    if not chosen:
        return ""
    parts = "; ".join(f"{use} for {', '.join(families)}" for use, families in chosen.items())
    return f"The transports that need least among the best that share fairly: {parts}."


def _starved(matrix: Matrix) -> str:
    several = [setup for setup in matrix.setups if setup.several]
    found = [(c, v) for c in matrix.contenders if (v := matrix.mean(several, c, STARVED_FLOWS)) is not None]
    if len(found) < 2:
        return ""
    least, most = min(found, key=lambda pair: pair[1]), max(found, key=lambda pair: pair[1])
    own = next((f", under `newreno` {value:.0f} %" for c, value in found if c.key == NEWRENO), "")
    return (
        f"Where flows share, {words.name(least[0])} leaves the fewest flows starved, {least[1]:.0f} % on average, and"
        f" {words.name(most[0])} the most, {most[1]:.0f} %{own}."
    )


def _costs(matrix: Matrix) -> str:
    newreno = matrix.contender(NEWRENO)
    if newreno is None:
        return ""
    parts = []
    for measure, what in ((DELAY_P99, "delay (99th percentile)"), (ENERGY, "energy per bit")):
        found = {
            c: s
            for c in matrix.contenders
            if c.deployable and (s := matrix.relative(matrix.setups, c, newreno, measure)) is not None
        }
        least = min(found, key=lambda c: found[c].log)
        parts.append(f"{words.name(least)} has the least {what}, {words.percent(found[least])} of `newreno`'s")
    counts = [
        (c, v)
        for c in matrix.contenders
        if c.deployable and (v := matrix.mean(matrix.setups, c, RETRANSMISSIONS)) is not None
    ]
    fewest, count = min(counts, key=lambda pair: pair[1])
    own = dict(counts)[newreno]
    parts.append(
        f"{words.name(fewest)} has the fewest retransmissions, {count:.0f} per 1000 segments instead of {own:.0f}"
    )
    return f"Over all scenarios, each compared with `newreno` in the same scenario: {'; '.join(parts)}."


def _seeds(matrix: Matrix) -> str:
    rho = robustness.between_halves(matrix)
    several = [setup for setup in matrix.setups if setup.several]
    unfair = [
        setup for setup in several if (jain := matrix.bounds[setup.key].estimate(JAIN)) is not None and jain.mean < FAIR
    ]
    above = sum(
        any((s := matrix.to_bound(setup, c)) is not None and math.exp(s.log) > 1 for c in matrix.contenders)
        for setup in several
    )
    shared = (
        f" Where flows share, the bound itself is unfair in {len(unfair)} of {len(several)} scenarios, and exceeded in"
        f" {above}."
        if several
        else ""
    )
    return (
        ""
        if rho is None
        else f"Ranks from even and from odd seeds correlate with {rho:.2f} (Spearman, mean over scenarios).{shared}"
    )
