"""The Python interface."""

import math
import subprocess
import sys
import threading
import time

import pandas as pd
import pytest
from scipy import stats as scipy_stats

import airhop


def test_flows_are_one_row_a_run_and_flow(comparison):
    flows = comparison.flows
    assert len(flows) == 2 * 2 * 2
    assert set(flows["transport"]) == {"newreno", "vegas"}
    assert list(flows["flow"].unique()) == ["f0", "f1"]
    assert (flows["hops"] == 3).all()
    assert {"goodput_kbps", "rtt_ms_mean", "delay_ms_p99", "retransmissions", "timeouts"} <= set(flows.columns)


def test_runs_are_one_row_a_run(comparison):
    runs = comparison.runs
    assert list(zip(runs["transport"], runs["seed"], strict=True)) == [
        ("newreno", 1), ("newreno", 2), ("vegas", 1), ("vegas", 2),
    ]  # fmt: skip
    assert {"mac_drops_retry", "mac_airtime_s_data", "energy_j_total", "jain_10s"} <= set(runs.columns)


def test_parts_add_up(comparison):
    sums = comparison.flows.groupby(["transport", "seed"])["goodput_kbps"].sum()
    aggregates = comparison.runs.set_index(["transport", "seed"])["aggregate_goodput_kbps"]
    pd.testing.assert_series_equal(sums, aggregates, check_names=False)
    measured_s = comparison.duration_s - comparison.warmup_s
    expected = comparison.flows["delivered_bytes"] * 8 / 1000 / measured_s
    pd.testing.assert_series_equal(comparison.flows["goodput_kbps"], expected, check_names=False)


def test_percentiles_lie_where_they_belong(comparison):
    for times in ("rtt_ms", "delay_ms"):
        for flow in (flow for run in comparison.run_records for flow in run["flows"]):
            assert flow[times]["mean"] < flow[times]["p99"] < 100 * flow[times]["mean"]
            assert flow[times].get("p50", 0) <= flow[times]["p99"]


def test_jain_index(comparison):
    for run in comparison.run_records:
        goodputs = [flow["goodput_kbps"] for flow in run["flows"]]
        expected = sum(goodputs) ** 2 / (len(goodputs) * sum(value**2 for value in goodputs))
        assert run["jain"] == pytest.approx(expected)


def test_summary_holds_means_and_intervals(comparison):
    row = comparison.summary.set_index("transport").loc["vegas"]
    samples = comparison.runs.query("transport == 'vegas'")["aggregate_goodput_kbps"]
    assert row["aggregate_goodput_kbps_mean"] == pytest.approx(samples.mean())
    half_width = scipy_stats.t.ppf(0.975, 1) * samples.std() / math.sqrt(2)
    assert row["aggregate_goodput_kbps_ci95"] == pytest.approx(half_width)


def test_series_are_one_row_a_sample(comparison):
    series = comparison.series
    assert list(series.columns) == ["transport", "seed", "time_s", "subject", "quantity", "value"]
    assert series["time_s"].between(0, 20).all()
    assert series["value"].notna().all()
    goodput = series.query("transport == 'vegas' and seed == 2 and quantity == 'goodput_kbps' and subject == 'f1'")
    assert goodput["time_s"].is_monotonic_increasing
    (flow,) = (
        flow
        for run in comparison.run_records
        if (run["transport"], run["seed"]) == ("vegas", 2)
        for flow in run["flows"]
        if flow["name"] == "f1"
    )
    # The samples are of the whole run, the mean leaves the warm-up out.
    assert goodput.query("time_s > 2")["value"].mean() == pytest.approx(flow["goodput_kbps"], rel=0.1)


def test_no_series_unless_asked_for():
    assert airhop.run("chain", hops=1, seeds=1, duration=2, warmup=0).series.empty


def test_a_scenario_is_changed_shown_and_run():
    scenario = airhop.Scenario.builtin("chain")
    scenario.set("topology.hops", 3)
    scenario.add_flow("back", source=3, destination=0, transport="vegas")
    again = airhop.Scenario.parse(scenario.to_toml())
    assert again.to_toml() == scenario.to_toml()
    result = airhop.run(again, seeds=1, duration=10, warmup=1)
    assert [(flow["name"], flow["src"], flow["dst"], flow["transport"]) for flow in result.run_records[0]["flows"]] == [
        ("f0", 0, 3, "newreno"), ("back", 3, 0, "vegas"),
    ]  # fmt: skip


def test_run_leaves_the_scenario_as_it_is():
    scenario = airhop.Scenario.builtin("chain")
    before = scenario.to_toml()
    airhop.run(scenario, hops=1, transports="vegas", seeds=1, duration=2, warmup=0)
    assert scenario.to_toml() == before


def test_a_copy_is_independent():
    scenario = airhop.Scenario.builtin("chain")
    copy = scenario.copy()
    copy.set("topology.hops", 2)
    assert scenario.get("topology.hops") == 7
    assert copy.get("topology.hops") == 2


def test_scenario_from_a_file(tmp_path):
    path = tmp_path / "mesh.toml"
    path.write_text(airhop.Scenario.builtin("cross").to_toml(), encoding="utf-8")
    assert airhop.Scenario.load(path).to_toml() == airhop.Scenario.builtin("cross").to_toml()


@pytest.mark.parametrize(
    ("request_", "word"),
    [
        ({"scenario": "chian"}, "chain"),
        ({"hops": -1}, "topology.hops"),
        ({"transports": "newren"}, "newreno"),
        ({"settings": {"topology.hop": 1}}, "topology.hops"),
        ({"seeds": 0}, "seeds"),
        ({"seeds": []}, "seeds"),
        ({"seeds": [1, 1]}, "seeds"),
        ({"seeds": [-1]}, "seeds"),
        ({"seeds": [2**64]}, "seeds"),
        ({"jobs": 0}, "jobs"),
    ],
)
def test_wrong_requests_raise_scenario_errors(request_, word):
    with pytest.raises(airhop.ScenarioError, match=word):
        airhop.run(**{"scenario": "chain", **request_})


def test_catalogue_names_can_all_be_used():
    for name, about in airhop.scenarios():
        scenario = airhop.Scenario.builtin(name)
        assert (scenario.name, scenario.description) == (name, about)
    for radio in airhop.radios():
        airhop.Scenario.builtin("chain").set("radio.profile", radio.name)
    assert {"newreno", "vegas", "sack", "cubic"} <= {transport.name for transport in airhop.transports()}
    assert all(transport.about and transport.source for transport in airhop.transports())
    assert all(parameter.key and parameter.about for parameter in airhop.parameters())


def test_every_default_can_be_set():
    for parameter in airhop.parameters():
        scenario = airhop.Scenario.builtin("chain")
        scenario.set_text(parameter.key.replace("NAME", "f0").replace("NODE", "0"), parameter.default)


def test_import_has_no_side_effects():
    code = (
        "import sys, threading, signal; before = signal.getsignal(signal.SIGINT); import airhop;"
        "assert threading.active_count() == 1 and signal.getsignal(signal.SIGINT) is before;"
        "heavy = {'pandas', 'matplotlib', 'scipy', 'pyarrow', 'numpy', 'typer'} & set(sys.modules);"
        "assert not heavy, heavy"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")


def test_the_interpreter_is_free_while_simulating():
    ticks = 0
    longest_s = 0.0
    running = True

    def tick():
        nonlocal ticks, longest_s
        last = time.perf_counter()
        while running:
            time.sleep(0.001)
            now = time.perf_counter()
            longest_s, last, ticks = max(longest_s, now - last), now, ticks + 1

    watcher = threading.Thread(target=tick)
    watcher.start()
    started = time.perf_counter()
    airhop.run("chain", hops=7, seeds=1, duration=500, warmup=1, jobs=1)
    took_s = time.perf_counter() - started
    running = False
    watcher.join()
    assert longest_s < max(0.5 * took_s, 0.1)


def test_progress_is_told():
    told = []
    airhop.run("chain", hops=2, seeds=3, duration=5, warmup=1, progress=told.append)
    assert (told[-1].activity, told[-1].fraction) == ("simulating", 1.0)
    fractions = [each.fraction for each in told]
    assert fractions == sorted(fractions)
