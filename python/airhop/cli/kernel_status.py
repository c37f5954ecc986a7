"""Tables of `airhop kernel status` and `airhop kernel path --list`."""

from __future__ import annotations

import json
from typing import Any

import typer
from rich import box
from rich.table import Table

from airhop import kernel
from airhop.cli.console import results_console

_KEYS = (
    "netns",
    "source",
    "destination",
    "cwnd",
    "ssthresh",
    "srtt_ms",
    "mss",
    "hops",
    "link_rate_kbps",
    "rate_kbps",
    "fhd_ms",
    "cov",
    "samples",
    "limit",
    "bandwidth_kbps",
)


def print_paths() -> None:
    """Print the paths."""
    results_console().print(_paths_table(kernel.paths()))


def print_status(as_json: bool) -> None:
    """Print the loaded schemes, the paths, and the state of each connection."""
    if (reason := kernel.available()) is not None:
        raise kernel.KernelError(reason)
    states = {name: kernel.state(name) for name in kernel.names()}
    paths = kernel.paths()
    connections = {name: kernel.connections(name) for name, state in states.items() if state == "loaded"}
    if as_json:
        content = {
            "schemes": [{"name": name, "kernel": kernel.kernel_name(name), "state": states[name]} for name in states],
            "paths": [path._asdict() for path in paths],
            "connections": [{"scheme": name, **_row(each)} for name, rows in connections.items() for each in rows],
        }
        typer.echo(json.dumps(content, indent=2))
        return
    console = results_console()
    for name, state in states.items():
        count = len(connections.get(name, ()))
        users = f", {count} {'connection' if count == 1 else 'connections'}" if state == "loaded" else ""
        console.print(f"{name} ({kernel.kernel_name(name)}): {state}{users}")
    if paths:
        console.print()
        console.print(_paths_table(paths))
    for name, rows in connections.items():
        if rows:
            console.print()
            console.print(_connections_table(name, rows))


def _row(connection: kernel.Connection) -> dict[str, Any]:
    return {key: getattr(connection, key) for key in _KEYS}


def _new_table(title: str, *columns: str) -> Table:
    table = Table(title=title, title_justify="left", title_style="bold", box=box.SIMPLE_HEAD, pad_edge=False)
    for column in columns:
        table.add_column(column, justify="left" if column in ("destination", "source") else "right")
    return table


def _paths_table(paths: list[kernel.Path]) -> Table:
    table = _new_table("paths", "destination", "source", "hops", "link rate, kbit/s")
    for path in paths:
        table.add_row(path.destination, path.source or "any", str(path.hops), str(path.rate_kbps))
    return table


def _connections_table(name: str, rows: list[kernel.Connection]) -> Table:
    common = ("source", "destination", "cwnd", "SRTT, ms", "hops")
    if name == "tcp-ap":
        table = _new_table(name, *common, "rate, kbit/s", "n-hop delay, ms", "CoV", "samples")
    else:
        table = _new_table(name, *common, "limit", "bandwidth, kbit/s")
    for row in rows:
        cells = [row.source, row.destination, str(row.cwnd), f"{row.srtt_ms:.1f}", _cell(row.hops)]
        if name == "tcp-ap":
            paced = "not paced" if row.rate_kbps is None else f"{row.rate_kbps:.1f}"
            table.add_row(*cells, paced, _cell(row.fhd_ms, ".2f"), _cell(row.cov, ".3f"), _cell(row.samples))
        else:
            table.add_row(*cells, _cell(row.limit), _cell(row.bandwidth_kbps, ".1f"))
    return table


def _cell(value: float | None, form: str = "d") -> str:
    return "-" if value is None else f"{value:{form}}"
