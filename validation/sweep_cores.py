"""Measures the time of a sweep of 200 points on several cores as a fraction of the time on one core.

python validation/sweep_cores.py [--repeats N] [--jobs N]

Each time is that of the whole command, starting with nothing stored. Measurements on one core and on several alternate,
so that other load affects both. On two cores, the fraction must not exceed 0.55; otherwise the exit status is 1. The
result is meaningful only on a machine without other load.
"""

from __future__ import annotations

import argparse
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from statistics import median

import airhop

MOST_OF_ONE_CORE = 0.55
"""Maximum time on two cores, as a fraction of the time on one."""
PLAN = """
scenario = ["chain", "cross"]
transports = ["newreno", "tcp-ap"]
seeds = 10

[set]
run.duration_s = 800

[grid]
topology.hops = [2, 4, 6, 8, 10]
"""
POINTS = 200


def measure(plan: Path, folder: Path, jobs: int) -> tuple[float, float]:
    """Return the time of one sweep in seconds, and the fraction of the time that its threads spent in runs."""
    command = [
        sys.executable,
        "-m",
        "airhop",
        "sweep",
        str(plan),
        "--output",
        str(folder),
        "--jobs",
        str(jobs),
        "--quiet",
    ]
    begun_s = time.perf_counter()
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
    took_s = time.perf_counter() - begun_s
    wall_s = airhop.Sweep.open(folder).runs["wall_s"]
    if len(wall_s) != POINTS:
        msg = f"{len(wall_s)} points instead of {POINTS}"
        raise RuntimeError(msg)
    return took_s, float(wall_s.sum()) / (jobs * took_s)


def main() -> int:
    """Run the command."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--repeats", type=int, default=5, help="number of measurements of each")
    parser.add_argument("--jobs", type=int, default=2, help="number of cores to compare with one")
    arguments = parser.parse_args()
    times_s: dict[int, list[float]] = {1: [], arguments.jobs: []}
    with tempfile.TemporaryDirectory() as directory:
        plan = Path(directory) / "cores.toml"
        plan.write_text(PLAN, encoding="utf-8")
        for repeat in range(arguments.repeats):
            for jobs, taken in times_s.items():
                took_s, busy = measure(plan, Path(directory) / f"{jobs}-{repeat}", jobs)
                taken.append(took_s)
                print(f"{jobs} at a time: {took_s:.2f} s, threads busy for {busy:.1%} of it", flush=True)
    part = median(times_s[arguments.jobs]) / median(times_s[1])
    print(
        f"medians of {arguments.repeats}: {median(times_s[1]):.2f} s one at a time,"
        f" {median(times_s[arguments.jobs]):.2f} s {arguments.jobs} at a time: {part:.3f} of one core's time"
    )
    return 0 if part <= MOST_OF_ONE_CORE * 2 / arguments.jobs else 1


if __name__ == "__main__":
    sys.exit(main())
