"""Measures the numbers of docs/kernel.md: goodput, gaps, ACKs per segment. Needs root and `make kernel`."""

from __future__ import annotations

import statistics

import kernel_support
from airhop import kernel
from kernel_support import DESTINATION, DEVICE, NAMESPACES, SOURCE, Bed, inside, ip, transfer, trickle

SECONDS = 30


def goodput(name: str, hops: int = 4, gso_max_segs: int = 1) -> None:
    """Print goodput of one transfer, and its gaps between segments divided by those that the current rate requires."""
    own = name in kernel.names()
    chosen = kernel.kernel_name(name) if own else name
    if own:
        kernel.load(name)
    kernel.set_path(DESTINATION, hops, 2000)
    try:
        with Bed() as bed:
            for namespace in NAMESPACES:
                ip("-n", namespace, "link", "set", DEVICE, "gso_max_segs", str(gso_max_segs))
            bed.choose(chosen)
            result = transfer(SECONDS)
            bed.choose("reno")
    finally:
        kernel.delete_path(DESTINATION)
        if own:
            kernel.unload(name)
    line = f"{chosen}, {hops} hops, gso_max_segs {gso_max_segs}: {result.goodput_kbps:.0f} kbit/s"
    if name == "tcp-ap":
        ratios = result.gap_ratios(SECONDS / 3)
        cuts = statistics.quantiles(ratios, n=20)
        short = sum(ratio < 0.5 for ratio in ratios)
        line += f"; gaps p5 {cuts[0]:.3f}, p50 {cuts[9]:.3f}, p95 {cuts[18]:.3f}, below half {short} of {len(ratios)}"
    print(line)  # noqa: T201 - a program


def acks(every: int) -> None:
    """Print the number of ACKs per segment for a window without losses."""
    with Bed() as bed:
        bed.choose("reno")
        with inside(NAMESPACES[1]):
            kernel.set_acks(DEVICE, every, "16")
        result = transfer(SECONDS / 3)
    count = sum(packet[0] >> 4 == 4 for packet in bed.back.packets)
    said = f"{count / len(result.departures):.2f} ACKs a segment, {result.goodput_kbps:.0f} kbit/s"
    print(f"every {every}: {said}")  # noqa: T201


def delay(delack_ms: int | None) -> None:
    """Print the round-trip time of single small segments."""
    try:
        if delack_ms is not None:
            kernel.set_path(SOURCE, 4, 2000)
            kernel.set_delack(delack_ms)
        with Bed() as bed:
            bed.choose("reno")
            print(f"delack {delack_ms or 'default'}: {trickle(60):.0f} ms")  # noqa: T201
    finally:
        if delack_ms is not None:
            kernel.clear_delack()
            kernel.delete_path(SOURCE)


def main() -> None:
    """Run all measurements."""
    if (reason := kernel_support.missing()) is not None:
        raise SystemExit(reason)
    in_use = [name for name in kernel.names() if kernel.state(name) == "loaded"]
    if in_use:
        raise SystemExit(f"in use here: {', '.join(in_use)}")
    goodput("tcp-ap")
    goodput("tcp-ap", gso_max_segs=65535)
    goodput("tcp-ap", hops=7)
    for name, hops in (("reno", 4), ("cwl", 4), ("cwl", 8), ("bwrtt", 4)):
        goodput(name, hops)
    for every in (1, 2, 4):
        acks(every)
    for delack_ms in (None, 12):
        delay(delack_ms)


if __name__ == "__main__":
    main()
