"""Paths from a route table, as far as a routing protocol passes hop counts to the kernel."""

from __future__ import annotations

import json
import select
import subprocess
from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import Any

from airhop._native import KernelError
from airhop.kernel.paths import delete_path, paths, set_path

_HOPS_MAX = 255
_SETTLE_S = 0.1
"""A routing protocol changes several routes at once; they are read when none has changed for this time."""


@dataclass(frozen=True)
class Table:
    """Which routes are read, and how to derive hops from them."""

    name: str = "main"
    namespace: str | None = None
    """A named network namespace instead of this process's."""
    device: str | None = None
    """Only routes through this device: that of the radio, on a router with wired interfaces."""
    protocol: str | None = None
    """Only routes of this origin, as `ip route` names it: `olsr`, `babel`, `static`."""
    metric_per_hop: int = 1
    """Metric per hop: 1 if the metric is the hop count."""


@dataclass(frozen=True)
class Routes:
    """Hops by destination, and why other routes are ignored."""

    hops: dict[str, int]
    ignored: dict[str, str]


def read(table: Table) -> Routes:
    """Read the present routes."""
    hops: dict[str, int] = {}
    ignored: dict[str, str] = {}
    device = ["dev", table.device] if table.device else []
    for family in ("-4", "-6"):
        for route in _ip_json(_ip(table, family, "route", "show", "table", table.name, *device)):
            _add(route, table, hops, ignored)
    return Routes(hops, ignored)


def apply(routes: Routes, rate_kbps: int, previous: Iterable[str] = ()) -> list[str]:
    """Set the paths of routes, delete those of `previous` routes that no longer exist; give the changes."""
    known = {path.destination: path for path in paths() if path.source is None}
    changes = []
    for destination, hops in routes.hops.items():
        before = known.get(destination)
        if before is None or (before.hops, before.rate_kbps) != (hops, rate_kbps):
            set_path(destination, hops, rate_kbps)
            changes.append(f"{destination}: {hops} {'hop' if hops == 1 else 'hops'}")
    for destination in previous:
        if destination not in routes.hops and destination in known:
            delete_path(destination)
            changes.append(f"{destination}: no route")
    return changes


def watch(table: Table, rate_kbps: int, tell: Callable[[str], None]) -> None:
    """Update the paths when routes change, until interrupted; the paths remain set."""
    with subprocess.Popen(  # noqa: S603 - a list, no shell
        _ip(table, "monitor", "route"), stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, bufsize=0
    ) as monitor:
        try:
            previous: list[str] = []
            while True:
                routes = read(table)
                for change in apply(routes, rate_kbps, previous):
                    tell(change)
                previous = list(routes.hops)
                if not _wait_for_change(monitor):
                    msg = "ip monitor route has ended: paths are no longer updated"
                    raise KernelError(msg)
        finally:
            with suppress(ProcessLookupError):
                monitor.terminate()


def _wait_for_change(monitor: subprocess.Popen[bytes]) -> bool:
    """Wait until routes have changed and settled; False if the monitor has ended."""
    stream = monitor.stdout
    if stream is None:
        return False
    wait: float | None = None
    while select.select([stream], [], [], wait)[0]:
        if not stream.read(1 << 16):
            return False
        wait = _SETTLE_S
    return True


def _add(route: dict[str, Any], table: Table, hops: dict[str, int], ignored: dict[str, str]) -> None:
    destination = str(route.get("dst", ""))
    if route.get("type", "unicast") != "unicast" or destination.startswith("fe80:"):
        return
    if table.protocol is not None and route.get("protocol") != table.protocol:
        return
    if destination == "default":
        ignored[destination] = "destinations behind a gateway are outside of this network"
        return
    if "gateway" not in route and "via" not in route and "nexthops" not in route:
        found = 1
    else:
        metric = int(route.get("metric", 0))
        found = round(metric / table.metric_per_hop)
        if not 1 <= found <= _HOPS_MAX:
            ignored[destination] = f"metric {metric} is not a number of hops"
            return
    # Of several routes to a destination the kernel takes the one with the lowest metric.
    hops[destination] = min(found, hops.get(destination, found))


def _ip(table: Table, *arguments: str) -> list[str]:
    namespace = ["-n", table.namespace] if table.namespace else []
    return ["ip", "-json", *namespace, *arguments]


def _ip_json(command: Sequence[str]) -> list[dict[str, Any]]:
    try:
        done = subprocess.run(command, capture_output=True, text=True, check=False)  # noqa: S603 - a list, no shell
    except FileNotFoundError:
        msg = "reading routes needs the command `ip` (Debian: apt-get install iproute2)"
        raise KernelError(msg) from None
    if done.returncode:
        # For `ip` a table that was never used does not exist: it has no routes.
        if "table does not exist" in done.stderr:
            return []
        msg = f"{' '.join(command)}: {done.stderr.strip()}"
        raise KernelError(msg)
    return list(json.loads(done.stdout or "[]"))
