"""`airhop advise` from end to end, on runs that take a moment."""

import json
import math
import re
import shlex
import signal
import subprocess
import sys
import time
from importlib import resources

import jsonschema
import pytest

import airhop
from airhop.advice.draw import make_figure
from airhop.advice.effort import choose_extent
from airhop.advice.goal import Quantity, make_limits, parse_goal
from airhop.advice.quantities import parse_time_s
from airhop.measures import Measures, measure
from airhop.runs.runner import Runner
from airhop.stats import Mean

SHORT = {"duration": 15, "warmup": 2}
FEW = ["newreno", "vegas+delack", "tcp-daa", "tcp-ap"]


@pytest.fixture(scope="module")
def advice(tmp_path_factory):
    """Four candidates on seven hops, where the differences are large."""
    return airhop.advise("chain", transports=FEW, **SHORT, bound=False)


def test_the_best_is_found_and_what_is_clearly_worse_runs_no_further(advice):
    assert advice.recommended == "vegas+delack"
    worst = advice.candidate("newreno")
    assert worst.verdict.value == "dropped"
    dropped_after = next(drop.seeds for drop in advice.race.drops if drop.name == "newreno")
    assert worst.words.startswith(f"dropped after {dropped_after} seeds: ")
    # The reference runs on, so that gains are told under every seed.
    assert worst.seeds == advice.race.seeds == advice.candidate("vegas+delack").gain.count
    assert worst.words.endswith("% below")
    assert dropped_after < 20
    assert [candidate.rank for candidate in advice.ranked] == [1, 2, 3, 4]
    assert advice.candidate("vegas+delack").gain.mean > 0.3
    with pytest.raises(KeyError):
        advice.candidate("cubic")


def test_frames_hold_every_candidate_and_every_run(advice):
    frame = advice.candidates
    assert frame["transport"].iloc[0] == advice.recommended
    assert frame["goodput_kbps_mean"].notna().all()
    runs = advice.runs
    assert len(runs) == sum(candidate.seeds for candidate in advice.ranked)
    mean = runs[runs["transport"] == "newreno"]["goodput_kbps"].mean()
    assert mean == pytest.approx(advice.candidate("newreno").goodput_kbps.mean)


def test_the_numbers_are_those_of_run(advice):
    result = airhop.run("chain", transports="vegas+delack", seeds=advice.candidate("vegas+delack").seeds, **SHORT)
    expected = result.summary_records[0]["aggregate_goodput_kbps"]
    found = advice.candidate("vegas+delack").goodput_kbps
    assert (found.mean, found.ci95) == pytest.approx((expected["mean"], expected["ci95"]))


def test_the_same_question_has_the_same_answer_on_any_number_of_cores(advice):
    again = airhop.advise("chain", transports=FEW, **SHORT, bound=False, jobs=1).to_dict()
    first = advice.to_dict()
    for each in (first, again):
        each.pop("wall_s")
    assert again == first


@pytest.fixture(scope="module")
def schema():
    text = resources.files("airhop").joinpath("schema/advise.schema.json").read_text(encoding="utf-8")
    found = json.loads(text)
    jsonschema.Draft202012Validator.check_schema(found)
    return found


def test_json_keeps_its_form(advice, schema):
    jsonschema.validate(json.loads(advice.to_json()), schema)
    broken = json.loads(advice.to_json())
    broken["candidates"][0].pop("needs")
    with pytest.raises(jsonschema.ValidationError):
        jsonschema.validate(broken, schema)


def test_what_to_run_next_is_right():
    found = airhop.advise("cross", transports=["newreno", "tcp-ap"], seeds=2, duration=6, warmup=1)
    beside = [line for line in found.next_commands if "# beside" in line]
    assert len(beside) == (found.recommended != "newreno")
    assert shlex.split(found.next_commands[0])[:3] == ["airhop", "run", "cross"]
    control = {"newreno": "reno", "tcp-ap": "tcp-ap"}[found.recommended]
    assert f"airhop live cross --duration 60 --warmup 10 --traffic --transport kernel:{control}" in "".join(
        found.next_commands
    )
    for line in beside:
        words = shlex.split(line, comments=True)
        key, value = words[words.index("--set") + 1].split("=", 1)
        airhop.Scenario.builtin("cross").set_text(key, value)
        assert value == "newreno"


def test_limits_weights_and_the_bound(schema):
    found = airhop.advise(
        "parallel", goal="goodput=2,fairness=1", max_delay_ms=1, transports=["newreno", "vegas"], seeds=3, **SHORT
    )
    assert found.recommended is None
    assert {candidate.verdict.value for candidate in found.ranked} == {"violates"}
    assert "No candidate meets --max-delay 1 ms" in found.reasons[0]
    jsonschema.validate(json.loads(found.to_json()), schema)
    found = airhop.advise(
        "chain", hops=2, transports=["newreno", "vegas"], seeds=2, duration=5, warmup=1, bound=True, min_jain=0.5
    )
    assert found.bound.goodput.mean > 0.9 * found.ranked[0].goodput_kbps.mean
    assert any("best paced UDP" in reason for reason in found.reasons)
    jsonschema.validate(json.loads(found.to_json()), schema)


def test_of_those_as_good_the_one_that_needs_least_is_recommended():
    # Two hops carry whatever is sent: everything is as good.
    found = airhop.advise("chain", hops=1, transports=["tctc", "bw-rtt", "cubic", "newreno+lda"], margin=0.2, **SHORT)
    assert found.recommended == "cubic"
    assert "equivalent to it" in " ".join(found.reasons)


def test_what_is_as_good_and_much_better_otherwise_is_told():
    # Two hops carry whatever is sent; NewReno fills the queue, Vegas does not.
    found = airhop.advise("chain", hops=2, transports=["newreno", "vegas"], bound=False, **SHORT)
    told = " ".join(found.reasons)
    if found.recommended == "newreno":
        assert "vegas is much better in p99 delay" in told
    assert f"fewer changes, and {found.recommended} has the highest mean" in told


def test_what_needs_too_much_takes_no_part():
    found = airhop.advise("chain", hops=2, without=["receiver", "router changes"], seeds=2, duration=5, warmup=1)
    names = {candidate.transport for candidate in found.ranked}
    assert "tcp-ap" in names
    assert not names & {"tcp-daa", "tctc", "newreno+lda"}
    assert set(found.left_out) >= {"tcp-daa", "tctc"}


def test_flows_with_a_transport_of_their_own_are_not_weighed():
    found = airhop.advise("cross-background", transports=["newreno", "vegas"], seeds=2, **SHORT)
    result = airhop.run("cross-background", transports="vegas", seeds=2, **SHORT)
    vegas = found.candidate("vegas")
    for name, value in {"f0": vegas.goodput_kbps, "f1": vegas.other_kbps}.items():
        flows = result.flows[result.flows["flow"] == name]
        assert value.mean == pytest.approx(flows["goodput_kbps"].mean())
    assert vegas.jain.mean == 1.0
    assert not any("# beside" in line for line in found.next_commands)


def test_stored_runs_are_used_and_change_nothing(tmp_path, advice):
    ask = {"transports": FEW, **SHORT, "bound": False, "cache": tmp_path / "runs"}
    first = airhop.advise("chain", **ask)
    stored = set((tmp_path / "runs").iterdir())
    assert stored
    second = airhop.advise("chain", **ask)
    assert set((tmp_path / "runs").iterdir()) == stored
    for each in (first, second):
        content = each.to_dict()
        content.pop("wall_s")
        assert content == {key: value for key, value in advice.to_dict().items() if key != "wall_s"}


def test_a_small_budget_cuts_time_and_seeds():
    scenario = airhop.Scenario.builtin("chain")
    with Runner.on_threads(1) as runner:
        extent = choose_extent(scenario, "newreno", 90, 1.0, runner, fixed=False)
        own = choose_extent(airhop.Scenario.builtin("chain"), "newreno", 90, 1.0, runner, fixed=True)
    assert extent.shortened_from_s == 300
    assert 90 <= extent.duration_s < 300
    assert extent.duration_s % 10 == 0
    assert scenario.number("run.duration_s") == extent.duration_s
    assert own.shortened_from_s is None
    found = airhop.advise("chain", transports=["newreno", "vegas"], budget=0.001, **SHORT)
    assert [each.seeds for each in found.race.rounds] == [5]
    assert found.race.ending.value in ("the budget is used up", "one candidate is left")


def test_the_figure_draws_every_candidate(advice):
    figure = make_figure(advice)
    labels = [label.get_text() for label in figure.axes[0].get_yticklabels()]
    assert labels == [candidate.transport for candidate in advice.ranked]


def test_ctrl_c_keeps_what_stands():
    def interrupt(progress):
        if "round 1" in progress.activity and progress.fraction > 0.7:
            raise KeyboardInterrupt

    found = airhop.advise(
        "chain", transports=["newreno", "vegas"], seeds=5, duration=60, warmup=2, jobs=1, progress=interrupt
    )
    assert found.interrupted
    assert found.race.ending.value == "interrupted"
    # All may have been finished between two looks at the progress.
    assert 2 <= found.race.rounds[0].seeds <= 5
    assert found.recommended is not None


def test_ctrl_c_of_the_command_says_so(tmp_path):
    folder = tmp_path / "runs"
    process = subprocess.Popen(
        [sys.executable, "-m", "airhop", "advise", "chain", "--duration", "1000000", "--cache", folder],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),
    )
    deadline = time.monotonic() + 60
    # The folder is made when the request is found right, just before the first run.
    while not folder.exists():
        assert process.poll() is None, process.communicate()
        assert time.monotonic() < deadline
        time.sleep(0.01)
    time.sleep(1)
    process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=60)
    assert (process.returncode, out) == (1, "")
    assert err == "airhop: interrupted: too few runs have finished for a recommendation\n"


def test_the_command_prints_writes_and_draws(command, tmp_path):
    done = command(
        "advise", "chain", "--hops", "2", "--duration", "6", "--warmup", "1", "--transport", "newreno", "--transport",
        "tcp-ap", "--seeds", "2", "--max-delay", "2s", "--json", tmp_path / "a.json", "--plot", tmp_path, "--no-bound",
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    assert done.stdout.startswith("chain, for goodput, --max-delay 2000 ms: ")
    assert "airhop run chain --hops 2 --duration 6 --warmup 1 --transport" in done.stdout
    assert json.loads((tmp_path / "a.json").read_text())["recommended"] in ("newreno", "tcp-ap")
    assert (tmp_path / "advice.png").stat().st_size > 1000
    assert "written: " in done.stderr
    assert "advice.png" in done.stderr


@pytest.mark.parametrize(
    ("asked", "told"),
    [
        ({"goal": "goodputt"}, "did you mean goodput?"),
        ({"goal": "goodput=x"}, "weight 'x'"),
        ({"goal": "goodput,goodput"}, "is given twice"),
        ({"without": "sendr"}, "did you mean sender?"),
        ({"without": "sender", "transports": ["tcp-ap", "newreno"]}, "needs new code at the sender"),
        ({"transports": ["tcp-aq", "newreno"]}, "did you mean `tcp-ap`?"),
        ({"transports": ["newreno"]}, "two or more transports"),
        ({"transports": ["udp-paced=best", "newreno"]}, "--bound"),
        ({"min_jain": 2}, "<= 1"),
        ({"max_delay_ms": -1}, "--max-delay -1: expected a number > 0"),
        ({"budget": 0}, "budget = 0"),
        ({"seeds": 1}, "2 to 1000"),
        ({"margin": 3}, "below 1"),
        ({"warmup": 500}, "run.warmup_s = 500"),
        ({"settings": {"flows.f0.transport": "vegas"}}, "a transport of its own"),
    ],
)
def test_a_wrong_request(asked, told):
    with pytest.raises(airhop.ScenarioError, match=re.escape(told)):
        airhop.advise("chain", **asked)


def test_the_command_refuses_what_is_wrong(command):
    done = command("advise", "chain", "--max-delay", "fast")
    assert (done.returncode, done.stdout) == (2, "")
    assert "as in 100ms" in done.stderr


def test_goals_and_times_are_read():
    assert parse_goal("goodput = 3, delay").weights == {Quantity.GOODPUT: 0.75, Quantity.DELAY: 0.25}
    limit = make_limits(min_goodput=None, min_jain=None, max_delay_ms=100, max_energy=None)[0]
    assert limit.words == "--max-delay 100 ms"
    assert parse_time_s("100ms", "--x", plain_unit="s") == pytest.approx(0.1)
    assert parse_time_s("2min", "--x", plain_unit="s") == 120
    assert parse_time_s("250", "--x", plain_unit="ms") == 0.25


def run_measures(goodput_kbps, delay_ms):
    return Measures(goodput_kbps, 1.0, delay_ms, 1.0, 0.0, (), 0.0)


def test_scores_grow_with_goodput_and_fall_with_the_logarithm_of_delay():
    unit = run_measures(100.0, 50.0)
    assert parse_goal("goodput").score(run_measures(150.0, 1.0), unit) == 150
    delay = parse_goal("delay")
    scores = [delay.score(run_measures(1.0, ms), unit) for ms in (100.0, 200.0)]
    behind = delay.as_part(Mean((scores[0] - scores[1]) / delay.scale(scores[0]), 0.0, 5))
    assert behind.mean == pytest.approx(1.0)
    both = parse_goal("goodput=3,delay=1")
    assert both.score(unit, unit) == pytest.approx(0.75)
    assert both.score(run_measures(200.0, 50.0 * math.e), unit) == pytest.approx(1.5 - 0.25)
    assert both.scale(7.0) == 1.0


def test_what_starves_and_what_varies_is_told():
    found = airhop.advise(
        "grid", goal="delay", flows=6, transports=["newreno", "cubic"], seeds=3, duration=20, warmup=2
    )
    told = " ".join(found.cautions)
    assert "vary widely between seeds" in told
    assert "p99 delay from" in told
    assert found.candidate(found.recommended).starved_runs == 0 or "Flows starve" in told


def test_a_flow_that_delivers_nothing_is_starved_and_late_and_one_without_a_path_does_not_count():
    run = airhop.run("chain", flows=3, hops=2, seeds=1, duration=5, warmup=1).run_records[0]
    silent, lost, _ = run["flows"]
    silent.update(goodput_kbps=0.0, delivered_bytes=0)
    lost.update(goodput_kbps=0.0, delivered_bytes=0, hops=0)
    measures = measure(run, fixed=[], measured_s=4.0)
    assert measures.starved == ("f0",)
    assert measures.delay_p99_ms == 4000
    assert measures.jain == pytest.approx(0.5)
