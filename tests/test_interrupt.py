"""Ctrl-C leaves what is finished readable, and says so."""

import json
import signal
import subprocess
import sys
import time

import pytest

import airhop

ENDLESS_S = "1000000"


def start(*arguments):
    return subprocess.Popen(
        [sys.executable, "-m", "airhop", "run", *map(str, arguments)],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )


def stop(process):
    process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=20)
    return process.returncode, out, err


def test_nothing_finished(tmp_path):
    path = tmp_path / "result.json"
    process = start("chain", "--duration", ENDLESS_S, "--json", path)
    time.sleep(3)
    status, out, err = stop(process)
    assert (status, out) == (1, "")
    assert err == "airhop: interrupted: nothing was finished\n"
    assert not path.exists()


def test_finished_runs_are_kept(tmp_path):
    path = tmp_path / "result.json"
    # One run at a time: the first ends at once, the second never.
    process = start("chain", "--transport", "newreno", "--transport", "udp-paced=best", "--hops", "1",
                    "--duration", "2000", "--seeds", "1", "--json", path, "--jobs", "1")  # fmt: skip
    time.sleep(1.0)
    status, out, err = stop(process)
    if status == 0:
        pytest.fail("the runs were over before the interrupt")
    assert status == 1
    assert "interrupted: the results hold" in err
    assert "newreno" in out
    assert [run["transport"] for run in json.loads(path.read_text())["runs"]] == ["newreno"]


def test_python_gets_the_finished_runs():
    def interrupt(activity, fraction):
        if fraction >= 0.5:
            raise KeyboardInterrupt

    with pytest.raises(airhop.Interrupted) as caught:
        airhop.run("chain", hops=1, duration=50, warmup=1, seeds=4, jobs=1, progress=interrupt)
    assert 1 <= len(caught.value.result.run_records) <= 4
