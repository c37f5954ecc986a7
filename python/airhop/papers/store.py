"""Finished runs on disk, so that nothing computed is lost: a second start makes only the runs that are missing."""

from __future__ import annotations

import io
import json
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Protocol, cast

from airhop import build
from airhop._native import __version__
from airhop.execution import Finished, Job, Keep, ProgressListener, Stopped, execute
from airhop.records import RunRecord
from airhop.samples import Samples
from airhop.sweeps.files import write_whole
from airhop.sweeps.points import digest

if TYPE_CHECKING:
    import pandas as pd


class Make(Protocol):
    """Makes runs and tells `keep` of each as it finishes."""

    def __call__(
        self, jobs: Sequence[Job], workers: int, activity: str, listener: ProgressListener | None, keep: Keep | None
    ) -> list[Finished]:
        """Make every run, in the order of the jobs."""


@dataclass(frozen=True, slots=True)
class RunStore:
    """A folder of finished runs: `KEY.json` each, and `KEY.parquet` with its time series where it has them.

    The key is taken from everything that decides the result: the whole scenario, the seed, what is kept of the time
    series, and the build of the simulator. A file is written whole or not at all, the JSON last.
    """

    directory: Path
    make: Make = execute
    """What makes the runs that are missing."""

    def execute(
        self,
        jobs: Sequence[Job],
        workers: int,
        activity: str = "simulating",
        listener: ProgressListener | None = None,
    ) -> list[Finished]:
        """Make the runs that are missing, store each as it finishes, and give all in the order of their jobs."""
        stored = [self.load(job) for job in jobs]
        missing = [job for job, run in zip(jobs, stored, strict=True) if run is None]
        try:
            made = iter(self.make(missing, workers, activity, listener, self.save) if missing else [])
        except Stopped as stop:
            raise Stopped([*(run for run in stored if run is not None), *stop.finished]) from None
        return [next(made) if run is None else run for run in stored]

    def load(self, job: Job) -> Finished | None:
        """Read a run; None if it is not there, or not whole."""
        path = self._path(job)
        try:
            content = json.loads(path.read_text(encoding="utf-8"))["run"]
            record = cast("RunRecord", {name: content[name] for name in content})
            return Finished(record, _read_samples(path.with_suffix(".parquet")) if job.series else None)
        except Exception:  # A damaged file makes its readers raise almost anything, and it can be made again.
            return None

    def save(self, job: Job, finished: Finished) -> None:
        """Write a run."""
        path = self._path(job)
        if finished.samples is not None:
            series = io.BytesIO()
            _frame(finished.samples).to_parquet(series, index=False)
            write_whole(path.with_suffix(".parquet"), series.getvalue())
        content = {
            "made_by": _identity(job),
            "scenario": job.scenario.name,
            "parameters": json.loads(job.scenario.to_json()),
            "run": finished.record,
        }
        write_whole(path, f"{json.dumps(content, ensure_ascii=False)}\n".encode())

    def _path(self, job: Job) -> Path:
        return self.directory / f"{digest(_identity(job))}.json"


def _identity(job: Job) -> dict[str, object]:
    """Everything that decides what a run gives."""
    return {
        "airhop": __version__,
        "build": build.fingerprint(),
        "scenario_hash": digest(job.scenario.to_toml()),
        "seed": job.seed,
        "label": job.label,
        "series": job.series,
        "quantities": None if job.quantities is None else sorted(job.quantities),
    }


def _frame(samples: Samples) -> pd.DataFrame:
    import pandas as pd

    return pd.DataFrame(
        {"time_s": samples.time_s, "subject": samples.subject, "quantity": samples.quantity, "value": samples.value}
    )


def _read_samples(path: Path) -> Samples:
    import pandas as pd

    frame = pd.read_parquet(path)
    return Samples(
        frame["time_s"].to_numpy(),
        cast("pd.Categorical[str]", frame["subject"].array),
        cast("pd.Categorical[str]", frame["quantity"].array),
        frame["value"].to_numpy(),
    )
