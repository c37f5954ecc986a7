"""Schemes, and whether the kernel has them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from airhop._native import KernelError
from airhop._native import kernel_load as native_load
from airhop._native import kernel_schemes as native_schemes
from airhop._native import kernel_state as native_state
from airhop._native import kernel_unavailable as native_unavailable
from airhop._native import kernel_unload as native_unload

State = Literal["absent", "loaded", "held"]
"""`held`: unloaded, but a socket or a namespace's default still uses it."""


@dataclass(frozen=True)
class Settings:
    """Settings of TCP-AP; the other schemes have none."""

    n: int = 4
    """Hops after which the next segment can follow without a collision, 1 to 255."""
    alpha: float = 0.7
    """Weight of the past in the average n-hop propagation delay, 0 to 0.999, in steps of 0.001."""
    overhead: int = 112
    """Headers of a segment and of an ACK on the air, in bytes, without TCP options."""
    cov: Literal["mad", "std"] = "mad"
    """Coefficient of variation from the mean absolute deviation, as in the simulator, or the standard deviation."""


def available() -> str | None:
    """Give the reason why schemes cannot be loaded here, or None."""
    return native_unavailable()


def names() -> list[str]:
    """Short names of all schemes."""
    return [short for _, short in native_schemes()]


def kernel_name(name: str) -> str:
    """Name of a scheme in `net.ipv4.tcp_congestion_control`; takes either name."""
    for kernel, short in native_schemes():
        if name in (kernel, short):
            return kernel
    msg = f"unknown kernel scheme {name}: available: {', '.join(names())}"
    raise KernelError(msg)


def load(name: str, settings: Settings | None = None) -> None:
    """Load a scheme (`tcp-ap`, or `airhop_ap`) and register it as a congestion control that any user may choose."""
    chosen = settings or Settings()
    if not 0 <= chosen.alpha <= 0.999:
        msg = f"alpha: {chosen.alpha} is not allowed: expected 0 to 0.999"
        raise KernelError(msg)
    for what, value in (("n", chosen.n), ("overhead", chosen.overhead)):
        if not 0 <= value < 2**32:
            msg = f"{what}: {value} is not allowed: expected 0 to 2^32 - 1"
            raise KernelError(msg)
    native_load(name, chosen.n, round(chosen.alpha * 1000), chosen.overhead, chosen.cov)


def unload(name: str | None = None) -> None:
    """Unload a scheme; without a name, unload all schemes and delete all paths."""
    native_unload(name)


def state(name: str) -> State:
    """Tell whether the kernel has a scheme."""
    return native_state(name)


def is_loaded(name: str) -> bool:
    """Tell whether sockets can choose a scheme; also False where nothing can be loaded."""
    known = kernel_name(name)
    return available() is None and state(known) == "loaded"
