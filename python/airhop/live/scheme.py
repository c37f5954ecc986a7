"""airhop's own schemes in the kernel: what they have to know of the way to each destination."""

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
    """Hops and link rate between a live network's radio nodes, told to the kernel's schemes for as long as it lasts."""

    def __init__(self) -> None:
        """Begin with none."""
        self._set: list[tuple[str, str]] = []

    def tell(self, live: LiveRun, transports: Sequence[str]) -> None:
        """Tell the shortest paths, if a transport in use wants to know: in a large network those of the flows alone."""
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
        """Take back what was told."""
        if self._set:
            kernel = importlib.import_module("airhop.kernel")
            while self._set:
                destination, source = self._set.pop()
                # Somebody may have taken all paths away meanwhile.
                with contextlib.suppress(kernel.KernelError):
                    kernel.delete_path(destination, source)


def _pairs(live: LiveRun) -> list[tuple[int, int]]:
    radio = range(len(live.addresses) - len(live.hosts))
    if len(radio) ** 2 <= _MOST_PAIRS:
        return [(source, destination) for source in radio for destination in radio]
    flows = [(flow["src"], flow["dst"]) for flow in live.flows if flow["src"] in radio and flow["dst"] in radio]
    return [pair for source, destination in flows for pair in ((source, destination), (destination, source))]
