"""Ctrl-C leaves what is finished readable, and says so."""

import json
import signal
import subprocess
import sys
import time

import pytest

import airhop

MOST_SEEDS = 1000


@pytest.fixture
def interrupted(tmp_path):
    """Start runs, interrupt them once the given seed is in progress, and tell how they ended."""
    started = []

    def interrupt(*arguments, at_seed):
        process = subprocess.Popen(
            [sys.executable, "-m", "airhop", "run", *arguments, "--json", tmp_path / "result.json", "--jobs", "1",
             "--pcap", tmp_path / "captures"],
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            # A shell starts background jobs with the signal ignored, and children inherit that.
            preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),
        )  # fmt: skip
        started.append(process)
        deadline = time.monotonic() + 60
        # A run makes the folder of its captures when it starts.
        while not (tmp_path / "captures" / f"newreno-seed{at_seed}").exists():
            assert process.poll() is None, process.communicate()
            assert time.monotonic() < deadline
            time.sleep(0.005)
        process.send_signal(signal.SIGINT)
        out, err = process.communicate(timeout=30)
        return process.returncode, out, err, tmp_path / "result.json"

    yield interrupt
    for process in started:
        process.kill()
        process.wait()


def test_nothing_finished(interrupted):
    status, out, err, path = interrupted("chain", "--transport", "newreno", "--duration", "1000000", at_seed=1)
    assert (status, out) == (1, "")
    assert err == "airhop: interrupted: no run has finished\n"
    assert not path.exists()


def test_finished_runs_are_kept(interrupted):
    status, out, err, path = interrupted(
        "chain", "--transport", "newreno", "--duration", "20", "--warmup", "1", "--seeds", str(MOST_SEEDS), at_seed=3
    )
    assert status == 1
    seeds = [run["seed"] for run in json.loads(path.read_text())["runs"]]
    assert seeds == list(range(1, len(seeds) + 1))
    assert 2 <= len(seeds) < MOST_SEEDS
    assert err == f"airhop: interrupted: the results contain the {len(seeds)} finished runs of {MOST_SEEDS}\n"
    assert "newreno" in out


def test_python_gets_the_finished_runs():
    def interrupt(progress):
        if progress.fraction >= 0.5:
            raise KeyboardInterrupt

    with pytest.raises(airhop.Interrupted) as caught:
        airhop.run("chain", hops=1, duration=50, warmup=1, seeds=4, jobs=1, progress=interrupt)
    assert 1 <= len(caught.value.finished.run_records) <= 4
