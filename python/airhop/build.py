"""Identifies the build of the simulator."""

from __future__ import annotations

import hashlib
from functools import cache
from pathlib import Path

from airhop._native import __file__ as native_file


@cache
def fingerprint() -> str:
    """Give the SHA-256 of the simulator's binary, in hexadecimal.

    The version number stays the same while the simulator changes; stored runs of different builds must not mix.
    """
    return hashlib.sha256(Path(native_file).read_bytes()).hexdigest()
