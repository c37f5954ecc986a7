"""Paths: hops and link rate by destination, which the schemes need."""

from __future__ import annotations

from typing import NamedTuple

from airhop import _native
from airhop._native import KernelError

_LARGEST = 2**32 - 1


class Path(NamedTuple):
    """What is known of the way to a destination."""

    destination: str
    """An address, or a prefix as ADDRESS/BITS; of several that hold, the longest counts."""
    source: str | None
    """The sending address where it matters: on one host several namespaces may send to one destination."""
    hops: int
    """Hops over the air, 1 to 255."""
    rate_kbps: int
    """Bit rate of the radio links."""


def set_path(destination: str, hops: int, rate_kbps: int, source: str | None = None) -> None:
    """Set what is known of the way to a destination, from the next ACK on; no scheme needs to be loaded."""
    for what, value in (("hops", hops), ("rate", rate_kbps)):
        if not 0 <= value <= _LARGEST:
            msg = f"{what}: {value} is not allowed: it cannot be negative or so large"
            raise KernelError(msg)
    _native.kernel_set_path(destination, source, hops, rate_kbps)


def delete_path(destination: str, source: str | None = None) -> None:
    """Forget what is known of the way to exactly this destination."""
    _native.kernel_delete_path(destination, source)


def paths() -> list[Path]:
    """List what is known, by destination."""
    return [Path(*row) for row in _native.kernel_paths()]
