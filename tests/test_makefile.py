"""The Makefile remembers whether the module was built with the kernel programs."""

import os
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
FEATURE = "--features kernel"


@pytest.fixture
def environment(tmp_path):
    """Make an environment as it is after `make build`: only the module may be out of date."""
    (tmp_path / "bin").mkdir()
    for name in ("bin/python", "run.stamp", "dev.stamp"):
        (tmp_path / name).touch()
    return tmp_path


def commands(environment, target, *variables):
    """List the commands that make would run."""
    outside = {name: value for name, value in os.environ.items() if name not in ("KERNEL", "MAKEFLAGS", "MAKELEVEL")}
    words = ["make", "--dry-run", "--no-print-directory", target, f"VENV={environment}", *variables]
    run = subprocess.run(words, cwd=ROOT, capture_output=True, text=True, check=True, env=outside)
    return run.stdout


def test_a_build_has_the_kernel_programs_only_when_asked(environment):
    assert FEATURE not in commands(environment, "build")
    assert FEATURE in commands(environment, "build", "KERNEL=1")


def test_a_build_with_the_kernel_programs_is_remembered(environment):
    stamp = environment / "kernel.stamp"
    assert f"touch {stamp}" in commands(environment, "build", "KERNEL=1")
    stamp.touch()
    assert FEATURE in commands(environment, "build")
    assert FEATURE in commands(environment, "test-python")


def test_the_kernel_programs_can_be_left_out_again(environment):
    stamp = environment / "kernel.stamp"
    stamp.touch()
    without = commands(environment, "build", "KERNEL=")
    assert FEATURE not in without
    assert f"rm -f {stamp}" in without
