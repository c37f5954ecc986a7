"""Prints verdicts on claims: a table with all checks, or one line per claim."""

from __future__ import annotations

from collections.abc import Sequence

from rich import box
from rich.console import Console
from rich.table import Table

from airhop.papers import verdicts
from airhop.papers.report import Finding, Report
from airhop.papers.verdicts import PaperVerdicts


def print_report(console: Console, report: Report) -> None:
    """Print a paper's claims as a table, then all checks."""
    console.print(_table(report))
    for finding in report.findings:
        _print_checks(console, finding)


def print_lines(console: Console, now: PaperVerdicts, before: Sequence[PaperVerdicts]) -> None:
    """Print one line per claim, marked if it is better or worse than before."""
    for claim in now.claims:
        earlier = verdicts.claim_of(before, now.paper, claim.id)
        change = ""
        if earlier is not None and claim.standing != earlier.standing:
            word = "worse" if claim.standing < earlier.standing else "better"
            change = f"  [{word}: was {earlier.verdict}, {earlier.held}/{earlier.checks}]"
        console.print(f"{now.paper:<8} {claim.line}{change}")


def _table(report: Report) -> Table:
    shortened = ", quick runs" if report.quick else ""
    table = Table(
        title=f"{report.paper.title}{shortened}",
        title_justify="left",
        title_style="bold",
        box=box.SIMPLE_HEAD,
        pad_edge=False,
    )
    for column in ("claim", "figures", "verdict", "checks", "statement in the paper"):
        table.add_column(column, overflow="fold", no_wrap=column in ("claim", "verdict"))
    for finding, claim in zip(report.findings, verdicts.of(report).claims, strict=True):
        checks = f"{claim.held} of {claim.checks} hold"
        table.add_row(claim.id, finding.study.where, claim.verdict, checks, finding.study.says)
    return table


def _print_checks(console: Console, finding: Finding) -> None:
    for check in finding.checks:
        console.print(f"{finding.study.claim}  {check.outcome.value:5}  {check.statement}: {check.measured}")
    if finding.note:
        console.print(f"{finding.study.claim}  note   {finding.note}")
    console.print()
