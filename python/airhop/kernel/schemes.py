"""Schemes: which there are, and whether the kernel has them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from airhop import _native
from airhop._native import KernelError

State = Literal["absent", "loaded", "held"]
"""`held`: unloaded, but a socket or a namespace's default still uses it."""


@dataclass(frozen=True)
class Settings:
    """What TCP-AP is loaded with; the other schemes have nothing to choose."""

    n: int = 4
    """Hops after which the next segment can follow without a collision, 1 to 255."""
    alpha: float = 0.7
    """Weight of the past in the average of the n-hop propagation delay, 0 to 0.999; it counts in thousandths."""
    overhead: int = 112
    """Headers of a segment and of an ACK on the air, TCP's without options, in bytes."""
    cov: Literal["mad", "std"] = "mad"
    """Coefficient of variation by mean absolute deviation, as the simulator's, or by standard deviation."""


def available() -> str | None:
    """Say why nothing can be loaded here; None if it can."""
    return _native.kernel_unavailable()


def names() -> list[str]:
    """Short names of all schemes."""
    return [short for _, short in _native.kernel_schemes()]


def kernel_name(name: str) -> str:
    """Name of a scheme in `net.ipv4.tcp_congestion_control`; takes either name."""
    for kernel, short in _native.kernel_schemes():
        if name in (kernel, short):
            return kernel
    msg = f"there is no kernel scheme {name}: {', '.join(names())} are there"
    raise KernelError(msg)


def load(name: str, settings: Settings | None = None) -> None:
    """Load a scheme (`tcp-ap`, or `airhop_ap`) and register it as a congestion control that any user may choose."""
    chosen = settings or Settings()
    if not 0 <= chosen.alpha <= 0.999:
        msg = f"alpha: {chosen.alpha} is not allowed: 0 to 0.999"
        raise KernelError(msg)
    for what, value in (("n", chosen.n), ("overhead", chosen.overhead)):
        if not 0 <= value < 2**32:
            msg = f"{what}: {value} is not allowed: it cannot be negative or so large"
            raise KernelError(msg)
    _native.kernel_load(name, chosen.n, round(chosen.alpha * 1000), chosen.overhead, chosen.cov)


def unload(name: str | None = None) -> None:
    """Unload a scheme; without a name all there are, and forget all paths."""
    _native.kernel_unload(name)


def state(name: str) -> State:
    """Say whether the kernel has a scheme."""
    return _native.kernel_state(name)


def is_loaded(name: str) -> bool:
    """Say whether sockets can choose a scheme; False too where nothing can be loaded."""
    known = kernel_name(name)
    return available() is None and state(known) == "loaded"
