"""airhop's own schemes in the kernel: the path to each destination that they need to know."""

from __future__ import annotations

import contextlib
import importlib
from typing import TYPE_CHECKING

from airhop import keys
from airhop.live import congestion
from airhop.live.errors import LiveError

if TYPE_CHECKING:
    from collections.abc import Sequence

    from airhop.live.run import LiveRun

_MOST_PAIRS = 1024
_WITH_PATHS = ("airhop_ap", "airhop_cwl")


class Paths:
    """Hops and link rate between a live network's radio nodes, set for the kernel's schemes while it exists."""

    def __init__(self) -> None:
        """Start without paths."""
        self._set: list[tuple[str, str]] = []

    def tell(self, live: LiveRun, transports: Sequence[str]) -> None:
        """Set the shortest paths, if a transport in use needs them; in a large network only those of the flows."""
        if not any(congestion.module_of(transport) in _WITH_PATHS for transport in transports):
            return
        try:
            kernel = importlib.import_module("airhop.kernel")
        except ImportError:
            msg = "this build of airhop has no schemes for the kernel"
            raise LiveError(msg) from None
        rate_kbps = round(live.scenario.number(keys.LINK_RATE))
        for source, destination in _pairs(live):
            hops = live.hops[source][destination]
            if hops:
                ends = (live.addresses[destination], live.addresses[source])
                kernel.set_path(ends[0], hops, rate_kbps, source=ends[1])
                self._set.append(ends)

    def forget(self) -> None:
        """Remove the paths that were set."""
        if self._set:
            kernel = importlib.import_module("airhop.kernel")
            while self._set:
                destination, source = self._set.pop()
                # All paths may have been removed meanwhile.
                with contextlib.suppress(kernel.KernelError):
                    kernel.delete_path(destination, source)


def _pairs(live: LiveRun) -> list[tuple[int, int]]:
    radio = range(len(live.addresses) - len(live.hosts))
    if len(radio) ** 2 <= _MOST_PAIRS:
        return [(source, destination) for source in radio for destination in radio]
    flows = [(flow["src"], flow["dst"]) for flow in live.flows if flow["src"] in radio and flow["dst"] in radio]
    return [pair for source, destination in flows for pair in ((source, destination), (destination, source))]
