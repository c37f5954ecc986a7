"""`airhop list`: the catalogue."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from enum import Enum
from typing import Annotated, NamedTuple

import typer
from rich import box
from rich.table import Table

from airhop import catalogue
from airhop.cli.console import results_console


class Kind(str, Enum):
    """What can be listed."""

    SCENARIOS = "scenarios"
    TRANSPORTS = "transports"
    PARTS = "parts"
    RADIOS = "radios"
    PARAMETERS = "parameters"


_ENTRIES: dict[Kind, Callable[[], Sequence[NamedTuple]]] = {
    Kind.SCENARIOS: catalogue.scenarios,
    Kind.TRANSPORTS: catalogue.transports,
    Kind.PARTS: catalogue.parts,
    Kind.RADIOS: catalogue.radios,
    Kind.PARAMETERS: catalogue.parameters,
}
_EVERYTHING = (Kind.SCENARIOS, Kind.TRANSPORTS, Kind.PARTS, Kind.RADIOS)
"""Listed by default: all but the parameters, which `airhop show` prints with a scenario's values."""


def list_command(
    kind: Annotated[
        Kind | None, typer.Argument(help="What to list; default: everything except the parameters.", show_default=False)
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON instead of tables.")] = False,
) -> None:
    """List scenarios, transports, parts, radios or parameters."""
    kinds = _EVERYTHING if kind is None else (kind,)
    if as_json:
        content = {each.value: [entry._asdict() for entry in _ENTRIES[each]()] for each in kinds}
        typer.echo(json.dumps(content, indent=2, ensure_ascii=False))
        return
    console = results_console()
    for index, each in enumerate(kinds):
        if index:
            console.print()
        console.print(_table(each.value, _ENTRIES[each]()))


def _table(title: str, entries: Sequence[NamedTuple]) -> Table:
    columns = entries[0]._fields if entries else ()
    table = Table(title=title, title_justify="left", title_style="bold", box=box.SIMPLE_HEAD, pad_edge=False)
    for column in columns:
        first = column == columns[0]
        table.add_column(column, overflow="fold", no_wrap=first, style="bold" if first else "")
    for entry in entries:
        table.add_row(*(cell if isinstance(cell, str) else json.dumps(cell, ensure_ascii=False) for cell in entry))
    return table
