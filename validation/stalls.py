"""Measures stalled runs: AODV with ns-2's local repair under a sender without backoff, in airhop and ns-2.

    python validation/stalls.py                          # writes out/stalls.csv, prints the table

A node under ns-2's repair holds its packets: it rejects the replies it receives, and its timer's delay is the current
time. As long as the sender repeats its packet every second, the routes around that node never expire, no node requests
a new one, and the flow stalls. A sender that backs off is silent for longer than the lifetime of a route and recovers.
"""

from __future__ import annotations

import argparse
import csv
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path

from cases import Case
from simulators import Airhop, Ns2, Simulator, SimulatorError

RTO_S = 1.0


def cases(hops: Sequence[int], duration_s: float) -> Iterator[tuple[str, Case]]:
    """Give the kinds of sender with their cases."""
    for number in hops:
        yield "backs off", Case("chain", hops=number, duration_s=duration_s)
        yield "never backs off", Case("chain", hops=number, duration_s=duration_s, constant_rto_s=RTO_S)


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command."""
    parser = argparse.ArgumentParser(
        description="Measure the goodput of single runs, with and without backoff of the retransmission timer."
    )
    parser.add_argument("--hops", type=int, nargs="+", default=[9, 11], help="lengths of the chain (default 9 11)")
    parser.add_argument("--seeds", type=int, default=20, help="seeds per sender and length (default 20)")
    parser.add_argument("--duration", type=float, default=2000.0, help="simulated seconds per run (default 2000)")
    parser.add_argument("--no-ns2", action="store_false", dest="ns2", help="run only airhop")
    parser.add_argument("--output", type=Path, default=Path("out"), help="folder for stalls.csv")
    options = parser.parse_args(arguments)
    if min(options.hops) < 1 or options.seeds < 1 or options.duration <= 30:
        parser.error("--hops and --seeds must be positive, and --duration longer than the warm-up of 30 s")
    simulators: list[Simulator] = [Airhop()]
    if options.ns2:
        simulators.append(Ns2())
    present = []
    for simulator in simulators:
        missing = simulator.missing()
        if missing is None:
            present.append(simulator)
        else:
            print(f"stalls: {missing}", file=sys.stderr)
    try:
        options.output.mkdir(parents=True, exist_ok=True)
        with (options.output / "stalls.csv").open("w", newline="", encoding="utf-8") as file:
            writer = csv.writer(file, lineterminator="\n")
            writer.writerow(["simulator", "sender", "hops", "seed", "goodput_kbps"])
            for sender, case in cases(options.hops, options.duration):
                for simulator in present:
                    runs = [simulator.run(case, seed, None) for seed in range(1, options.seeds + 1)]
                    writer.writerows(
                        [simulator.name, sender, case.hops, run.seed, f"{run.goodput_kbps:.1f}"] for run in runs
                    )
                    goodputs = " ".join(f"{kbps:.0f}" for kbps in sorted(run.goodput_kbps for run in runs))
                    print(f"{simulator.name}, {case.hops} hops, {sender}: {goodputs} kbit/s", flush=True)
    except (SimulatorError, OSError) as error:
        print(f"stalls: {error}", file=sys.stderr)
        return 1
    return 0 if present else 2


if __name__ == "__main__":
    sys.exit(main())
