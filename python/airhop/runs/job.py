"""One run to be made, and its key, computed from everything that determines the result."""

from __future__ import annotations

import hashlib
import itertools
import json
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from airhop import build, keys
from airhop._native import __version__
from airhop.records import RunRecord
from airhop.samples import Samples
from airhop.scenario import Scenario

_KEY_FORM = 2
"""Increased when the composition of a key changes."""
_HEX_DIGITS = 24
"""Of a key: 96 bits, more than any number of runs needs."""


def digest(*content: object) -> str:
    """Name content by its hash."""
    return hashlib.sha256(json.dumps(content).encode()).hexdigest()[:_HEX_DIGITS]


@dataclass(frozen=True, slots=True, eq=False)
class Variant:
    """A scenario with every parameter and its transport set: shared by jobs that differ only in the seed.

    The scenario is not changed any more.
    """

    scenario: Scenario
    toml: str
    content: str
    """Names the scenario by its content, except `name` and `description`, which do not affect results."""

    @classmethod
    def of(cls, scenario: Scenario, transport: str | None = None) -> Variant:
        """Take a scenario, with another transport if one is named. Raises `ScenarioError` if it cannot be run."""
        if transport is not None:
            scenario = with_transport(scenario, transport)
        toml = scenario.to_toml()
        lines = toml.splitlines()
        head = list(itertools.takewhile(lambda line: not line.startswith("["), lines))
        named = [line for line in head if not line.startswith(("name =", "description ="))]
        return cls(scenario, toml, digest([*named, *lines[len(head) :]]))


@dataclass(frozen=True, slots=True, eq=False)
class Job:
    """One run to be made."""

    variant: Variant
    seed: int
    label: str | None = None
    """Name of its transport in the results, if it differs from the simulator's."""
    series: bool = False
    quantities: frozenset[str] | None = None
    """Quantities of the time series to keep; None keeps all."""
    pcap_dir: Path | None = None
    """Folder of captures. They are not cached: a run with captures is always made."""

    @property
    def key(self) -> str:
        """Name the run by everything that determines its result: simulator, scenario, seed, and what is kept."""
        kept = None if self.quantities is None else sorted(self.quantities)
        decided_by = [_KEY_FORM, __version__, build.fingerprint(), self.variant.content, self.seed]
        captures = [] if self.pcap_dir is None else ["pcap", str(self.pcap_dir)]
        return digest(*decided_by, *([kept] if self.series else []), *captures)


@dataclass(frozen=True, slots=True)
class Finished:
    """The result of a run."""

    record: RunRecord
    samples: Samples | None = None


class RunFailed(RuntimeError):  # noqa: N818 - it is what became of a run
    """A run failed; `why` is the reason in one line."""

    def __init__(self, job: Job, why: str, cause: Exception | None = None) -> None:
        """Name the run, with the simulator's error if known."""
        super().__init__(f"a run of {job.variant.scenario.name}, seed {job.seed}, failed: {why}")
        self.job = job
        self.why = why
        self.cause = cause


def jobs_of(variant: Variant, seeds: Sequence[int], label: str | None = None) -> list[Job]:
    """Make a job for each seed."""
    return [Job(variant, seed, label) for seed in seeds]


def with_transport(scenario: Scenario, name: str) -> Scenario:
    """Make a copy of a scenario under another transport."""
    changed = scenario.copy()
    changed.set(keys.TRANSPORT, name)
    return changed
