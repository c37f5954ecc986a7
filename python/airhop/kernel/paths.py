"""Paths: hops and link rate of each destination, which the schemes need."""

from __future__ import annotations

from typing import NamedTuple

from airhop._native import KernelError
from airhop._native import kernel_delete_path as native_delete_path
from airhop._native import kernel_paths as native_paths
from airhop._native import kernel_set_path as native_set_path

_LARGEST = 2**32 - 1


class Path(NamedTuple):
    """The path to a destination."""

    destination: str
    """An address, or a prefix as ADDRESS/BITS; the longest matching prefix applies."""
    source: str | None
    """The sending address, where it matters: several namespaces of a host may send to one destination."""
    hops: int
    """Wireless hops, 1 to 255."""
    rate_kbps: int
    """Bit rate of the radio links."""


def set_path(destination: str, hops: int, rate_kbps: int, source: str | None = None) -> None:
    """Set the path to a destination, from the next ACK on; no scheme needs to be loaded."""
    for what, value in (("hops", hops), ("rate", rate_kbps)):
        if not 0 <= value <= _LARGEST:
            msg = f"{what}: {value} is not allowed: expected 0 to 2^32 - 1"
            raise KernelError(msg)
    native_set_path(destination, source, hops, rate_kbps)


def delete_path(destination: str, source: str | None = None) -> None:
    """Delete the path to exactly this destination."""
    native_delete_path(destination, source)


def paths() -> list[Path]:
    """List the paths, by destination."""
    return [Path(*row) for row in native_paths()]
