"""The network as the machine sees it: one namespace per node, with a TUN interface to the simulation."""

from __future__ import annotations

import contextlib
import fcntl
import os
import struct
from collections.abc import Sequence
from pathlib import Path
from types import TracebackType

from airhop.live import namespace, record, requirements
from airhop.live.errors import LiveError

INTERFACE = "air0"
"""The interface's name in every namespace."""
MTU_BYTES = 1500
_QUEUE_PACKETS = 1000
_TUNSETIFF = 0x400454CA
_TUNSETOFFLOAD = 0x400454D0
_IFF_TUN = 0x0001
_IFF_NO_PI = 0x1000


class Network:
    """Namespaces and interfaces of one live network; leaving the context removes them and ends their processes."""

    def __init__(self, addresses: Sequence[str], names: Sequence[str]) -> None:
        """Plan for nodes with these addresses and these short names."""
        self.addresses = list(addresses)
        self._short_names = list(names)
        self.namespaces: list[str] = []
        self.interfaces: list[int] = []
        """File descriptors of the TUN interfaces, in the order of the nodes."""
        self._record: record.Record | None = None

    def __enter__(self) -> Network:
        """Create everything; on failure remove what was created."""
        requirements.check()
        self._record = record.Record()
        try:
            self.namespaces = [f"{self._record.prefix}{name}" for name in self._short_names]
            namespace.ip(script=[f"netns add {name}" for name in self.namespaces])
            for name, address in zip(self.namespaces, self.addresses, strict=True):
                self.interfaces.append(namespace.inside(name, _open_interface))
                namespace.ip("-n", name, script=_set_up(address))
        except BaseException:
            self.close()
            raise
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Remove everything."""
        self.close()

    def close(self) -> None:
        """Remove namespaces and interfaces, and end their processes."""
        for interface in self.interfaces:
            with contextlib.suppress(OSError):
                os.close(interface)
        self.interfaces = []
        try:
            namespace.remove(self.namespaces)
        finally:
            self.namespaces = []
            if self._record is not None:
                self._record.close()
                self._record = None

    def set_congestion_control(self, name: str) -> None:
        """Make a congestion control the default of every node's TCP."""
        if self._record is not None:
            self._record.allow([name])
        for node in self.namespaces:
            try:
                namespace.inside(node, lambda: _CONTROL.write_text(name, encoding="ascii"))
            except OSError as error:
                msg = f"the kernel refuses {name} as congestion control in {node}: {error.strerror}"
                raise LiveError(msg) from error

    def acknowledge_immediately(self) -> None:
        """Let every node's TCP acknowledge each segment immediately: no delayed ACKs."""
        for name, address in zip(self.namespaces, self.addresses, strict=True):
            namespace.ip("-n", name, script=[f"route replace 10.0.0.0/8 dev {INTERFACE} src {address} quickack 1"])

    def dropped(self) -> int:
        """Count the packets that the interfaces dropped before they reached the simulation."""
        return sum(namespace.inside(name, _dropped) for name in self.namespaces)


_CONTROL = Path("/proc/sys/net/ipv4/tcp_congestion_control")


def _open_interface() -> int:
    """Open the interface in the namespace of this thread."""
    for kind in ("all", "default"):
        # Only packets of programs may go over the air: no router solicitations, no link-local addresses.
        path = Path(f"/proc/sys/net/ipv6/conf/{kind}/disable_ipv6")
        if path.exists():
            path.write_text("1", encoding="ascii")
    handle = os.open(requirements.TUN_DEVICE, os.O_RDWR | os.O_NONBLOCK | os.O_CLOEXEC)
    try:
        request = struct.pack("16sH22x", INTERFACE.encode(), _IFF_TUN | _IFF_NO_PI)
        fcntl.ioctl(handle, _TUNSETIFF, request)
        # IP packets as on the wire: no segmentation or checksum offload.
        fcntl.ioctl(handle, _TUNSETOFFLOAD, 0)
    except OSError as error:
        os.close(handle)
        msg = f"cannot create a TUN interface: {error.strerror}"
        raise LiveError(msg) from error
    return handle


def _set_up(address: str) -> list[str]:
    return [
        "link set dev lo up",
        f"addr add {address}/8 dev {INTERFACE}",
        # Without the limit on segments half a window of a paced flow sometimes leaves in one burst.
        f"link set dev {INTERFACE} mtu {MTU_BYTES} txqueuelen {_QUEUE_PACKETS} gso_max_segs 1 up",
    ]


def _dropped() -> int:
    for line in Path("/proc/net/dev").read_text(encoding="ascii").splitlines():
        name, _, counts = line.partition(":")
        if name.strip() == INTERFACE:
            # Eight columns for reception, then bytes, packets, errs, drop for transmission.
            return int(counts.split()[11])
    return 0
