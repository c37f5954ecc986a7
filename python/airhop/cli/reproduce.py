"""`airhop reproduce`: a paper's figures, and its claims held against measurement."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated

import typer
from rich import box
from rich.console import Console
from rich.table import Table

from airhop import outputs
from airhop.api import choose_workers
from airhop.campaign import Interrupted
from airhop.cli.console import notes_console, results_console
from airhop.cli.progress import ProgressBar
from airhop.execution import Stopped
from airhop.papers import study
from airhop.papers.catalogue import PAPERS
from airhop.papers.checks import Outcome
from airhop.papers.report import Finding, Report, assess
from airhop.papers.runner import simulate
from airhop.papers.write import write

EXIT_FAILURE = 1
_NAMES = ", ".join(paper.name for paper in PAPERS)


def reproduce_command(
    paper: Annotated[str, typer.Argument(metavar="PAPER", help=f"One of: {_NAMES}.")],
    figure: Annotated[
        list[int] | None,
        typer.Option("--figure", metavar="N", help="Only the claim of this figure; may be given again."),
    ] = None,
    quick: Annotated[bool, typer.Option("--quick", help="Short runs: wider intervals, less decided.")] = False,
    jobs: Annotated[
        int | None, typer.Option("--jobs", metavar="N", help="Runs to make at a time; all cores if left out.")
    ] = None,
    output: Annotated[
        Path, typer.Option("--output", metavar="DIR", help="Where PAPER.md, PAPER.json and the figures go.")
    ] = Path("out/papers"),
    quiet: Annotated[bool, typer.Option("--quiet", help="Say nothing on standard error but errors.")] = False,
) -> None:
    """Reproduce a paper: draw its figures and hold its claims against measurement."""
    chosen = study.find(PAPERS, paper)
    studies = chosen.choose(figure or [])
    effort = chosen.quick if quick else chosen.full
    workers = choose_workers(jobs)
    outputs.check_directory("--output", output)
    notes = notes_console()
    with ProgressBar(notes, quiet=quiet) as bar:
        try:
            measured = simulate(chosen, studies, effort, workers, bar.update)
        except (Stopped, Interrupted):
            # A claim is judged on all of its runs or not at all.
            sys.stderr.write("airhop: interrupted: nothing was judged\n")
            raise typer.Exit(EXIT_FAILURE) from None
    report = assess(chosen, measured, quick=quick, figures=figure or [])
    console = results_console()
    console.print(_claims(report))
    for finding in report.findings:
        _print_checks(console, finding)
    written = write(report, output)
    if not quiet:
        notes.print(f"written: {', '.join(map(str, written))}")


def _claims(report: Report) -> Table:
    shortened = ", shortened runs" if report.quick else ""
    table = Table(
        title=f"{report.paper.title}{shortened}",
        title_justify="left",
        title_style="bold",
        box=box.SIMPLE_HEAD,
        pad_edge=False,
    )
    for column in ("claim", "figures", "verdict", "checks", "the paper says"):
        table.add_column(column, overflow="fold", no_wrap=column in ("claim", "verdict"))
    for finding in report.findings:
        held = sum(check.outcome is Outcome.HOLDS for check in finding.checks)
        checks = f"{held} of {len(finding.checks)} hold"
        table.add_row(finding.study.claim, finding.study.where, finding.verdict.value, checks, finding.study.says)
    return table


def _print_checks(console: Console, finding: Finding) -> None:
    for check in finding.checks:
        console.print(f"{finding.study.claim}  {check.outcome.value:5}  {check.statement}: {check.measured}")
    if finding.note:
        console.print(f"{finding.study.claim}  note   {finding.note}")
    console.print()
