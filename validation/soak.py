"""Relays live traffic at full load for an hour, and checks whether memory or lateness grow.

    python validation/soak.py --output out/soak.csv          # one hour; needs root
    python validation/soak.py --minutes 10

The scenario is `grid` with six flows at 11 Mbit/s: every flow is a bulk transfer of the kernel's TCP; the channel is
saturated. Every 10 s, the program appends a line to the CSV file: resident memory of the process, which contains the
relay and all senders and receivers; deliveries; the median over quarters of a second of the 99th percentile of
lateness; and the maximum lateness. The verdict compares the last sixth of the run with the second sixth, when all
buffers have reached their size: memory may grow by 1 MiB, lateness by a half. The exit status is 1 if either grew by
more, or if the 99th percentile over the whole run exceeds 1 ms.
"""

from __future__ import annotations

import argparse
import csv
import os
import statistics
import sys
import time
from dataclasses import astuple, dataclass, fields
from pathlib import Path

import airhop
from airhop.live import LiveRun
from airhop.live.traffic import Traffic

SAMPLE_S = 10.0
_POLL_S = 0.25
_MEMORY_KIB = 1024.0
_LATENESS_FACTOR = 1.5


@dataclass(frozen=True)
class Sample:
    """Measurements over ten seconds of the run."""

    time_s: float
    resident_kib: int
    deliveries: int
    p99_us: float
    max_us: float
    goodput_kbps: float
    cpu_percent: float


def resident_kib() -> int:
    """Read the resident memory of this process."""
    pages = int(Path("/proc/self/statm").read_text(encoding="ascii").split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE") // 1024


def soak(duration_s: float, settings: dict[str, str], output: Path) -> tuple[list[Sample], LiveRun]:
    """Run for the given time; write each sample immediately."""
    scenario = airhop.Scenario.builtin("grid")
    for key, value in settings.items():
        scenario.set_text(key, value)
    samples: list[Sample] = []
    output.parent.mkdir(parents=True, exist_ok=True)
    with output.open("w", encoding="utf-8", newline="") as file:
        writer = csv.writer(file)
        writer.writerow([field.name for field in fields(Sample)])
        with (
            LiveRun(scenario, duration_s=duration_s, scenario_flows=True) as live,
            Traffic(live.flows, live.network.namespaces, live.addresses),
        ):
            while not live.is_over:
                sample = _sample(live)
                if sample is not None:
                    samples.append(sample)
                    writer.writerow(astuple(sample))
                    file.flush()
    return samples, live


def _sample(live: LiveRun) -> Sample | None:
    began_s, cpu_s = time.monotonic(), time.process_time()
    p99_us: list[float] = []
    max_us, last_s = 0.0, -1.0
    before = live.status()
    while time.monotonic() - began_s < SAMPLE_S:
        if live.wait(_POLL_S):
            return None
        status = live.status()
        recent = status["recent"]
        if status["time_s"] > last_s and recent["deliveries"] > 0:
            p99_us.append(recent["p99_us"])
            max_us = max(max_us, recent["max_us"])
            last_s = status["time_s"]
    after = live.status()
    span_s = max(after["time_s"] - before["time_s"], 1e-9)
    delivered = sum(f["delivered_bytes"] for f in after["flows"]) - sum(f["delivered_bytes"] for f in before["flows"])
    return Sample(
        time_s=round(after["time_s"], 3),
        resident_kib=resident_kib(),
        deliveries=after["packets"]["left"] - before["packets"]["left"],
        p99_us=round(statistics.median(p99_us), 1) if p99_us else 0.0,
        max_us=round(max_us, 1),
        goodput_kbps=round(delivered * 8 / span_s / 1000, 1),
        cpu_percent=round(100 * (time.process_time() - cpu_s) / (time.monotonic() - began_s), 1),
    )


def judge(samples: list[Sample], live: LiveRun) -> bool:
    """Print the results; return whether neither memory nor lateness grew."""
    sixth = max(1, len(samples) // 6)
    early, late = samples[sixth : 2 * sixth], samples[-sixth:]
    outcome = live.outcome
    if not early or outcome is None:
        print("the run is too short to be judged")
        return False
    memory = [statistics.median(s.resident_kib for s in part) for part in (early, late)]
    lateness = [statistics.median(s.p99_us for s in part) for part in (early, late)]
    real_time, packets = outcome.real_time, outcome.packets
    checks = {
        f"memory {memory[0]:.0f} KiB, then {memory[1]:.0f} KiB": memory[1] - memory[0] <= _MEMORY_KIB,
        f"lateness p99 {lateness[0]:.0f} us, then {lateness[1]:.0f} us": lateness[1] <= lateness[0] * _LATENESS_FACTOR,
        f"over the whole run p50 {real_time['p50_us']:.0f} us, p99 {real_time['p99_us']:.0f} us, maximum"
        f" {real_time['max_us']:.0f} us": real_time["good"],
    }
    rate = packets["left"] / samples[-1].time_s
    print(f"{samples[-1].time_s:.0f} s, {packets['left']} deliveries ({rate:.0f} per second),", end=" ")
    goodput_kbps = outcome.record["aggregate_goodput_kbps"]
    print(f"{goodput_kbps:.0f} kbit/s, {packets['dropped_by_interfaces']} dropped by interfaces")
    for text, holds in checks.items():
        print(f"{'holds' if holds else 'FAILS'}: {text}")
    return all(checks.values())


def main() -> int:
    """Run the command."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--minutes", type=float, default=60.0)
    parser.add_argument("--output", type=Path, default=Path("out/soak.csv"))
    parser.add_argument("--transport", default="kernel:cubic")
    options = parser.parse_args()
    settings = {"radio.profile": "ns2-wavelan-11M", "topology.flows": "6", "transport.name": options.transport}
    samples, live = soak(options.minutes * 60, settings, options.output)
    return 0 if judge(samples, live) else 1


if __name__ == "__main__":
    sys.exit(main())
