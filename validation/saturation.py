"""Compares airhop's DCF with the theory of saturation throughput; tolerance 2 %.

    python validation/saturation.py            # n = 2..50, with and without RTS/CTS, 2 and 11 Mbit/s

The scenario is `saturation`: stations on a circle around a receiver, each with more UDP to send than the channel can
carry, profile `standard`. The theory includes neither capture nor distance, so reception is by threshold without
capture: all frames of a collision are lost at all stations, and all wait for EIFS after it. The model,
`Model.FREEZING` of `bianchi.py`, is computed from the parameters that the run reports. The table also shows Bianchi's
original model of 2000 and a simulation of the rules alone (`slotted_cell.py`). The exit status is 1 if a row differs
from the model by more than 2 %.
"""

from __future__ import annotations

import argparse
import json
import shutil
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from bianchi import Cell, Model, saturation
from report import table
from runs import Estimate, estimate
from simulators import SimulatorError, execute
from slotted_cell import simulate

STATIONS = (2, 5, 10, 20, 50)
TOLERANCE = 0.02
_IP_AND_UDP_BYTES = 28
_NEVER_BYTES = 4_294_967_295
_RULES_FRAMES = 20_000


@dataclass(frozen=True)
class Point:
    """One cell to be simulated."""

    stations: int
    rts: bool
    data_rate_mbps: int

    def arguments(self, seeds: int, duration_s: float, reception: str) -> list[str]:
        """Give the arguments of `airhop run`."""
        settings: dict[str, object] = {
            "topology.stations": self.stations,
            "mac.rts_threshold_bytes": 0 if self.rts else _NEVER_BYTES,
            "radio.reception": reception,
        }
        if reception == "threshold":
            # The profile's decode threshold is a sensitivity for SINR reception, below the carrier-sense threshold.
            settings |= {"radio.capture_db": 100, "radio.decode_threshold_w": 1e-11}
        arguments = ["saturation", "--radio", "standard" if self.data_rate_mbps == 2 else "standard-11M"]
        for key, value in settings.items():
            arguments += ["--set", f"{key}={value}"]
        arguments += ["--seeds", str(seeds), "--duration", f"{duration_s:g}", "--warmup", f"{duration_s / 10:g}"]
        return [*arguments, "--json", "-", "--quiet"]


@dataclass(frozen=True)
class Measured:
    """Simulated and theoretical throughput of a cell, in Mbit/s of payload."""

    point: Point
    cell: Cell
    airhop: Estimate
    model: float
    bianchi: float
    rules: float

    @property
    def difference(self) -> float:
        """Relative difference from the model."""
        return self.airhop.mean / self.model - 1

    @property
    def holds(self) -> bool:
        """Whether it is within the tolerance."""
        return abs(self.difference) <= TOLERANCE


def cell_of(parameters: Mapping[str, Any]) -> Cell:
    """Read the cell out of the parameters that a run reports.

    Raises ValueError if the MAC is not the standard's, which the models do not cover.
    """
    radio, mac = parameters["radio"], parameters["mac"]
    if not mac["backoff_includes_cw"] or mac["eifs_by_nav"]:
        raise ValueError(
            "the models require the standard's backoff and EIFS: mac.backoff_includes_cw on, mac.eifs_by_nav off"
        )
    payload = parameters["traffic"]["packet_bytes"]
    overhead = _IP_AND_UDP_BYTES + mac["header_bytes"]
    return Cell(
        data_rate_mbps=radio["data_rate_kbps"] / 1000,
        control_rate_mbps=radio["basic_rate_kbps"] / 1000,
        rts=payload + overhead >= mac["rts_threshold_bytes"],
        payload_bytes=payload,
        overhead_bytes=overhead,
        slot_us=mac["slot_us"],
        sifs_us=mac["sifs_us"],
        plcp_us=radio["plcp_us"],
        cw_min=mac["cw_min"],
        cw_max=mac["cw_max"],
        attempts=mac["short_retry_limit"],
    )


def airhop_command() -> str:
    """Return the command airhop of this Python's environment, otherwise the one on the path."""
    beside = Path(sys.executable).with_name("airhop")
    return str(beside) if beside.exists() else "airhop"


def measure(program: str, point: Point, seeds: int, duration_s: float, reception: str) -> Measured:
    """Simulate a cell and compute the theoretical values. Raises SimulatorError or ValueError."""
    finished = execute([program, "run", *point.arguments(seeds, duration_s, reception)])
    result = json.loads(finished.output)
    cell = cell_of(result["parameters"])
    margin_us = 2 * result["parameters"]["mac"]["max_propagation_us"]
    return Measured(
        point=point,
        cell=cell,
        airhop=estimate([run["aggregate_goodput_kbps"] / 1000 for run in result["runs"]]),
        model=saturation(cell, point.stations).throughput_mbps,
        bianchi=saturation(cell, point.stations, Model.BIANCHI).throughput_mbps,
        rules=simulate(cell, point.stations, _RULES_FRAMES, timeout_margin_us=margin_us),
    )


def print_measured(rows: Sequence[Measured]) -> None:
    """Print the comparison."""
    header = ["stations", "RTS", "data", "control", "airhop", "model", "difference", "", "Bianchi 2000", "rules alone"]
    body = [
        [
            str(row.point.stations),
            "on" if row.cell.rts else "off",
            f"{row.cell.data_rate_mbps:g}",
            f"{row.cell.control_rate_mbps:g}",
            f"{row.airhop.mean:.4f} ± {row.airhop.ci95:.4f}",
            f"{row.model:.4f}",
            f"{row.difference:+.2%}",
            "within" if row.holds else "OUTSIDE",
            f"{row.bianchi:.4f}",
            f"{row.rules:.4f}",
        ]
        for row in rows
    ]
    print("Saturation throughput of one cell, Mbit/s of payload")
    print("\n".join(table(header, body)))
    print(f"{sum(row.holds for row in rows)} of {len(rows)} cells within {TOLERANCE:.0%} of the model")


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command."""
    parser = argparse.ArgumentParser(description="Compare airhop's DCF with the theory of saturation throughput.")
    parser.add_argument("--airhop", help="path of the command airhop (default: that of this Python's environment)")
    parser.add_argument("--seeds", type=int, default=3, help="seeds per cell (default 3)")
    parser.add_argument("--duration", type=float, default=60.0, help="simulated seconds (default 60)")
    parser.add_argument("--stations", type=int, nargs="+", default=list(STATIONS), help="numbers of stations")
    parser.add_argument("--reception", choices=["threshold", "sinr"], default="threshold")
    parser.add_argument("--output", type=Path, help="folder for saturation.json")
    options = parser.parse_args(arguments)
    if options.seeds < 1 or options.duration <= 0 or min(options.stations) < 1:
        parser.error("--seeds, --duration and --stations must be positive")
    program = options.airhop or airhop_command()
    if shutil.which(program) is None:
        print("saturation: airhop is not installed: `make build`, or `pip install .`", file=sys.stderr)
        return 2
    rows = []
    try:
        for rate in (2, 11):
            for rts in (False, True):
                for stations in options.stations:
                    point = Point(stations, rts, rate)
                    rows.append(measure(program, point, options.seeds, options.duration, options.reception))
    except (SimulatorError, ValueError, KeyError) as error:
        print(f"saturation: {error}", file=sys.stderr)
        return 1
    print_measured(rows)
    if options.output is not None:
        options.output.mkdir(parents=True, exist_ok=True)
        records = [
            {**vars(row.point), "airhop_mbps": row.airhop.mean, "ci95_mbps": row.airhop.ci95, "model_mbps": row.model}
            for row in rows
        ]
        (options.output / "saturation.json").write_text(json.dumps(records, indent=1) + "\n", encoding="utf-8")
    return 0 if all(row.holds for row in rows) else 1


if __name__ == "__main__":
    sys.exit(main())
