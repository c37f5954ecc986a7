"""Real programs over the simulated network in real time: network namespaces, TUN interfaces, programs."""

from airhop.live.errors import LiveError
from airhop.live.network import Network
from airhop.live.record import clean
from airhop.live.run import LiveRun

__all__ = ["LiveError", "LiveRun", "Network", "clean"]
