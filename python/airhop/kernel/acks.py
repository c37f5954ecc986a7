"""ACK policies of a receiver, at its device and its sockets."""

from __future__ import annotations

import shutil
import socket
import subprocess

from airhop._native import KernelError
from airhop._native import kernel_clear_acks as native_clear_acks
from airhop._native import kernel_clear_delack as native_clear_delack
from airhop._native import kernel_set_acks as native_set_acks
from airhop._native import kernel_set_delack as native_set_delack

_LARGEST = 2**32 - 1


def set_acks(device: str, every: int = 1, window: str | None = None) -> None:
    """Send one ACK per `every` full segments through a device, and limit the window to segments or to `h/4`.

    This replaces an earlier policy, and applies to new connections.
    """
    if not 0 <= every <= _LARGEST:
        msg = f"every: {every} is not allowed: expected 1 to 16 segments"
        raise KernelError(msg)
    native_set_acks(_index(device), every, window)


def clear_acks(device: str) -> bool:
    """Remove the ACK policy of a device; True if there was one."""
    found = native_clear_acks(_index(device))
    if found:
        _remove_empty_hook(device)
    return found


def set_delack(delay_ms: int) -> None:
    """Limit the ACK delay of new connections over known paths."""
    if not 0 <= delay_ms <= _LARGEST:
        msg = f"delack: {delay_ms} ms is not allowed: expected 1 to 200 ms"
        raise KernelError(msg)
    native_set_delack(delay_ms)


def clear_delack() -> bool:
    """Restore the kernel's own ACK delay for new connections; True if another was set."""
    return native_clear_delack()


def _index(device: str) -> int:
    try:
        return socket.if_nametoindex(device)
    except OSError:
        names = ", ".join(name for _, name in socket.if_nameindex())
        msg = f"unknown device {device} in this network namespace: available: {names}"
        raise KernelError(msg) from None


def _remove_empty_hook(device: str) -> None:
    """Remove the device's clsact qdisc, which holds filters, unless it holds other filters."""
    tc = shutil.which("tc")
    if tc is None:
        return
    for way in ("ingress", "egress"):
        shown = [tc, "filter", "show", "dev", device, way]
        if subprocess.run(shown, capture_output=True, text=True, check=False).stdout.strip():  # noqa: S603 - a list
            return
    subprocess.run([tc, "qdisc", "delete", "dev", device, "clsact"], capture_output=True, check=False)  # noqa: S603
