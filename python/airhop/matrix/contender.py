"""The columns of the matrix: transports and their requirements."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from airhop import catalogue
from airhop.needs import Need, Needs, needs
from airhop.papers.point import Settings


class Change(Enum):
    """What must be changed to use a transport, the easiest first."""

    NONE = "no new code"
    SENDER = "sender alone"
    RECEIVER = "receiver alone"
    BOTH_ENDS = "both ends"
    PROTOCOL = "another protocol"
    NODES = "every node"


@dataclass(frozen=True, slots=True)
class Contender:
    """One column."""

    key: str
    """Its name in the data and on the page."""
    transport: str
    """Its name for the simulator."""
    group: str
    """Its group in figures."""
    settings: Settings = ()

    @property
    def needs(self) -> Needs:
        """Tell what it needs."""
        return needs("udp-paced=1" if self.is_bound else self.transport)

    @property
    def is_bound(self) -> bool:
        """Whether it is the bound that the others are compared with."""
        return self.transport == BEST_UDP

    @property
    def change(self) -> Change:
        """Say what must be changed to use it."""
        kinds = self.needs.kinds
        if Need.NODES in kinds:
            return Change.NODES
        if Need.PROTOCOL in kinds:
            return Change.PROTOCOL
        if Need.SENDER in kinds:
            return Change.BOTH_ENDS if Need.RECEIVER in kinds else Change.SENDER
        return Change.RECEIVER if Need.RECEIVER in kinds else Change.NONE

    @property
    def path(self) -> bool:
        """Whether it must know the path (hops, link rate), which routing can tell it."""
        return Need.PATH in self.needs.kinds

    @property
    def oracle(self) -> bool:
        """Whether it knows what no node knows by itself: synchronised clocks, or its best rate by trying."""
        return self.is_bound or Need.CLOCKS in self.needs.kinds

    @property
    def deployable(self) -> bool:
        """Whether it could be used in place of TCP: everything arrives, and nothing is known by magic."""
        return not self.oracle and Need.LOSS not in self.needs.kinds

    @property
    def marked(self) -> str:
        """Name it with the mark that says what it knows."""
        return self.key + ("*" if self.oracle else "†" if self.path else "")


NEWRENO = "newreno"
BEST_UDP = "udp-paced=best"
"""Name of the bound."""

CONTENDERS: tuple[Contender, ...] = tuple(
    Contender(entry.label, entry.transport, entry.family, entry.settings) for entry in catalogue.contenders()
)
"""All transports but the bound, in the order in which they are shown."""

BOUND = Contender(BEST_UDP, BEST_UDP, "bound")
