"""Transports of live runs: the kernel's congestion controls."""

from __future__ import annotations

import difflib
from pathlib import Path

from airhop.live.errors import LiveError

PREFIX = "kernel:"
"""Prefix of a congestion control's name, among transports."""
_OWN = {"tcp-ap": "airhop_ap", "cwl": "airhop_cwl"}
"""Schemes of the simulator that `airhop kernel load` loads into the kernel, with their names there."""
_AVAILABLE = Path("/proc/sys/net/ipv4/tcp_available_congestion_control")


def is_kernel(transport: str) -> bool:
    """Whether a transport is one of the kernel's."""
    return transport.startswith(PREFIX)


def module_of(transport: str) -> str:
    """Give the kernel's own name of a transport such as `kernel:cubic`."""
    name = transport.removeprefix(PREFIX)
    return _OWN.get(name, name)


def check(transport: str) -> str:
    """Give the kernel's name of a transport; raise `LiveError` with a remedy if the kernel lacks it."""
    module = module_of(transport)
    name = transport.removeprefix(PREFIX)
    available = _AVAILABLE.read_text(encoding="ascii").split()
    if module in available:
        return module
    if name in _OWN:
        msg = f"{transport}: {module} is not loaded: run `airhop kernel load {name}` first"
        raise LiveError(msg)
    near = difflib.get_close_matches(name, [*available, *_OWN], n=1)
    hint = f"did you mean {PREFIX}{near[0]}? " if near else ""
    msg = (
        f"{transport}: {hint}the kernel has {', '.join(available)}; others may be modules that must be loaded first,"
        f" as in `modprobe tcp_{name}`"
    )
    raise LiveError(msg)
