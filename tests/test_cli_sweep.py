"""`airhop sweep`: what it prints where, its status, and wrong requests."""

import pytest

import airhop

PLAN = """
scenario = "chain"
transports = ["newreno", "vegas"]
seeds = 2

[set]
run.duration_s = 3
run.warmup_s = 1

[grid]
topology.hops = [1, 2]
"""


@pytest.fixture
def plan(tmp_path):
    path = tmp_path / "hops.toml"
    path.write_text(PLAN)
    return path


def rows(text):
    """Take the cells of a table's rows."""
    return [line.split() for line in text.splitlines()]


def test_means_on_standard_output_and_where_points_are_on_standard_error(command, plan, tmp_path):
    done = command("sweep", plan, "--output", tmp_path / "o")
    assert done.returncode == 0
    assert done.stderr == f"kept: 8 points in {tmp_path / 'o' / 'points'}\n"
    goodput = airhop.run("chain", transports="vegas", hops=2, seeds=2, duration=3, warmup=1)
    mean = goodput.summary["aggregate_goodput_kbps_mean"][0]
    (row,) = [row for row in rows(done.stdout) if row[:3] == ["chain", "2", "vegas"]]
    assert row[3] == f"{mean:.1f}"
    assert row[-1] == "2"
    assert "\x1b" not in done.stdout + done.stderr


def test_points_go_to_a_folder_of_the_plans_name(command, plan, tmp_path):
    done = command("sweep", plan, "--quiet", cwd=tmp_path)
    assert (done.returncode, done.stderr) == (0, "")
    assert len(airhop.Sweep.open(tmp_path / "out" / "sweeps" / "hops").runs) == 8


def test_status(command, plan, tmp_path):
    before = command("sweep", plan, "--output", tmp_path / "o", "--status")
    assert before.stdout.startswith("hops: 8 points: 0 done, 0 failed, 8 missing")
    assert not (tmp_path / "o").exists()
    command("sweep", plan, "--output", tmp_path / "o")
    plan.write_text(PLAN.replace("[1, 2]", "[1, 2, 3]").replace(', "vegas"', ', "sack"'))
    after = command("sweep", plan, "--output", tmp_path / "o", "--status")
    assert (after.returncode, after.stderr) == (0, "")
    assert after.stdout.startswith("hops: 12 points: 4 done, 0 failed, 8 missing")
    assert "4 stored points belong to another plan" in after.stdout
    assert "remaining on all cores" in after.stdout
    assert ["topology.hops", "2", "2", "0", "2"] in rows(after.stdout)
    assert ["topology.hops", "3", "0", "0", "4"] in rows(after.stdout)
    assert ["transport", "sack", "0", "0", "6"] in rows(after.stdout)
    # Nothing was touched.
    assert len(list((tmp_path / "o" / "points").iterdir())) == 8


def test_what_is_set_aside_is_said(command, plan, tmp_path):
    command("sweep", plan, "--output", tmp_path / "o")
    plan.write_text(PLAN.replace(', "vegas"', ""))
    done = command("sweep", plan, "--output", tmp_path / "o")
    assert f"set aside in {tmp_path / 'o' / 'aside'}: 4 points: no longer in the plan" in done.stderr


def test_points_of_another_airhop_are_set_aside_and_it_is_said(command, plan, tmp_path, monkeypatch):
    from airhop.sweeps import points, writer

    monkeypatch.setattr(points, "__version__", "0.0.9")
    monkeypatch.setattr(writer, "__version__", "0.0.9")
    airhop.sweep(plan, tmp_path / "o")
    done = command("sweep", plan, "--output", tmp_path / "o")
    assert done.returncode == 0
    assert "8 points: from airhop 0.0.9" in done.stderr
    assert "not mixed" in done.stderr
    assert set(airhop.Sweep.open(tmp_path / "o").runs["version"]) == {airhop.__version__}


def test_failed_points_are_said_and_kept_and_end_in_failure(command, tmp_path):
    plan = tmp_path / "fails.toml"
    plan.write_text('scenario = "chain"\nseeds = 1\n[grid]\nrun.duration_s = [2, 20]\nrun.warmup_s = [1, 10]\n')
    for _ in range(2):
        done = command("sweep", plan, "--output", tmp_path / "o")
        assert done.returncode == 1
        assert "1 points failed: run.warmup_s = 10: must be less than run.duration_s = 2" in done.stderr
        assert "1 of 4 points failed; --retry" in done.stderr
    status = command("sweep", plan, "--output", tmp_path / "o", "--status")
    assert status.stdout.startswith("fails: 4 points: 3 done, 1 failed, 0 missing")
    assert ["run.warmup_s", "10", "1", "1", "0"] in rows(status.stdout)


@pytest.mark.parametrize(
    ("text", "options", "words"),
    [
        ('scenaro = "chain"', [], ["hops.toml", "scenaro", "did you mean scenario"]),
        ("scenario = = 3", [], ["hops.toml:1:12"]),
        ('scenario = "chain"\n[grid]\nqueue.packets = [5, 0]', [], ["queue.packets = 0", "1 to 1000000"]),
        (PLAN, ["--jobs", "0"], ["jobs = 0"]),
        (PLAN, ["--jobs", "2", "--cluster", "local"], ["--jobs", "--cluster"]),
        (PLAN, ["--cluster", "8786"], ["--cluster 8786", "tcp://HOST:PORT"]),
        (PLAN, ["--output", "hops.toml"], ["hops.toml", "not a directory"]),
        (PLAN, ["--frobnicate"], ["--frobnicate"]),
    ],
)
def test_wrong_request(command, plan, tmp_path, text, options, words):
    plan.write_text(text)
    done = command("sweep", plan, *options, cwd=tmp_path)
    assert done.returncode == 2, done.stderr
    assert done.stdout == ""
    assert "Traceback" not in done.stderr
    for word in words:
        assert word in done.stderr


def test_no_sweep_in_a_folder(tmp_path):
    with pytest.raises(airhop.ScenarioError, match="no sweep is kept here"):
        airhop.Sweep.open(tmp_path)
