"""One row of the matrix: a scenario as one of the papers ran it."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from airhop import keys
from airhop.matrix.effort import Effort
from airhop.measures import DEFAULT_SEGMENT_BYTES
from airhop.papers.point import Settings
from airhop.scenario import Scenario


class Family(Enum):
    """What scenarios have in common that decides between transports."""

    SHORT = "one flow, 1 to 5 hops"
    LONG = "one flow, 8 to 16 hops"
    SHARED = "ten flows on one chain"
    CROSSING = "crossing flows"
    BESIDE = "neighbouring flows"
    BACKGROUND = "beside UDP"
    ERRORS = "frame errors"
    RANDOM = "random network"
    FILES = "files and pauses"
    WIRED = "wired gateway"


@dataclass(frozen=True, slots=True)
class Setup:
    """A scenario, with the radio, the routing and the settings of a paper."""

    key: str
    """Its name in the data, such as `ap-chain-4`."""
    label: str
    """What a figure calls it."""
    family: Family
    paper: str
    """Name of the paper, as `airhop reproduce` has it."""
    where: str
    """The paper's figures or tables."""
    scenario: str
    """Name of a built-in scenario."""
    common: Settings
    """What all simulations of the paper share."""
    settings: Settings = ()
    """The scenario's own settings."""
    traffic: Settings = ()
    """Traffic that is not continuous; the bound runs without."""
    judged: tuple[str, ...] = ()
    """Flows that are looked at; all of them for none. The others are background."""
    bound: tuple[str, Settings] | None = None
    """Scenario and settings that paced UDP runs instead, where it cannot run the scenario's traffic."""
    flows: int = 1
    """Number of flows that are looked at."""

    @property
    def several(self) -> bool:
        """Whether there is anything to share."""
        return self.flows > 1

    @property
    def segment_bytes(self) -> float:
        """Payload of a full packet."""
        size = dict(self.common).get("transport.mss")
        return float(size) if isinstance(size, int | float) else DEFAULT_SEGMENT_BYTES

    def build(self, effort: Effort, *, bound: bool = False, settings: Settings = ()) -> Scenario:
        """Make the scenario without a transport, for all transports or for the bound; `settings` are a transport's."""
        name, own = self.scenario, (*self.settings, *self.traffic)
        if bound:
            name, own = self.bound or (self.scenario, self.settings)
        built = Scenario.builtin(name)
        built.update(dict((*self.common, *own, *settings)))
        built.set(keys.DURATION, effort.duration_s)
        built.set(keys.WARMUP, effort.warmup_s)
        return built
