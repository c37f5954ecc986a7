"""Paths from a route table: what a routing protocol knows of hops, as far as it tells the kernel."""

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
"""A routing protocol changes several routes at once: they are read when none has changed for this long."""


@dataclass(frozen=True)
class Table:
    """Which routes are read, and how many hops they stand for."""

    name: str = "main"
    namespace: str | None = None
    """A named network namespace instead of this process's."""
    device: str | None = None
    """Only routes by one device: on a router with wires too, that of the radio."""
    protocol: str | None = None
    """Only routes of one origin, as `ip route` names it: `olsr`, `babel`, `static`."""
    metric_per_hop: int = 1
    """Metric that one hop adds: 1 where the metric is the hop count."""


@dataclass(frozen=True)
class Routes:
    """Hops by destination, and why the other routes give none."""

    hops: dict[str, int]
    ignored: dict[str, str]


def read(table: Table) -> Routes:
    """Read the routes as they are."""
    hops: dict[str, int] = {}
    ignored: dict[str, str] = {}
    device = ["dev", table.device] if table.device else []
    for family in ("-4", "-6"):
        for route in _ip_json(_ip(table, family, "route", "show", "table", table.name, *device)):
            _add(route, table, hops, ignored)
    return Routes(hops, ignored)


def apply(routes: Routes, rate_kbps: int, previous: Iterable[str] = ()) -> list[str]:
    """Set the paths of routes, forget those of `previous` routes that are gone; tell what has changed."""
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
    """Keep the paths as the routes are, until interrupted; the paths stay."""
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
                    msg = "ip monitor route ended: paths are no longer kept up to date"
                    raise KernelError(msg)
        finally:
            with suppress(ProcessLookupError):
                monitor.terminate()


def _wait_for_change(monitor: subprocess.Popen[bytes]) -> bool:
    """Wait until routes have changed and then stayed as they are; False when the monitor has ended."""
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
        ignored[destination] = "what lies behind a gateway is not of this network"
        return
    if "gateway" not in route and "via" not in route and "nexthops" not in route:
        found = 1
    else:
        metric = int(route.get("metric", 0))
        found = round(metric / table.metric_per_hop)
        if not 1 <= found <= _HOPS_MAX:
            ignored[destination] = f"metric {metric} is no number of hops"
            return
    # Of several routes to a destination the kernel takes the one of the least metric.
    hops[destination] = min(found, hops.get(destination, found))


def _ip(table: Table, *arguments: str) -> list[str]:
    namespace = ["-n", table.namespace] if table.namespace else []
    return ["ip", "-json", *namespace, *arguments]


def _ip_json(command: Sequence[str]) -> list[dict[str, Any]]:
    try:
        done = subprocess.run(command, capture_output=True, text=True, check=False)  # noqa: S603 - a list, no shell
    except FileNotFoundError:
        msg = "reading routes needs the command ip (Debian: apt-get install iproute2)"
        raise KernelError(msg) from None
    if done.returncode:
        # A table that nothing has ever been put in does not exist for `ip`: it has no routes.
        if "table does not exist" in done.stderr:
            return []
        msg = f"{' '.join(command)}: {done.stderr.strip()}"
        raise KernelError(msg)
    return list(json.loads(done.stdout or "[]"))
