"""A run as a row of a table: columns derived from the shape of its record (`airhop.records`), and back."""

from __future__ import annotations

import io
from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, Optional, cast, get_args, get_origin, get_type_hints, is_typeddict

from airhop.build import fingerprint
from airhop.outputs import write_whole
from airhop.records import FlowRecord, RunRecord, flatten

if TYPE_CHECKING:
    import pyarrow as pa

KEY = "key"
VERSION = "version"
BUILD = "build"
"""Start of the simulator's fingerprint: two builds can share a version."""
SCENARIO = "scenario"
TRANSPORT = "transport"
SEED = "seed"
WALL = "wall_s"
"""Wall time of the run: the one column that differs when a run is repeated."""
NESTED = ("flows", "wired", "batches")
"""Columns that hold lists."""
PARQUET = ".parquet"
_OF_LIVE_RUNS = ("real_time", "interfaces")
"""Present only in live runs, which are not stored: there are no columns for it."""
_BUILD_DIGITS = 12


def build_name() -> str:
    """Name the simulator's build in the results."""
    return fingerprint()[:_BUILD_DIGITS]


def measured() -> list[pa.Field]:
    """Give the columns of all results of a run, including its transport and seed."""
    return list(_measured())


def flow_names() -> list[str]:
    """Name the numbers of a flow, in order."""
    return [field.name for field in _fields(FlowRecord)]


def row_of(record: RunRecord) -> dict[str, object]:
    """Give a run's numbers by column."""
    row = flatten(record)
    for column in NESTED:
        if column in row:
            row[column] = [flatten(item) for item in row[column]]  # type: ignore[attr-defined]
    return row


def record_of(row: Mapping[str, object]) -> RunRecord:
    """Give the run of a row: null stands for a value that this kind of run lacks."""
    return cast("RunRecord", _record(RunRecord, row))


def write_rows(path: Path, rows: Sequence[Mapping[str, object]], schema: pa.Schema) -> None:
    """Write a table whole or not at all; a column that a row does not name is null.

    Raises `ValueError` for a name without a column.
    """
    import pyarrow as pa
    import pyarrow.parquet

    unknown = sorted({name for row in rows for name in row} - set(schema.names))
    if unknown:
        msg = f"no column for {', '.join(unknown)}"
        raise ValueError(msg)
    buffer = io.BytesIO()
    # Statistics and dictionaries of one row would be larger than the row.
    several = len(rows) > 1
    table = pa.Table.from_pylist(list(rows), schema)
    pyarrow.parquet.write_table(table, buffer, use_dictionary=several, write_statistics=several)
    write_whole(path, buffer.getvalue())


def read_rows(paths: Sequence[Path], schema: pa.Schema, names: Sequence[str] | None = None) -> pa.Table:
    """Read files of the same columns as one table."""
    import pyarrow.dataset

    if not paths:
        table = schema.empty_table()
        return table if names is None else table.select(list(names))
    return pyarrow.dataset.dataset(list(map(str, paths)), schema=schema, format="parquet").to_table(columns=names)


@cache
def _measured() -> tuple[pa.Field, ...]:
    return tuple(_fields(RunRecord))


@cache
def _shape(record: type) -> tuple[tuple[str, Any], ...]:
    """Give the parts of a record with their types; those that may be missing are optional."""
    # The records import NotRequired for type checkers only.
    hints = get_type_hints(record, localns={"NotRequired": Optional})
    return tuple((name, hint) for name, hint in hints.items() if name not in _OF_LIVE_RUNS)


def _fields(record: type, prefix: str = "") -> list[pa.Field]:
    """Derive columns from a record's type: nested records are joined, lists of records become lists of structs."""
    import pyarrow as pa

    fields: list[pa.Field] = []
    for name, hint in _shape(record):
        if is_typeddict(hint):
            fields += _fields(hint, f"{prefix}{name}_")
        else:
            fields.append(pa.field(prefix + name, _type_of(hint)))
    return fields


def _record(record: type, row: Mapping[str, object], prefix: str = "") -> dict[str, object]:
    found: dict[str, object] = {}
    for name, hint in _shape(record):
        if is_typeddict(hint):
            found[name] = _record(hint, row, f"{prefix}{name}_")
        elif (value := row[prefix + name]) is not None:
            item = _item(hint)
            found[name] = value if item is None else [_record(item, each) for each in cast("Sequence[Any]", value)]
    return found


def _present(hint: Any) -> Any:
    """Give the type of an optional value."""
    options = [option for option in get_args(hint) if option is not type(None)]
    return options[0] if options and get_origin(hint) is not list else hint


def _item(hint: Any) -> type | None:
    """Give the record type of a list of records."""
    hint = _present(hint)
    if get_origin(hint) is list and is_typeddict(item := get_args(hint)[0]):
        return cast("type", item)
    return None


def _type_of(hint: Any) -> pa.DataType:
    import pyarrow as pa

    hint = _present(hint)
    if get_origin(hint) is list:
        (item,) = get_args(hint)
        return pa.list_(pa.struct(_fields(item)) if is_typeddict(item) else _type_of(item))
    return {float: pa.float64(), int: pa.int64(), str: pa.string()}[hint]
