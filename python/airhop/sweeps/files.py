"""Files of a sweep's folder: each written whole, or not at all."""

from __future__ import annotations

import io
import os
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import pyarrow as pa

PARQUET = ".parquet"
UNFINISHED = ".tmp"
_MAGIC = b"PAR1"
"""First and last bytes of a Parquet file."""


def keys_in(folder: Path) -> list[str]:
    """List the keys of the points in a folder, in order."""
    return sorted(path.name.removesuffix(PARQUET) for path in folder.glob(f"*{PARQUET}"))


def file_of(folder: Path, key: str) -> Path:
    """Name the file of a point."""
    return folder / f"{key}{PARQUET}"


def read_row(path: Path) -> dict[str, object]:
    """Read a file of one row."""
    import pyarrow.parquet

    (row,) = pyarrow.parquet.read_table(path).to_pylist()
    return dict(row)


def write_rows(path: Path, rows: Sequence[Mapping[str, object]], schema: pa.Schema) -> None:
    """Write a table; a column that a row does not name is null. Raises `ValueError` for a name without a column."""
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


def write_whole(path: Path, content: bytes) -> None:
    """Write a file so that it is there whole or not at all, also after the machine has failed."""
    # Readers of a folder pass over names that begin with a dot; two processes may be writing the same file.
    unfinished = path.with_name(f".{path.name}.{os.getpid()}{UNFINISHED}")
    with unfinished.open("wb") as file:
        file.write(content)
        file.flush()
        os.fsync(file.fileno())
    unfinished.replace(path)


def remove_unfinished(folder: Path) -> None:
    """Remove what a kill left behind, files that were being written, and what a failure of the machine cut off."""
    for path in folder.glob(f".*{UNFINISHED}"):
        path.unlink()
    for path in folder.glob(f"*{PARQUET}"):
        if not _is_whole(path):
            path.unlink()


def _is_whole(path: Path) -> bool:
    """Tell whether a Parquet file has its end."""
    with path.open("rb") as file:
        if file.seek(0, os.SEEK_END) < 2 * len(_MAGIC):
            return False
        file.seek(-len(_MAGIC), os.SEEK_END)
        return file.read() == _MAGIC
