"""The folder that keeps a sweep: one Parquet file a point, written whole or not at all.

    plan.toml           the plan as it was run last
    plan.parquet        its points: key, scenario, swept parameters, transport, seed
    points/KEY.parquet  what each point gave; nothing here is of another plan or another version of airhop
    scenarios/HASH.toml the scenarios, whole
    trials/             runs that the search for the best rate of paced UDP made
    aside/              points that the plan has no longer: taken back when it has them again

Whoever writes holds a lock, which the system takes back when the process ends in whatever way.
"""

from __future__ import annotations

import fcntl
import os
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple, TextIO

from airhop.outputs import OutputError
from airhop.sweeps import columns
from airhop.sweeps.files import PARQUET, file_of, keys_in, remove_unfinished

if TYPE_CHECKING:
    import pyarrow as pa

_PATIENCE_S = 0.5
_TRY_AGAIN_S = 0.05


class Stored(NamedTuple):
    """How a stored point went."""

    error: str | None
    """Why it failed; none where it went well."""
    wall_s: float | None
    """Wall seconds its run took; none where it failed."""


class Store:
    """A sweep's folder."""

    def __init__(self, folder: Path) -> None:
        """Name the folder; nothing is touched."""
        self.folder = folder
        self.points = folder / "points"
        self.trials = folder / "trials"
        self.aside = folder / "aside"
        self.scenarios = folder / "scenarios"
        self.plan_table = folder / f"plan{PARQUET}"
        self.plan_text = folder / "plan.toml"
        self._lock = folder / ".lock"

    @contextmanager
    def locked(self) -> Iterator[None]:
        """Hold the right to write, and clear away what a kill left. Raises `OutputError` if another process has it."""
        folders = (self.folder, self.points, self.trials, self.aside, self.scenarios)
        for folder in folders:
            _make_folder(folder)
        with self._lock.open("a+") as lock:
            # Whoever looks who is writing takes the lock for a moment.
            patience_s = _PATIENCE_S
            while not (taken := _take(lock)) and patience_s > 0:
                time.sleep(_TRY_AGAIN_S)
                patience_s -= _TRY_AGAIN_S
            if not taken:
                msg = f"{self.folder}: another sweep (process {_holder(lock)}) writes here; wait until it has ended"
                raise OutputError(msg)
            lock.truncate(0)
            lock.write(f"{os.getpid()}\n")
            lock.flush()
            for folder in folders:
                remove_unfinished(folder)
            yield

    def writer(self) -> str | None:
        """Name the process that holds the right to write, if one does."""
        try:
            with self._lock.open() as lock:
                return None if _take(lock) else _holder(lock)
        except (FileNotFoundError, NotADirectoryError):
            return None

    def outcomes(self) -> dict[str, Stored]:
        """Tell by key how every stored point went."""
        names = [columns.KEY, columns.ERROR, columns.WALL]
        table = self.read(names)
        values = (table[name].to_pylist() for name in names)
        return {key: Stored(error, wall_s) for key, error, wall_s in zip(*values, strict=True)}

    def read(self, names: Sequence[str] | None = None) -> pa.Table:
        """Read every stored point, one row each."""
        import pyarrow as pa
        import pyarrow.dataset

        parameters = self.parameters()
        schema = columns.point(pa.schema([]) if parameters is None else parameters)
        files = [str(file_of(self.points, key)) for key in keys_in(self.points)]
        if not files:
            table = schema.empty_table()
            return table if names is None else table.select(list(names))
        return pyarrow.dataset.dataset(files, schema=schema, format="parquet").to_table(columns=names)

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


def _take(lock: TextIO) -> bool:
    """Take the lock until the file is closed, if nobody has it."""
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    return True


def _holder(lock: TextIO) -> str:
    lock.seek(0)
    return lock.read().strip()


def _make_folder(folder: Path) -> None:
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except FileExistsError as error:
        msg = f"{folder} is a file, not a directory"
        raise OutputError(msg) from error
    except OSError as error:
        msg = f"cannot write into {folder}: {error.strerror}"
        raise OutputError(msg) from error
