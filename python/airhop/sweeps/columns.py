"""The columns of a point's file: the same for every point of a folder, so that all of them are read as one table."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from typing import TYPE_CHECKING, Any, Optional, get_args, get_origin, get_type_hints, is_typeddict

from airhop.records import FlowRecord, RunRecord
from airhop.result import flatten

if TYPE_CHECKING:
    import pyarrow as pa

KEY = "key"
VERSION = "version"
BUILD = "build"
"""Begin of the simulator's fingerprint: two builds can share a version."""
SCENARIO = "scenario"
SCENARIO_HASH = "scenario_hash"
TRANSPORT = "transport"
SEED = "seed"
ERROR = "error"
WALL = "wall_s"
"""Wall time of the run: the one column that differs when a sweep is repeated."""
NO_PARAMETERS = (KEY, VERSION, BUILD, SCENARIO_HASH, SEED)
"""Of the columns that say which point it is, those that are not compared by."""
NESTED = ("flows", "wired", "batches")
"""Columns that hold lists."""
_OF_LIVE_RUNS = ("real_time", "interfaces")
"""What only live runs have. A sweep simulates: there are no columns for it."""


def identity(parameters: pa.Schema) -> pa.Schema:
    """Give the columns that say which point it is, with those of the swept parameters."""
    import pyarrow as pa

    return pa.schema(
        [
            pa.field(KEY, pa.string(), nullable=False),
            pa.field(VERSION, pa.string(), nullable=False),
            pa.field(BUILD, pa.string(), nullable=False),
            pa.field(SCENARIO, pa.string(), nullable=False),
            pa.field(SCENARIO_HASH, pa.string(), nullable=False),
            *parameters,
            pa.field(TRANSPORT, pa.string(), nullable=False),
            pa.field(SEED, pa.uint64(), nullable=False),
        ]
    )


def point(parameters: pa.Schema) -> pa.Schema:
    """Give all columns of a point: which it is, why it failed if it did, and everything that was measured."""
    import pyarrow as pa

    known = identity(parameters)
    measured = [field for field in _measured() if field.name not in known.names]
    return pa.schema([*known, pa.field(ERROR, pa.string()), *measured])


def flow_names() -> list[str]:
    """Name the numbers of a flow, in order."""
    return [field.name for field in _fields(FlowRecord)]


def of_parameters(values: Mapping[str, Iterable[object]]) -> pa.Schema:
    """Give each parameter the type that holds all of its values."""
    import pyarrow as pa

    return pa.schema([pa.field(key, _type_for(list(seen))) for key, seen in values.items()])


def fit(value: object, kind: pa.DataType) -> object:
    """Bring a parameter's value into the form of its column."""
    import pyarrow as pa

    if value is None:
        return None
    if pa.types.is_floating(kind):
        return float(value)  # type: ignore[arg-type]
    if pa.types.is_string(kind) and not isinstance(value, str):
        return _text(value)
    return value


def measurements(record: RunRecord) -> dict[str, object]:
    """Give a run's numbers by column."""
    row = flatten(record)
    for column in NESTED:
        if column in row:
            row[column] = [flatten(item) for item in row[column]]  # type: ignore[attr-defined]
    return row


def _type_for(values: Sequence[object]) -> pa.DataType:
    import pyarrow as pa

    present = [value for value in values if value is not None]
    if present and all(isinstance(value, bool) for value in present):
        return pa.bool_()
    if present and all(isinstance(value, int | float) and not isinstance(value, bool) for value in present):
        return pa.int64() if all(isinstance(value, int) for value in present) else pa.float64()
    return pa.string()


def _text(value: object) -> str:
    """Write a value as a user writes it in TOML, lists included."""
    return json.dumps(value)


@cache
def _measured() -> tuple[pa.Field, ...]:
    return tuple(_fields(RunRecord))


def _fields(record: type, prefix: str = "") -> list[pa.Field]:
    """Derive columns from a record's type: nested records are joined, lists of records become lists of structs."""
    import pyarrow as pa

    fields: list[pa.Field] = []
    # The records import NotRequired and live runs' records for type checkers only. Here, what may be missing is null.
    hints = get_type_hints(record, localns={"NotRequired": Optional, "RealTimeRecord": object, "PacketsRecord": object})
    for name, hint in hints.items():
        if name in _OF_LIVE_RUNS:
            continue
        if is_typeddict(hint):
            fields += _fields(hint, f"{prefix}{name}_")
        else:
            fields.append(pa.field(prefix + name, _type_of(hint)))
    return fields


def _type_of(hint: Any) -> pa.DataType:
    import pyarrow as pa

    if get_origin(hint) is list:
        (item,) = get_args(hint)
        return pa.list_(pa.struct(_fields(item)) if is_typeddict(item) else _type_of(item))
    options = [option for option in get_args(hint) if option is not type(None)]
    if options:
        return _type_of(options[0])
    return {float: pa.float64(), int: pa.int64(), str: pa.string()}[hint]
