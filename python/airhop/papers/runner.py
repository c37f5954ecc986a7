"""Makes the runs that studies need, each once, spread over cores."""

from __future__ import annotations

from collections.abc import Sequence

from airhop.campaign import Campaign
from airhop.execution import Execute, Finished, Job, ProgressListener
from airhop.papers.measured import Measured
from airhop.papers.point import Effort, Method, Point
from airhop.papers.study import Paper, Study


def simulate(
    paper: Paper,
    studies: Sequence[Study],
    effort: Effort,
    workers: int,
    execute: Execute,
    listener: ProgressListener | None = None,
) -> Measured:
    """Make every run of some studies with `execute`. A point that several of them need is simulated once.

    Raises `ScenarioError` before the first run if a scenario is wrong, and `Stopped` on Ctrl-C.
    """
    points = list(dict.fromkeys(point for study in studies for point in study.points()))
    plain = [point for point in points if point.method is not Method.SEARCH]
    looked_at = _quantities(studies)
    jobs: list[Job] = []
    owners: list[Point] = []
    for point in plain:
        scenario = point.build(paper.settings, effort)
        for seed in effort.seeds_for(point.method):
            jobs.append(
                Job(None, scenario._native, seed, series=point.method is Method.TRANSIENT, quantities=looked_at[point])
            )
            owners.append(point)
    finished: dict[Point, list[Finished]] = {point: [] for point in points}
    if jobs:
        activity = f"{paper.name}: {len(jobs)} runs"
        for owner, run in zip(owners, execute(jobs, workers, activity, listener), strict=True):
            finished[owner].append(run)
    for point in points:
        if point.method is Method.SEARCH:
            finished[point] = _search(paper, point, effort, workers, execute, listener)
    return Measured(finished)


def _quantities(studies: Sequence[Study]) -> dict[Point, frozenset[str]]:
    """Give the quantities of time series that are looked at, for each point."""
    of: dict[Point, frozenset[str]] = {}
    for study in studies:
        for point in study.points():
            of[point] = of.get(point, frozenset()) | frozenset(study.series)
    return of


def _search(
    paper: Paper, point: Point, effort: Effort, workers: int, execute: Execute, listener: ProgressListener | None
) -> list[Finished]:
    """Search the best rate of paced UDP and give the runs at that rate."""
    scenario = Point(point.scenario, "newreno", point.settings, point.method).build(paper.settings, effort)
    campaign = Campaign(
        scenario=scenario,
        transports=[point.transport],
        seeds=effort.seeds_for(point.method),
        series=False,
        pcap_dir=None,
        workers=workers,
        execute=execute,
    )
    return [Finished(record, None) for record in campaign.simulate(listener).run_records]
