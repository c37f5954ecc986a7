"""Reads a wireless trace of ns-2 as a plain list of events.

`scenario.tcl -trace FILE` writes the trace in ns-2's older wireless format; the newer one does not distinguish RTS, CTS
and ACK. Sizes on the air include MAC header and FCS and exclude the PLCP, as in the standard. Times are in whole
nanoseconds. The events can thus be compared with airhop's captures one by one:

    ns scenario.tcl -hops 3 -duration 5 -warmup 1 -trace run.tr
    python trace.py run.tr --until 1.1          # one event per line
    python trace.py run.tr --count              # counts of MAC activity
"""

from __future__ import annotations

import argparse
import collections
import csv
import re
import signal
import sys
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, fields
from decimal import Decimal
from pathlib import Path

#: Bytes for the PLCP in the size of every frame in ns-2: 192 bits.
_PLCP_BYTES = 24
#: MAC header and FCS of a data frame in ns-2, which traced receptions do not include.
_DATA_HEADER_BYTES = 34
_CONTROL_FRAMES = frozenset({"RTS", "CTS", "ACK"})
_BROADCAST = 0xFFFFFFFF

_LINE = re.compile(
    r"(?P<op>[srfD]) (?P<time>\d+\.\d+) _(?P<node>\d+)_ (?P<layer>\w+) +(?P<reason>\S+) (?P<uid>\d+) (?P<kind>\w+)"
    r" (?P<bytes>\d+)"
    r" +\[(?P<duration>[0-9a-f]+) (?P<to>[0-9a-f]+) (?P<by>[0-9a-f]+) (?P<ether>[0-9a-f]+)\]"
    r"(?: -+ \[(?P<ip>-?\d+:[^\]]*)\](?: \[(?P<first>\d+) (?P<second>\d+)\])?)?"
)
_OPERATIONS = {"s": "send", "r": "receive", "f": "forward", "D": "drop"}


class TraceError(ValueError):
    """A line that is not in ns-2's format."""


@dataclass(frozen=True)
class Event:
    """One line of the trace."""

    time_ns: int
    """Time of the first bit of a send, or the last bit of a reception."""
    node: int
    layer: str
    """AGT (transport), RTR (routing), IFQ (interface queue) or MAC."""
    event: str
    """send, receive, forward or drop."""
    kind: str
    """RTS, CTS, ACK for MAC frames, otherwise the packet's type: tcp, ack, cbr, AODV, ARP, message (DSDV), DSR."""
    bytes: int
    """Size of the frame on the air for sends and receptions of the MAC, otherwise of the packet in ns-2."""
    source: int | None
    """Transmitting node; None if the frame does not carry it and another node traced it."""
    destination: int | None
    """Receiving node; None for broadcasts."""
    duration_us: int
    """The frame's duration field."""
    reason: str
    """Reason of a drop: COL (collision), RET (retry limit), IFQ (queue full), CBK (link failed), and others."""
    uid: int
    """ns-2's number of the packet."""
    sequence: int | None
    """TCP's segment or acknowledgement number in packets, or the CBR packet's number."""


def parse_line(line: str) -> Event:
    """Read one line. Raises TraceError if it is not one of a wireless trace in the older format."""
    match = _LINE.match(line)
    if match is None:
        raise TraceError(f"not a line of an ns-2 wireless trace: {line.strip()!r}")
    part = match.groupdict()
    layer, kind, operation = part["layer"], part["kind"], _OPERATIONS[part["op"]]
    node = int(part["node"])
    frame_bytes = int(part["bytes"])
    control = kind in _CONTROL_FRAMES
    if layer == "MAC" and operation != "drop":
        if operation == "send" or control:
            frame_bytes -= _PLCP_BYTES
        else:
            frame_bytes += _DATA_HEADER_BYTES
    to, by = int(part["to"], 16), int(part["by"], 16)
    source: int | None = by
    if kind in {"CTS", "ACK"}:
        source = node if operation == "send" else None
    return Event(
        time_ns=int(Decimal(part["time"]) * 1_000_000_000),
        node=node,
        layer=layer,
        event=operation,
        kind=kind,
        bytes=frame_bytes,
        source=source,
        destination=None if to == _BROADCAST else to,
        duration_us=int(part["duration"], 16),
        reason="" if part["reason"] == "---" else part["reason"],
        uid=int(part["uid"]),
        sequence=int(part["first"]) if part["first"] is not None and kind in {"tcp", "ack"} else None,
    )


def read(lines: Iterable[str]) -> Iterator[Event]:
    """Read a trace line by line; ignores empty lines. Raises TraceError with the line's number."""
    for number, line in enumerate(lines, start=1):
        if line.strip():
            try:
                yield parse_line(line)
            except TraceError as error:
                raise TraceError(f"line {number}: {error}") from None


@dataclass
class MacCounts:
    """Counts of MAC activity, summed over all nodes of a run."""

    rts_sent: int = 0
    rts_retries: int = 0
    """RTS sent because the previous one of the same node did not lead to a data frame."""
    cts_sent: int = 0
    data_sent: int = 0
    """Unicast frames that are not control frames of the MAC: data, TCP ACKs, routing replies, ARP replies."""
    data_retries: int = 0
    """Of these, frames retransmitted because of a missing ACK."""
    ack_sent: int = 0
    broadcast_sent: int = 0
    retry_drops: int = 0
    """Packets dropped at a retry limit (RET): AODV considers each a link failure."""
    queue_drops: int = 0
    """Packets that found the interface queue full (IFQ)."""
    link_failure_drops: int = 0
    """Packets that the routing protocol dropped or took back after a link failure (CBK)."""
    no_route_drops: int = 0
    """Packets without a route (NRTE, TOUT and a full send buffer)."""
    collisions: int = 0
    """Frames lost to interference at a node that could have decoded them (COL)."""
    drops: dict[str, int] = field(default_factory=lambda: collections.defaultdict(int))
    """Every drop, by layer and reason."""


_NO_ROUTE = frozenset({"NRTE", "TOUT", "QFULL"})


def count(events: Iterable[Event], since_ns: int = 0) -> MacCounts:
    """Count events from `since_ns` on. Sends and drops are sufficient; receptions are ignored."""
    counts = MacCounts()
    unanswered: dict[int, int | None] = {}
    last_data: dict[int, tuple[int, int | None]] = {}
    for event in events:
        counted = event.time_ns >= since_ns
        if event.event == "drop":
            if event.layer == "MAC" and event.reason == "RET":
                unanswered.pop(event.node, None)
            if counted:
                _count_drop(counts, event)
        elif event.layer == "MAC" and event.event == "send":
            if event.kind == "RTS":
                again = unanswered.get(event.node, -1) == event.destination
                unanswered[event.node] = event.destination
                counts.rts_sent += counted
                counts.rts_retries += counted and again
            elif event.kind == "CTS":
                counts.cts_sent += counted
            elif event.kind == "ACK":
                counts.ack_sent += counted
            elif event.destination is None:
                counts.broadcast_sent += counted
            else:
                unanswered.pop(event.node, None)
                identity = (event.uid, event.destination)
                counts.data_sent += counted
                counts.data_retries += counted and last_data.get(event.node) == identity and event.uid != 0
                last_data[event.node] = identity
    return counts


def _count_drop(counts: MacCounts, event: Event) -> None:
    counts.drops[f"{event.layer} {event.reason}"] += 1
    if event.layer == "MAC" and event.reason == "RET":
        # The trace contains two drops: the packet and its RTS.
        counts.retry_drops += event.kind != "RTS"
    elif event.layer == "IFQ" and event.reason == "IFQ":
        counts.queue_drops += 1
    elif event.reason == "CBK":
        counts.link_failure_drops += 1
    elif event.layer == "RTR" and event.reason in _NO_ROUTE:
        counts.no_route_drops += 1
    elif event.layer == "MAC" and event.reason == "COL":
        counts.collisions += 1


def main(arguments: list[str] | None = None) -> int:
    """Run the command: print events or counts."""
    parser = argparse.ArgumentParser(description="Print an ns-2 wireless trace as CSV, or count MAC activity.")
    parser.add_argument("trace", type=Path, help="file that scenario.tcl -trace wrote")
    parser.add_argument("--layer", help="only this layer's events: MAC, IFQ, RTR or AGT")
    parser.add_argument("--node", type=int, help="only this node's events")
    parser.add_argument("--since", type=float, default=0.0, help="only from this second on")
    parser.add_argument("--until", type=float, default=float("inf"), help="only before this second")
    parser.add_argument("--count", action="store_true", help="print counts instead of events")
    options = parser.parse_args(arguments)
    try:
        with options.trace.open(encoding="ascii") as lines:
            events = (e for e in read(lines) if e.time_ns < options.until * 1e9)
            if options.count:
                counts = count(events, since_ns=round(options.since * 1e9))
                for name, value in vars(counts).items():
                    print(f"{name}: {dict(value) if isinstance(value, dict) else value}")
                return 0
            names = [f.name for f in fields(Event)]
            writer = csv.writer(sys.stdout, lineterminator="\n")
            writer.writerow(names)
            for event in events:
                if (
                    event.time_ns >= options.since * 1e9
                    and options.layer in {None, event.layer}
                    and options.node in {None, event.node}
                ):
                    writer.writerow([getattr(event, name) for name in names])
    except (OSError, UnicodeDecodeError, TraceError) as error:
        print(f"trace.py: {options.trace}: {error}", file=sys.stderr)
        return 2
    return 0


if __name__ == "__main__":
    # The reader of the output may stop early, as `head` does.
    signal.signal(signal.SIGPIPE, signal.SIG_DFL)
    sys.exit(main())
