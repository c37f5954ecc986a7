"""`airhop matrix`: two scenarios under three transports, what it writes, going on, and wrong requests."""

import re

import pytest

CHOSEN = ["--scenario", "daa-chain-1", "--scenario", "ap-parallel", "--transport", "newreno", "--transport", "tcp-ap"]
COMMAND = ["matrix", "--quick", *CHOSEN, "--transport", "tctc, rule text"]


@pytest.fixture(scope="module")
def done(command, tmp_path_factory):
    folder = tmp_path_factory.mktemp("matrix")
    run = command(*COMMAND, "--cache", folder / "runs", "--output", folder / "docs")
    return run, folder


def test_the_table_is_printed(done):
    run, folder = done
    assert run.returncode == 0, run.stderr
    assert re.search(r"^ *newreno +\d+ +\d+ +\d+ *$", run.stdout, re.M)
    assert "quick runs" in run.stdout
    assert run.stderr.startswith("written: ")
    assert str(folder / "docs" / "matrix.md") in run.stderr


def test_page_figures_and_data_are_written(done):
    _, folder = done
    page = (folder / "docs" / "matrix.md").read_text(encoding="utf-8")
    assert "airhop matrix --scenario daa-chain-1" in page
    assert '--transport "tctc, rule text" --quick' in page
    assert str(folder) not in page
    images = re.findall(r"!\[[^\]]+\]\(([^)]+)\)", page)
    assert images == ["matrix/ratios.png", "matrix/costs.png", "matrix/fairness.png"]
    for image in images:
        assert (folder / "docs" / image).read_bytes().startswith(b"\x89PNG")
    assert len((folder / "docs" / "matrix" / "matrix.csv").read_text(encoding="utf-8").splitlines()) == 1 + 2 * 4


def test_going_on_makes_nothing_again_and_writes_the_same(command, done, tmp_path):
    run, folder = done
    runs = {path: path.stat().st_mtime_ns for path in (folder / "runs").glob("*.parquet")}
    assert len(runs) > 30
    again = command(*COMMAND, "--cache", folder / "runs", "--output", tmp_path, "--quiet", "--jobs", "1")
    assert (again.returncode, again.stderr) == (0, "")
    assert again.stdout == run.stdout
    assert {path: path.stat().st_mtime_ns for path in (folder / "runs").glob("*.parquet")} == runs
    for name in ("matrix.md", "matrix/matrix.csv", "matrix/ratios.png"):
        assert (tmp_path / name).read_bytes() == (folder / "docs" / name).read_bytes(), name


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["--scenario", "ap-chian-4"], ["--scenario ap-chian-4", "did you mean ap-chain-4"]),
        (["--transport", "quantum"], ["--transport quantum", "available: newreno"]),
        (["--jobs", "0"], ["jobs", "0"]),
    ],
)
def test_wrong_requests(command, arguments, words, tmp_path):
    run = command("matrix", *arguments, cwd=tmp_path)
    assert (run.returncode, run.stdout) == (2, "")
    assert "Traceback" not in run.stderr
    for word in words:
        assert word in run.stderr
    assert list(tmp_path.iterdir()) == []


def test_an_unwritable_folder_is_found_before_simulating(command, tmp_path):
    blocker = tmp_path / "file"
    blocker.write_text("kept")
    for option in ("--output", "--cache"):
        run = command("matrix", option, blocker, cwd=tmp_path)
        assert run.returncode == 2
        assert option in run.stderr
    assert blocker.read_text() == "kept"
