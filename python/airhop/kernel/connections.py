"""Connections: what a scheme knows of each."""

from __future__ import annotations

from airhop import _native
from airhop._native import KernelConnection as Connection

__all__ = ["Connection", "connections"]


def connections(name: str) -> list[Connection]:
    """List the connections that a loaded scheme sends for, in all network namespaces."""
    return _native.kernel_connections(name)
