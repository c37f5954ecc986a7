"""Runs are made once: what is kept in the cache is found again by every command, to the last bit."""

import dataclasses
import json
import re
import signal
import subprocess
import sys
import time

import duckdb
import numpy as np
import pytest
from typer.testing import CliRunner

import airhop
from airhop import build
from airhop.cli.main import app
from airhop.papers import runner as papers
from airhop.papers.catalogue import PAPERS
from airhop.papers.point import Effort, Method, Point
from airhop.papers.study import find
from airhop.runs import executor
from airhop.runs.cache import Cache, default_folder
from airhop.runs.executor import Made
from airhop.runs.job import Job, RunFailed, Variant
from airhop.runs.runner import Interrupted, Runner


def scenario(**changes):
    made = airhop.Scenario.builtin("chain")
    made.update({"topology.hops": 2, "run.duration_s": 5.0, "run.warmup_s": 1.0, **changes})
    return made


def jobs(count=4, changes=(), **wanted):
    variant = Variant.of(scenario(**dict(changes)))
    wanted = {"series": True, "quantities": frozenset({"cwnd_segments"})} | wanted
    return [Job(variant, seed, **wanted) for seed in range(1, count + 1)]


def make(wanted, folder, workers=2, listener=None):
    with Runner.on_threads(workers, Cache(folder), listener) as runner:
        return runner.make(wanted)


@pytest.fixture
def made(monkeypatch):
    """Count the runs that are really made."""
    seeds = []
    simulate = executor.simulate

    def counting(job, control):
        seeds.append(job.seed)
        return simulate(job, control)

    monkeypatch.setattr(executor, "simulate", counting)
    return seeds


def same(one, other):
    assert one.record == other.record
    assert json.dumps(one.record) == json.dumps(other.record)
    assert (one.samples is None) == (other.samples is None)
    if one.samples is not None:
        assert one.samples.frame().equals(other.samples.frame())
        times, values = one.samples.choose("f0", "cwnd_segments")
        again = other.samples.choose("f0", "cwnd_segments")
        assert len(times)
        assert np.array_equal(times, again[0])
        assert np.array_equal(values, again[1])


@pytest.mark.parametrize("series", [True, False])
def test_what_is_read_is_what_was_written(tmp_path, made, series):
    first = make(jobs(series=series), tmp_path)
    again = make(jobs(series=series), tmp_path)
    assert sorted(made) == [1, 2, 3, 4]
    for one, other in zip(first, again, strict=True):
        same(one, other)


@pytest.mark.parametrize(
    ("name", "settings"),
    [
        ("access", {"run.duration_s": 4.0, "run.warmup_s": 1.0, "traffic.bytes": 100_000}),
        ("chain", {"topology.hops": 1, "run.packets": 200, "run.batches": 4}),
        ("chain", {"topology.hops": 2, "run.duration_s": 3.0, "run.warmup_s": 1.0, "errors.packet": 1.0}),
        ("random-files", {"run.duration_s": 3.0, "run.warmup_s": 1.0}),
    ],
)
def test_every_kind_of_run_is_read_as_it_was_written(tmp_path, made, name, settings):
    of = airhop.Scenario.builtin(name)
    of.update(settings)
    job = Job(Variant.of(of), 1)
    one, other = (make([job], tmp_path)[0].record for _ in range(2))
    # Byte for byte, keys in the same order.
    assert json.dumps(one) == json.dumps(other)
    assert made == [1]


def test_only_what_is_missing_is_made_in_its_place(tmp_path, made):
    few = jobs(4)
    make([few[1], few[3]], tmp_path, 1)
    assert [run.record["seed"] for run in make(few, tmp_path)] == [1, 2, 3, 4]
    assert sorted(made) == [1, 2, 3, 4]


@pytest.mark.parametrize(
    "damage",
    [
        lambda path: path.write_bytes(path.read_bytes()[:-100]),
        lambda path: path.write_bytes(b""),
        lambda path: path.unlink(),
    ],
)
@pytest.mark.parametrize("where", ["*.parquet", "series/*.parquet"])
def test_half_a_run_is_none(tmp_path, made, damage, where):
    whole = make(jobs(2), tmp_path)
    damage(min(tmp_path.glob(where)))
    for one, other in zip(whole, make(jobs(2), tmp_path), strict=True):
        one.record["wall_s"] = other.record["wall_s"] = 0.0
        same(one, other)
    assert len(made) == 3


def test_what_a_kill_left_is_cleared_away(tmp_path):
    make(jobs(1), tmp_path)
    for folder in (tmp_path, tmp_path / "series"):
        (folder / ".begun.parquet.1.tmp").write_bytes(b"PAR1")
    Cache(tmp_path)
    assert not list(tmp_path.rglob("*.tmp"))
    assert len(list(tmp_path.rglob("*.parquet"))) == 2


def test_whatever_decides_the_result_tells_runs_apart(tmp_path, made, monkeypatch):
    make(jobs(1), tmp_path)
    make(jobs(1, quantities=frozenset({"rtt_ms"})), tmp_path)
    make(jobs(1, quantities=None), tmp_path)
    make(jobs(1, series=False), tmp_path)
    make(jobs(1, {"topology.spacing_m": 199.0}), tmp_path)
    monkeypatch.setattr(build, "fingerprint", lambda: "another build")
    make(jobs(1), tmp_path)
    assert made == [1] * 6


def test_what_decides_nothing_does_not(tmp_path, made):
    make(jobs(1), tmp_path)
    found = make(jobs(1, {"name": "mine", "description": "another text"}, label="named"), tmp_path)
    assert found[0].record["transport"] == "named"
    # Without time series, quantities are nothing that is kept.
    make(jobs(1, series=False), tmp_path)
    make(jobs(1, series=False, quantities=None), tmp_path)
    assert made == [1, 1]


def test_two_that_want_the_same_run_share_it(tmp_path, made):
    wanted = [*jobs(1, series=False), *jobs(1, series=False, label="named")]
    transports = [run.record["transport"] for run in make(wanted, tmp_path)]
    assert (transports, made) == (["newreno", "named"], [1])


def test_captures_are_always_made(tmp_path, made):
    make(jobs(1), tmp_path / "runs")
    for number in range(2):
        make(jobs(1, pcap_dir=tmp_path / str(number)), tmp_path / "runs")
        assert list((tmp_path / str(number)).iterdir())
    assert made == [1] * 3


def test_the_cache_is_one_table_that_says_what_made_each_run(tmp_path):
    make(jobs(3), tmp_path)
    rows = duckdb.sql(f"SELECT * FROM '{tmp_path}/*.parquet' ORDER BY seed").df()
    assert list(rows["seed"]) == [1, 2, 3]
    assert set(rows["version"]) == {airhop.__version__}
    assert all(re.fullmatch("[0-9a-f]{12}", name) for name in rows["build"])
    assert json.loads(rows["parameters"][0])["topology"]["hops"] == 2


def test_ctrl_c_keeps_what_is_finished(tmp_path, made):
    def interrupt(progress):
        if progress.fraction >= 0.5:
            raise KeyboardInterrupt

    with pytest.raises(Interrupted) as stop:
        make(jobs(40), tmp_path, 1, interrupt)
    kept = len(list(tmp_path.glob("*.parquet")))
    assert 0 < kept < 40
    assert len(stop.value.finished) == kept
    made.clear()
    assert len(make(jobs(40), tmp_path)) == 40
    assert len(made) == 40 - kept


def test_ctrl_c_while_a_run_is_being_kept_loses_neither_it_nor_those_that_wait(tmp_path, made, monkeypatch):
    save = Cache.save

    def interrupted(kept, job, finished):
        monkeypatch.setattr(Cache, "save", save)
        while len(made) < 4:
            time.sleep(0.01)
        raise KeyboardInterrupt

    monkeypatch.setattr(Cache, "save", interrupted)
    with pytest.raises(Interrupted) as stop:
        make(jobs(4, series=False), tmp_path, 1)
    # The fourth has begun, so the first three have ended.
    assert [run.record["seed"] for run in stop.value.finished][:3] == [1, 2, 3]
    assert len(list(tmp_path.glob("*.parquet"))) == len(stop.value.finished)


def test_a_run_that_fails_is_an_error_and_ends_what_is_started(tmp_path):
    class Failing:
        room = places = 1

        def submit(self, job):
            self.job, self.room = job, 0

        def next(self, timeout_s):
            return Made(self.job, RunFailed(self.job, "it broke"))

        def close(self):
            self.closed = True
            return []

    failing = Failing()
    runner = Runner(lambda: failing, Cache(tmp_path))
    with pytest.raises(RunFailed, match="chain, seed 1, failed: it broke"):
        runner.make(jobs(2, series=False))
    assert failing.closed


def test_a_search_is_kept_too(tmp_path, made):
    paper = dataclasses.replace(find(PAPERS, "tcp-ap"), settings=())
    point = Point("chain", "udp-paced=best", (("topology.hops", 1),), Method.SEARCH)
    study = dataclasses.replace(paper.studies[0], points=lambda: [point])
    effort = Effort(seeds=1, search_s=2.0, search_seeds=1)
    results, tried = [], 0
    for _ in range(2):
        with Runner.on_threads(2, Cache(tmp_path)) as runner:
            results.append(papers.simulate(paper, [study], effort, runner).finished[point])
        tried = tried or len(made)
    assert (tried > 10, len(made)) == (True, tried)
    assert results[0] == results[1]
    assert results[0][0].record["transport"] == "udp-paced=best"


def invoke(*arguments):
    done = CliRunner().invoke(app, [*map(str, arguments), "--quiet"])
    assert done.exit_code == 0, done.output
    return done


def test_reproduce_after_a_sweep_of_the_same_points_simulates_nothing(tmp_path, made):
    """Figure 20 of tcp-ap: transports over the grid with six flows, in short runs."""
    paper = find(PAPERS, "tcp-ap")
    cache = tmp_path / "runs"
    cases, points = [], {point for study in paper.choose([20]) for point in study.points()}
    for number, point in enumerate(points):
        of = point.build(paper.settings, paper.quick)
        of.set("name", f"case {number}")
        transport, seeds = str(of.get("transport.name")), paper.quick.seeds_for(point.method)
        cases.append({"scenario": of, "transports": [transport], "seeds": seeds})
    assert all(point.method is Method.STEADY for point in points)
    swept = airhop.sweep({"list": cases}, tmp_path / "sweep", cache=cache)
    assert len(swept.runs) == len(made) > 0
    made.clear()
    invoke("reproduce", "tcp-ap", "--figure", 20, "--quick", "--output", tmp_path / "pages", "--cache", cache)
    assert made == []
    assert (tmp_path / "pages" / "tcp-ap.md").exists()


def test_run_sweep_advise_and_matrix_share_their_runs(tmp_path, made):
    """One hop of tcp-daa, as the matrix has it: what `matrix` made, the others find."""
    cache = tmp_path / "runs"
    chosen = ["--scenario", "daa-chain-1", "--transport", "newreno", "--transport", "vegas"]
    invoke("matrix", "--quick", *chosen, "--output", tmp_path, "--cache", cache)
    assert made
    made.clear()
    of = find_setup("daa-chain-1")
    file = tmp_path / "network.toml"
    file.write_text(of.to_toml())
    both = ["--transport", "newreno", "--transport", "vegas", "--cache", cache]
    invoke("run", file, *both, "--seeds", 3)
    # The plan leaves the transport of the file as it is.
    plan = {"scenario": of, "transports": ["newreno", "vegas"], "seeds": 3}
    assert len(airhop.sweep(plan, tmp_path / "sweep", cache=cache).runs) == 6
    assert airhop.run(of, transports=["vegas"], seeds=3, cache=cache).run_records
    invoke("advise", file, *both, "--seeds", 3, "--duration", of.number("run.duration_s"), "--no-bound")
    # Only the check over another routing protocol is new.
    assert all(seed <= 3 for seed in made)
    assert len(made) in (0, 6)


def find_setup(key):
    from airhop.matrix.catalogue import SETUPS
    from airhop.matrix.effort import QUICK

    return next(setup for setup in SETUPS if setup.key == key).build(QUICK)


def test_the_folder_that_commands_share(tmp_path, monkeypatch, made):
    monkeypatch.setenv("AIRHOP_CACHE", str(tmp_path / "named"))
    assert airhop.default_cache() == tmp_path / "named"
    short = ["--hops", 1, "--duration", 2, "--warmup", 1, "--seeds", 1]
    invoke("run", "chain", *short)
    invoke("run", "chain", *short)
    assert (len(list((tmp_path / "named").glob("*.parquet"))), made) == (1, [1])
    monkeypatch.delenv("AIRHOP_CACHE")
    assert str(default_folder()) == "out/runs"


def test_a_cluster_gives_the_same_and_its_runs_are_kept(command, tmp_path):
    """One figure of steady runs, one of time series, which are made here."""
    arguments = ["reproduce", "tcp-ap", "--figure", "4", "--figure", "20", "--quick", "--quiet"]
    for name, options in (("there", ["--cluster", "local:2"]), ("here", [])):
        run = command(*arguments, *options, "--cache", tmp_path / name, "--output", tmp_path / f"{name}-pages")
        assert (run.returncode, run.stderr) == (0, "")
    for file in ("tcp-ap.md", "tcp-ap.json", "tcp-ap/figure-20.png"):
        assert (tmp_path / "there-pages" / file).read_bytes() == (tmp_path / "here-pages" / file).read_bytes()
    assert {path.name for path in (tmp_path / "there").iterdir()} == {
        path.name for path in (tmp_path / "here").iterdir()
    }


def test_a_cluster_that_is_none_is_said_in_a_line(command, tmp_path):
    places = ["--cache", tmp_path, "--output", tmp_path]
    run = command("reproduce", "tcp-ap", "--figure", "14", "--quick", "--cluster", "there", *places)
    assert (run.returncode, run.stdout, len(run.stderr.splitlines())) == (2, "", 1)
    assert "--cluster there" in run.stderr


@pytest.mark.parametrize("how", [signal.SIGKILL, signal.SIGINT], ids=["killed", "ctrl-c"])
def test_ended_and_started_again_the_command_makes_the_rest(command, tmp_path, how):
    """The figure's runs take about a second; it is ended once a few of them are stored."""
    arguments = ["reproduce", "tcp-ap", "--figure", "4", "--quick", "--quiet"]
    killed = tmp_path / "killed"
    process = subprocess.Popen(
        [sys.executable, "-m", "airhop", *arguments, "--jobs", "1", "--cache", killed, "--output", tmp_path / "a"],
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        text=True,
        # A shell starts background jobs with the signal ignored, and children inherit that.
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),
    )
    deadline = time.monotonic() + 60
    while len(list(killed.glob("*.parquet"))) < 3:
        assert process.poll() is None
        assert time.monotonic() < deadline
        time.sleep(0.002)
    process.send_signal(how)
    said = process.communicate()[1]
    if how == signal.SIGINT:
        assert process.returncode == 1
        assert said.startswith("airhop: interrupted: tcp-ap was not judged; finished runs are kept in ")
    assert not (tmp_path / "a/tcp-ap.md").exists()
    kept = {path.name: path.stat().st_mtime_ns for path in killed.glob("*.parquet")}
    for results, output in ((killed, "a"), (tmp_path / "whole", "b")):
        run = command(*arguments, "--cache", results, "--output", tmp_path / output)
        assert run.returncode == 0, run.stderr
    names = {path.name for path in killed.glob("*.parquet")}
    assert kept.keys() < names == {path.name for path in (tmp_path / "whole").glob("*.parquet")}
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
        with Runner.on_threads(2, Cache(tmp_path)) as runner:
            measured = papers.simulate(paper, chosen, effort, runner)
        assert all(study.judge(measured) and study.draw(measured) for study in chosen)
