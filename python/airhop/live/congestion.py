"""Transports of live runs: the congestion controls of the kernel."""

from __future__ import annotations

import difflib
from pathlib import Path

from airhop.live.errors import LiveError

PREFIX = "kernel:"
"""Before the name of a congestion control, among transports."""
_OWN = {"tcp-ap": "airhop_ap", "cwl": "airhop_cwl"}
"""Schemes of the simulator that `airhop kernel load` brings into the kernel, under names of their own."""
_AVAILABLE = Path("/proc/sys/net/ipv4/tcp_available_congestion_control")


def is_kernel(transport: str) -> bool:
    """Whether a transport is one of the kernel's."""
    return transport.startswith(PREFIX)


def module_of(transport: str) -> str:
    """Give the kernel's own name of a transport such as `kernel:cubic`."""
    name = transport.removeprefix(PREFIX)
    return _OWN.get(name, name)


def check(transport: str) -> str:
    """Give the kernel's name of a transport that it has; raise `LiveError` with what to do where it has not."""
    module = module_of(transport)
    name = transport.removeprefix(PREFIX)
    available = _AVAILABLE.read_text(encoding="ascii").split()
    if module in available:
        return module
    if name in _OWN:
        msg = f"{transport}: the kernel has no {module} yet: `airhop kernel load {name}` brings it there"
        raise LiveError(msg)
    near = difflib.get_close_matches(name, [*available, *_OWN], n=1)
    hint = f"did you mean {PREFIX}{near[0]}? " if near else ""
    msg = (
        f"{transport}: {hint}the kernel has {', '.join(available)}; others are modules to be loaded first, as in"
        f" `modprobe tcp_{name}`"
    )
    raise LiveError(msg)
