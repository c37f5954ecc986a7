"""The files of a sweep's points."""

from __future__ import annotations

import os
from pathlib import Path

from airhop.runs.columns import PARQUET

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


def is_whole(path: Path) -> bool:
    """Tell whether a Parquet file has its end: a failure of the machine may have cut it off."""
    with path.open("rb") as file:
        if file.seek(0, os.SEEK_END) < 2 * len(_MAGIC):
            return False
        file.seek(-len(_MAGIC), os.SEEK_END)
        return file.read() == _MAGIC
