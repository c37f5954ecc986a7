"""Measures real programs over four live hops, separately and at the same time.

    python validation/live_applications.py          # a file of 10 MB: about eight minutes; needs root

The programs are `ping`; `curl`, which fetches a file from a web server and must receive the right checksum; an
interactive exchange like typing into a remote shell (a key of 36 bytes, its echo, a pause); and `iperf3`. Each runs
alone, then the last three at the same time. The network is `chain` at 11 Mbit/s with static routes; at 2 Mbit/s, the
file alone would take ten minutes. The exit status is 1 if something failed, or if the 99th percentile of lateness
exceeds 1 ms.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import airhop
from airhop.live import LiveRun, namespace
from airhop.live.programs import in_namespace, listening
from airhop.records import RealTimeRecord
from airhop.scenario import Setting

SETTINGS: dict[str, Setting] = {"topology.hops": 4, "radio.profile": "ns2-wavelan-11M", "routing.protocol": "static"}
_LISTENING_S = 20.0
_LONGEST_S = 1200.0
_ECHO_SERVER = """
import socket
with socket.create_server(("", 2222)) as server:
    while True:
        connection, _ = server.accept()
        connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        while data := connection.recv(64):
            connection.sendall(data)
"""
_ECHO_CLIENT = """
import socket, sys, time
with socket.create_connection((sys.argv[1], 2222)) as connection:
    connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    for _ in range(int(sys.argv[2])):
        began = time.perf_counter()
        connection.sendall(b"x" * 36)
        left = 36
        while left:
            left -= len(connection.recv(64))
        print((time.perf_counter() - began) * 1000)
        time.sleep(0.03)
"""


@dataclass(frozen=True)
class Measured:
    """Results of the programs, alone or at the same time."""

    file_s: float
    """Duration of the file transfer."""
    echo_p50_ms: float
    echo_p99_ms: float
    iperf_kbps: float
    """Received."""


@dataclass(frozen=True)
class Report:
    """All results."""

    ping: str
    """Its last line; empty without ping."""
    file_bytes: int
    alone: Measured
    together: Measured
    real_time: RealTimeRecord
    dropped_by_interfaces: int

    def text(self) -> str:
        """Format the results as lines of text."""
        lines = [f"ping: {self.ping}"]
        for name, measured in (("alone", self.alone), ("together", self.together)):
            lines.append(
                f"{name}: {self.file_bytes / 1e6:g} MB in {measured.file_s:.1f} s, checksum correct;"
                f" echo p50 {measured.echo_p50_ms:.1f} ms, p99 {measured.echo_p99_ms:.1f} ms;"
                f" iperf3 {measured.iperf_kbps:.0f} kbit/s"
            )
        late = self.real_time
        lines.append(
            f"lateness p50 {late['p50_us']:.0f} us, p99 {late['p99_us']:.0f} us, maximum {late['max_us']:.0f} us"
        )
        return "\n".join(lines)


class FailedError(RuntimeError):
    """A program failed."""


def measure(file_bytes: int, echoes: int, iperf_s: int, *, ping: bool = True) -> Report:
    """Run all programs. Raises `FailedError`, which names the program and the failure."""
    scenario = airhop.Scenario.builtin("chain")
    scenario.update(SETTINGS)
    content = os.urandom(file_bytes)
    with tempfile.TemporaryDirectory() as folder, LiveRun(scenario) as live:
        (Path(folder) / "file").write_bytes(content)
        client, server = live.network.namespaces[0], live.network.namespaces[-1]
        address = live.addresses[-1]
        servers = _serve(server, folder)
        reached = _finish(_begin(client, ["ping", "-q", "-c", "10", "-i", "0.2", address])) if ping else ""
        programs = {
            "file": ["curl", "-sS", "-w", "%{time_total}", "-o", f"{folder}/got", f"http://{address}:8000/file"],
            "echo": [sys.executable, "-c", _ECHO_CLIENT, address, str(echoes)],
            "iperf": ["iperf3", "-c", address, "-t", str(iperf_s), "-J"],
        }
        got = Path(folder) / "got"
        alone = {name: _finish(_begin(client, program)) for name, program in programs.items()}
        _check(got, content)
        started = {name: _begin(client, program) for name, program in programs.items()}
        together = {name: _finish(process) for name, process in started.items()}
        _check(got, content)
    # They ended with the network.
    for process in servers:
        process.wait()
    if live.outcome is None:
        raise FailedError("the run has no outcome")
    return Report(
        ping=reached.strip().splitlines()[-1] if reached else "",
        file_bytes=file_bytes,
        alone=_measured(alone),
        together=_measured(together),
        real_time=live.outcome.real_time,
        dropped_by_interfaces=live.outcome.packets.get("dropped_by_interfaces", 0),
    )


def _serve(node: str, folder: str) -> list[subprocess.Popen[bytes]]:
    programs = [
        [sys.executable, "-m", "http.server", "8000", "--directory", folder],
        [sys.executable, "-c", _ECHO_SERVER],
        ["iperf3", "-s"],
    ]
    servers = [
        subprocess.Popen(in_namespace(node, program), stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        for program in programs
    ]
    deadline = time.monotonic() + _LISTENING_S
    while namespace.inside(node, listening) < len(servers):
        if time.monotonic() > deadline:
            raise FailedError("the servers do not listen")
        time.sleep(0.05)
    return servers


def _begin(node: str, program: Sequence[str]) -> subprocess.Popen[str]:
    return subprocess.Popen(in_namespace(node, program), stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)


def _finish(process: subprocess.Popen[str]) -> str:
    out, err = process.communicate(timeout=_LONGEST_S)
    if process.returncode != 0:
        raise FailedError(f"{process.args!r} ended with {process.returncode}: {err or out}")
    return out


def _check(path: Path, content: bytes) -> None:
    if hashlib.sha256(path.read_bytes()).digest() != hashlib.sha256(content).digest():
        raise FailedError("the file is not the one that was sent")
    path.unlink()


def _measured(outputs: dict[str, str]) -> Measured:
    times = sorted(float(word) for word in outputs["echo"].split())
    return Measured(
        file_s=float(outputs["file"]),
        echo_p50_ms=times[len(times) // 2],
        echo_p99_ms=times[int(0.99 * len(times))],
        iperf_kbps=json.loads(outputs["iperf"])["end"]["sum_received"]["bits_per_second"] / 1000,
    )


def main() -> int:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--megabytes", type=float, default=10.0)
    parser.add_argument("--echoes", type=int, default=1000)
    parser.add_argument("--iperf", type=int, default=60, metavar="S")
    options = parser.parse_args()
    try:
        report = measure(round(options.megabytes * 1e6), options.echoes, options.iperf)
    except FailedError as error:
        print(error, file=sys.stderr)
        return 1
    print(report.text())
    return 0 if report.real_time["good"] else 1


if __name__ == "__main__":
    sys.exit(main())
