"""Reads airhop's captures into the same list of events that `ns2/trace.py` makes of an ns-2 trace, for comparison.

    airhop run chain --hops 3 --duration 5 --warmup 1 --seed 1 --pcap out/captures
    python validation/captures.py out/captures/newreno-seed1 --until 1.1     # one event per line, in order of time
    python validation/captures.py out/captures/newreno-seed1 --count

The program needs tshark (Debian package `tshark`). A capture contains the frames that a node sent or decoded, but no
collisions or drops. The time is that of the first bit, also for receptions. The size is that of the frame with
LLC/SNAP, 36 bytes more than the packet; in ns-2 it is 34 bytes more.
"""

from __future__ import annotations

import argparse
import csv
import signal
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import fields
from decimal import Decimal
from pathlib import Path

from ns2.trace import Event, count

_FIELDS = (
    "frame.time_epoch",
    "frame.packet_flags_direction",
    "frame.len",
    "radiotap.length",
    "wlan.fc.type_subtype",
    "wlan.ra",
    "wlan.ta",
    "wlan.duration",
    "wlan.seq",
    "tcp.len",
    "tcp.seq_raw",
    "tcp.ack_raw",
    "aodv.type",
    "udp.length",
    "arp.opcode",
)
_CONTROL = {0x1B: "RTS", 0x1C: "CTS", 0x1D: "ACK"}
_BROADCAST = "ff:ff:ff:ff:ff:ff"
_SENT = 2


class CaptureError(ValueError):
    """A capture that cannot be read."""


def node_of(address: str) -> int:
    """Give the number of the node with that MAC address: 02:00:00, then the number plus one."""
    octets = address.split(":")
    if len(octets) != 6 or octets[:3] != ["02", "00", "00"]:
        raise CaptureError(f"not a MAC address of airhop: {address!r}")
    return int("".join(octets[3:]), 16) - 1


def read_node(path: Path, node: int, segment_bytes: int = 1460) -> Iterator[Event]:
    """Read one node's capture. Raises CaptureError if tshark cannot."""
    command = ["tshark", "-n", "-r", str(path), "-T", "fields", "-E", "separator=,", "-E", "occurrence=f"]
    for name in _FIELDS:
        command += ["-e", name]
    try:
        finished = subprocess.run(command, capture_output=True, text=True, check=False)
    except OSError as error:
        raise CaptureError(f"cannot start tshark: {error.strerror}; `apt-get install tshark`") from error
    if finished.returncode != 0:
        raise CaptureError(f"{path}: {finished.stderr.strip()}")
    for values in csv.reader(finished.stdout.splitlines()):
        yield _event(dict(zip(_FIELDS, values, strict=True)), node, segment_bytes)


def _event(of: dict[str, str], node: int, segment_bytes: int) -> Event:
    control = _CONTROL.get(int(of["wlan.fc.type_subtype"], 0))
    sent = int(of["frame.packet_flags_direction"], 0) == _SENT
    source = node_of(of["wlan.ta"]) if of["wlan.ta"] else (node if sent else None)
    kind, sequence = (control, None) if control else _packet(of, segment_bytes)
    return Event(
        time_ns=int(Decimal(of["frame.time_epoch"]) * 1_000_000_000),
        node=node,
        layer="MAC",
        event="send" if sent else "receive",
        kind=kind,
        bytes=int(of["frame.len"]) - int(of["radiotap.length"]),
        source=source,
        destination=None if of["wlan.ra"] == _BROADCAST else node_of(of["wlan.ra"]),
        duration_us=int(of["wlan.duration"]),
        reason="",
        # The MAC's sequence number distinguishes a retransmitted frame from a new one.
        uid=1 + int(of["wlan.seq"]) if of["wlan.seq"] else 0,
        sequence=sequence,
    )


def _packet(of: dict[str, str], segment_bytes: int) -> tuple[str, int | None]:
    """Give the kind of a packet in ns-2's terms, and its number in segments."""
    if of["aodv.type"]:
        return "AODV", None
    if of["arp.opcode"]:
        return "ARP", None
    if of["tcp.len"]:
        if int(of["tcp.len"]) > 0:
            return "tcp", int(of["tcp.seq_raw"]) // segment_bytes
        # An ACK in ns-2 names the last segment received; an ACK in the capture the next byte expected.
        return "ack", int(of["tcp.ack_raw"]) // segment_bytes - 1
    return ("cbr" if of["udp.length"] else "other"), None


def read_folder(folder: Path) -> list[Event]:
    """Read the captures of all nodes of a run, in order of time. Raises CaptureError."""
    files = sorted(folder.glob("node-*.pcapng"))
    if not files:
        raise CaptureError(f"no captures node-N.pcapng in {folder}")
    events = [event for path in files for event in read_node(path, int(path.stem.removeprefix("node-")))]
    return sorted(events, key=lambda event: (event.time_ns, event.node, event.event))


def main(arguments: list[str] | None = None) -> int:
    """Run the command: print events or counts."""
    parser = argparse.ArgumentParser(description="Print airhop's captures of a run as CSV, or count MAC activity.")
    parser.add_argument("folder", type=Path, help="folder of one run, inside the folder of airhop run --pcap")
    parser.add_argument("--since", type=float, default=0.0, help="only from this second on")
    parser.add_argument("--until", type=float, default=float("inf"), help="only before this second")
    parser.add_argument("--sent", action="store_true", help="only sends")
    parser.add_argument("--count", action="store_true", help="print counts instead of events")
    options = parser.parse_args(arguments)
    try:
        events = [event for event in read_folder(options.folder) if event.time_ns < options.until * 1e9]
    except CaptureError as error:
        print(f"captures: {error}", file=sys.stderr)
        return 2
    if options.count:
        for name, value in vars(count(events, since_ns=round(options.since * 1e9))).items():
            if isinstance(value, int) and name.endswith(("_sent", "_retries")):
                print(f"{name}: {value}")
        return 0
    names = [field.name for field in fields(Event)]
    writer = csv.writer(sys.stdout, lineterminator="\n")
    writer.writerow(names)
    for event in events:
        if event.time_ns >= options.since * 1e9 and (event.event == "send" or not options.sent):
            writer.writerow([getattr(event, name) for name in names])
    return 0


if __name__ == "__main__":
    # The reader of the output may stop early, as `head` does.
    signal.signal(signal.SIGPIPE, signal.SIG_DFL)
    sys.exit(main())
