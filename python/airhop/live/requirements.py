"""What a live run needs of the machine, checked before anything is touched."""

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
    """Raise `LiveError` that names everything that is missing."""
    if not sys.platform.startswith("linux"):
        msg = "airhop live needs Linux: it is made of network namespaces and TUN interfaces"
        raise LiveError(msg)
    missing = []
    if not _has_capabilities():
        missing.append(
            "root (or CAP_NET_ADMIN and CAP_SYS_ADMIN, by which network namespaces and their interfaces are made)"
        )
    if not TUN_DEVICE.exists():
        missing.append(f"{TUN_DEVICE} (`modprobe tun`; a container needs it passed in, as with --device {TUN_DEVICE})")
    if shutil.which("ip") is None:
        missing.append("the command `ip` (Debian package iproute2)")
    if missing:
        msg = f"airhop live needs {'; and '.join(missing)}"
        raise LiveError(msg)


def _has_capabilities() -> bool:
    match = re.search(r"^CapEff:\s*([0-9a-f]+)$", Path("/proc/self/status").read_text(encoding="ascii"), re.MULTILINE)
    effective = int(match.group(1), 16) if match else 0
    return all(effective >> bit & 1 for bit in (_CAP_NET_ADMIN, _CAP_SYS_ADMIN))
