"""Measures ns-2 on scenarios beyond the stored reference, including counts of MAC activity.

    python validation/measure_ns2.py                  # all rows, into validation/reference/ns2-extra.csv
    python validation/measure_ns2.py --only cross --seeds 2 --output out/try.csv

Each seed runs twice with the same result: without a trace to measure the cost, and with a trace, which is read while
it is written, to count MAC activity.
"""

from __future__ import annotations

import argparse
import csv
import os
import statistics
import sys
import tempfile
import threading
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import layouts
from cases import Case
from layouts import Layout
from ns2.trace import MacCounts, count, read
from runs import Run, cost_ms, goodput, mean_of
from simulators import HERE, Ns2, SimulatorError

#: Rows of `reference/ns2-extra.csv`.
ROWS: tuple[Case, ...] = (
    *(Case("chain", hops=hops) for hops in (1, 2, 3, 4, 5, 6, 7, 8, 10)),
    *(Case("chain", hops=7, window_packets=window) for window in (2, 4, 8)),
    Case("chain", "vegas", hops=7),
    Case("chain", hops=8, data_rate_mbps=11),
    *(Case("chain", routing="static", hops=hops, duration_s=450.0, warmup_s=150.0) for hops in (4, 6, 7, 8)),
    Case("cross", hops=4, flows=2),
    Case("cross", hops=8, flows=2),
    Case("parallel", hops=4, flows=2),
    Case("asymmetric", hops=4, flows=2),
    Case("grid", hops=4, flows=3),
    Case("grid", hops=4, flows=6),
    Case("grid-tcp-ap", hops=4, flows=6),
    Case("random", flows=10, random_layout=True),
)

_COUNTS = (
    "rts_sent",
    "rts_retries",
    "cts_sent",
    "data_sent",
    "data_retries",
    "broadcast_sent",
    "retry_drops",
    "queue_drops",
    "link_failure_drops",
    "no_route_drops",
    "collisions",
)
COLUMNS = (
    "scenario",
    "transport",
    "routing",
    "data_mbps",
    "hops",
    "flows",
    "seeds",
    "simulated_s",
    "warmup_s",
    "goodput_kbps_mean",
    "goodput_kbps_ci95",
    "flows_kbps",
    "retransmissions",
    "timeouts",
    *_COUNTS,
    "cpu_ms_per_simulated_s",
)


@dataclass(frozen=True)
class Measured:
    """One seed's results and counts."""

    run: Run
    counts: MacCounts


def measure(case: Case, seed: int) -> Measured:
    """Run one seed without and with a trace. Raises SimulatorError."""
    layout = layouts.random_layout(seed) if case.random_layout else None
    simulator = Ns2()
    run = simulator.run(case, seed, layout)
    return Measured(run, _counted(simulator, case, seed, layout, run))


def _counted(simulator: Ns2, case: Case, seed: int, layout: Layout | None, untraced: Run) -> MacCounts:
    """Count in the trace of a second run, read through a named pipe because it would fill a disk."""
    with tempfile.TemporaryDirectory(prefix="airhop-ns2-") as folder:
        pipe = Path(folder) / "trace"
        os.mkfifo(pipe)
        counted: list[MacCounts] = []

        def follow() -> None:
            with pipe.open(encoding="ascii") as lines:
                counted.append(count(read(lines), since_ns=round(case.warmup_s * 1e9)))

        reader = threading.Thread(target=follow, daemon=True)
        reader.start()
        traced = simulator.run(case, seed, layout, ("-trace", str(pipe), "-tracekinds", "sent"))
        reader.join(timeout=60)
    if not counted:
        raise SimulatorError(f"{case.name}, seed {seed}: the trace could not be read")
    if traced.flows_kbps != untraced.flows_kbps:
        raise SimulatorError(f"{case.name}, seed {seed}: the run with a trace differs from the one without")
    return counted[0]


def row(case: Case, measured: Sequence[Measured]) -> dict[str, object]:
    """Make one line of the table: means over seeds after the warm-up."""
    runs = [m.run for m in measured]
    mean = goodput(runs)
    per_flow = [statistics.fmean(flow) for flow in zip(*(run.flows_kbps for run in runs), strict=True)]
    result: dict[str, object] = {
        "scenario": case.scenario,
        "transport": case.transport_label,
        "routing": "dsdv" if case.routing == "static" else case.routing,
        "data_mbps": case.data_rate_mbps,
        "hops": case.hops or "",
        "flows": case.flows,
        "seeds": len(runs),
        "simulated_s": f"{case.duration_s:g}",
        "warmup_s": f"{case.warmup_s:g}",
        "goodput_kbps_mean": f"{mean.mean:.1f}",
        "goodput_kbps_ci95": f"{mean.ci95:.1f}",
        "flows_kbps": "" if case.random_layout else " ".join(f"{value:.1f}" for value in per_flow),
        "retransmissions": _one_decimal(mean_of([run.retransmissions for run in runs])),
        "timeouts": _one_decimal(mean_of([run.timeouts for run in runs])),
        "cpu_ms_per_simulated_s": f"{cost_ms(runs):.2f}",
    }
    for name in _COUNTS:
        result[name] = f"{statistics.fmean(getattr(m.counts, name) for m in measured):.1f}"
    return result


def _one_decimal(value: float | None) -> str:
    return "" if value is None else f"{value:.1f}"


def main(arguments: list[str] | None = None) -> int:
    """Run the command."""
    parser = argparse.ArgumentParser(description="Measure ns-2 on scenarios beyond the stored reference.")
    parser.add_argument("--only", help="only rows whose name contains this text")
    parser.add_argument("--seeds", type=int, default=5, help="seeds 1 to N (default 5)")
    parser.add_argument("--duration", type=float, help="simulated seconds, instead of each row's default")
    parser.add_argument("--output", type=Path, default=HERE / "reference" / "ns2-extra.csv")
    options = parser.parse_args(arguments)
    missing = Ns2().missing()
    if missing:
        print(f"measure_ns2: {missing}", file=sys.stderr)
        return 1
    chosen = [case for case in ROWS if options.only is None or options.only in case.name]
    if not chosen or options.seeds < 1 or (options.duration is not None and options.duration <= 0):
        print("measure_ns2: nothing to measure", file=sys.stderr)
        return 2
    if options.duration is not None:
        chosen = [case.lasting(options.duration) for case in chosen]
    options.output.parent.mkdir(parents=True, exist_ok=True)
    with options.output.open("w", newline="", encoding="utf-8") as file:
        writer = csv.DictWriter(file, COLUMNS, lineterminator="\n")
        writer.writeheader()
        for case in chosen:
            try:
                line = row(case, [measure(case, seed) for seed in range(1, options.seeds + 1)])
            except SimulatorError as error:
                print(f"measure_ns2: {case.name}: {error}", file=sys.stderr)
                return 1
            writer.writerow(line)
            file.flush()
            print(f"{case.name}: {line['goodput_kbps_mean']} ± {line['goodput_kbps_ci95']} kbit/s", flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
