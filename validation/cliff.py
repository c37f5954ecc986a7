"""Measures goodput over hops for each kind of local repair, and in ns-2: the cause of AODV's cliff at 7 hops.

    python validation/cliff.py                           # writes out/cliff.csv and out/cliff.png, prints the table

One NewReno flow runs over chains: in airhop over AODV with ns-2's local repair, with that of RFC 3561 and without
repair, and over static routes; in ns-2, if installed, over its AODV and its DSDV. All other settings are the same.
"""

from __future__ import annotations

import argparse
import csv
import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from matplotlib.figure import Figure

from cases import Case
from runs import Estimate, estimate
from simulators import Airhop, Ns2, Simulator, SimulatorError

MAX_HOPS = 12
#: Time that ns-2's DSDV needs to converge on long chains, s. Static routes get the same time for comparison.
DSDV_SETTLES_S = 150.0


@dataclass(frozen=True)
class Curve:
    """One line of the figure: a simulator and its routing."""

    key: str
    """Name in the CSV file."""
    label: str
    simulator: str
    routing: str
    local_repair: str | None = None
    """airhop's `routing.aodv.local_repair`; None if it does not apply."""
    color: str = "black"
    marker: str = "o"

    def case(self, hops: int, duration_s: float) -> Case:
        """Give the case of one point."""
        case = Case("chain", routing=self.routing, hops=hops, local_repair=self.local_repair)
        if self.routing == "static":
            case = replace(case, warmup_s=DSDV_SETTLES_S)
        return case.lasting(duration_s)


CURVES: tuple[Curve, ...] = (
    Curve("airhop-static", "static routes", Airhop.name, "static", color="#009E73", marker="^"),
    Curve("airhop-aodv-rfc3561", "AODV, local repair of RFC 3561", Airhop.name, "aodv", "rfc3561", "#0072B2", "s"),
    Curve("airhop-aodv-off", "AODV without local repair", Airhop.name, "aodv", "off", "#E69F00", "D"),
    Curve("airhop-aodv-ns2", "AODV, ns-2's local repair", Airhop.name, "aodv", "ns2", "#D55E00", "o"),
    Curve("ns2-dsdv", "ns-2, DSDV", Ns2.name, "static", color="#009E73", marker="^"),
    Curve("ns2-aodv", "ns-2, AODV", Ns2.name, "aodv", color="#D55E00", marker="o"),
)

Points = dict[str, dict[int, Estimate]]
"""Goodput in kbit/s by curve and hops."""


def measure(
    curves: Sequence[Curve], hops: Sequence[int], seeds: int, duration_s: float, progress: Callable[[str], None]
) -> Points:
    """Run everything. Raises SimulatorError."""
    simulators: dict[str, Simulator] = {Airhop.name: Airhop(), Ns2.name: Ns2()}
    points: Points = {curve.key: {} for curve in curves}
    for number in hops:
        progress(f"{number} hops")
        for curve in curves:
            case = curve.case(number, duration_s)
            runs = [simulators[curve.simulator].run(case, seed, None) for seed in range(1, seeds + 1)]
            points[curve.key][number] = estimate([run.goodput_kbps for run in runs])
    return points


def write_csv(points: Points, seeds: int, path: Path) -> None:
    """Write one line per point."""
    with path.open("w", newline="", encoding="utf-8") as file:
        writer = csv.writer(file, lineterminator="\n")
        writer.writerow(["curve", "hops", "seeds", "goodput_kbps_mean", "goodput_kbps_ci95"])
        for key, by_hops in points.items():
            for hops, goodput in by_hops.items():
                writer.writerow([key, hops, seeds, f"{goodput.mean:.2f}", f"{goodput.ci95:.2f}"])


def markdown(points: Points, curves: Sequence[Curve]) -> str:
    """Format the points as a Markdown table, one line per number of hops."""
    head = ["hops", *(curve.label for curve in curves)]
    lines = [head, ["---:"] * len(head)]
    for hops in next(iter(points.values())):
        lines.append([str(hops), *(str(points[curve.key][hops]) for curve in curves)])
    return "\n".join("| " + " | ".join(line) + " |" for line in lines)


def draw(points: Points, curves: Sequence[Curve], path: Path) -> None:
    """Draw airhop as lines and ns-2 as open marks of the same colours, with 95 % intervals."""
    figure = Figure(figsize=(7.2, 4.4), layout="constrained")
    axes = figure.add_subplot()
    for curve in curves:
        by_hops = points[curve.key]
        peer = curve.simulator != Airhop.name
        # Shift one of them, so that intervals of equal means remain visible.
        shift = 0.14 if peer else 0.0
        axes.errorbar(
            [hops + shift for hops in by_hops],
            [goodput.mean for goodput in by_hops.values()],
            yerr=[goodput.ci95 for goodput in by_hops.values()],
            label=curve.label,
            color=curve.color,
            marker=curve.marker,
            markersize=7 if peer else 5,
            markerfacecolor="white" if peer else curve.color,
            linestyle="none" if peer else "-",
            linewidth=1.4,
            capsize=2.5,
        )
    axes.set_yscale("log")
    ticks = [50, 100, 200, 500, 1000]
    axes.set_yticks(ticks, [str(tick) for tick in ticks])
    axes.set_yticks([], minor=True)
    axes.set_xticks(sorted(next(iter(points.values()))))
    axes.set_xlabel("hops")
    axes.set_ylabel("goodput, kbit/s")
    axes.set_title("One NewReno flow over a chain, 802.11 at 2 Mbit/s", fontsize=11)
    axes.grid(visible=True, alpha=0.3)
    axes.spines[["top", "right"]].set_visible(False)
    axes.legend(frameon=False, fontsize=9)
    figure.savefig(path, dpi=150)


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command."""
    parser = argparse.ArgumentParser(
        description="Measure the goodput of a chain over the number of hops for each kind of local repair."
    )
    parser.add_argument("--hops", type=int, default=MAX_HOPS, help=f"longest chain (default {MAX_HOPS})")
    parser.add_argument("--seeds", type=int, default=10, help="seeds per point (default 10)")
    parser.add_argument(
        "--duration",
        type=float,
        default=300.0,
        help="simulated seconds; with static routes, after the warm-up (default 300)",
    )
    parser.add_argument("--no-ns2", action="store_false", dest="ns2", help="run only airhop")
    parser.add_argument("--output", type=Path, default=Path("out"), help="folder for cliff.csv and cliff.png")
    options = parser.parse_args(arguments)
    if options.hops < 1 or options.seeds < 1 or options.duration <= 0:
        parser.error("--hops, --seeds and --duration must be positive")
    curves = list(CURVES)
    absent = Airhop().missing()
    if absent is not None:
        print(f"cliff: {absent}", file=sys.stderr)
        return 2
    missing = Ns2().missing() if options.ns2 else "ns-2 is skipped"
    if missing is not None:
        print(f"cliff: {missing}", file=sys.stderr)
        curves = [curve for curve in curves if curve.simulator != Ns2.name]
    try:
        options.output.mkdir(parents=True, exist_ok=True)
        points = measure(
            curves,
            range(1, options.hops + 1),
            options.seeds,
            options.duration,
            progress=lambda step: print(f"cliff: {step}", file=sys.stderr),
        )
        write_csv(points, options.seeds, options.output / "cliff.csv")
        draw(points, curves, options.output / "cliff.png")
    except (SimulatorError, OSError) as error:
        print(f"cliff: {error}", file=sys.stderr)
        return 1
    print(f"Goodput in kbit/s, mean ± 95 % interval over {options.seeds} seeds\n\n{markdown(points, curves)}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
