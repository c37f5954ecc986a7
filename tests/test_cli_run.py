"""`airhop run`: what it prints where, and what it writes."""

import csv
import io
import json

import pyarrow.parquet
import pytest
from rich.console import Console

import airhop
from airhop.cli.table import render
from support import SHORT

TWO = ["run", "chain", "--hops", "2", *SHORT]


def test_results_go_to_standard_output_and_nothing_else_does(command):
    done = command(*TWO, "--transport", "newreno", "--transport", "vegas", "--seeds", "2")
    assert done.returncode == 0
    assert done.stderr == ""
    assert "newreno" in done.stdout
    assert "vegas" in done.stdout
    assert "kbit/s" in done.stdout
    assert "±" in done.stdout
    assert "\x1b" not in done.stdout


def test_json_on_standard_output_is_alone_there(command):
    done = command(*TWO, "--seeds", "2", "--json", "-")
    assert done.returncode == 0
    content = json.loads(done.stdout)
    assert [run["seed"] for run in content["runs"]] == [1, 2]
    assert content["summary"][0]["runs"] == 2


def test_json_file_and_table_tell_the_same(command, tmp_path):
    path = tmp_path / "result.json"
    done = command(*TWO, "--seeds", "2", "--json", path)
    summary = json.loads(path.read_text())["summary"][0]["aggregate_goodput_kbps"]
    assert f"{summary['mean']:.1f} ± {summary['ci95']:.1f}" in done.stdout
    assert str(path) in done.stderr


def test_quiet_says_nothing_on_standard_error(command, tmp_path):
    done = command(*TWO, "--seed", "1", "--json", tmp_path / "result.json", "--quiet")
    assert (done.returncode, done.stderr) == (0, "")


def test_one_seed_has_no_interval_and_shows_none(command):
    done = command(*TWO, "--seed", "4", "--json", "-")
    content = json.loads(done.stdout)
    assert [run["seed"] for run in content["runs"]] == [4]
    assert content["summary"][0]["aggregate_goodput_kbps"]["ci95"] is None
    assert "± —" in command(*TWO, "--seed", "4").stdout


def test_default_is_five_seeds(command):
    content = json.loads(command(*TWO, "--json", "-").stdout)
    assert [run["seed"] for run in content["runs"]] == [1, 2, 3, 4, 5]


def test_transports_are_compared_in_the_order_given_each_once(command):
    given = ["vegas", "newreno", "sack", "vegas"]
    done = command(*TWO, *(word for name in given for word in ("--transport", name)), "--seed", "1", "--json", "-")
    content = json.loads(done.stdout)
    assert [summary["transport"] for summary in content["summary"]] == ["vegas", "newreno", "sack"]


def test_flows_have_a_table_of_their_own(command):
    done = command(*TWO, "--flows", "3", "--seed", "1")
    assert all(f"f{number}" in done.stdout for number in range(3))


def test_options_reach_the_scenario(command):
    done = command(
        *TWO, "--hops", "4", "--flows", "2", "--routing", "static", "--radio", "ns2-wavelan-11M",
        "--set", "topology.spacing_m=150", "--seed", "1", "--json", "-",
    )  # fmt: skip
    content = json.loads(done.stdout)
    assert content["parameters"]["topology"]["hops"] == 4
    assert content["parameters"]["topology"]["spacing_m"] == 150
    assert content["parameters"]["routing"]["protocol"] == "static"
    assert content["parameters"]["radio"]["profile"] == "ns2-wavelan-11M"
    assert [flow["hops"] for flow in content["runs"][0]["flows"]] == [4, 4]
    assert (content["duration_s"], content["warmup_s"]) == (5, 1)


@pytest.mark.parametrize("suffix", ["csv", "parquet"])
def test_series_hold_every_run(command, tmp_path, suffix):
    path = tmp_path / f"series.{suffix}"
    assert command(*TWO, "--seeds", "2", "--series", path).returncode == 0
    if suffix == "csv":
        with path.open(newline="") as file:
            rows = list(csv.DictReader(file))
    else:
        rows = pyarrow.parquet.read_table(path).to_pylist()
    assert list(rows[0]) == ["transport", "seed", "time_s", "subject", "quantity", "value"]
    assert {int(row["seed"]) for row in rows} == {1, 2}
    assert {row["quantity"] for row in rows} >= {"cwnd_segments", "goodput_kbps", "rtt_ms", "queue_packets"}


def test_best_rate_is_searched_and_told(command):
    done = command(*TWO, "--transport", "udp-paced=best", "--seeds", "2", "--json", "-")
    content = json.loads(done.stdout)
    assert [run["transport"] for run in content["runs"]] == ["udp-paced=best"] * 2
    rates = {flow["transport"] for run in content["runs"] for flow in run["flows"]}
    assert len(rates) == 1
    rate_kbps = float(rates.pop().removeprefix("udp-paced="))
    # Two hops carry half of one hop's 1539 kbit/s.
    assert 600 < rate_kbps < 800
    assert f"{rate_kbps:g} kbit/s" in command(*TWO, "--transport", "udp-paced=best", "--seeds", "2").stdout


def test_batches_give_one_seed_an_interval(command):
    done = command("run", "chain", "--hops", "2", "--packets", "1100", "--batches", "11", "--json", "-")
    content = json.loads(done.stdout)
    assert len(content["runs"]) == 1
    assert len(content["runs"][0]["batches"]) == 10
    assert content["summary"][0]["aggregate_goodput_kbps"]["ci95"] is not None


def test_a_narrow_terminal_still_shows_every_value():
    result = airhop.run("chain", hops=2, flows=2, seeds=2, duration=5, warmup=1)
    console = Console(file=io.StringIO(), width=30)
    console.print(render(result, console))
    lines = console.file.getvalue().splitlines()
    assert max(len(line) for line in lines) <= 30
    narrow = " ".join(" ".join(lines).split())
    summary = result.summary_records[0]
    for estimate in [summary["aggregate_goodput_kbps"], *(flow["goodput_kbps"] for flow in summary["flows"])]:
        assert f"{estimate['mean']:.1f} ± {estimate['ci95']:.1f}" in narrow
