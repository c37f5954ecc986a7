"""What a worker of a cluster does: one run, from plain data to plain data."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from airhop import __version__
from airhop.build import fingerprint
from airhop.execution import Job, make
from airhop.records import RunRecord
from airhop.scenario import Scenario
from airhop.sweeps.threads import describe


class Simulator(NamedTuple):
    """Which simulator a process has."""

    version: str
    fingerprint: str

    def __str__(self) -> str:
        """Name it for people."""
        return f"airhop {self.version}, build {self.fingerprint[:12]}"


@dataclass(frozen=True, slots=True)
class Answer:
    """What a worker gives back."""

    simulator: Simulator
    outcome: RunRecord | str
    """The run's record or, where it failed, why."""


def simulator() -> Simulator:
    """Tell which simulator this process has."""
    return Simulator(__version__, fingerprint())


def simulate(toml: str, seed: int) -> Answer:
    """Make one run."""
    from airhop import _native

    try:
        scenario = Scenario.parse(toml)
        record = make(Job(None, scenario._native, seed), _native.Control()).record
    except BaseException as error:  # a panic is no Exception
        return Answer(simulator(), describe(error))
    return Answer(simulator(), record)
