"""The cache of finished runs, shared by all commands: a run made by one is found by every other.

    KEY.parquet         what a run gave: one row, and who made it
    series/KEY.parquet  its time series, where they were asked for

A file is written whole or not at all, a run's row last, and so a killed command loses nothing that it finished. Several
commands may use one folder at the same time: whoever writes holds a lock for a moment, so that an unfinished file which
is seen under the lock is what a kill left. The folder may be deleted at any time.
"""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from filelock import FileLock, Timeout

from airhop import keys
from airhop._native import __version__
from airhop.outputs import UNFINISHED, OutputError, write_whole
from airhop.runs import columns
from airhop.runs.columns import PARQUET
from airhop.runs.job import Finished, Job
from airhop.samples import Samples

if TYPE_CHECKING:
    import pyarrow as pa

FOLDER_VARIABLE = "AIRHOP_CACHE"
"""Environment variable that names the folder of runs unless an option does."""
_AT_ONCE = 1000
"""Rows that are read together."""
_PATIENCE_S = 30.0
"""Maximum time for which a writer holds the lock."""
_PARAMETERS = "parameters"


def default_folder() -> Path:
    """Name the default folder of runs."""
    return Path(os.environ.get(FOLDER_VARIABLE) or "out/runs")


class Cache:
    """A folder of finished runs."""

    def __init__(self, folder: Path) -> None:
        """Create the folder if necessary, and remove the remains of killed processes."""
        self.folder = folder
        self._series = folder / "series"
        make_folder(self._series)
        with self._locked():
            remove_unfinished(self.folder)
            remove_unfinished(self._series)

    def load(self, jobs: Sequence[Job]) -> dict[str, Finished]:
        """Give the stored, complete runs of some jobs, by key."""
        wanted = {job.key: job for job in jobs if job.pcap_dir is None}
        there = [key for key in wanted if self._path(key).exists()]
        found: dict[str, Finished] = {}
        for start in range(0, len(there), _AT_ONCE):
            for row in self._read(there[start : start + _AT_ONCE]):
                job = wanted.get(str(row[columns.KEY]))
                run = None if job is None else self._finished(job, row)
                if job is not None and run is not None:
                    found[job.key] = run
        return found

    def save(self, job: Job, finished: Finished) -> None:
        """Keep a run."""
        key = replace(job, pcap_dir=None).key
        scenario = job.variant.scenario
        row = {
            **columns.row_of(finished.record),
            columns.TRANSPORT: scenario.get(keys.TRANSPORT),
            columns.KEY: key,
            columns.VERSION: __version__,
            columns.BUILD: columns.build_name(),
            columns.SCENARIO: scenario.name,
            _PARAMETERS: scenario._native.to_json(),
        }
        with self._locked():
            if finished.samples is not None:
                write_whole(self._series / f"{key}{PARQUET}", finished.samples.to_parquet())
            columns.write_rows(self._path(key), [row], _schema())

    def _path(self, key: str) -> Path:
        return self.folder / f"{key}{PARQUET}"

    def _read(self, keys: Sequence[str]) -> list[dict[str, object]]:
        schema = _schema()
        try:
            return columns.read_rows([self._path(key) for key in keys], schema).to_pylist()  # type: ignore[no-any-return]
        except Exception:
            # A damaged file makes its reader raise almost anything, and what was in it can be made again.
            return [] if len(keys) == 1 else [row for key in keys for row in self._read([key])]

    def _finished(self, job: Job, row: dict[str, object]) -> Finished | None:
        try:
            record = columns.record_of(row)
            return Finished(record, Samples.read_parquet(self._series / f"{job.key}{PARQUET}") if job.series else None)
        except Exception:
            return None

    @contextmanager
    def _locked(self) -> Iterator[None]:
        try:
            with FileLock(self.folder / ".lock", timeout=_PATIENCE_S):
                yield
        except Timeout as error:
            msg = f"{self.folder}: another process has held its lock for {_PATIENCE_S:g} s"
            raise OutputError(msg) from error


def _schema() -> pa.Schema:
    import pyarrow as pa

    identity = [columns.KEY, columns.VERSION, columns.BUILD, columns.SCENARIO, _PARAMETERS]
    return pa.schema([*(pa.field(name, pa.string(), nullable=False) for name in identity), *columns.measured()])


def make_folder(folder: Path) -> None:
    """Create a folder, or say why this is impossible."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except FileExistsError as error:
        msg = f"{folder} is a file, not a directory"
        raise OutputError(msg) from error
    except OSError as error:
        msg = f"cannot write into {folder}: {error.strerror}"
        raise OutputError(msg) from error


def remove_unfinished(folder: Path) -> None:
    """Remove files that a killed process was writing."""
    for path in folder.glob(f".*{UNFINISHED}"):
        path.unlink(missing_ok=True)
