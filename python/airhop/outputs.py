"""Output files: checked before anything is simulated, and written completely or not at all."""

from __future__ import annotations

import os
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import pandas as pd


class OutputError(ValueError):
    """A result cannot be written: the message names the option, the path and the reason."""


def check_file(option: str, path: Path) -> None:
    """Check that a file can be written, without changing it."""
    if path.is_dir():
        msg = f"{option}: {path} is a directory, not a file"
        raise OutputError(msg)
    try:
        if path.exists() and not path.is_file():
            # A device or a pipe: the only test is to open it, which may wait for a reader.
            return
        if path.exists():
            with path.open("ab"):
                pass
        with tempfile.TemporaryFile(dir=path.parent):
            pass
    except OSError as error:
        msg = f"{option}: cannot write {path}: {error.strerror}"
        raise OutputError(msg) from error


def check_directory(option: str, path: Path) -> None:
    """Check that files can be written into a directory, which is created if necessary."""
    try:
        path.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=path):
            pass
    except FileExistsError as error:
        msg = f"{option}: {path} is a file, not a directory"
        raise OutputError(msg) from error
    except OSError as error:
        msg = f"{option}: cannot write into {path}: {error.strerror}"
        raise OutputError(msg) from error


def write_text(path: Path, text: str) -> None:
    """Write a text file, completely or not at all."""
    write_whole(path, text.encode())


SERIES_SUFFIXES = (".parquet", ".csv")
"""Formats of time series."""


def check_series_suffix(option: str, path: Path) -> None:
    """Check that the file's suffix is a format of time series."""
    if path.suffix.lower() not in SERIES_SUFFIXES:
        msg = f"{option}: {path}: the name must end in {' or '.join(SERIES_SUFFIXES)}"
        raise OutputError(msg)


def write_series(path: Path, series: pd.DataFrame) -> None:
    """Write time series as Parquet or CSV, by the file's suffix."""
    if path.suffix.lower() == ".parquet":
        write_whole(path, series.to_parquet(index=False))
    else:
        write_text(path, series.to_csv(index=False))


UNFINISHED = ".tmp"
"""End of the name of a file that is being written; it begins with a dot, which readers of a folder skip."""


def write_whole(path: Path, content: bytes) -> None:
    """Write a file so that it is there whole or not at all, also after the machine has failed.

    A link keeps pointing at its file, a file keeps its permissions, and a device or a pipe is simply written to.
    """
    if path.exists() and not path.is_file():
        path.write_bytes(content)
        return
    path = path.resolve()
    # Two processes may be writing the same file.
    unfinished = path.with_name(f".{path.name}.{os.getpid()}{UNFINISHED}")
    try:
        with unfinished.open("wb") as file:
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
        if path.exists():
            unfinished.chmod(path.stat().st_mode & 0o777)
        unfinished.replace(path)
    except BaseException:
        unfinished.unlink(missing_ok=True)
        raise
