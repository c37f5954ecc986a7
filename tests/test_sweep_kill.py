"""A sweep killed at random moments and begun again ends as one that was left alone, to the last bit."""

import itertools
import random
import signal
import subprocess
import sys
import time

import airhop
from airhop.sweeps.files import keys_in
from sweep_support import HARDY, HARDY_POINTS, content

KILLS = 10


def begin(plan, folder, *more):
    command = [sys.executable, "-m", "airhop", "sweep", plan, "--output", folder, "--quiet", *more]
    return subprocess.Popen(
        command,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        text=True,
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),
    )


def wait_for(points, folder, process):
    """Wait until so many points are there."""
    deadline = time.monotonic() + 120
    while len(list((folder / "points").glob("*.parquet"))) < points:
        assert process.poll() is None, process.communicate()
        assert time.monotonic() < deadline
        time.sleep(0.002)


def write(tmp_path, text=HARDY, name="plan"):
    path = tmp_path / f"{name}.toml"
    path.write_text(text)
    return path


def test_killed_ten_times(tmp_path, left_alone):
    plan, killed = write(tmp_path), tmp_path / "killed"
    # The same moments each time the test is run, at which the scheduler of the machine has still a say.
    chance = random.Random(7)
    made = []
    for _ in range(KILLS):
        process = begin(plan, killed)
        there = len(keys_in(killed / "points")) if killed.exists() else 0
        wait_for(there + chance.randrange(1, 12), killed, process)
        time.sleep(chance.random() * 0.01)
        process.kill()
        process.communicate()
        made.append(set(keys_in(killed / "points")))
    assert all(before <= after for before, after in itertools.pairwise(made))
    assert 10 <= len(made[-1]) < HARDY_POINTS
    when = {path.name: path.stat().st_mtime_ns for path in (killed / "points").glob("*.parquet")}
    last = begin(plan, killed)
    last.communicate(timeout=120)
    assert last.returncode == 0
    # What was there at the last kill was not made again.
    assert all((killed / "points" / name).stat().st_mtime_ns == at for name, at in when.items())
    assert not list(killed.rglob("*.tmp"))
    resumed = airhop.Sweep.open(killed)
    assert len(resumed.runs) == HARDY_POINTS
    assert content(resumed) == content(left_alone)


def test_ctrl_c_keeps_what_is_finished_and_says_how_to_go_on(tmp_path):
    plan, folder = write(tmp_path), tmp_path / "folder"
    process = begin(plan, folder)
    wait_for(5, folder, process)
    process.send_signal(signal.SIGINT)
    _, err = process.communicate(timeout=30)
    kept = len(keys_in(folder / "points"))
    assert process.returncode == 1
    assert err == (
        f"airhop: interrupted: {kept} of 200 points are kept; resume with: airhop sweep {plan} --output {folder}\n"
    )


def test_two_at_once_do_not_write_into_one_folder(tmp_path):
    plan, folder = write(tmp_path), tmp_path / "folder"
    first = begin(write(tmp_path, HARDY.replace("60", "60000"), "long"), folder)
    deadline = time.monotonic() + 60
    while not (folder / "plan.parquet").exists():
        assert time.monotonic() < deadline
        time.sleep(0.01)
    second = begin(plan, folder)
    _, err = second.communicate(timeout=60)
    status = airhop.Sweep.open(folder).status()
    first.kill()
    first.communicate()
    assert second.returncode == 2
    assert err == f"airhop: {folder}: another sweep (process {first.pid}) writes here; wait until it has ended\n"
    assert status.writer == str(first.pid)
    # The lock of a process that was killed holds nobody up.
    third = begin(plan, folder)
    wait_for(1, folder, third)
    third.kill()
    third.communicate()
