"""Which simulator this is, to the last bit."""

from __future__ import annotations

import hashlib
from functools import cache
from pathlib import Path

from airhop import _native


@cache
def fingerprint() -> str:
    """Give the SHA-256 of the simulator's binary, in hexadecimal.

    A version number stays the same while the simulator is changed; stored runs of two builds must not mix.
    """
    return hashlib.sha256(Path(_native.__file__).read_bytes()).hexdigest()
