"""The tables of `airhop sweep`: means over seeds, and numbers of done, failed and missing points."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from rich import box
from rich.console import Console
from rich.table import Table

from airhop.cli.progress import duration
from airhop.stats import Estimate, estimate
from airhop.sweeps import columns
from airhop.sweeps.points import Point
from airhop.sweeps.results import Sweep
from airhop.sweeps.status import State, Status

_MOST_ROWS = 60
"""A longer table is not printed."""


def values_of(point: Point) -> dict[str, object]:
    """Give the values of a point's columns."""
    of = point.combination
    return {columns.SCENARIO: of.scenario, **of.values, columns.TRANSPORT: of.transport}


def print_means(console: Console, sweep: Sweep) -> None:
    """Print goodput and fairness per scenario, setting and transport: means over seeds with 95 % intervals."""
    by = [name for name in sweep.plan.columns if name not in columns.NO_PARAMETERS]
    groups = sweep.runs.groupby(by, sort=False, dropna=False)
    if not len(groups):
        return
    if len(groups) > _MOST_ROWS:
        console.print(
            f"{len(groups)} rows of means, too many to print: read them from {sweep.folder / 'points'} (docs: Sweeps)"
        )
        return
    table = _table(by, ["goodput, kbit/s", "Jain's index", "runs"])
    for values, runs in groups:
        goodput = estimate(list(runs["aggregate_goodput_kbps"]))
        jain = estimate(list(runs["jain"]))
        table.add_row(*map(_cell, values), _interval(goodput, 1), _interval(jain, 3), str(len(runs)))
    console.print(table)


def print_status(console: Console, name: str, status: Status, folder: Path) -> None:
    """Print the status of a sweep."""
    done, failed, missing = (status.counts.get(state, 0) for state in State)
    console.print(f"{name}: {status.points} points: {done} done, {failed} failed, {missing} missing, in {folder}")
    if status.others:
        console.print(
            f"{status.others} stored points belong to another plan or another build of airhop: a sweep sets them aside"
        )
    if status.writer is not None:
        rate = "" if status.per_minute is None else f": {status.per_minute:.3g} points per minute"
        console.print(f"running in process {status.writer}{rate}")
    if missing and status.remaining_s is not None:
        console.print(f"about {duration(status.remaining_s)} remaining on all cores of this machine")
    if not status.by_parameter:
        return
    table = _table(["parameter", "value"], [state.value for state in State])
    for parameter, by_value in status.by_parameter.items():
        for value, counts in by_value.items():
            table.add_row(parameter, str(value), *(str(counts.get(state, 0)) for state in State))
    console.print(table)


def _table(names: Sequence[str], numbers: Sequence[str]) -> Table:
    table = Table(box=box.SIMPLE_HEAD, pad_edge=False)
    for name in names:
        table.add_column(name, overflow="fold")
    for name in numbers:
        table.add_column(name, justify="right", no_wrap=True)
    return table


def _cell(value: object) -> str:
    # NaN is not equal to itself: no value in this scenario.
    return "—" if value is None or value != value else str(value)


def _interval(value: Estimate, digits: int) -> str:
    return f"{value.mean:.{digits}f} ± {'—' if value.ci95 is None else f'{value.ci95:.{digits}f}'}"
