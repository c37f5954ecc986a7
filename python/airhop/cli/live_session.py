"""One run of `airhop live`, from the request to the exit status."""

from __future__ import annotations

import contextlib
import signal
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from types import FrameType

from rich.console import Console
from rich.live import Live as LiveDisplay

from airhop import keys
from airhop.cli import live_view
from airhop.cli.console import notes_console, results_console
from airhop.live import LiveError, LiveRun, congestion
from airhop.live.namespace import inside
from airhop.live.network import Network
from airhop.live.placeholders import Places
from airhop.live.programs import Command, Server, listening
from airhop.live.scheme import Paths
from airhop.live.summary import result_of
from airhop.live.traffic import Traffic
from airhop.result import Result
from airhop.scenario import Scenario

EXIT_NOT_REAL_TIME = 1
_POLL_S = 0.05
_REFRESH_S = 0.5
_SIGNALS = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)


@dataclass(frozen=True)
class Request:
    """What the command requests."""

    scenario: Scenario
    command: list[str]
    at: str | None
    servers: list[str]
    traffic: bool
    transport: str | None
    quickack: bool
    seed: int
    duration_s: float | None
    warmup_s: float | None
    series: bool
    pcap_dir: Path | None
    quiet: bool


class Session:
    """A live run with its servers, traffic and command."""

    def __init__(self, request: Request) -> None:
        """Check the request and the machine; create nothing yet."""
        self.result: Result | None = None
        self._request = request
        self._stopped = False
        scenario = request.scenario
        if request.transport is not None:
            if not congestion.is_kernel(request.transport):
                msg = (
                    f"--transport {request.transport}: a live run uses the kernel's transports, as in kernel:cubic;"
                    " the simulator's transports are for `airhop run`"
                )
                raise LiveError(msg)
            scenario.set(keys.TRANSPORT, request.transport)
        duration_s, self._warmup_s = _times(request)
        self._live = LiveRun(
            scenario,
            seed=request.seed,
            warmup_s=self._warmup_s,
            duration_s=duration_s,
            scenario_flows=request.traffic,
            series=request.series,
            pcap_dir=request.pcap_dir,
        )
        first = self._live.flows[0]
        live = self._live
        self._places = Places(live.names, live.addresses, live.hosts, source=first["src"], destination=first["dst"])
        self._at = first["src"] if request.at is None else self._places.find("--at", request.at)
        self._servers = [self._server(text) for text in request.servers]
        self._command = [self._places.fill(word) for word in request.command]
        of_flows = [flow["transport"] for flow in self._live.flows] if request.traffic else []
        self._transports = [
            name for name in [request.transport, *of_flows] if name is not None and congestion.is_kernel(name)
        ]
        for name in self._transports:
            congestion.check(name)

    def _server(self, text: str) -> tuple[int, str]:
        node, colon, command = text.partition(":")
        if not colon or not command.strip():
            msg = f"--serve {text!r}: expected 'NODE: COMMAND', as in --serve '4: iperf3 -s'"
            raise LiveError(msg)
        return self._places.find("--serve", node), self._places.fill(command.strip())

    def run(self) -> int:
        """Run to the end, and give the exit status."""
        status = 0
        paths = Paths()
        with self._caught_signals():
            try:
                with self._live as live:
                    if self._request.transport is not None:
                        live.network.set_congestion_control(congestion.check(self._request.transport))
                    if self._request.quickack:
                        live.network.acknowledge_immediately()
                    paths.tell(live, self._transports)
                    status = self._inside(live)
            finally:
                paths.forget()
        return self._conclude(status)

    def _inside(self, live: LiveRun) -> int:
        network = live.network
        if not live.is_real_time and not self._request.quiet:
            notes_console().print(
                "no real-time priority (CAP_SYS_NICE): packets may leave late when the machine is busy"
            )
        for node, line in self._servers:
            _serve(network, node, line)
        with contextlib.ExitStack() as stack:
            if self._request.traffic:
                stack.enter_context(Traffic(live.flows, network.namespaces, live.addresses))
            if self._command:
                with Command(network.namespaces[self._at], self._command) as command:
                    while command.poll() is None and not live.is_over and not self._stopped:
                        time.sleep(_POLL_S)
                return command.end()
            self._stay(live)
        return 0

    def _stay(self, live: LiveRun) -> None:
        """Show the network until it ends or is stopped."""
        notes = notes_console()
        if not self._request.quiet:
            self._say(live, notes)
        if self._request.quiet or not notes.is_terminal:
            while not live.wait(_POLL_S) and not self._stopped:
                pass
            return
        with LiveDisplay(live_view.view(live.status()), console=notes, auto_refresh=False, transient=True) as display:
            while not live.wait(_REFRESH_S) and not self._stopped:
                display.update(live_view.view(live.status()), refresh=True)

    def _say(self, live: LiveRun, notes: Console) -> None:
        wired = f" and {len(live.hosts)} wired" if live.hosts else ""
        notes.print(
            f"{live.scenario.name}: {len(live.addresses) - len(live.hosts)} nodes{wired} are up; to enter a node:"
        )
        for line in live_view.entrances(live):
            notes.print(line)
        if not self._request.traffic:
            notes.print("Ctrl-C ends the run and removes the network, including the programs in the nodes")

    def _conclude(self, status: int) -> int:
        outcome = self._live.outcome
        if outcome is None:
            return status or EXIT_NOT_REAL_TIME
        transport = self._request.transport or (self._transports[0] if self._transports else "kernel")
        self.result = result_of(self._live, seed=self._request.seed, transport=transport, warmup_s=self._warmup_s)
        if not self._request.quiet or not outcome.real_time["good"]:
            # With a command, standard output belongs to the command.
            console = notes_console() if self._command else results_console()
            for line in live_view.summary(outcome.record, outcome.real_time, outcome.packets):
                console.print(line)
        if status == 0 and not outcome.real_time["good"]:
            return EXIT_NOT_REAL_TIME
        return status

    @contextlib.contextmanager
    def _caught_signals(self) -> Iterator[None]:
        """Let signals end the run cleanly; further signals have no effect."""

        def stop(number: int, frame: FrameType | None) -> None:  # noqa: ARG001 - what a handler is given
            self._stopped = True

        before = {number: signal.signal(number, stop) for number in _SIGNALS}
        try:
            yield
        finally:
            for number, handler in before.items():
                signal.signal(number, handler)


def _times(request: Request) -> tuple[float | None, float]:
    """Determine the duration, if any, and the warm-up."""
    scenario = request.scenario
    if request.duration_s is not None:
        scenario.set(keys.DURATION, request.duration_s)
    if request.warmup_s is not None:
        scenario.set(keys.WARMUP, request.warmup_s)
    if request.traffic:
        return scenario.number(keys.DURATION), scenario.number(keys.WARMUP)
    warmup_s = request.warmup_s or 0.0
    if request.duration_s is not None and warmup_s >= request.duration_s:
        msg = f"--warmup {warmup_s:g}: must be less than --duration {request.duration_s:g}"
        raise LiveError(msg)
    if request.warmup_s is None:
        scenario.set(keys.WARMUP, 0.0)
    return request.duration_s, warmup_s


def _serve(network: Network, node: int, command: str) -> None:
    namespace = network.namespaces[node]
    before = inside(namespace, listening)
    Server(namespace, command).await_listening(before, lambda: inside(namespace, listening))
