"""What each transport needs: changes at the sender, the receiver or every node, and what its sender must know.

One table for all who weigh a transport's gain against its cost. A transport is a recipe of parts (`airhop list
transports`, `airhop list parts`), and needs what its parts need. What an operating system has already, behind a
setting, is no change: then the setting stands in `about`. The yardstick is Linux 6, the system of most mesh routers
and drones.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum
from functools import reduce

PAPER_AP = "tcp-ap, section 4"
IP_ROUTE = "ip-route(8)"
IP_SYSCTL = "Linux, Documentation/networking/ip-sysctl.rst"


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
    """Another protocol than TCP: applications, firewalls and NAT must take it."""
    LOSS = "loss"
    """What is lost stays lost: only for applications that bear it."""


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
"""Weights for `Needs.effort`, each of the costly ones more than the sum of those before it."""


@dataclass(frozen=True, slots=True)
class Needs:
    """What one transport, or one part, needs."""

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
        return ", ".join(kind.value for kind in Need if kind in self.kinds) or "nothing"


def _part(about: str, source: str, *kinds: Need) -> Needs:
    return Needs(frozenset(kinds), about, source)


PARTS: Mapping[str, Needs] = {
    "tahoe": _part("an older sender: present ones have NewReno", "Jacobson, SIGCOMM 1988", Need.SENDER),
    "reno": _part("an older sender: present ones have NewReno", "RFC 5681", Need.SENDER),
    "newreno": _part("congestion control `reno`, without SACK", IP_SYSCTL),
    "sack": _part("on in every system: net.ipv4.tcp_sack", IP_SYSCTL),
    "aimd": _part("congestion control `reno`: net.ipv4.tcp_congestion_control", IP_SYSCTL),
    "vegas": _part("module tcp_vegas: net.ipv4.tcp_congestion_control", "Linux, net/ipv4/Kconfig"),
    "westwood": _part("module tcp_westwood: net.ipv4.tcp_congestion_control", "Linux, net/ipv4/Kconfig"),
    "cubic": _part("the default of Linux, Windows and macOS", "RFC 9438, section 1"),
    "sca": _part("slower growth of the window", "Papanastasiou & Ould-Khaoua, WCMC, 2004", Need.SENDER),
    "cwl=none": _part("no limit", "RFC 5681"),
    "cwl=N": _part("a fixed limit: `ip route ... cwnd lock N`", IP_ROUTE),
    "cwl=h/4": _part(
        "a limit from the hops of the present route (Linux: airhop_cwl, `make kernel`)",
        "Fu et al., INFOCOM 2003, section IV",
        Need.SENDER,
        Need.PATH,
    ),
    "cwl=rthc/5": _part(
        "a limit from the hops of the present route", "Chen, Xue, Nahrstedt, ICC 2003", Need.SENDER, Need.PATH
    ),
    "bwrtt": _part(
        "a limit from acknowledgements alone (Linux: airhop_bwrtt, `make kernel`)",
        "bw-rtt-cwl, section 3",
        Need.SENDER,
    ),
    "pace=none": _part("no pacing", "RFC 5681"),
    "pace=KBPS": _part("a fixed rate: SO_MAX_PACING_RATE and the queue `fq`", "tc-fq(8)"),
    "ap": _part(
        "pacing from round-trip times, hops and link rate (Linux: airhop_ap, `make kernel`)",
        PAPER_AP,
        Need.SENDER,
        Need.PATH,
    ),
    "every": _part("immediate acknowledgements: `ip route ... quickack 1`", IP_ROUTE),
    "delack": _part("what receivers do unless told otherwise", "RFC 1122, section 4.2.3.2"),
    "lda": _part("acknowledgements of up to 4 segments", "Altman & Jimenez, PWC 2003", Need.RECEIVER),
    "daa": _part("acknowledgements of 1 to 4 segments", "tcp-daa, section 3", Need.RECEIVER),
    "daap": _part("acknowledgements of 1 to 4 segments", "tcp-daa, section 3.4", Need.RECEIVER),
    "daa-auto": _part("acknowledgements of 1 to 4 segments", "tcp-daa, section 3, and its future work", Need.RECEIVER),
    "buffer": _part("the receive buffer", "RFC 9293, section 3.8.6"),
    "tctc": _part(
        "a contention window at the receiver, from a field that every node adds to in data frames",
        "tctc, section IV",
        Need.RECEIVER,
        Need.NODES,
    ),
    "dupthresh=N": _part("net.ipv4.tcp_reordering", IP_SYSCTL),
    "rto-factor=X": _part("a longer retransmission timeout", "tcp-daa, section 4", Need.SENDER),
    "rto-floor-factor=X": _part("a higher floor of the timeout: `ip route ... rto_min`", IP_ROUTE),
    "no-backoff": _part("timeouts without back-off", "the ns-2 code of tcp-ap", Need.SENDER),
    "lt-beyond-cwl": _part("limited transmit beyond the window limit", "tcp-daa, section 3.3", Need.SENDER),
    "sync": _part(
        "one-way delays, told back by the receiver",
        "tcp-ap, section 4.3",
        Need.SENDER,
        Need.RECEIVER,
        Need.CLOCKS,
    ),
    "std": _part("another measure of variation in `ap`", "tcp-ap, section 4.2", Need.SENDER),
    "reliable": _part("retransmission over DCCP", "Kunz & Zhang, section 4", Need.SENDER, Need.RECEIVER),
    "two-state": _part("fewer states of DCCP's sender", "Kunz & Zhang, section 4", Need.SENDER),
}
"""Needs of every part of `airhop.parts()`."""

_TCP_GROUPS = ("newreno", "aimd", "cwl=none", "pace=none", "every", "buffer")
"""The parts of plain NewReno."""

RECIPES: Mapping[str, tuple[str, ...]] = {
    "newreno": (),
    "reno": ("reno",),
    "tahoe": ("tahoe",),
    "sack": ("sack",),
    "vegas": ("vegas",),
    "westwood": ("westwood",),
    "cubic": ("cubic",),
    "tcp-ap": ("ap", "no-backoff"),
    "bw-rtt": ("bwrtt",),
    "tcp-daa": ("daa",),
    "tcp-daap": ("daap",),
    "tcp-daa-auto": ("daa-auto",),
    "tctc": ("tctc",),
}
"""The parts by which each TCP of `airhop.transports()` differs from NewReno."""

_BROUGHT: Mapping[str, tuple[str, ...]] = {
    "daa": ("dupthresh=2", "rto-factor=5", "cwl=4", "lt-beyond-cwl"),
    "daap": ("dupthresh=2", "rto-factor=2", "cwl=4", "lt-beyond-cwl"),
    "daa-auto": ("dupthresh=2", "rto-factor=7", "rto-floor-factor=2", "cwl=4", "lt-beyond-cwl"),
}
"""Parts that come along, unless the name has one of their kind."""

_DCCP = _part(
    "DCCP at both ends, in user space (Linux dropped its own in 6.16)",
    "RFC 4340; Kunz & Zhang",
    Need.SENDER,
    Need.RECEIVER,
    Need.PROTOCOL,
)
_DCCP_LOSS = _part("what is lost is not sent again", "RFC 4340, section 1", Need.LOSS)
_UDP = _part(
    "an application that sends at a fixed rate and bears loss", PAPER_AP, Need.SENDER, Need.PROTOCOL, Need.LOSS
)


def needs(name: str) -> Needs:
    """Tell what a transport needs, such as `tcp-ap` or `sack+daa+cwl=3`.

    Raises `ValueError` for a name that is none; the simulator, which knows every name, says what is allowed.
    """
    base, *words = name.split("+")
    if base.partition("=")[0] == "udp-paced" and not words:
        return _UDP
    if base in ("dccp", "dccp-reliable"):
        parts = [*(["reliable"] if base == "dccp-reliable" else []), *words]
        reliable = "reliable" in parts
        return _join([_DCCP, *([] if reliable else [_DCCP_LOSS]), *(_of_part(name, word) for word in parts)])
    if base not in RECIPES:
        msg = f"no transport {base!r} in {name!r}"
        raise ValueError(msg)
    chosen = _exchange({}, name, (*_TCP_GROUPS, *RECIPES[base]))
    chosen = _exchange(chosen, name, words)
    brought = [word for part in chosen.values() for word in _BROUGHT.get(part, ())]
    chosen = _exchange(_exchange(chosen, name, brought), name, words)
    if chosen["window limit"] == "cwl=none":
        # There is nothing to go beyond.
        chosen.pop("lt-beyond-cwl", None)
    return _join([_of_part(name, word) for word in chosen.values()])


def _exchange(chosen: Mapping[str, str], name: str, words: tuple[str, ...] | list[str]) -> dict[str, str]:
    return {**chosen, **{_kind(name, word): word for word in words}}


_KINDS: Mapping[str, str] = {
    **dict.fromkeys(("tahoe", "reno", "newreno", "sack"), "loss recovery"),
    **dict.fromkeys(("aimd", "vegas", "westwood", "cubic", "sca"), "window law"),
    **dict.fromkeys(("cwl=none", "cwl=N", "cwl=h/4", "cwl=rthc/5", "bwrtt"), "window limit"),
    **dict.fromkeys(("pace=none", "pace=KBPS", "ap"), "pacing"),
    **dict.fromkeys(("every", "delack", "lda", "daa", "daap", "daa-auto"), "ACK policy"),
    **dict.fromkeys(("buffer", "tctc"), "advertised window"),
}
"""Parts of which a recipe has one; each of the others is a kind of its own."""


def _kind(name: str, word: str) -> str:
    form = _form(name, word)
    return _KINDS.get(form, form)


def _form(name: str, word: str) -> str:
    """Find the entry of `PARTS` that a word such as `cwl=3` is of."""
    if word in PARTS:
        return word
    key, separator, _ = word.partition("=")
    for form in PARTS:
        stem, _, value = form.partition("=")
        if separator and stem == key and value.isupper():
            return form
    msg = f"no part {word!r} in {name!r}"
    raise ValueError(msg)


_NO_CHANGE = ("rto-factor=1", "rto-floor-factor=1")


def _of_part(name: str, word: str) -> Needs:
    return _part("as ever", "RFC 6298") if word in _NO_CHANGE else PARTS[_form(name, word)]


def _join(parts: list[Needs]) -> Needs:
    """Add needs up; the words are those of the parts that need something or, if none does, of what is a setting."""
    changed = [part for part in parts if part.kinds]
    plain = (*map(PARTS.__getitem__, _TCP_GROUPS),)
    told = changed or [part for part in parts if part not in plain] or [PARTS["aimd"]]
    return Needs(
        reduce(frozenset.union, (part.kinds for part in parts), frozenset[Need]()),
        "; ".join(dict.fromkeys(part.about for part in told)),
        "; ".join(dict.fromkeys(part.source for part in told)),
    )
