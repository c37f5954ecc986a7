"""`airhop reproduce`: the papers' figures, and their claims compared with measurements."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Annotated

import typer

from airhop import outputs
from airhop._native import ScenarioError
from airhop.choices import choose_workers
from airhop.cli import claims
from airhop.cli.console import notes_console, results_console
from airhop.cli.options import (
    CacheOption,
    ClusterOption,
    JobsOption,
    QuickOption,
    QuietOption,
    cache_folder,
    check_one_place,
)
from airhop.cli.progress import ProgressBar
from airhop.papers import study, verdicts
from airhop.papers.catalogue import PAPERS
from airhop.papers.report import Report, assess
from airhop.papers.runner import simulate
from airhop.papers.study import Paper
from airhop.papers.write import write
from airhop.runs.cache import Cache
from airhop.runs.runner import Interrupted, Runner
from airhop.sweeps.api import starter

EXIT_FAILURE = 1
_NAMES = [paper.name for paper in PAPERS]
_OUTPUT = Path("out/papers")


def reproduce_command(
    paper: Annotated[
        str | None, typer.Argument(metavar="PAPER", help=f"One of: {', '.join(_NAMES)}.", show_default=False)
    ] = None,
    all_: Annotated[bool, typer.Option("--all", help="All papers, one after the other.")] = False,
    figure: Annotated[
        list[int] | None,
        typer.Option("--figure", metavar="N", help="Only the claim of this figure; repeatable."),
    ] = None,
    check: Annotated[
        bool,
        typer.Option(
            "--check",
            help="Print one line per claim: its verdict and the number of checks that hold. Exit status 1 if fewer"
            " checks hold than in the results released with this version. Writes no page without --output.",
        ),
    ] = False,
    quick: QuickOption = False,
    jobs: JobsOption = None,
    cluster: ClusterOption = None,
    output: Annotated[
        Path | None,
        typer.Option(
            "--output",
            metavar="DIR",
            help=f"Directory for PAPER.md, PAPER.json, figures and verdicts; default: {_OUTPUT}.",
        ),
    ] = None,
    cache: CacheOption = None,
    quiet: QuietOption = False,
) -> None:
    """Reproduce a paper. Draws its figures and compares its claims with measurements."""
    chosen = _choose(paper, figure or [], everything=all_)
    check_one_place(jobs, cluster)
    workers = choose_workers(jobs)
    target = output if output is not None else None if check else _OUTPUT
    if target is not None:
        outputs.check_directory("--output", target)
        verdicts.read(target, quick=quick)
    kept = Cache(cache_folder(cache))
    console, notes = results_console(), notes_console()
    reports: list[Report] = []
    for one in chosen:
        with ProgressBar(notes, quiet=quiet) as bar, Runner(starter(workers, cluster), kept, bar.update) as runner:
            try:
                measured = simulate(one, one.choose(figure or []), one.quick if quick else one.full, runner)
            except Interrupted:
                # A claim is judged only when all of its runs have finished.
                sys.stderr.write(
                    f"airhop: interrupted: {one.name} was not judged; finished runs are kept in {kept.folder}, and the"
                    " same command simulates only the missing ones\n"
                )
                raise typer.Exit(EXIT_FAILURE) from None
        report = assess(one, measured, quick=quick, figures=figure or [])
        reports.append(report)
        if check:
            claims.print_lines(console, verdicts.of(report), verdicts.known(quick=quick))
        else:
            claims.print_report(console, report)
        if target is not None:
            written = write(report, target, _NAMES)
            if not quiet:
                notes.print(f"written: {', '.join(map(str, written))}")
    if check:
        _compare(reports, quick=quick)


def _choose(name: str | None, figures: Sequence[int], *, everything: bool) -> Sequence[Paper]:
    """Choose the requested papers; refuse a figure that none of them has."""
    if everything:
        if name is not None or figures:
            msg = f"--all cannot be combined with {name or f'--figure {figures[0]}'}"
            raise ScenarioError(msg)
        return PAPERS
    if name is None:
        msg = f"missing paper: expected one of {', '.join(_NAMES)}, or --all"
        raise ScenarioError(msg)
    paper = study.find(PAPERS, name)
    paper.choose(figures)
    return [paper]


def _compare(reports: Sequence[Report], *, quick: bool) -> None:
    """Exit with failure if fewer checks hold than in the released results of this version."""
    before = verdicts.known(quick=quick)
    fallen = [
        claim.id
        for current in map(verdicts.of, reports)
        for claim in current.claims
        if verdicts.worse(claim, before, current.paper) is not None
    ]
    if fallen:
        kind = "quick" if quick else "full"
        sys.stderr.write(f"airhop: fewer checks hold than in the {kind} runs of this version: {', '.join(fallen)}\n")
        raise typer.Exit(EXIT_FAILURE)
