"""Connections, and a scheme's state of each."""

from __future__ import annotations

from airhop._native import KernelConnection as Connection
from airhop._native import kernel_connections as native_connections

__all__ = ["Connection", "connections"]


def connections(name: str) -> list[Connection]:
    """List the sending connections of a loaded scheme, in all network namespaces."""
    return native_connections(name)
