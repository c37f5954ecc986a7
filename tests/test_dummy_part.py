"""One file and one line: a part and a recipe that no release has are known everywhere without another change."""

import csv
import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
SHORT = ("--duration", "6", "--warmup", "1")


@pytest.fixture(scope="module")
def airhop(tmp_path_factory):
    """The command, of a package whose native module has the dummy."""
    if shutil.which("cargo") is None:
        pytest.skip("cargo is not installed: it builds the module with the dummy part")
    folder = tmp_path_factory.mktemp("dummy")
    built = subprocess.run(["sh", ROOT / "tests" / "dummy" / "build.sh"], capture_output=True, text=True, check=False)
    assert built.returncode == 0, built.stderr
    package = folder / "python" / "airhop"
    shutil.copytree(ROOT / "python" / "airhop", package, ignore=shutil.ignore_patterns("*.so", "__pycache__"))
    shutil.copy(built.stdout.splitlines()[-1], package / "_native.abi3.so")
    path = os.pathsep.join([str(package.parent), str(ROOT / "docs")])
    environment = {**os.environ, "PYTHONPATH": path, "AIRHOP_CACHE": str(folder / "cache")}

    def run(*arguments, module=("-m", "airhop")):
        done = subprocess.run(
            [sys.executable, *module, *map(str, arguments)],
            capture_output=True,
            text=True,
            env=environment,
            cwd=folder,
            timeout=300,
            check=False,
        )
        assert done.returncode == 0, done.stderr
        return done.stdout

    return run


def test_the_lists_name_part_recipe_and_parameter(airhop):
    recipe = next(line for line in airhop("list", "transports").splitlines() if line.split()[:1] == ["dummy"])
    assert "sender" in recipe, "what its part needs is what it needs"
    assert "AIMD with a step of its own" in airhop("list", "parts")
    assert "dummy_step" in airhop("list", "parameters")


def test_show_has_its_parameter(airhop):
    shown = airhop("show", "chain", "--set", "transport.name=dummy", "--set", "transport.dummy_step=2")
    assert "dummy_step = 2" in shown


def test_a_run_has_its_parameter_and_its_time_series(airhop, tmp_path):
    series, result = tmp_path / "series.csv", tmp_path / "result.json"
    airhop(
        "run", "chain", "--hops", 2, "--transport", "dummy", "--seed", 1, *SHORT, "--series", series, "--json", result
    )
    with series.open() as lines:
        acks = [float(row["value"]) for row in csv.DictReader(lines) if row["quantity"] == "dummy_acks"]
    assert acks == sorted(acks)
    # One ACK per segment of 1460 bytes: the part sees those of the warm-up, too, which the goodput leaves out.
    (run,) = json.loads(result.read_text())["runs"]
    delivered_segments = run["flows"][0]["delivered_bytes"] / 1460
    assert acks[-1] >= delivered_segments > 100
    fast = airhop(
        "run",
        "chain",
        "--transport",
        "newreno+dummy",
        "--set",
        "transport.dummy_step=10",
        "--seed",
        1,
        *SHORT,
        "--json",
        "-",
    )
    slow = airhop(
        "run",
        "chain",
        "--transport",
        "newreno+dummy",
        "--set",
        "transport.dummy_step=0.1",
        "--seed",
        1,
        *SHORT,
        "--json",
        "-",
    )
    windows = [json.loads(text)["runs"][0]["flows"][0]["cwnd_mean"] for text in (slow, fast)]
    assert windows[0] < windows[1], "the parameter reaches the part"


def test_it_is_a_candidate_of_advise(airhop):
    told = airhop("advise", "chain", "--hops", 2, *SHORT, "--seeds", 2, "--budget", "5s", "--no-bound", "--json", "-")
    assert "dummy" in {candidate["transport"] for candidate in json.loads(told)["candidates"]}


def test_it_is_a_contender_of_the_matrix(airhop, tmp_path):
    # Named, so that not all run; unknown names are refused.
    airhop(
        "matrix", "--quick", "--scenario", "bw-chain-4", "--transport", "dummy", "--transport", "newreno",
        "--output", tmp_path,
    )  # fmt: skip
    assert "dummy" in (tmp_path / "matrix" / "matrix.csv").read_text()


def test_the_reference_describes_it(airhop):
    page = airhop("-c", "import reference; print(reference.reference())", module=())
    assert "| `dummy` | a recipe of a test | a test | sender |" in page
    assert "dummy_step" in page
