"""A sweep on a Dask cluster gives the same as on this machine's cores, also where a worker dies."""

import json
import os
import signal
import subprocess
import sys
import time

import pytest

import airhop
from airhop.runs import cluster as dask
from airhop.runs.cluster import ClusterError, ClusterExecutor
from sweep_support import HARDY, HARDY_POINTS, content, tiny


@pytest.fixture
def cluster(tmp_path):
    """Start a scheduler and two worker processes, each with a process id of its own."""
    started = []

    def start(*arguments):
        with (tmp_path / f"{len(started)}.log").open("w") as log:
            process = subprocess.Popen(
                [sys.executable, "-m", f"distributed.cli.dask_{arguments[0]}", *arguments[1:]],
                stdout=subprocess.DEVNULL,
                stderr=log,
                cwd=tmp_path,
            )
        started.append(process)
        return process

    file = tmp_path / "scheduler.json"
    start("scheduler", "--host", "127.0.0.1", "--port", "0", "--no-dashboard", "--scheduler-file", str(file))
    deadline = time.monotonic() + 60
    while not file.exists() or not file.read_text().endswith("}"):
        assert started[0].poll() is None
        assert time.monotonic() < deadline
        time.sleep(0.05)
    worker = ["worker", "--scheduler-file", str(file), "--nthreads", "1", "--no-nanny", "--no-dashboard"]
    workers = [start(*worker), start(*worker)]
    address = json.loads(file.read_text())["address"]
    yield address, workers
    for process in started:
        process.kill()
        process.wait()


def test_equal_to_the_last_bit_though_a_worker_is_killed_midway(tmp_path, cluster, left_alone):
    address, workers = cluster
    killed = []

    def kill_midway(progress):
        if not killed and progress.done >= 40:
            workers[0].send_signal(signal.SIGKILL)
            killed.append(progress.done)

    from distributed import Client

    with Client(address) as client:
        client.wait_for_workers(2, timeout=60)
    plan = tmp_path / "plan.toml"
    plan.write_text(HARDY)
    swept = airhop.sweep(plan, tmp_path / "cluster", cluster=address, progress=kill_midway)
    assert workers[0].wait(timeout=10) == -signal.SIGKILL
    assert killed[0] < HARDY_POINTS - 40
    assert len(swept.runs) == HARDY_POINTS
    assert content(swept) == content(left_alone)


def test_processes_of_this_machine_and_a_point_that_fails(tmp_path, command):
    plan = tmp_path / "plan.toml"
    plan.write_text(
        'scenario = "chain"\ntransports = ["newreno", "udp-paced=best"]\nseeds = 2\n'
        "[set]\ntopology.hops = 2\n[grid]\nrun.duration_s = [2, 4]\nrun.warmup_s = [1, 3]\n"
    )
    done = command("sweep", plan, "--output", tmp_path / "cluster", "--cluster", "local:2")
    assert done.returncode == 1
    assert "4 of 16 points failed" in done.stderr
    assert "newreno" in done.stdout
    assert content(airhop.Sweep.open(tmp_path / "cluster")) == content(airhop.sweep(plan, tmp_path / "threads"))


def group_lives(group):
    try:
        os.killpg(group, 0)
    except ProcessLookupError:
        return False
    return True


def test_ctrl_c_ends_the_processes_of_this_machine(tmp_path):
    plan, folder = tmp_path / "plan.toml", tmp_path / "folder"
    plan.write_text(HARDY)
    command = [sys.executable, "-m", "airhop", "sweep", plan, "--output", folder, "--cluster", "local:1"]
    process = subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, start_new_session=True,
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),
    )  # fmt: skip
    deadline = time.monotonic() + 120
    while not list((folder / "points").glob("*.parquet")):
        assert process.poll() is None, process.communicate()
        assert time.monotonic() < deadline
        time.sleep(0.01)
    # As a terminal does: to every process of the group.
    os.killpg(process.pid, signal.SIGINT)
    _, err = process.communicate(timeout=60)
    assert process.returncode == 1
    assert err.splitlines()[-1].endswith(f"resume with: airhop sweep {plan} --output {folder} --cluster local:1")
    assert "Traceback" not in err
    deadline = time.monotonic() + 30
    while group_lives(process.pid):
        assert time.monotonic() < deadline
        time.sleep(0.05)


def test_a_run_that_breaks_says_so():
    answer = dask.answer("[topology]\nhopps = 3\n", 1, False, None)
    assert answer.simulator == dask.simulator()
    assert "hopps" in answer.outcome


def test_a_worker_with_another_airhop_is_refused(tmp_path, monkeypatch):
    # Workers are other processes: only what this one thinks of itself is changed.
    monkeypatch.setattr(dask, "__version__", "9.9")
    with pytest.raises(ClusterError, match=r"has airhop .*, this is airhop 9\.9.*not mixed"):
        airhop.sweep(tiny(), tmp_path, cluster="local:1")
    assert not list((tmp_path / "points").iterdir())


@pytest.mark.parametrize("address", ["local:0", "localhost:8786", "tcp://", "here"])
def test_wrong_address(address):
    with pytest.raises(ClusterError, match=r"tcp://HOST:PORT"):
        ClusterExecutor(address)


def test_nobody_answers(tmp_path, command):
    plan = tmp_path / "plan.toml"
    plan.write_text('scenario = "chain"\n')
    environment = {**os.environ, "DASK_DISTRIBUTED__COMM__TIMEOUTS__CONNECT": "1s"}
    done = command("sweep", plan, "--output", tmp_path / "o", "--cluster", "tcp://127.0.0.1:9", env=environment)
    assert done.returncode == 1
    assert "tcp://127.0.0.1:9" in done.stderr
    assert "Traceback" not in done.stderr


def test_without_dask(tmp_path, monkeypatch):
    monkeypatch.setitem(sys.modules, "distributed", None)
    with pytest.raises(ClusterError, match=r"pip install 'airhop\[cluster\]'"):
        airhop.sweep(tiny(), tmp_path, cluster="local:2")
