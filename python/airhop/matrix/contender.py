"""The columns of the matrix: transports, and what each of them takes."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from airhop.needs import Need, Needs, needs
from airhop.papers.point import Settings


class Change(Enum):
    """What must be exchanged to use a transport, from the easiest on."""

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
    """What a figure puts over it and its like."""
    settings: Settings = ()

    @property
    def needs(self) -> Needs:
        """Tell what it needs."""
        return needs("udp-paced=1" if self.is_bound else self.transport)

    @property
    def is_bound(self) -> bool:
        """Whether it is what the others are held against."""
        return self.transport == BEST_UDP

    @property
    def change(self) -> Change:
        """Say what must be exchanged to use it."""
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

_TCP, _ACKS, _LIMITS, _AP = "TCP", "fewer ACKs", "window limits", "TCP-AP"
_TCTC, _DAA, _DCCP, _MIXED = "TCTC", "TCP-DAA", "DCCP", "mixed"

CONTENDERS: tuple[Contender, ...] = (
    Contender(NEWRENO, "newreno", _TCP),
    Contender("reno", "reno", _TCP),
    Contender("sack", "sack", _TCP),
    Contender("vegas", "vegas", _TCP),
    Contender("westwood", "westwood", _TCP),
    Contender("cubic", "cubic", _TCP),
    Contender("newreno+delack", "newreno+delack", _ACKS),
    Contender("newreno+lda", "newreno+lda", _ACKS),
    Contender("newreno+cwl=h/4", "newreno+cwl=h/4", _LIMITS),
    Contender("bw-rtt", "bw-rtt", _LIMITS),
    Contender("tcp-ap", "tcp-ap", _AP),
    Contender("tcp-ap+lda", "tcp-ap+lda", _AP),
    Contender("tcp-ap+sync", "tcp-ap+sync", _AP),
    Contender("tcp-ap+sync+lda", "tcp-ap+sync+lda", _AP),
    Contender("tctc", "tctc", _TCTC),
    Contender("tctc, rule text", "tctc", _TCTC, (("transport.tctc_rule", "text"),)),
    Contender("tcp-daa", "tcp-daa", _DAA),
    Contender("tcp-daap", "tcp-daap", _DAA),
    Contender("tcp-daa-auto", "tcp-daa-auto", _DAA),
    Contender("dccp", "dccp", _DCCP),
    Contender("dccp+two-state", "dccp+two-state", _DCCP),
    Contender("dccp-reliable", "dccp-reliable", _DCCP),
    Contender("sack+daa", "sack+daa", _MIXED),
    Contender("tcp-ap+daa", "tcp-ap+daa", _MIXED),
)
"""All transports but the bound, in the order in which they are shown."""

BOUND = Contender(BEST_UDP, BEST_UDP, "bound")
