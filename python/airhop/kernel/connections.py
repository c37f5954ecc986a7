"""Connections, and a scheme's state of each."""

from __future__ import annotations

from airhop import _native
from airhop._native import KernelConnection as Connection

__all__ = ["Connection", "connections"]


def connections(name: str) -> list[Connection]:
    """List the sending connections of a loaded scheme, in all network namespaces."""
    return _native.kernel_connections(name)
