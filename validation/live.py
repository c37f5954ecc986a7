"""Compares the kernel's TCP over live networks with the simulator's on the same scenarios.

    python validation/live.py                       # table in out/live.md, all numbers in out/live.json; needs root
    python validation/live.py --only chain-4 --jobs 1

The scenarios are chains of 1, 2, 4 and 7 hops, `cross` and `parallel`, each run for 60 s of which the first 10 s are
excluded. Live runs use the kernel's Reno, CUBIC and BBR, and TCP-AP if `airhop kernel load tcp-ap` has loaded it.
Simulations use NewReno, CUBIC and TCP-AP with five seeds. Each live run is a single run; no two are identical. Its row
shows the ratio of its goodput to that of the simulated counterpart, the lateness of packets and, for paced transports,
the gaps between segments at the source divided by the gaps that the current rate requires.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Mapping
from concurrent.futures import ProcessPoolExecutor
from dataclasses import asdict, dataclass, field
from functools import partial
from multiprocessing import get_context
from pathlib import Path

import airhop
from airhop.live import LiveError, LiveRun, congestion, namespace
from airhop.live.scheme import Paths
from airhop.live.traffic import SocketOptions, Traffic

from live_pacing import Pacing, Watch

WARMUP_S = 10.0
SEEDS = 5
CASES: Mapping[str, tuple[str, int]] = {
    "chain-1": ("chain", 1),
    "chain-2": ("chain", 2),
    "chain-4": ("chain", 4),
    "chain-7": ("chain", 7),
    "cross": ("cross", 4),
    "parallel": ("parallel", 4),
}
COUNTERPARTS = {"kernel:reno": "newreno", "kernel:cubic": "cubic", "kernel:bbr": None, "kernel:tcp-ap": "tcp-ap"}
QUICKACK = ", quickack"
"""Suffix of a transport whose receivers acknowledge every segment immediately, as in the simulator."""
TRANSPORTS = [*COUNTERPARTS, f"kernel:tcp-ap{QUICKACK}"]

AIRHOPS_OWN = ("kernel:tcp-ap", "kernel:cwl")


@dataclass(frozen=True)
class Row:
    """One live run."""

    case: str
    transport: str
    goodput_kbps: float
    flows_kbps: list[float]
    jain: float
    retransmissions: int
    timeouts: int
    rtt_ms: float
    lateness_p99_us: float
    good: bool
    pacing: Pacing | None


@dataclass(frozen=True)
class Simulated:
    """The simulator's counterpart, over seeds."""

    goodput_kbps: float
    low_kbps: float
    high_kbps: float
    jain: float


@dataclass(frozen=True)
class Variant:
    """Settings of a live run that differ from the system's defaults."""

    sysctls: tuple[tuple[str, str], ...] = ()
    route: str = ""
    """Attributes of the route into the network in the syntax of `ip route`: `initcwnd 2`."""
    options: SocketOptions = field(default_factory=SocketOptions)


def scenario_of(case: str, transport: str, settings: Mapping[str, str] | None = None) -> airhop.Scenario:
    """Make the scenario of a case."""
    name, hops = CASES[case]
    scenario = airhop.Scenario.builtin(name)
    scenario.set("topology.hops", hops)
    scenario.set("transport.name", transport)
    for key, value in (settings or {}).items():
        scenario.set_text(key, value)
    return scenario


def measure(case: str, transport: str, duration_s: float, variant: Variant | None = None, seed: int = 1) -> Row:
    """Perform one live run."""
    label = transport
    transport = transport.removesuffix(QUICKACK)
    variant = variant or Variant(route="quickack 1" if label.endswith(QUICKACK) else "")
    paths = Paths()
    scenario = scenario_of(case, transport)
    try:
        with LiveRun(scenario, seed=seed, warmup_s=WARMUP_S, duration_s=duration_s, scenario_flows=True) as live:
            paths.tell(live, [transport])
            for name, address in zip(live.network.namespaces, live.addresses, strict=True):
                _apply(name, address, variant)
            traffic = Traffic(live.flows, live.network.namespaces, live.addresses, variant.options)
            watch = Watch(traffic.flows[0], live.network.namespaces[live.flows[0]["src"]])
            with traffic:
                live.wait(duration_s + 5)
            pacing = watch.stop()
    finally:
        paths.forget()
    outcome = live.outcome
    if outcome is None:
        msg = f"{case}, {transport}: the run did not end"
        raise RuntimeError(msg)
    flows = outcome.record["flows"]
    paces = transport in ("kernel:bbr", "kernel:tcp-ap")
    return Row(
        case=case,
        transport=label,
        goodput_kbps=round(outcome.record["aggregate_goodput_kbps"], 1),
        flows_kbps=[round(flow["goodput_kbps"], 1) for flow in flows],
        jain=round(outcome.record["jain"], 3),
        retransmissions=sum(flow["retransmissions"] for flow in flows),
        timeouts=sum(flow["timeouts"] for flow in flows),
        rtt_ms=round(sum(flow["rtt_ms"]["mean"] for flow in flows) / len(flows), 1),
        lateness_p99_us=round(outcome.real_time["p99_us"], 1),
        good=outcome.real_time["good"],
        pacing=pacing if paces else None,
    )


def _apply(name: str, address: str, variant: Variant) -> None:
    for key, value in variant.sysctls:
        path = Path("/proc/sys") / key.replace(".", "/")
        namespace.inside(name, partial(path.write_text, value, encoding="ascii"))
    if variant.route:
        namespace.ip(
            "-n", name, "route", "replace", "10.0.0.0/8", "dev", "air0", "src", address, *variant.route.split()
        )


def simulate(case: str, transport: str, duration_s: float, settings: Mapping[str, str] | None = None) -> Simulated:
    """Simulate the counterpart."""
    result = airhop.run(
        scenario_of(case, transport, settings), duration=duration_s, warmup=WARMUP_S, seeds=SEEDS, jobs=1
    )
    goodputs = [run["aggregate_goodput_kbps"] for run in result.run_records]
    return Simulated(
        goodput_kbps=round(sum(goodputs) / len(goodputs), 1),
        low_kbps=round(min(goodputs), 1),
        high_kbps=round(max(goodputs), 1),
        jain=round(sum(run["jain"] for run in result.run_records) / len(goodputs), 3),
    )


def table(rows: list[Row], simulated: Mapping[tuple[str, str], Simulated]) -> str:
    """Format the comparison as a Markdown table."""
    lines = [
        "| scenario | transport | kbit/s | Jain | retransmissions, timeouts | RTT, ms | simulator, kbit/s (min, max)"
        " | Jain | ratio | normalised gap: p5, p50, p95 | lateness p99, us |",
        "|---|---|---|---|---|---|---|---|---|---|---|",
    ]
    for row in rows:
        name = COUNTERPARTS[row.transport.removesuffix(QUICKACK)]
        peer = simulated.get((row.case, name)) if name is not None else None
        beside = " |  | "
        if peer is not None:
            ratio = row.goodput_kbps / max(peer.goodput_kbps, 0.1)
            beside = f"`{name}` {peer.goodput_kbps:.0f} ({peer.low_kbps:.0f}, {peer.high_kbps:.0f})"
            beside += f" | {peer.jain:.2f} | {ratio:.2f}"
        pacing = row.pacing
        gaps = "" if pacing is None else f"{pacing.p5:.2f}, {pacing.p50:.2f}, {pacing.p95:.2f}"
        late = f"{row.lateness_p99_us:.0f}" + ("" if row.good else " (not good)")
        lines.append(
            f"| {row.case} | {row.transport} | {row.goodput_kbps:.0f} | {row.jain:.2f}"
            f" | {row.retransmissions}, {row.timeouts} | {row.rtt_ms:.0f} | {beside} | {gaps} | {late} |"
        )
    return "\n".join(lines) + "\n"


def main() -> int:
    """Measure, simulate, and write the table."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--duration", type=float, default=60.0, help="seconds per run")
    parser.add_argument("--only", action="append", choices=list(CASES), help="run only this case; repeatable")
    parser.add_argument("--transport", action="append", choices=TRANSPORTS, help="run only this transport; repeatable")
    parser.add_argument("--jobs", type=int, default=2, help="number of simultaneous live runs")
    parser.add_argument("--output", type=Path, default=Path("out"))
    options = parser.parse_args()
    transports = []
    for transport in options.transport or TRANSPORTS:
        try:
            congestion.check(transport.removesuffix(QUICKACK))
            transports.append(transport)
        except LiveError as error:
            print(f"skipped: {error}", file=sys.stderr)
    cases = options.only or list(CASES)
    wanted = [(case, transport) for case in cases for transport in transports]
    context = get_context("spawn")
    # The paths of airhop's schemes are keyed by addresses, which all live networks share: run these one at a time.
    with ProcessPoolExecutor(options.jobs, context) as pool, ProcessPoolExecutor(1, context) as single:
        running = [
            (single if transport.removesuffix(QUICKACK) in AIRHOPS_OWN else pool).submit(
                measure, case, transport, options.duration
            )
            for case, transport in wanted
        ]
        rows = [run.result() for run in running]
    peers = [COUNTERPARTS[transport.removesuffix(QUICKACK)] for transport in transports]
    names = dict.fromkeys(name for name in peers if name is not None)
    simulated = {(case, name): simulate(case, name, options.duration) for case in cases for name in names}
    options.output.mkdir(parents=True, exist_ok=True)
    record = {
        "duration_s": options.duration,
        "warmup_s": WARMUP_S,
        "live": [asdict(row) for row in rows],
        "simulated": [{"case": case, "transport": name, **asdict(s)} for (case, name), s in simulated.items()],
    }
    (options.output / "live.json").write_text(json.dumps(record, indent=2) + "\n", encoding="utf-8")
    text = table(rows, simulated)
    (options.output / "live.md").write_text(text, encoding="utf-8")
    print(text)
    return 0 if all(row.good for row in rows) else 1


if __name__ == "__main__":
    sys.exit(main())
