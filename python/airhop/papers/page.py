"""The Markdown page of a reproduction, made from its report alone."""

from __future__ import annotations

from collections.abc import Sequence

from airhop._native import __version__
from airhop.papers.checks import show
from airhop.papers.report import FairnessRow, Finding, Report
from airhop.papers.table import TableData

_TOLERANCES = (
    'A direction ("above", "rises") holds if it does so beyond the 95 % interval. A size ("up to 84 %") holds'
    ' if the measured one lies between two thirds and three halves of it; a range ("7 to 17 %") if every point'
    ' lies between two thirds of its lower and three halves of its upper end. "Fair" means a Jain index of 0.97'
    ' or more unless the paper gives a number; "starved" means less than 10 %. A check is *open* where the'
    " interval reaches over the bound. A claim is *reproduced* if all its checks hold, *not reproduced* if all"
    " fail, and *partly* otherwise. The bounds come from the paper's words, not from what was measured."
)
_SHORTENED = " These runs are shortened (`--quick`): their intervals are wider."


def render(report: Report, figure_folder: str) -> str:
    """Write the page; figures are linked from `figure_folder`, relative to the page."""
    paper = report.paper
    options = "".join(f" --figure {figure}" for figure in report.figures) + (" --quick" if report.quick else "")
    parts = [
        f"# {paper.title}",
        f"{paper.source}. Made by `airhop reproduce {paper.name}{options}` with airhop {__version__}; not edited by"
        f" hand.",
        "## Claims",
        _claims(report.findings),
        "## Method",
        paper.settings_in_words,
        paper.effort_in_words(report.effort) + (_SHORTENED if report.quick else ""),
        _TOLERANCES,
        *(_finding(finding, figure_folder) for finding in report.findings),
    ]
    return "\n\n".join(parts) + "\n"


def _claims(findings: Sequence[Finding]) -> str:
    rows = [
        [
            f"[{finding.study.claim}](#{finding.study.claim.lower()})",
            finding.study.where,
            finding.study.says,
            f"**{finding.verdict.value}**",
            str(sum(check.outcome.value == "holds" for check in finding.checks)) + f" of {len(finding.checks)}",
        ]
        for finding in findings
    ]
    return _table(["claim", "figures", "the paper says", "verdict", "checks that hold"], rows)


def _finding(finding: Finding, folder: str) -> str:
    study = finding.study
    parts = [
        f"## {study.claim}",
        f"**The paper:** {study.says}",
        f"**Simulated:** {study.setting}",
        f"**Verdict: {finding.verdict.value}.**" + (f" {finding.note}" if finding.note else ""),
        _table(
            ["check", "measured", "outcome"],
            [[check.statement, check.measured, check.outcome.value] for check in finding.checks],
        ),
    ]
    for table in finding.tables:
        parts += [f"Table {table.number}, {table.title}; in brackets the paper's numbers:", _side_by_side(table)]
    for figure in finding.figures:
        parts.append(f"![Figure {figure.numbers}: {figure.title}]({folder}/{figure.stem}.png)")
        if figure.note:
            parts.append(f"*{figure.note}*")
    if finding.fairness:
        parts.append(_fairness(finding.fairness))
    return "\n\n".join(parts)


def _side_by_side(table: TableData) -> str:
    rows = [
        [row.name, *(f"{show(value)} ({paper:g})" for value, paper in zip(row.measured, row.paper, strict=True))]
        for row in table.rows
    ]
    return _table(["", *table.columns], rows)


def _fairness(rows: Sequence[FairnessRow]) -> str:
    head = ["", "goodput, kbit/s", "Jain's index over the run", "in windows of 10 s", "longest starvation, s"]
    return _table(
        head,
        [
            [row.name, *(show(value) for value in (row.goodput_kbps, row.jain, row.jain_10s, row.longest_gap_s))]
            for row in rows
        ],
    )


def _table(head: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    lines = [head, ["---"] * len(head), *rows]
    return "\n".join("| " + " | ".join(cell.replace("|", "\\|") for cell in line) + " |" for line in lines)
