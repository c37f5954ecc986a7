"""Makes the runs that studies need, each once."""

from __future__ import annotations

from collections.abc import Sequence

from airhop.papers.measured import Measured
from airhop.papers.point import Effort, Method, Point
from airhop.papers.study import Paper, Study
from airhop.runs.best_rate import BEST_RATE, best_rate_runs, paced
from airhop.runs.job import Finished, Job, Variant, jobs_of
from airhop.runs.runner import Runner, Work


def simulate(paper: Paper, studies: Sequence[Study], effort: Effort, runner: Runner) -> Measured:
    """Make every run of some studies. A point that several of them need is simulated once.

    Raises `ScenarioError` before the first run if a scenario is wrong, and `Interrupted` on Ctrl-C.
    """
    looked_at = _quantities(studies)
    points = list(looked_at)
    works = [_work(paper, point, effort, looked_at[point]) for point in points]
    runs = runner.run(works, f"{paper.name}: {len(points)} points", longest_first=True)
    return Measured(dict(zip(points, runs, strict=True)))


def _quantities(studies: Sequence[Study]) -> dict[Point, frozenset[str]]:
    """Give the quantities of time series that are looked at, for each point."""
    of: dict[Point, frozenset[str]] = {}
    for study in studies:
        for point in study.points():
            of[point] = of.get(point, frozenset()) | frozenset(study.series)
    return of


def _work(paper: Paper, point: Point, effort: Effort, quantities: frozenset[str]) -> Work[Sequence[Finished]]:
    seeds = effort.seeds_for(point.method)
    if point.method is Method.SEARCH:
        # A search starts from any transport.
        scenario = Point(point.scenario, "newreno", point.settings, point.method).build(paper.settings, effort)
        return _search(Variant.of(scenario, paced(1.0)), seeds)
    variant = Variant.of(point.build(paper.settings, effort))
    series = point.method is Method.TRANSIENT
    return _all([Job(variant, seed, series=series, quantities=quantities) for seed in seeds])


def _all(jobs: Sequence[Job]) -> Work[Sequence[Finished]]:
    return (yield jobs)


def _search(start: Variant, seeds: Sequence[int]) -> Work[Sequence[Finished]]:
    """Search the best rate of paced UDP and give the runs at that rate."""
    found = yield from best_rate_runs(start.scenario, seeds)
    return (yield jobs_of(Variant.of(start.scenario, paced(found.rate_kbps)), seeds, BEST_RATE))
