"""The columns of a point's file: the same for every point of a folder, so that all of them are read as one table."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING

from airhop.runs import columns
from airhop.runs.columns import BUILD as BUILD
from airhop.runs.columns import KEY as KEY
from airhop.runs.columns import SCENARIO as SCENARIO
from airhop.runs.columns import SEED as SEED
from airhop.runs.columns import TRANSPORT as TRANSPORT
from airhop.runs.columns import VERSION as VERSION

if TYPE_CHECKING:
    import pyarrow as pa

SCENARIO_HASH = "scenario_hash"
ERROR = "error"
NO_PARAMETERS = (KEY, VERSION, BUILD, SCENARIO_HASH, SEED)
"""Of the columns that say which point it is, those that are not compared by."""


def identity(parameters: pa.Schema) -> pa.Schema:
    """Give the columns that say which point it is, with those of the swept parameters."""
    import pyarrow as pa

    return pa.schema(
        [
            *(pa.field(name, pa.string(), nullable=False) for name in (KEY, VERSION, BUILD, SCENARIO, SCENARIO_HASH)),
            *parameters,
            pa.field(TRANSPORT, pa.string(), nullable=False),
            pa.field(SEED, pa.uint64(), nullable=False),
        ]
    )


def point(parameters: pa.Schema) -> pa.Schema:
    """Give all columns of a point: which it is, why it failed if it did, and everything that was measured."""
    import pyarrow as pa

    known = identity(parameters)
    measured = [field for field in columns.measured() if field.name not in known.names]
    return pa.schema([*known, pa.field(ERROR, pa.string()), *measured])


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
        # As a user writes it in TOML, lists included.
        return json.dumps(value)
    return value


def _type_for(values: Sequence[object]) -> pa.DataType:
    import pyarrow as pa

    present = [value for value in values if value is not None]
    if present and all(isinstance(value, bool) for value in present):
        return pa.bool_()
    if present and all(isinstance(value, int | float) and not isinstance(value, bool) for value in present):
        return pa.int64() if all(isinstance(value, int) for value in present) else pa.float64()
    return pa.string()
