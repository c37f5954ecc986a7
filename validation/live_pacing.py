"""Measures the gaps between a flow's segments at its source's interface relative to the kernel's pacing rate."""

from __future__ import annotations

import socket
import struct
import time
from bisect import bisect_right
from dataclasses import dataclass
from threading import Event, Thread

from airhop.live import namespace
from airhop.live.network import INTERFACE
from airhop.live.traffic import FlowTraffic

_PACKET_OUTGOING = 4
_SO_TIMESTAMPNS = 35
_POLL_S = 0.01
_LEAST_GAPS = 20


@dataclass(frozen=True)
class Pacing:
    """Ratio of a gap to the gap that the current rate requires; 1 is exact, a lower value is early."""

    gaps: int
    p5: float
    p50: float
    p95: float


class Watch:
    """Captures one flow's segments at its source and records the pacing rate."""

    def __init__(self, flow: FlowTraffic, source: str) -> None:
        """Start the capture in the namespace of the source."""
        self._flow = flow
        self._port = flow.demand["ports"][0]
        self._stop = Event()
        self._socket = namespace.inside(source, _open)
        self._segments: list[tuple[float, int]] = []
        self._rates: list[tuple[float, float]] = []
        self._threads = [Thread(target=self._capture, daemon=True), Thread(target=self._note_rate, daemon=True)]
        for thread in self._threads:
            thread.start()

    def stop(self) -> Pacing | None:
        """End, and give the ratios; None where the kernel does not pace, or too little came by."""
        self._stop.set()
        for thread in self._threads:
            thread.join()
        self._socket.close()
        ratios = sorted(self._ratios())
        if len(ratios) < _LEAST_GAPS:
            return None
        at = [ratios[round(q * (len(ratios) - 1))] for q in (0.05, 0.5, 0.95)]
        return Pacing(len(ratios), *(round(value, 3) for value in at))

    def _ratios(self) -> list[float]:
        moments = [moment for moment, _ in self._rates]
        ratios = []
        for (before_s, payload), (now_s, _) in zip(self._segments, self._segments[1:], strict=False):
            place = bisect_right(moments, before_s) - 1
            if place >= 0:
                # The kernel lets a segment's payload pass before it sends the next.
                wanted_s = payload * 8 / self._rates[place][1]
                ratios.append((now_s - before_s) / wanted_s)
        return ratios

    def _capture(self) -> None:
        while not self._stop.is_set():
            try:
                packet, ancillary, _, address = self._socket.recvmsg(2048, 64)
            except TimeoutError:
                continue
            payload = _payload_of(packet, self._port) if address[2] == _PACKET_OUTGOING else 0
            if payload:
                seconds, nanos = struct.unpack("=qq", ancillary[0][2][:16])
                self._segments.append((seconds + nanos * 1e-9, payload))

    def _note_rate(self) -> None:
        while not self._stop.wait(_POLL_S):
            rate_bps = self._flow.pacing_rate_bps()
            if rate_bps is not None and (not self._rates or self._rates[-1][1] != rate_bps):
                self._rates.append((time.time(), rate_bps))


def _open() -> socket.socket:
    capture = socket.socket(socket.AF_PACKET, socket.SOCK_DGRAM, socket.htons(0x0003))
    capture.bind((INTERFACE, 0x0003))
    capture.setsockopt(socket.SOL_SOCKET, _SO_TIMESTAMPNS, 1)
    capture.settimeout(0.2)
    return capture


def _payload_of(packet: bytes, port: int) -> int:
    """Give the payload of a TCP segment from that port; 0 for every other packet."""
    header = (packet[0] & 0x0F) * 4
    if packet[0] >> 4 != 4 or packet[9] != socket.IPPROTO_TCP or len(packet) < header + 20:
        return 0
    (source,) = struct.unpack_from("!H", packet, header)
    if source != port:
        return 0
    (total,) = struct.unpack_from("!H", packet, 2)
    return int(total) - header - (packet[header + 12] >> 4) * 4
