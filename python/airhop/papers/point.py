"""What is to be simulated: a scenario, a transport, settings, and by which method."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from airhop import keys
from airhop.scenario import Scenario

Value = bool | int | float | str | tuple["Value", ...]
Settings = tuple[tuple[str, Value], ...]
"""Keys of a scenario and their values, in the order in which they are set."""


class Method(Enum):
    """How a point is measured."""

    STEADY = "steady"
    """Until so many packets are delivered, the first batch left out; several seeds."""
    NETWORKS = "networks"
    """The same over more seeds: each seed draws its own random network."""
    TRANSIENT = "transient"
    """For the time in the point's own settings, with time series; several seeds."""
    TIMED = "timed"
    """For a fixed time, the warm-up left out; several seeds."""
    REPEATED = "repeated"
    """The same under more seeds, where runs differ much."""
    SEARCH = "search"
    """A search for the rate of paced UDP that delivers most."""


@dataclass(frozen=True, slots=True)
class Point:
    """One point of a figure: equal points are simulated once, whatever figures they stand in."""

    scenario: str
    """Name of a built-in scenario."""
    transport: str
    settings: Settings = ()
    method: Method = Method.STEADY

    def build(self, common: Settings, effort: Effort) -> Scenario:
        """Make the scenario: the paper's common settings first, the point's own last."""
        scenario = Scenario.builtin(self.scenario)
        scenario.set(keys.TRANSPORT, self.transport)
        scenario.update(dict(common))
        if self.method in (Method.STEADY, Method.NETWORKS):
            scenario.set(keys.BATCHES, effort.batches)
            steady = self.method is Method.STEADY
            scenario.set(keys.PACKETS, effort.packets if steady else effort.network_packets)
        elif self.method in (Method.TIMED, Method.REPEATED):
            scenario.set(keys.DURATION, effort.duration_s)
            scenario.set(keys.WARMUP, effort.warmup_s)
        elif self.method is Method.SEARCH:
            scenario.set(keys.DURATION, effort.search_s)
            scenario.set(keys.WARMUP, effort.search_s / 10)
        scenario.update(dict(self.settings))
        return scenario


@dataclass(frozen=True, slots=True, kw_only=True)
class Effort:
    """How long everything runs; 0 for what a paper does not use."""

    packets: int = 0
    """Packets of a steady run, its first batch included."""
    batches: int = 0
    seeds: int
    """Seeds of a steady or timed run."""
    repeated_seeds: int = 0
    networks: int = 0
    """Random networks, one a seed."""
    network_packets: int = 0
    """Packets of a run over a random network, its first batch included."""
    transient_seeds: int = 0
    search_s: float = 0.0
    """Simulated seconds of a run of a search."""
    search_seeds: int = 0
    duration_s: float = 0.0
    """Simulated seconds of a timed run, its warm-up included."""
    warmup_s: float = 0.0

    def seeds_for(self, method: Method) -> list[int]:
        """Give the seeds of a point."""
        count = {
            Method.STEADY: self.seeds,
            Method.TIMED: self.seeds,
            Method.REPEATED: self.repeated_seeds,
            Method.NETWORKS: self.networks,
            Method.TRANSIENT: self.transient_seeds,
            Method.SEARCH: self.search_seeds,
        }[method]
        return list(range(1, count + 1))

    def used(self) -> dict[str, float]:
        """Give what the paper uses, by name."""
        return {name: value for name in self.__slots__ if (value := getattr(self, name)) != 0}
