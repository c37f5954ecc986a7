"""Output files: checked before anything is simulated, and written completely or not at all."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Callable
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

    def write(target: Path) -> None:
        target.write_text(text, encoding="utf-8")

    _replace(path, write)


SERIES_SUFFIXES = (".parquet", ".csv")
"""Formats of time series."""


def check_series_suffix(option: str, path: Path) -> None:
    """Check that the file's suffix is a format of time series."""
    if path.suffix.lower() not in SERIES_SUFFIXES:
        msg = f"{option}: {path}: the name must end in {' or '.join(SERIES_SUFFIXES)}"
        raise OutputError(msg)


def write_series(path: Path, series: pd.DataFrame) -> None:
    """Write time series as Parquet or CSV, by the file's suffix."""

    def write(target: Path) -> None:
        if path.suffix.lower() == ".parquet":
            series.to_parquet(target, index=False)
        else:
            series.to_csv(target, index=False)

    _replace(path, write)


def _replace(path: Path, write: Callable[[Path], None]) -> None:
    """Write a temporary file and rename it, so that a reader never sees an incomplete file."""
    if path.exists() and not path.is_file():
        write(path)
        return
    # Follow a symbolic link, to keep it.
    path = path.resolve()
    handle, name = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.")
    os.close(handle)
    temporary = Path(name)
    try:
        write(temporary)
        temporary.chmod(path.stat().st_mode & 0o777 if path.exists() else 0o666 & ~_umask())
        temporary.replace(path)
    except BaseException:
        temporary.unlink(missing_ok=True)
        raise


def _umask() -> int:
    mask = os.umask(0)
    os.umask(mask)
    return mask
