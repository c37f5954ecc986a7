"""A live run: the network, and the thread that relays between its interfaces and the simulation."""

from __future__ import annotations

import contextlib
import json
import os
from dataclasses import dataclass
from pathlib import Path
from threading import Event, Thread
from types import TracebackType
from typing import TYPE_CHECKING, cast

from airhop.live import requirements
from airhop.live.errors import LiveError
from airhop.live.network import Network

if TYPE_CHECKING:
    from airhop._native import Live, LiveOutput
    from airhop.live.records import DemandRecord, StatusRecord
    from airhop.records import PacketsRecord, RealTimeRecord, RunRecord
    from airhop.samples import Samples
    from airhop.scenario import Scenario

_PRIORITY = 10
"""Priority of the relay among real-time threads."""
_START_S = 5.0


@dataclass(frozen=True)
class Outcome:
    """The result of a live run."""

    record: RunRecord
    real_time: RealTimeRecord
    packets: PacketsRecord
    samples: Samples | None


class LiveRun:
    """A network that exists while the context is entered.

    with LiveRun(airhop.Scenario.builtin("chain")) as live:
        subprocess.run(["ip", "netns", "exec", live.network.namespaces[0], "ping", "-c", "3", live.addresses[7]])
    print(live.outcome.real_time)
    """

    def __init__(
        self,
        scenario: Scenario,
        *,
        seed: int = 1,
        warmup_s: float = 0.0,
        duration_s: float | None = None,
        scenario_flows: bool = False,
        series: bool = False,
        pcap_dir: Path | None = None,
    ) -> None:
        """Check the scenario and the machine; raise `ScenarioError` or `LiveError`. Create nothing yet.

        seed: of the simulation's random streams. warmup_s: excluded from all means. duration_s: end after this time.
        scenario_flows: report the scenario's flows, identified by their ports. pcap_dir: for captures.
        """
        self._live = _native_live(scenario, seed, warmup_s, duration_s, scenario_flows, series, pcap_dir)
        self.scenario = scenario
        self.addresses: list[str] = self._live.addresses
        self.hosts: list[str] = self._live.hosts
        """Names of the wired hosts, numbered after the radio nodes."""
        radio_nodes = len(self.addresses) - len(self.hosts)
        self.names = [f"node{number}" for number in range(radio_nodes)] + self.hosts
        self.flows = cast("list[DemandRecord]", json.loads(self._live.flows))
        self.hops: list[list[int]] = self._live.hops
        """Shortest path between each pair of radio nodes in hops, 0 without a path."""
        requirements.check()
        self.network = Network(self.addresses, self.names)
        self.is_real_time = False
        """Whether the relay has real-time priority (SCHED_FIFO)."""
        self.outcome: Outcome | None = None
        """The result, once the run is over."""
        self._error: BaseException | None = None
        self._output: LiveOutput | None = None
        self._started = Event()
        self._ended = Event()
        self._thread = Thread(target=self._relay, name="airhop relay")

    def __enter__(self) -> LiveRun:
        """Create the network and start the clock."""
        self.network.__enter__()
        self._thread.start()
        self._started.wait(_START_S)
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Stop the clock and remove the network."""
        try:
            self._finish()
        finally:
            self.network.close()
        if self._error is not None and error is None:
            raise self._error

    def status(self) -> StatusRecord:
        """Give the state of the run, at most a quarter of a second old."""
        return cast("StatusRecord", json.loads(self._live.status()))

    @property
    def is_over(self) -> bool:
        """Whether the run has ended by itself."""
        return self._ended.is_set()

    def wait(self, seconds: float) -> bool:
        """Wait for the end of the run, at most this long; tell whether it ended."""
        return self._ended.wait(seconds)

    def _relay(self) -> None:
        # The scheduling policy is per thread; 0 means this thread.
        with contextlib.suppress(OSError):
            os.sched_setscheduler(0, os.SCHED_FIFO, os.sched_param(_PRIORITY))
            self.is_real_time = True
        self._started.set()
        try:
            self._output = self._live.run(self.network.interfaces)
        except BaseException as error:
            self._error = error
        finally:
            self._ended.set()

    def _finish(self) -> None:
        self._live.stop()
        if self._thread.is_alive():
            self._thread.join()
        if self._output is None:
            return
        from airhop.samples import Samples

        packets = cast("PacketsRecord", json.loads(self._output.packets))
        packets["dropped_by_interfaces"] = self.network.dropped()
        series = self._output.output.series
        self.outcome = Outcome(
            record=cast("RunRecord", json.loads(self._output.output.json)),
            real_time=cast("RealTimeRecord", json.loads(self._output.real_time)),
            packets=packets,
            samples=None if series is None else Samples.of(series),
        )


def _native_live(
    scenario: Scenario,
    seed: int,
    warmup_s: float,
    duration_s: float | None,
    scenario_flows: bool,
    series: bool,
    pcap_dir: Path | None,
) -> Live:
    try:
        from airhop._native import Live
    except ImportError:
        requirements.check()
        msg = "this build of airhop has no live mode"
        raise LiveError(msg) from None
    folder = None if pcap_dir is None else str(pcap_dir)
    return Live(scenario._native, seed, warmup_s, duration_s, scenario_flows, series, folder)
