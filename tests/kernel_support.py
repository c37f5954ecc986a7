"""Two network namespaces with a path of known delay and rate between them, for the kernel's congestion controls.

The path is a TUN device in each namespace and a thread that carries packets from one to the other, so that it needs no
queueing discipline that a kernel may lack. Sockets belong to the namespace in which they are made, whoever uses them.
"""

from __future__ import annotations

import bisect
import contextlib
import ctypes
import fcntl
import heapq
import itertools
import os
import select
import shutil
import socket
import struct
import subprocess
import threading
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path

from airhop import kernel

_LIBC = ctypes.CDLL(None, use_errno=True)
_CLONE_NEWNET = 0x40000000
_TUNSETIFF = 0x400454CA
_IFF_TUN, _IFF_NO_PI = 0x0001, 0x1000
_SO_TIMESTAMPNS = 35
_TCP_INFO_RTT_OFFSET = 68
_TCP_INFO_PACING_RATE_OFFSET = 104

SOURCE, DESTINATION = "10.219.0.1", "10.219.0.2"
SOURCE_6, DESTINATION_6 = "fd77::1", "fd77::2"
NAMESPACES = (f"kernel-test-a{os.getpid()}", f"kernel-test-b{os.getpid()}")
"""Not as those of `airhop live`, which its `--clean` removes."""
DEVICE = "air0"


def missing() -> str | None:
    """Say what these tests lack here."""
    if (reason := kernel.available()) is not None:
        return reason
    if shutil.which("ip") is None:
        return "no command ip (Debian: iproute2)"
    return None if Path("/dev/net/tun").exists() else "no /dev/net/tun"


@contextlib.contextmanager
def inside(namespace: str) -> Iterator[None]:
    """Run in a network namespace: this thread alone."""
    with Path("/proc/thread-self/ns/net").open() as home, Path(f"/run/netns/{namespace}").open() as there:
        _enter(there.fileno())
        try:
            yield
        finally:
            _enter(home.fileno())


def _enter(descriptor: int) -> None:
    if _LIBC.setns(descriptor, _CLONE_NEWNET) != 0:
        raise OSError(ctypes.get_errno(), "setns")


def ip(*arguments: str) -> None:
    subprocess.run(["ip", *arguments], check=True, capture_output=True)


def _open_tun() -> int:
    descriptor = os.open("/dev/net/tun", os.O_RDWR | os.O_NONBLOCK)
    fcntl.ioctl(descriptor, _TUNSETIFF, struct.pack("16sH22x", DEVICE.encode(), _IFF_TUN | _IFF_NO_PI))
    return descriptor


@dataclass
class Direction:
    """A queue with a rate, then a delay; every `lose`-th packet of data is lost."""

    rate_kbps: float
    delay_s: float
    queue: int = 50
    lose_every: int = 0
    free_at: float = 0.0
    waiting: list[tuple[float, int, bytes]] = field(default_factory=list)
    carried: int = 0
    packets: list[bytes] = field(default_factory=list)

    def take(self, packet: bytes, now: float) -> None:
        self.carried += 1
        self.packets.append(packet[:80])
        if self.lose_every and len(packet) > 500 and self.carried % self.lose_every == 0:
            return
        if self.free_at - now > self.queue * 12.0 / self.rate_kbps:
            return
        self.free_at = max(self.free_at, now) + len(packet) * 0.008 / self.rate_kbps
        heapq.heappush(self.waiting, (self.free_at + self.delay_s, self.carried, packet))


class Bed:
    """The two namespaces and the path."""

    def __init__(self, rate_kbps: float = 500.0, delay_s: float = 0.02, lose_every: int = 0) -> None:
        self.forth = Direction(rate_kbps, delay_s, lose_every=lose_every)
        self.back = Direction(rate_kbps, delay_s)
        self._over = threading.Event()

    def __enter__(self) -> Bed:
        self._tuns = []
        try:
            ends = ((SOURCE, SOURCE_6), (DESTINATION, DESTINATION_6))
            for namespace, (address, address_6) in zip(NAMESPACES, ends, strict=True):
                ip("netns", "add", namespace)
                ip("-n", namespace, "link", "set", "lo", "up")
                with inside(namespace):
                    self._tuns.append(_open_tun())
                # One segment at a time: what a path over radio needs, and what docs/kernel.md asks for.
                ip("-n", namespace, "link", "set", DEVICE, "up", "mtu", "1500", "gso_max_segs", "1")
                ip("-n", namespace, "address", "add", f"{address}/24", "dev", DEVICE)
                ip("-n", namespace, "address", "add", f"{address_6}/64", "dev", DEVICE, "nodad")
        except BaseException:
            self._remove()
            raise
        self._thread = threading.Thread(target=self._carry, daemon=True)
        self._thread.start()
        return self

    def __exit__(self, *exception: object) -> None:
        self._over.set()
        self._thread.join()
        self._remove()

    def _remove(self) -> None:
        for tun in self._tuns:
            os.close(tun)
        for namespace in NAMESPACES:
            subprocess.run(["ip", "netns", "delete", namespace], check=False, capture_output=True)

    def _carry(self) -> None:
        ways = {self._tuns[0]: (self.forth, self._tuns[1]), self._tuns[1]: (self.back, self._tuns[0])}
        while not self._over.is_set():
            due = min((way.waiting[0][0] for way, _ in ways.values() if way.waiting), default=time.monotonic() + 0.05)
            ready, _, _ = select.select(list(ways), [], [], max(0.0, min(due - time.monotonic(), 0.05)))
            for tun in ready:
                ways[tun][0].take(os.read(tun, 65536), time.monotonic())
            for way, to in ways.values():
                while way.waiting and way.waiting[0][0] <= time.monotonic():
                    os.write(to, heapq.heappop(way.waiting)[2])

    def choose(self, congestion_control: str, namespace: str = NAMESPACES[0]) -> None:
        """Make it the default of a namespace."""
        with inside(namespace):
            Path("/proc/sys/net/ipv4/tcp_congestion_control").write_text(congestion_control)


@dataclass
class Transfer:
    """What a bulk transfer gave."""

    goodput_kbps: float
    congestion_control: str
    departures: list[tuple[float, int]]
    """Time in s and payload in bytes of every segment at the source's device."""
    rates: list[tuple[float, float]]
    """Time in s and the rate in force in bytes per second."""

    def gap_ratios(self, after_s: float) -> list[float]:
        """Gaps between segments over those that the rate in force asks for, from some time on."""
        times = [at for at, _ in self.rates]
        begin = self.departures[0][0] + after_s
        return [
            (at - before) * self.rates[bisect.bisect(times, before) - 1][1] / size
            for (before, size), (at, _) in itertools.pairwise(self.departures)
            if before >= begin
        ]


def pacing_rate(connection: socket.socket) -> float:
    """Rate in force in bytes per second, as TCP_INFO tells it."""
    info = connection.getsockopt(socket.IPPROTO_TCP, socket.TCP_INFO, 256)
    return float(struct.unpack_from("=Q", info, _TCP_INFO_PACING_RATE_OFFSET)[0])


def transfer(
    seconds: float, each: Callable[[float], None] = lambda _: None, port: int = 5219, destination: str = DESTINATION
) -> Transfer:
    """Send as much as will go for a while; what arrived in the second half is the goodput."""
    family = socket.AF_INET6 if ":" in destination else socket.AF_INET
    with inside(NAMESPACES[1]):
        server = socket.create_server((destination, port), family=family)
    with inside(NAMESPACES[0]):
        sniffer = socket.socket(socket.AF_PACKET, socket.SOCK_DGRAM, socket.htons(3))
        sniffer.bind((DEVICE, 0))
        client = socket.socket(family)
    sniffer.setsockopt(socket.SOL_SOCKET, _SO_TIMESTAMPNS, 1)
    sniffer.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 1 << 22)
    sniffer.setblocking(False)
    # Closing resets: no orphan keeps the congestion control and the namespace for minutes.
    client.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
    client.connect((destination, port))
    received, _ = server.accept()
    client.setblocking(False)
    received.setblocking(False)
    name = client.getsockopt(socket.IPPROTO_TCP, socket.TCP_CONGESTION, 16).split(b"\0")[0].decode()
    content, rates, departures, arrivals = bytes(1 << 16), [], [], []
    begin = time.time()
    with client, received, server, sniffer:
        while (now := time.time()) < begin + seconds:
            with contextlib.suppress(BlockingIOError):
                client.send(content)
            with contextlib.suppress(BlockingIOError):
                arrivals.append((now, len(received.recv(1 << 20))))
            rates.append((now, pacing_rate(client)))
            each(now - begin)
            time.sleep(0.002)
        departures.extend(_departures(sniffer))
    half = begin + seconds / 2
    goodput = sum(size for at, size in arrivals if at >= half) * 0.008 / (seconds / 2)
    return Transfer(goodput, name, departures, rates)


def trickle(segments: int, port: int = 5220) -> float:
    """Send a small segment every 100 ms; give the mean of the last smoothed round-trip times in ms."""
    with inside(NAMESPACES[1]):
        server = socket.create_server((DESTINATION, port))
    with inside(NAMESPACES[0]):
        client = socket.create_connection((DESTINATION, port))
    received, _ = server.accept()
    client.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    srtts_ms = []
    with client, received, server:
        for _ in range(segments):
            client.send(b"x")
            time.sleep(0.1)
            received.recv(64, socket.MSG_DONTWAIT)
            info = client.getsockopt(socket.IPPROTO_TCP, socket.TCP_INFO, 256)
            srtts_ms.append(struct.unpack_from("=I", info, _TCP_INFO_RTT_OFFSET)[0] / 1000)
    last = srtts_ms[-10:]
    return sum(last) / len(last)


def _departures(sniffer: socket.socket) -> Iterator[tuple[float, int]]:
    while True:
        try:
            packet, ancillary, _, address = sniffer.recvmsg(128, 64, socket.MSG_TRUNC)
        except BlockingIOError:
            return
        outgoing = address[2] == socket.PACKET_OUTGOING
        version_4 = packet[0] >> 4 == 4
        if not outgoing or packet[9 if version_4 else 6] != socket.IPPROTO_TCP:
            continue
        begin = (packet[0] & 15) * 4 if version_4 else 40
        total = struct.unpack_from("!H", packet, 2)[0] if version_4 else 40 + struct.unpack_from("!H", packet, 4)[0]
        payload = total - begin - (packet[begin + 12] >> 4) * 4
        if payload > 0:
            seconds, nanoseconds = struct.unpack("qq", ancillary[0][2])
            yield seconds + nanoseconds / 1e9, payload
