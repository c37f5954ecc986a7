"""Runs of papers on a Dask cluster."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from airhop.execution import Finished, Job, Keep, ProgressListener, Stopped, execute
from airhop.scenario import Scenario
from airhop.sweeps.points import Variant, digest
from airhop.sweeps.runs import Executor, Made, Run

_POLL_S = 0.1


class ClusterRuns:
    """Makes runs elsewhere; those with time series here, where their samples are looked at."""

    def __init__(self, start: Callable[[], Executor]) -> None:
        """Take what starts the cluster's executor, which happens only if there is a run for it."""
        self._start = start

    def __call__(
        self,
        jobs: Sequence[Job],
        workers: int,
        activity: str = "simulating",
        listener: ProgressListener | None = None,
        keep: Keep | None = None,
    ) -> list[Finished]:
        """Make every run, as `execution.execute` does; `workers` is for those that are made here."""
        finished: dict[int, Finished] = {}
        elsewhere = [index for index, job in enumerate(jobs) if not job.series]
        here = [index for index, job in enumerate(jobs) if job.series]

        def tell(index: int, run: Finished) -> None:
            finished[index] = run
            if keep is not None:
                keep(jobs[index], run)
            if listener is not None:
                listener(activity, len(finished) / len(jobs))

        try:
            if elsewhere:
                self._make(jobs, elsewhere, tell)
            if here:
                own = [jobs[index] for index in here]
                finished |= dict(zip(here, execute(own, workers, activity, listener, keep), strict=True))
        except KeyboardInterrupt as stop:
            made_here = stop.finished if isinstance(stop, Stopped) else []
            raise Stopped([*(finished[index] for index in sorted(finished)), *made_here]) from None
        return [finished[index] for index in range(len(jobs))]

    def _make(self, jobs: Sequence[Job], indices: Sequence[int], tell: Callable[[int, Finished], None]) -> None:
        waiting = list(reversed(indices))
        under_way = 0
        executor = self._start()
        try:
            while waiting or under_way:
                while waiting and executor.room > 0:
                    index = waiting.pop()
                    executor.submit(_run(str(index), jobs[index]))
                    under_way += 1
                made = executor.next(_POLL_S)
                if made is not None:
                    under_way -= 1
                    index = int(made.run.key)
                    tell(index, _finished(jobs[index], made))
        finally:
            executor.close()


def _run(key: str, job: Job) -> Run:
    toml = job.scenario.to_toml()
    variant = Variant(Scenario(job.scenario), toml, digest(toml), "", (job.seed,), {})
    return Run(key, variant, job.seed)


def _finished(job: Job, made: Made) -> Finished:
    if isinstance(made.outcome, str):
        msg = f"a run of {job.scenario.name}, seed {job.seed}, failed: {made.outcome}"
        raise RuntimeError(msg)
    if job.label is not None:
        made.outcome["transport"] = job.label
    return Finished(made.outcome, None)
