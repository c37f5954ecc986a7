"""`airhop sweep`: a plan of many points, which can be killed and resumed without losing a point."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console

from airhop import outputs
from airhop._native import __version__
from airhop.choices import choose_workers
from airhop.cli import sweep_table
from airhop.cli.console import notes_console, results_console
from airhop.cli.options import CacheOption, ClusterOption, JobsOption, QuietOption, cache_folder, check_one_place
from airhop.cli.progress import ProgressBar
from airhop.runs.cache import Cache
from airhop.runs.columns import build_name
from airhop.runs.runner import Interrupted
from airhop.sweeps.api import make_missing, starter
from airhop.sweeps.plan import Plan
from airhop.sweeps.points import Point, expand
from airhop.sweeps.results import Sweep
from airhop.sweeps.status import status_of
from airhop.sweeps.store import Store
from airhop.sweeps.writer import Writer

EXIT_FAILURE = 1
_OUTPUT = Path("out/sweeps")


def sweep_command(
    plan: Annotated[
        Path, typer.Argument(metavar="PLAN", help="A TOML file with scenarios, parameters, transports and seeds.")
    ],
    output: Annotated[
        Path | None,
        typer.Option("--output", metavar="DIR", help=f"Directory of the points; default: {_OUTPUT}/PLAN."),
    ] = None,
    cache: CacheOption = None,
    jobs: JobsOption = None,
    cluster: ClusterOption = None,
    retry: Annotated[bool, typer.Option("--retry", help="Repeat failed points.")] = False,
    status: Annotated[
        bool, typer.Option("--status", help="Only print how many points are done, failed and missing.")
    ] = False,
    quiet: QuietOption = False,
) -> None:
    """Run the missing points of a plan. Points are scenarios x parameters x transports x seeds."""
    check_one_place(jobs, cluster)
    workers = choose_workers(jobs)
    chosen = Plan.load(plan)
    points = expand(chosen)
    folder = _OUTPUT / plan.stem if output is None else output
    store = Store(folder)
    console, notes = results_console(), notes_console()
    if status:
        rows = [(point.key, sweep_table.values_of(point)) for point in points]
        sweep_table.print_status(console, chosen.name, status_of(store, rows), folder)
        return
    again = f"airhop sweep {plan}"
    again += "" if output is None else f" --output {output}"
    again += "" if cache is None else f" --cache {cache}"
    again += "" if cluster is None else f" --cluster {cluster}"
    outputs.check_directory("--output", folder)
    kept = Cache(cache_folder(cache))
    with store.locked():
        writer = Writer(store, chosen, points)
        if not quiet:
            _tell_set_aside(notes, writer, store)
        with ProgressBar(notes, quiet=quiet) as bar:
            start = starter(workers, cluster)
            try:
                make_missing(store, writer, points, start, kept, retry=retry, name=chosen.name, listener=bar.update)
            except Interrupted:
                _tell_interrupted(store, len(points), again)
                raise typer.Exit(EXIT_FAILURE) from None
    _end(console, notes, Sweep.open(folder), points, quiet=quiet)


def _tell_set_aside(notes: Console, writer: Writer, store: Store) -> None:
    for (version, build), count in writer.set_aside.items():
        if (version, build) == (__version__, build_name()):
            reason = "no longer in the plan, or with other values"
        else:
            reason = f"from airhop {version}, build {build}; results of different builds are not mixed"
        notes.print(f"set aside in {store.aside}: {count} points: {reason}")


def _tell_interrupted(store: Store, points: int, again: str) -> None:
    sys.stderr.write(
        f"airhop: interrupted: {len(store.outcomes())} of {points} points are kept; resume with: {again}\n"
    )


def _end(console: Console, notes: Console, sweep: Sweep, points: list[Point], *, quiet: bool) -> None:
    sweep_table.print_means(console, sweep)
    if not quiet:
        notes.print(f"kept: {len(points)} points in {sweep.folder / 'points'}")
    failed = len(sweep.errors)
    if failed:
        for error, count in sweep.errors["error"].value_counts().head(_ERRORS_SHOWN).items():
            sys.stderr.write(f"airhop: {count} points failed: {error}\n")
        sys.stderr.write(f"airhop: {failed} of {len(points)} points failed; --retry repeats them\n")
        raise typer.Exit(EXIT_FAILURE)


_ERRORS_SHOWN = 5
