"""The tables of the page."""

from __future__ import annotations

import math
from collections.abc import Sequence

from airhop.markdown import table
from airhop.matrix import advice, words
from airhop.matrix.contender import NEWRENO, Change, Contender
from airhop.matrix.results import Matrix
from airhop.matrix.setup import Setup
from airhop.measures import DELAY_P99, ENERGY, GAP, GOODPUT, JAIN, RETRANSMISSIONS, STARVED_FLOWS, Measure

_MOST_NAMES = 3


def by_situation(matrix: Matrix) -> str:
    """Say for each family which transport to use, and its gain."""
    head = [
        "situation",
        "use",
        "goodput, of the bound",
        "over NewReno",
        "Jain's index",
        "delay p99, of NewReno's",
        "energy, of NewReno's",
        "equivalent",
        "needs",
        "more goodput, less fair",
    ]
    rows = []
    for family in matrix.families:
        choice = advice.choose(matrix, family)
        if choice is None:
            rows.append([family.value, *["-"] * (len(head) - 1)])
            continue
        setups, use = matrix.of(family), choice.use
        rows.append(
            [
                family.value,
                f"**{words.name(use)}**",
                words.percent(choice.score),
                _over_newreno(matrix, setups, use),
                words.number(matrix.mean(setups, use, JAIN), 2),
                _of_newreno(matrix, setups, use, DELAY_P99),
                _of_newreno(matrix, setups, use, ENERGY),
                words.names(choice.alike, _MOST_NAMES),
                use.needs.summary,
                ", ".join(f"{words.name(c)} {_of_bound(matrix, setups, c)}" for c in choice.unfair[:2]),
            ]
        )
    return table(head, rows)


def by_change(matrix: Matrix) -> str:
    """Say for each family what is best with each amount of change."""
    changes = [change for change in Change if any(c.change is change and c.deployable for c in matrix.contenders)]
    rows = []
    for family in matrix.families:
        found = advice.by_change(matrix, family)
        most = max((score.log for _, score in found.values()), default=0.0)
        cells = []
        for change in changes:
            if change not in found:
                cells.append("-")
                continue
            contender, score = found[change]
            text = f"{words.name(contender)} {100 * math.exp(score.log):.0f} %"
            cells.append(f"**{text}**" if score.log == most else text)
        rows.append([family.value, *cells])
    return table(["situation", *(change.value for change in changes)], rows)


def savings(matrix: Matrix) -> str:
    """Say for each family where the savings of delay, energy and retransmissions are largest."""
    rows = []
    for family in matrix.families:
        cells = []
        for measure in (DELAY_P99, ENERGY, RETRANSMISSIONS):
            found = advice.least(matrix, family, measure)
            if found is None:
                cells.append("-")
                continue
            first, value, alike = found
            text = f"{words.name(first)}, {value:.{2 if value < 10 else 0}f} {measure.unit}"
            cells.append(text + (f" (equivalent: {words.names(alike, 2)})" if alike else ""))
        rows.append([family.value, *cells])
    return table(["situation", "least delay (p99)", "least energy", "fewest retransmissions"], rows)


def of_transports(matrix: Matrix) -> str:
    """Say for each transport what it gives and what it costs over all scenarios."""
    head = [
        "transport",
        "needs",
        "goodput, of the bound",
        "leads in",
        "Jain's index",
        "starved flows, %",
        "longest gap, s",
        "delay p99, of NewReno's",
        "energy, of NewReno's",
        "retransmissions per 1000",
        "worst goodput, of the bound",
    ]
    leaders = [matrix.leaders(setup) for setup in matrix.setups]
    rows = []
    for contender in matrix.contenders:
        overall = matrix.overall(contender)
        rows.append(
            [
                words.name(contender),
                contender.needs.summary,
                "-" if overall is None else words.percent(overall),
                str(sum(contender.key in each for each in leaders)),
                words.number(matrix.mean(matrix.setups, contender, JAIN), 2),
                words.number(matrix.mean(matrix.setups, contender, STARVED_FLOWS)),
                words.number(matrix.mean(matrix.setups, contender, GAP), 1),
                _of_newreno(matrix, matrix.setups, contender, DELAY_P99),
                _of_newreno(matrix, matrix.setups, contender, ENERGY),
                words.number(matrix.mean(matrix.setups, contender, RETRANSMISSIONS)),
                _worst(matrix, contender),
            ]
        )
    return table(head, rows)


def of_scenarios(matrix: Matrix) -> str:
    """Say for each scenario who leads, and who comes last."""
    rows = []
    for setup in matrix.setups:
        ranks, leaders = matrix.ranks(setup), matrix.leaders(setup)
        ordered = sorted((c for c in matrix.contenders if c.key in ranks), key=lambda c: ranks[c.key])
        rows.append(
            [
                f"`{setup.key}`",
                f"{setup.family.value}: {setup.label}",
                f"{setup.paper}, {setup.where}",
                words.with_interval(matrix.bounds[setup.key].estimate(GOODPUT)),
                _with_goodput(matrix, setup, ordered[0]) if ordered else "-",
                words.names([c for c in ordered[1:] if c.key in leaders], _MOST_NAMES),
                _goodput_of(matrix, setup, NEWRENO),
                _with_goodput(matrix, setup, ordered[-1]) if ordered else "-",
                words.names(advice.front(matrix, setup)[::-1], 4) if setup.several else "",
            ]
        )
    head = [
        "name",
        "scenario",
        "paper",
        "bound, kbit/s",
        "highest goodput, kbit/s",
        "indistinguishable",
        "NewReno, kbit/s",
        "lowest, kbit/s",
        "not dominated in goodput and fairness",
    ]
    return table(head, rows)


def _of_bound(matrix: Matrix, setups: Sequence[Setup], contender: Contender) -> str:
    score = matrix.over(setups, contender)
    return "-" if score is None else f"{100 * math.exp(score.log):.0f} %"


def _over_newreno(matrix: Matrix, setups: Sequence[Setup], contender: Contender) -> str:
    newreno = matrix.contender(NEWRENO)
    if newreno is None or contender.key == NEWRENO:
        return "-"
    found = matrix.relative(setups, contender, newreno, GOODPUT)
    if found is None:
        return "-"
    value = found.estimate
    interval = "" if value.ci95 is None else f" ± {100 * value.ci95:.0f}"
    return f"{100 * (value.mean - 1):+.0f}{interval} %"


def _of_newreno(matrix: Matrix, setups: Sequence[Setup], contender: Contender, measure: Measure) -> str:
    newreno = matrix.contender(NEWRENO)
    found = None if newreno is None else matrix.relative(setups, contender, newreno, measure)
    return "-" if found is None else f"{100 * math.exp(found.log):.0f} %"


def _worst(matrix: Matrix, contender: Contender) -> str:
    found = [(s.log, setup) for setup in matrix.setups if (s := matrix.to_bound(setup, contender)) is not None]
    if not found:
        return "-"
    log, setup = min(found, key=lambda item: item[0])
    return f"{100 * math.exp(log):.0f} % (`{setup.key}`)"


def _with_goodput(matrix: Matrix, setup: Setup, contender: Contender) -> str:
    return f"{words.name(contender)} {words.with_interval(matrix.estimate(setup, contender, GOODPUT))}"


def _goodput_of(matrix: Matrix, setup: Setup, key: str) -> str:
    contender = matrix.contender(key)
    return "-" if contender is None else words.with_interval(matrix.estimate(setup, contender, GOODPUT))
