"""The page of the matrix, made from what was measured alone."""

from __future__ import annotations

from collections.abc import Sequence

from airhop._native import __version__
from airhop.matrix import tables, words
from airhop.matrix.advice import ENOUGH, EQUAL, FAIR, NEAR
from airhop.matrix.catalogue import ELSEWHERE
from airhop.matrix.findings import Finding
from airhop.matrix.results import Matrix
from airhop.matrix.summary import sentences
from airhop.needs import MEANING
from airhop.papers.checks import Outcome

CSV, RATIOS, COSTS, FRONTS = "matrix.csv", "ratios.png", "costs.png", "fairness.png"
_SHORTENED = " These runs are shortened (`--quick`): their intervals are wider."

_READING = (
    "A cell is the goodput of all flows together as a part of what paced UDP gets at its best rate, in per cent; below"
    " it the rank among the transports. A frame stands around what cannot be told from the row's highest. A corner"
    " marks cells in which 10 % of the flows or more are starved, with less than a tenth of an equal share: there a"
    " high goodput is that of a few. † needs to know the path (hops, link rate), which routing can tell it. * needs"
    " what no node knows by itself: clocks of both ends in step. `dccp` delivers what is not lost and no more."
)
_BOUND = (
    "The bound is UDP at one constant rate, the same for all flows, found by search: it sends no acknowledgements and"
    " is told its rate. It is no bound in the strict sense where flows share: a transport that lets one flow starve"
    " another can deliver more in sum, and so can one with long flows that yield to short ones. Nor need a constant"
    " rate be the best for a flow alone: a sender that adapts may exceed it. Flows of files are held against paced UDP"
    " without pauses on the same nodes, by the goodput of the time in which files are under way."
)
_HOLDING = (
    "Statements of judgement, held against the data whenever this page is made. These hold everywhere they speak of,"
    " beyond the 95 % interval; [all of them, with the numbers](#statements-and-whether-they-hold), are below."
)
_STATISTICS = (
    "All transports run under the same seeds, which draw the same networks, pauses and errors, and are compared seed"
    " by seed. Intervals are Student's 95 % over the seeds, of ratios by the delta method. What is said to be told from"
    " the best differs at 5 % after Holm's correction for the number of transports. Means over scenarios are geometric"
    " for ratios and plain otherwise; means over everything give each family of scenarios the same weight."
)
_RULE = (
    "Chosen by rule, from the transports that deliver everything and need no clocks in step. Those are fair enough"
    f" whose Jain's index, as a mean over the family, is at least {100 * FAIR:.0f} % of the fairest one's. Of these, as"
    f" good as the one with the highest goodput is what has {100 * EQUAL:.0f} % of it, or {100 * NEAR:.0f} % if it"
    " cannot be told from it; the one that needs least is named. Everything is a mean over the scenarios of the family."
)


def render(matrix: Matrix, findings: Sequence[Finding], command: str, figure_folder: str) -> str:
    """Write the page; figures are linked from `figure_folder`, relative to the page."""
    holding = [finding.says for finding in findings if finding.check.outcome is Outcome.HOLDS]
    parts = [
        "# Every transport in every scenario",
        "The five systems, their variants and the TCPs they were measured against, each in the scenarios of all five"
        f" papers, which never met. Made by `{command}` with airhop {__version__}; not edited by hand.",
        "## In short",
        _bullets(sentences(matrix)),
        f"![Goodput as a part of the bound, transport by scenario]({figure_folder}/{RATIOS})",
        _READING,
        *(["## What holds", _HOLDING, _bullets(holding)] if holding else []),
        "## Which transport to use when",
        tables.by_situation(matrix),
        _RULE,
        "What the best fair one gets by how much may be changed (goodput of the bound's; the highest in"
        " bold; a dash where none shares well enough):",
        tables.by_change(matrix),
        f"Who saves most, of those with at least {100 * ENOUGH:.0f} % of the highest goodput:",
        tables.savings(matrix),
        "## What each costs",
        f"![Fairness, starvation, delay, energy and retransmissions]({figure_folder}/{COSTS})",
        "Delay is one way, from the last sending of a packet to its arrival, and its 99th percentile the mean of the"
        " flows'. Energy is that of all nodes, background included, for each bit of payload. The longest gap is the"
        " longest time in which some flow delivered nothing. Means over all scenarios:",
        tables.of_transports(matrix),
        "What is needed: " + "; ".join(f"*{need.value}*, {meaning}" for need, meaning in MEANING.items()) + ".",
        "## Goodput against fairness",
        f"![Goodput against Jain's index, scenario by scenario]({figure_folder}/{FRONTS})",
        "Hollow marks: transports that lose data or need clocks in step.",
        "## Statements and whether they hold",
        _statements(findings),
        "## Scenario by scenario",
        tables.of_scenarios(matrix),
        *_empty(matrix),
        "## Method",
        _effort(matrix) + (_SHORTENED if matrix.quick else ""),
        _BOUND,
        _STATISTICS,
        ELSEWHERE,
        f"[{CSV}]({figure_folder}/{CSV}) holds every cell with its intervals.",
    ]
    return "\n\n".join(parts) + "\n"


def _bullets(lines: Sequence[str]) -> str:
    return "\n".join(f"- {line}" for line in lines)


def _effort(matrix: Matrix) -> str:
    effort = matrix.effort
    return (
        "Every scenario has the radio, the routing and the settings of the paper it comes from, as on the pages of the"
        f" reproductions, and runs for {effort.duration_s:g} s, the first {effort.warmup_s:g} s left out, under"
        f" {effort.seeds} seeds; of random networks that is one network a seed. Transfers of 10 MB are continuous flows"
        f" here. The best rate is searched under {effort.search_seeds} seeds to {100 * effort.resolution:g} %; it and"
        " rates a little below it run under all seeds, and the best of them is the bound."
    )


def _statements(findings: Sequence[Finding]) -> str:
    return words.table(
        ["statement", "measured", "outcome"],
        [[finding.says, finding.check.measured, finding.check.outcome.value] for finding in findings],
    )


def _empty(matrix: Matrix) -> list[str]:
    """Say why cells are empty."""
    if not matrix.refused:
        return []
    rows = [[f"`{setup}`", f"`{contender}`", why] for (setup, contender), why in matrix.refused.items()]
    return ["Cells that are empty:", words.table(["scenario", "transport", "why"], rows)]
