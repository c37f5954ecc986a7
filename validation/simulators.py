"""Starts each simulator and reads its result."""

from __future__ import annotations

import importlib.util
import json
import os
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Protocol

from cases import Case
from layouts import Layout
from ns3.build import Ns3MissingError, ensure_built
from runs import Run

HERE = Path(__file__).resolve().parent
NS2_SCENARIO = HERE / "ns2" / "scenario.tcl"
AIRHOP_RUN = HERE / "airhop_run.py"


class SimulatorError(RuntimeError):
    """A simulator failed; the message contains its last output."""


@dataclass(frozen=True)
class Finished:
    """A process that exited with status 0."""

    output: str
    processor_s: float
    wall_s: float


def execute(command: Sequence[str], environment: Mapping[str, str] | None = None) -> Finished:
    """Run a command and measure the processor time of it and its children.

    Raises SimulatorError if it cannot be started or its exit status is not 0.
    """
    with tempfile.TemporaryFile() as output, tempfile.TemporaryFile() as errors:
        began = time.perf_counter()
        try:
            process = subprocess.Popen(command, stdout=output, stderr=errors, env=environment)
        except OSError as error:
            raise SimulatorError(f"cannot start {command[0]}: {error.strerror}") from error
        try:
            _, status, usage = os.wait4(process.pid, 0)
        except BaseException:
            process.kill()
            process.wait()
            raise
        process.returncode = os.waitstatus_to_exitcode(status)
        wall_s = time.perf_counter() - began
        if process.returncode != 0:
            errors.seek(0)
            said = errors.read().decode(errors="replace").strip()[-2000:]
            raise SimulatorError(f"{' '.join(command)}: exit status {process.returncode}: {said}")
        output.seek(0)
        text = output.read().decode(errors="replace")
    return Finished(text, usage.ru_utime + usage.ru_stime, wall_s)


def json_line(text: str) -> dict[str, Any]:
    """Find the first line of JSON in the output of a simulator, which may contain other lines."""
    for line in text.splitlines():
        if line.startswith("{"):
            result: dict[str, Any] = json.loads(line)
            return result
    raise SimulatorError(f"no result in the output of the simulator: {text.strip()[-500:]!r}")


class Simulator(Protocol):
    """Interface of a simulator for the comparison."""

    name: str

    def missing(self) -> str | None:
        """Return why it cannot run here and how to install it; None if it can."""

    def can_run(self, case: Case) -> bool:
        """Return whether it supports the case."""

    def run(self, case: Case, seed: int, layout: Layout | None) -> Run:
        """Perform one run. Raises SimulatorError."""


@contextmanager
def _layout_file(layout: Layout | None) -> Iterator[Path | None]:
    if layout is None:
        yield None
        return
    with tempfile.TemporaryDirectory(prefix="airhop-peers-") as folder:
        yield layout.write(Path(folder) / "layout.txt")


class Ns2:
    """ns-2 2.35, the stock binary `ns`."""

    name = "ns-2"

    def missing(self) -> str | None:
        """Return why ns-2 cannot run here; None if it can."""
        if shutil.which("ns") is None:
            return "ns-2 is not installed: `apt-get install ns2` on Debian or Ubuntu"
        return None

    def can_run(self, _case: Case) -> bool:
        """Run every case."""
        return True

    def run(self, case: Case, seed: int, layout: Layout | None, extra: Sequence[str] = ()) -> Run:
        """Perform one run; `extra` are additional options of `scenario.tcl`."""
        with _layout_file(layout) as path:
            options = case.ns2_options(seed, None if path is None else str(path))
            finished = execute(["ns", str(NS2_SCENARIO), *options, *extra])
        result = json_line(finished.output)
        udp = case.transport == "udp-paced"
        flows = result["flows"]
        return Run(
            simulator=self.name,
            seed=seed,
            goodput_kbps=result["goodput_kbps"],
            flows_kbps=tuple(flow["goodput_kbps"] for flow in flows),
            retransmissions=None if udp else sum(flow["retransmissions"] for flow in flows),
            timeouts=None if udp else sum(flow["timeouts"] for flow in flows),
            simulated_s=result["simulated_s"],
            run_s=result["cpu_s"],
            process_s=finished.processor_s,
        )


class Ns3:
    """ns-3 3.44 from the Python package `ns3`; a C++ program is built against its libraries."""

    name = "ns-3"

    def __init__(self, package: Path | None = None) -> None:
        """Use the package installed in the folder `package`; by default, search for it."""
        self._package = package
        self._program: Path | None = None

    def missing(self) -> str | None:
        """Return why ns-3 cannot run here; None if it can."""
        try:
            self._program = ensure_built(self._package)
        except Ns3MissingError as error:
            return str(error)
        return None

    def can_run(self, case: Case) -> bool:
        """Support NewReno over AODV or static routes, without frame errors."""
        return case.transport == "newreno" and case.routing in {"aodv", "static"} and not case.packet_error

    def run(self, case: Case, seed: int, layout: Layout | None) -> Run:
        """Perform one run; ns-3 always needs the positions."""
        if self._program is None:
            self._program = ensure_built(self._package)
        if layout is None:
            raise SimulatorError("ns-3 needs the positions of the nodes")
        with _layout_file(layout) as path:
            finished = execute(
                [
                    str(self._program),
                    f"--layout={path}",
                    f"--routing={case.routing}",
                    f"--mode=DsssRate{case.data_rate_mbps}Mbps",
                    f"--seed={seed}",
                    f"--window={case.window_packets}",
                    f"--ack-every={2 if case.delayed_ack else 1}",
                    f"--duration={case.duration_s}",
                    f"--warmup={case.warmup_s}",
                ]
            )
        result = json_line(finished.output)
        return Run(
            simulator=self.name,
            seed=seed,
            goodput_kbps=result["goodput_kbps"],
            flows_kbps=tuple(flow["goodput_kbps"] for flow in result["flows"]),
            retransmissions=None,
            timeouts=sum(flow["timeouts"] for flow in result["flows"]),
            simulated_s=result["simulated_s"],
            run_s=result["cpu_s"],
            process_s=finished.processor_s,
        )


class Airhop:
    """airhop in the Python that runs this program, with one job at a time, so that a run uses one core."""

    name = "airhop"

    def missing(self) -> str | None:
        """Return why airhop cannot run here; None if it can."""
        if importlib.util.find_spec("airhop") is None:
            return "airhop is not installed: run `make build` or `pip install .`, and use the Python that has it"
        return None

    def can_run(self, _case: Case) -> bool:
        """Run every case."""
        return True

    def run(self, case: Case, seed: int, _layout: Layout | None) -> Run:
        """Perform one run. airhop draws the layout itself from the seed."""
        keywords = json.dumps(case.airhop_keywords(seed))
        finished = execute([sys.executable, str(AIRHOP_RUN), keywords])
        return read_airhop(json_line(finished.output), finished.processor_s, case.goodput_factor)


def read_airhop(result: Mapping[str, Any], process_s: float, goodput_factor: float = 1.0) -> Run:
    """Read the single run from the JSON of airhop's result, to which `airhop_run.py` added the processor time."""
    (run,) = result["runs"]
    flows = run["flows"]
    return Run(
        simulator=Airhop.name,
        seed=run["seed"],
        goodput_kbps=goodput_factor * run["aggregate_goodput_kbps"],
        flows_kbps=tuple(goodput_factor * flow["goodput_kbps"] for flow in flows),
        retransmissions=sum(flow["retransmissions"] for flow in flows),
        timeouts=sum(flow["timeouts"] for flow in flows),
        simulated_s=result["duration_s"],
        run_s=result["cpu_s"],
        process_s=process_s,
    )
