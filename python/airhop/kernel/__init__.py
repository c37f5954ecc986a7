"""airhop's transports as congestion controls of the Linux kernel.

    from airhop import kernel
    if (reason := kernel.available()) is None:
        kernel.load("tcp-ap")
        kernel.set_path("10.0.0.7", hops=4, rate_kbps=2000)
    ...
    kernel.unload()

Schemes stay loaded after this process ends, until `unload`. The package contains the programs if it was built by
`make kernel`; without them everything else here works, and errors name what is missing.
"""

from airhop._native import KernelError
from airhop.kernel.acks import clear_acks, clear_delack, set_acks, set_delack
from airhop.kernel.connections import Connection, connections
from airhop.kernel.paths import Path, delete_path, paths, set_path
from airhop.kernel.schemes import Settings, available, is_loaded, kernel_name, load, names, state, unload

__all__ = [
    "Connection",
    "KernelError",
    "Path",
    "Settings",
    "available",
    "clear_acks",
    "clear_delack",
    "connections",
    "delete_path",
    "is_loaded",
    "kernel_name",
    "load",
    "names",
    "paths",
    "set_acks",
    "set_delack",
    "set_path",
    "state",
    "unload",
]
