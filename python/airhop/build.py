"""Identifies the build of the simulator."""

from __future__ import annotations

import hashlib
from functools import cache
from pathlib import Path

from airhop import _native


@cache
def fingerprint() -> str:
    """Give the SHA-256 of the simulator's binary, in hexadecimal.

    The version number stays the same while the simulator changes; stored runs of different builds must not mix.
    """
    return hashlib.sha256(Path(_native.__file__).read_bytes()).hexdigest()
