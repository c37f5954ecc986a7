"""The congestion controls that namespaces may use: a list shared by the whole machine.

A namespace can use only those named in the machine's `tcp_allowed_congestion_control`. Missing ones are added while a
live network uses them, and removed with the last such network.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path

ALLOWED = Path("/proc/sys/net/ipv4/tcp_allowed_congestion_control")


def allow(names: Sequence[str]) -> list[str]:
    """Add names to the list; give those that were missing."""
    present = ALLOWED.read_text(encoding="ascii").split()
    added = [name for name in names if name not in present]
    if added:
        ALLOWED.write_text(" ".join([*present, *added]), encoding="ascii")
    return added


def withdraw(names: Sequence[str], folder: Path, own: Path) -> None:
    """Remove names from the list that no other live network's record contains."""
    used: set[str] = set()
    for path in folder.glob("*.json"):
        if path != own:
            try:
                used.update(json.loads(path.read_text(encoding="utf-8")).get("allowed", []))
            except (OSError, ValueError, AttributeError):
                continue
    gone = set(names) - used
    present = ALLOWED.read_text(encoding="ascii").split()
    left = [name for name in present if name not in gone]
    if left and left != present:
        ALLOWED.write_text(" ".join(left), encoding="ascii")
