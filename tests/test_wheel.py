"""The wheel that `make wheel` built: what is in it, and that it works in an environment that has nothing else."""

import os
import re
import subprocess
import sys
import venv
import zipfile
from pathlib import Path

import pytest

from support import SHORT

ROOT = Path(__file__).parent.parent
WHEELS = os.environ.get("AIRHOP_WHEELS")
NO_NETWORK = re.compile(r"NewConnectionError|NameResolutionError|ProxyError|ReadTimeoutError|ConnectTimeoutError")

pytestmark = pytest.mark.skipif(WHEELS is None, reason="no wheel to test: `make wheel` builds one and tests it")


@pytest.fixture(scope="module")
def wheel():
    (wheel,) = (ROOT / str(WHEELS)).glob("*.whl")
    return wheel


@pytest.fixture(scope="module")
def environment(wheel, tmp_path_factory):
    """Install the wheel, with what it says it needs, in the versions that the project locks."""
    folder = tmp_path_factory.mktemp("clean")
    versions = re.findall(
        r"^\S+==\S+(?: ;.*?)?(?= \\$)", (ROOT / "python/requirements/run.txt").read_text(), re.MULTILINE
    )
    constraints = folder / "constraints.txt"
    constraints.write_text("\n".join(versions))
    venv.create(folder / "venv", with_pip=True)
    run = call(folder / "venv/bin/python", "-m", "pip", "install", "--quiet", "--constraint", constraints, wheel)
    if run.returncode and NO_NETWORK.search(run.stderr):
        pytest.skip(f"the wheel's dependencies cannot be fetched: {run.stderr.strip().splitlines()[-1]}")
    assert run.returncode == 0, run.stderr
    return folder / "venv/bin"


def call(program, *arguments, **options):
    """Run a program that sees nothing of this environment or repository."""
    own = ("PYTHON", "VIRTUAL_ENV", "AIRHOP")
    clean = {name: value for name, value in os.environ.items() if not name.startswith(own)}
    words = [str(word) for word in (program, *arguments)]
    return subprocess.run(words, capture_output=True, text=True, timeout=500, check=False, env=clean, **options)


def test_one_wheel_serves_every_python_from_3_10_on(wheel):
    assert wheel.name.split("-")[2:4] == ["cp310", "abi3"]


def test_the_wheel_holds_the_package_and_nothing_else(wheel):
    with zipfile.ZipFile(wheel) as archive:
        held = {name for name in archive.namelist() if not name.endswith("/")}
    (metadata,) = {name.split("/")[0] for name in held if ".dist-info/" in name}
    tracked = subprocess.run(["git", "ls-files", "python/airhop"], cwd=ROOT, capture_output=True, text=True, check=True)
    package = {name.removeprefix("python/") for name in tracked.stdout.splitlines()}
    package.add("airhop/_native.abi3.so")
    inventory = {
        f"{metadata}/{name}" for name in ("METADATA", "RECORD", "WHEEL", "entry_points.txt", "licenses/LICENSE")
    }
    beside = {
        name for name in held - package - inventory if not name.startswith((f"{metadata}/sboms/", "airhop.libs/"))
    }
    assert (beside, (package | inventory) - held) == (set(), set())


def test_the_command_works_in_a_clean_environment(environment, tmp_path):
    run = call(environment / "airhop", "run", "chain", *SHORT, cwd=tmp_path)
    assert run.returncode == 0, run.stderr
    assert "newreno" in run.stdout
    listed = call(environment / "airhop", "list", cwd=tmp_path)
    assert listed.returncode == 0, listed.stderr
    assert "tcp-ap" in listed.stdout
    assert call(environment / "python", "-m", "pip", "check").returncode == 0


def test_it_is_the_version_of_the_repository(environment):
    (version,) = re.findall(r'^version = "(.*)"', (ROOT / "Cargo.toml").read_text(), re.MULTILINE)
    run = call(environment / "python", "-c", "import airhop; print(airhop.__version__)")
    assert run.stdout.strip() == version, f"{run.stderr}\n{sys.version}"
