"""The folder that keeps a sweep: one Parquet file per point, written whole or not at all.

    plan.toml           the plan as it was run last
    plan.parquet        its points: key, scenario, swept parameters, transport, seed
    points/KEY.parquet  what each point gave; nothing here is of another plan or another version of airhop
    scenarios/HASH.toml the scenarios, whole
    aside/              points that the plan has no longer: taken back when it has them again

The runs themselves, those of searches included, are in the cache that all commands share (`airhop.runs.cache`). One
process at a time writes into the folder.
"""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from filelock import FileLock, Timeout

from airhop.outputs import OutputError, write_text
from airhop.runs.cache import make_folder, remove_unfinished
from airhop.runs.columns import KEY, PARQUET, WALL, read_rows
from airhop.sweeps import columns
from airhop.sweeps.files import file_of, is_whole, keys_in

if TYPE_CHECKING:
    import pyarrow as pa

_PATIENCE_S = 0.5
"""A process that checks for a writer holds the lock briefly."""


class Stored(NamedTuple):
    """The outcome of a stored point."""

    error: str | None
    """The reason for a failure; none on success."""
    wall_s: float | None
    """Wall seconds of its run; none if it failed."""


class Store:
    """A sweep's folder."""

    def __init__(self, folder: Path) -> None:
        """Name the folder, without changing anything."""
        self.folder = folder
        self.points = folder / "points"
        self.aside = folder / "aside"
        self.scenarios = folder / "scenarios"
        self.plan_table = folder / f"plan{PARQUET}"
        self.plan_text = folder / "plan.toml"
        self._lock = folder / ".lock"
        self._holder = folder / ".writer"

    @contextmanager
    def locked(self) -> Iterator[None]:
        """Hold the write lock; remove what a killed process left. Raises `OutputError` if another process has it."""
        folders = (self.folder, self.points, self.aside, self.scenarios)
        for folder in folders:
            make_folder(folder)
        try:
            with FileLock(self._lock, timeout=_PATIENCE_S):
                for folder in folders:
                    remove_unfinished(folder)
                write_text(self._holder, f"{os.getpid()}\n")
                for folder in (self.points, self.aside):
                    for path in folder.glob(f"*{PARQUET}"):
                        if not is_whole(path):
                            path.unlink()
                yield
        except Timeout as error:
            msg = f"{self.folder}: another sweep (process {self._read_holder()}) writes here; wait until it has ended"
            raise OutputError(msg) from error

    def writer(self) -> str | None:
        """Name the process that holds the write lock, if any."""
        if not self._lock.exists():
            return None
        try:
            with FileLock(self._lock, timeout=0):
                return None
        except Timeout:
            return self._read_holder()

    def outcomes(self) -> dict[str, Stored]:
        """Give the outcome of every stored point by key."""
        names = [KEY, columns.ERROR, WALL]
        table = self.read(names)
        values = (table[name].to_pylist() for name in names)
        return {key: Stored(error, wall_s) for key, error, wall_s in zip(*values, strict=True)}

    def read(self, names: Sequence[str] | None = None) -> pa.Table:
        """Read every stored point, one row each."""
        import pyarrow as pa

        parameters = self.parameters()
        schema = columns.point(pa.schema([]) if parameters is None else parameters)
        return read_rows([file_of(self.points, key) for key in keys_in(self.points)], schema, names)

    def read_plan(self) -> pa.Table:
        """Read the points that the plan has, one row each, in its order."""
        import pyarrow.parquet

        return pyarrow.parquet.read_table(self.plan_table)

    def parameters(self) -> pa.Schema | None:
        """Read which parameters are columns of the stored points, and of which types; none without a plan."""
        import pyarrow as pa
        import pyarrow.parquet

        if not self.plan_table.exists():
            return None
        schema = pyarrow.parquet.read_schema(self.plan_table)
        others = columns.identity(pa.schema([])).names
        return pa.schema([field for field in schema if field.name not in others])

    def _read_holder(self) -> str:
        try:
            return self._holder.read_text(encoding="utf-8").strip()
        except FileNotFoundError:
            return "that has just begun"
