"""Requirements of a live run, checked before anything is created."""

from __future__ import annotations

import re
import shutil
import sys
from pathlib import Path

from airhop.live.errors import LiveError

TUN_DEVICE = Path("/dev/net/tun")
_CAP_NET_ADMIN = 12
_CAP_SYS_ADMIN = 21


def check() -> None:
    """Raise `LiveError` that names all missing requirements."""
    if not sys.platform.startswith("linux"):
        msg = "airhop live needs Linux, for network namespaces and TUN interfaces"
        raise LiveError(msg)
    missing = []
    if not _has_capabilities():
        missing.append("root (or CAP_NET_ADMIN and CAP_SYS_ADMIN, to create network namespaces and their interfaces)")
    if not TUN_DEVICE.exists():
        missing.append(f"{TUN_DEVICE} (`modprobe tun`; pass it to a container with --device {TUN_DEVICE})")
    if shutil.which("ip") is None:
        missing.append("the command `ip` (Debian package iproute2)")
    if missing:
        msg = f"airhop live needs {'; and '.join(missing)}"
        raise LiveError(msg)


def _has_capabilities() -> bool:
    match = re.search(r"^CapEff:\s*([0-9a-f]+)$", Path("/proc/self/status").read_text(encoding="ascii"), re.MULTILINE)
    effective = int(match.group(1), 16) if match else 0
    return all(effective >> bit & 1 for bit in (_CAP_NET_ADMIN, _CAP_SYS_ADMIN))
