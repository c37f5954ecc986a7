"""What each transport needs: changes at the sender, the receiver or every node, and what its sender must know.

A transport is a recipe of parts (`airhop list transports`, `airhop list parts`), and needs what its parts need. The
simulator's parts say what that is; here it gets its words, and weights to order transports by. What an operating
system has already, behind a setting, is no change: `about` then names the setting. The yardstick is Linux 6, the system
of most mesh routers and drones.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from enum import Enum

from airhop._native import needs as native_needs


class Need(str, Enum):
    """Something that must be changed, known or accepted."""

    SENDER = "sender"
    """New code at the sender."""
    RECEIVER = "receiver"
    """New code at the receiver."""
    NODES = "nodes"
    """A new field in the frames of every node on the path, and code that fills it: the MAC of all routers."""
    PATH = "path"
    """The sender knows the number of hops or the rate of the links, from routing and the radio's driver."""
    CLOCKS = "clocks"
    """The clocks of both ends are synchronised, by GPS for instance."""
    PROTOCOL = "protocol"
    """Another protocol than TCP: applications, firewalls and NAT must accept it."""
    LOSS = "loss"
    """What is lost stays lost: only for applications that tolerate it."""


MEANING: Mapping[Need, str] = {
    Need.SENDER: "new code at the sender",
    Need.RECEIVER: "new code at the receiver",
    Need.NODES: "a field in every frame, filled by the MAC of every node",
    Need.PATH: "hops and link rate, known to the sender",
    Need.CLOCKS: "synchronised clocks at both ends",
    Need.PROTOCOL: "another protocol than TCP",
    Need.LOSS: "data that may be lost",
}
"""What a need is, in words."""

_EFFORT: Mapping[Need, int] = {
    Need.SENDER: 1,
    Need.PATH: 1,
    Need.RECEIVER: 2,
    Need.CLOCKS: 8,
    Need.PROTOCOL: 16,
    Need.NODES: 32,
    Need.LOSS: 64,
}
"""Weights for `Needs.effort`: each of the costly ones is more than the sum of those before it."""


@dataclass(frozen=True, slots=True)
class Needs:
    """What one transport needs."""

    kinds: frozenset[Need]
    """Empty for what every system has, at most behind a setting."""
    about: str
    """What has to be done, in words."""
    source: str
    """Where that is said."""

    @property
    def effort(self) -> int:
        """A number to order transports by what they need: nothing < sender < receiver < both < clocks, another protocol
        < every node < lost data. The sums are an order, not a measure.
        """  # noqa: D205 - one sentence
        return sum(_EFFORT[kind] for kind in self.kinds)

    @property
    def summary(self) -> str:
        """The needs as a cell of a table: `nothing`, `sender`, `sender, receiver`."""
        return summary(self.kinds)


def summary(kinds: Collection[Need]) -> str:
    """Put needs into a cell of a table: `nothing`, `sender`, `sender, receiver`."""
    return ", ".join(kind.value for kind in Need if kind in kinds) or "nothing"


def needs(name: str) -> Needs:
    """Tell what a transport needs, such as `tcp-ap` or `sack+daa+cwl=3`.

    Raises `ScenarioError`, a `ValueError`, for a name that is none, with what is allowed.
    """
    kinds, about, source = native_needs(name)
    return Needs(frozenset(map(Need, kinds)), about, source)
