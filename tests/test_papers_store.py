"""Stored runs: a second start makes only what is missing, and gives the same to the last bit."""

import dataclasses
import functools
import json
import re
import signal
import subprocess
import sys
import time

import numpy as np
import pytest

import airhop
from airhop import build
from airhop.execution import Job, Stopped, execute
from airhop.papers import runner, store
from airhop.papers.catalogue import PAPERS
from airhop.papers.cluster import ClusterRuns
from airhop.papers.point import Effort, Method, Point
from airhop.papers.store import RunStore
from airhop.papers.study import find
from airhop.sweeps.runs import Made


def jobs(count=4, **changes):
    scenario = airhop.Scenario.builtin("chain")
    scenario.update({"topology.hops": 2, "run.duration_s": 5.0, "run.warmup_s": 1.0})
    wanted = {"label": None, "series": True, "quantities": frozenset({"cwnd_segments"})} | changes
    return [Job(scenario=scenario._native, seed=seed, **wanted) for seed in range(1, count + 1)]


@pytest.fixture
def made(monkeypatch):
    """Count the runs that are really made."""
    seeds = []

    def counting(missing, *others):
        seeds.extend(job.seed for job in missing)
        return execute(missing, *others)

    monkeypatch.setattr(store.RunStore, "__init__", functools.partialmethod(RunStore.__init__, make=counting))
    return seeds


def same(one, other):
    assert one.record == other.record
    assert list(one.record) == list(other.record)
    assert (one.samples is None) == (other.samples is None)
    if one.samples is not None:
        assert one.samples.frame().equals(other.samples.frame())
        for times, values in [one.samples.choose("f0", "cwnd_segments")]:
            again = other.samples.choose("f0", "cwnd_segments")
            assert len(times)
            assert np.array_equal(times, again[0])
            assert np.array_equal(values, again[1])


@pytest.mark.parametrize("series", [True, False])
def test_what_is_read_is_what_was_written(tmp_path, made, series):
    runs = RunStore(tmp_path)
    first = runs.execute(jobs(series=series), 2)
    again = runs.execute(jobs(series=series), 1)
    assert made == [1, 2, 3, 4]
    for one, other in zip(first, again, strict=True):
        same(one, other)


def test_only_what_is_missing_is_made_in_its_place(tmp_path, made):
    runs = RunStore(tmp_path)
    few = jobs(4)
    runs.execute([few[1], few[3]], 1)
    assert [run.record["seed"] for run in runs.execute(few, 2)] == [1, 2, 3, 4]
    assert made == [2, 4, 1, 3]


@pytest.mark.parametrize("damage", [lambda path: path.write_text('{"made_by'), lambda path: path.unlink()])
@pytest.mark.parametrize("suffix", [".json", ".parquet"])
def test_half_a_run_is_none(tmp_path, made, damage, suffix):
    runs = RunStore(tmp_path)
    whole = runs.execute(jobs(2), 1)
    damage(next(iter(sorted(tmp_path.glob(f"*{suffix}")))))
    for one, other in zip(whole, runs.execute(jobs(2), 1), strict=True):
        one.record["wall_s"] = other.record["wall_s"] = 0.0
        same(one, other)
    assert len(made) == 3


def test_whatever_decides_the_result_tells_runs_apart(tmp_path, made, monkeypatch):
    runs = RunStore(tmp_path)
    runs.execute(jobs(1), 1)
    runs.execute(jobs(1, quantities=frozenset({"rtt_ms"})), 1)
    runs.execute(jobs(1, label="named"), 1)
    changed = jobs(1)
    changed[0].scenario.set("topology.spacing_m", "199.0")
    runs.execute(changed, 1)
    monkeypatch.setattr(build, "fingerprint", lambda: "another build")
    runs.execute(jobs(1), 1)
    assert made == [1] * 5


def test_a_stored_run_says_what_made_it(tmp_path):
    RunStore(tmp_path).execute(jobs(1, series=False), 1)
    content = json.loads(next(tmp_path.glob("*.json")).read_text())
    assert content["made_by"]["airhop"] == airhop.__version__
    assert re.fullmatch("[0-9a-f]{64}", content["made_by"]["build"])
    assert (content["made_by"]["seed"], content["scenario"]) == (1, "chain")
    assert content["parameters"]["topology"]["hops"] == 2


def test_ctrl_c_keeps_what_is_finished(tmp_path, made):
    runs = RunStore(tmp_path)

    def interrupt(activity, fraction):
        if fraction >= 0.5:
            raise KeyboardInterrupt

    with pytest.raises(Stopped):
        runs.execute(jobs(40), 1, "simulating", interrupt)
    kept = len(list(tmp_path.glob("*.json")))
    assert 0 < kept < 40
    assert len(runs.execute(jobs(40), 2)) == 40
    assert len(made) == 40 + 40 - kept


def test_a_search_is_stored_too(tmp_path, made):
    paper = dataclasses.replace(find(PAPERS, "tcp-ap"), settings=())
    point = Point("chain", "udp-paced=best", (("topology.hops", 1),), Method.SEARCH)
    effort = Effort(seeds=1, search_s=2.0, search_seeds=1)
    results = [runner._search(paper, point, effort, 2, RunStore(tmp_path).execute, None)]
    tried = len(made)
    results.append(runner._search(paper, point, effort, 2, RunStore(tmp_path).execute, None))
    assert (tried > 10, len(made)) == (True, tried)
    assert results[0] == results[1]


def test_a_cluster_gives_the_same_and_its_runs_are_kept(command, tmp_path):
    """One figure of steady runs, one of time series, which are made here."""
    arguments = ["reproduce", "tcp-ap", "--figure", "4", "--figure", "20", "--quick", "--quiet"]
    for name, options in (("there", ["--cluster", "local:2"]), ("here", [])):
        run = command(*arguments, *options, "--results", tmp_path / name, "--output", tmp_path / f"{name}-pages")
        assert (run.returncode, run.stderr) == (0, "")
    for file in ("tcp-ap.md", "tcp-ap.json", "tcp-ap/figure-20.png"):
        assert (tmp_path / "there-pages" / file).read_bytes() == (tmp_path / "here-pages" / file).read_bytes()
    assert {path.name for path in (tmp_path / "there").iterdir()} == {
        path.name for path in (tmp_path / "here").iterdir()
    }


def test_a_cluster_that_is_none_is_said_in_a_line(command, tmp_path):
    places = ["--results", tmp_path, "--output", tmp_path]
    run = command("reproduce", "tcp-ap", "--figure", "14", "--quick", "--cluster", "there", *places)
    assert (run.returncode, run.stdout, len(run.stderr.splitlines())) == (2, "", 1)
    assert "--cluster there" in run.stderr


def test_a_run_that_fails_on_a_cluster_is_an_error(tmp_path):
    class Failing:
        room = 1

        def submit(self, run):
            self.run, self.room = run, 0

        def next(self, timeout_s):
            return Made(self.run, "it broke")

        def close(self):
            self.closed = True

    executor = Failing()
    with pytest.raises(RuntimeError, match="chain, seed 1, failed: it broke"):
        RunStore(tmp_path, ClusterRuns(lambda: executor)).execute(jobs(2, series=False), 1)
    assert executor.closed


@pytest.mark.parametrize("how", [signal.SIGKILL, signal.SIGINT], ids=["killed", "ctrl-c"])
def test_ended_and_started_again_the_command_makes_the_rest(command, tmp_path, how):
    """The figure's runs take about a second; it is ended once a few of them are stored."""
    arguments = ["reproduce", "tcp-ap", "--figure", "4", "--quick", "--quiet"]
    killed = tmp_path / "killed"
    process = subprocess.Popen(
        [sys.executable, "-m", "airhop", *arguments, "--jobs", "1", "--results", killed, "--output", tmp_path / "a"],
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        text=True,
        # A shell starts background jobs with the signal ignored, and children inherit that.
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),
    )
    deadline = time.monotonic() + 60
    while len(list(killed.glob("*.json"))) < 3:
        assert process.poll() is None
        assert time.monotonic() < deadline
        time.sleep(0.002)
    process.send_signal(how)
    said = process.communicate()[1]
    if how == signal.SIGINT:
        assert process.returncode == 1
        assert said.startswith("airhop: interrupted: tcp-ap was not judged; finished runs are kept in ")
    assert not (tmp_path / "a/tcp-ap.md").exists()
    kept = {path.name: path.stat().st_mtime_ns for path in killed.glob("*.json")}
    for results, output in ((killed, "a"), (tmp_path / "whole", "b")):
        run = command(*arguments, "--results", results, "--output", tmp_path / output)
        assert run.returncode == 0, run.stderr
    names = {path.name for path in killed.glob("*.json")}
    assert kept.keys() < names == {path.name for path in (tmp_path / "whole").glob("*.json")}
    assert all((killed / name).stat().st_mtime_ns == moment for name, moment in kept.items())
    for name in ("tcp-ap.md", "tcp-ap.json", "tcp-ap/figure-3-5.png"):
        assert (tmp_path / "a" / name).read_bytes() == (tmp_path / "b" / name).read_bytes()


@pytest.mark.parametrize("paper", PAPERS, ids=lambda paper: paper.name)
def test_what_is_looked_at_over_time_is_kept(paper):
    """A quantity that no study names is not kept, and could not be judged."""
    for study in paper.studies:
        if any(point.method is Method.TRANSIENT for point in study.points()):
            assert study.series, study.claim


def test_every_time_series_that_a_claim_needs_is_there(tmp_path):
    """From runs really made, one seed each: runs made up for the judges have whatever those ask for."""
    for name, claim in (("bw-rtt", "B1"), ("tcp-ap", "A7")):
        paper = find(PAPERS, name)
        effort = dataclasses.replace(paper.quick, seeds=1, transient_seeds=1)
        chosen = [study for study in paper.studies if study.claim == claim]
        measured = runner.simulate(paper, chosen, effort, 2, RunStore(tmp_path).execute)
        assert all(study.judge(measured) and study.draw(measured) for study in chosen)
