"""The scenario's own flows over the kernel's transports: senders and receivers in the namespaces of their nodes."""

from __future__ import annotations

import contextlib
import random
import socket
import struct
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from threading import Event, Thread
from types import TracebackType

from airhop.live import congestion, namespace
from airhop.live.errors import LiveError
from airhop.live.records import ApplicationRecord, DemandRecord

_CHUNK_BYTES = 65536
_POLL_S = 0.2
_SIOCOUTQ = 0x5411
"""Requests the number of unacknowledged bytes in a socket."""
_DATAGRAMS = "datagrams"


@dataclass(frozen=True)
class SocketOptions:
    """Options of traffic sockets that differ from the system's defaults."""

    receive_buffer_bytes: int | None = None
    """Receive buffer; the kernel advertises about half of it. None lets it grow."""
    delayed_acks: bool = True
    """If false, the receiver acknowledges every segment immediately (TCP_QUICKACK)."""


class FlowTraffic:
    """One flow of the scenario."""

    def __init__(
        self, demand: DemandRecord, namespaces: Sequence[str], addresses: Sequence[str], options: SocketOptions
    ) -> None:
        """Create the sockets; send nothing yet."""
        self.demand = demand
        self._options = options
        self._random = random.Random(f"{demand['name']} {demand['ports']}")  # noqa: S311 - file sizes
        self._stop = Event()
        source, destination = addresses[demand["src"]], addresses[demand["dst"]]
        port_from, port_to = demand["ports"]
        self._target = (destination, port_to)
        self._is_datagrams = demand["application"]["kind"] == _DATAGRAMS
        kind = socket.SOCK_DGRAM if self._is_datagrams else socket.SOCK_STREAM
        self._receiver = namespace.inside(namespaces[demand["dst"]], lambda: _bound(kind, (destination, port_to)))
        self.sender = namespace.inside(namespaces[demand["src"]], lambda: _bound(kind, (source, port_from)))
        if options.receive_buffer_bytes is not None:
            self._receiver.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, options.receive_buffer_bytes)
        if not self._is_datagrams:
            self._receiver.listen(1)
            if congestion.is_kernel(demand["transport"]):
                module = congestion.check(demand["transport"])
                self.sender.setsockopt(socket.IPPROTO_TCP, socket.TCP_CONGESTION, module.encode())
        self._threads = [
            Thread(target=self._quietly(body), name=f"{demand['name']} {what}", daemon=True)
            for what, body in (("receiver", self._receive), ("sender", self._send))
        ]

    def start(self, begin_s: float) -> None:
        """Start; `begin_s` is the start of the run on the monotonic clock."""
        self._begin_s = begin_s
        for thread in self._threads:
            thread.start()

    def stop(self) -> None:
        """End immediately, without waiting for data in flight."""
        self._stop.set()
        for end in (self.sender, self._receiver):
            with contextlib.suppress(OSError):
                end.shutdown(socket.SHUT_RDWR)
        for thread in self._threads:
            thread.join(2)
        for end in (self.sender, self._receiver):
            end.close()

    def pacing_rate_bps(self) -> float | None:
        """Give the kernel's pacing rate of the flow in bit/s, or None."""
        try:
            info = self.sender.getsockopt(socket.IPPROTO_TCP, socket.TCP_INFO, _PACING_RATE_AT + 8)
        except OSError:
            return None
        (rate,) = struct.unpack_from("=Q", info, _PACING_RATE_AT)
        return None if rate in (0, 2**64 - 1) else rate * 8.0

    def _quietly(self, body: Callable[[], None]) -> Callable[[], None]:
        def run() -> None:
            # The end of the run closes sockets under their threads.
            with contextlib.suppress(OSError):
                body()

        return run

    def _receive(self) -> None:
        if self._is_datagrams:
            while not self._stop.is_set():
                self._receiver.recv(_CHUNK_BYTES)
            return
        connection, _ = self._receiver.accept()
        with connection:
            while True:
                if not self._options.delayed_acks:
                    connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_QUICKACK, 1)
                if not connection.recv(_CHUNK_BYTES):
                    return

    def _send(self) -> None:
        self._sleep_until(self.demand["start_s"])
        if self._stop.is_set():
            return
        self.sender.connect(self._target)
        self.sender.settimeout(_POLL_S)
        application = self.demand["application"]
        kind = application["kind"]
        if kind == "transfer":
            self._write(application["bytes"])
        elif kind == "files":
            self._send_files(application)
        elif kind in ("cbr", _DATAGRAMS):
            self._send_evenly(application)
        else:
            self._write(None)
        with contextlib.suppress(OSError):
            self.sender.shutdown(socket.SHUT_WR)

    def _is_over(self) -> bool:
        stop_s = self.demand["stop_s"]
        return self._stop.is_set() or (stop_s is not None and time.monotonic() - self._begin_s >= stop_s)

    def _sleep_until(self, moment_s: float) -> None:
        self._stop.wait(max(0.0, self._begin_s + moment_s - time.monotonic()))

    def _write(self, count: int | None) -> None:
        """Write this many bytes, or until the flow is over."""
        chunk = bytes(_CHUNK_BYTES)
        left = count
        while (left is None or left > 0) and not self._is_over():
            with contextlib.suppress(TimeoutError):
                sent = self.sender.send(chunk if left is None else chunk[:left])
                left = None if left is None else left - sent

    def _send_files(self, application: ApplicationRecord) -> None:
        mean, shape, pause_s = application["mean_bytes"], application["shape"], application["pause_s"]
        while not self._is_over():
            # A Pareto variable with this mean (the minimum is the scale).
            self._write(max(1, int(mean * (shape - 1) / shape * self._random.paretovariate(shape))))
            while _unacknowledged(self.sender) and not self._is_over():
                time.sleep(0.005)
            self._stop.wait(self._random.expovariate(1 / pause_s) if pause_s > 0 else 0)

    def _send_evenly(self, application: ApplicationRecord) -> None:
        packet = bytes(application["packet_bytes"])
        due_s = time.monotonic()
        while not self._is_over():
            with contextlib.suppress(TimeoutError, ConnectionRefusedError):
                self.sender.send(packet)
            due_s += application["interval_s"]
            self._stop.wait(max(0.0, due_s - time.monotonic()))


# In the kernel's struct tcp_info eight bytes and 24 words precede the rate, which is in bytes per second.
_PACING_RATE_AT = 104


class Traffic:
    """All of a scenario's flows."""

    def __init__(
        self,
        demands: Sequence[DemandRecord],
        namespaces: Sequence[str],
        addresses: Sequence[str],
        options: SocketOptions | None = None,
    ) -> None:
        """Create the sockets."""
        self.flows: list[FlowTraffic] = []
        try:
            for demand in demands:
                self.flows.append(FlowTraffic(demand, namespaces, addresses, options or SocketOptions()))
        except OSError as error:
            self.stop()
            msg = f"cannot create the sockets of flow {demand['name']}: {error.strerror}"
            raise LiveError(msg) from error

    def start(self) -> None:
        """Start: the flows' start times count from now."""
        begin_s = time.monotonic()
        for flow in self.flows:
            flow.start(begin_s)

    def stop(self) -> None:
        """End all flows."""
        for flow in self.flows:
            flow.stop()

    def __enter__(self) -> Traffic:
        """Start."""
        self.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """End."""
        self.stop()


def _bound(kind: socket.SocketKind, address: tuple[str, int]) -> socket.socket:
    end = socket.socket(socket.AF_INET, kind)
    end.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    end.bind(address)
    return end


def _unacknowledged(end: socket.socket) -> int:
    import fcntl

    (count,) = struct.unpack("i", fcntl.ioctl(end.fileno(), _SIOCOUTQ, struct.pack("i", 0)))
    return int(count)
