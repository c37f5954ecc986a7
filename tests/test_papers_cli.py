"""`airhop reproduce`: one figure in short runs, what it writes, and wrong requests."""

import json
import re

import pytest


@pytest.fixture(scope="module")
def done(command, tmp_path_factory):
    folder = tmp_path_factory.mktemp("reproduced")
    places = ["--output", folder / "papers", "--cache", folder / "runs"]
    return command("reproduce", "tcp-ap", "--figure", "4", "--figure", "17", "--quick", *places), folder / "papers"


def test_claims_and_checks_are_printed(done):
    run, _ = done
    assert run.returncode == 0, run.stderr
    assert "TCP with Adaptive Pacing" in run.stdout
    assert re.search(r"^ ?A1 +3, 4, 5 +(reproduced|partly|not reproduced) ", run.stdout, re.M)
    assert re.search(r"^A7 +(holds|open|fails) .*: FTP 1: [0-9.]+ ± [0-9.]+", run.stdout, re.M)
    assert "A4" not in run.stdout
    assert run.stderr.startswith("written: ")


def test_the_page_holds_claims_checks_and_figures(done):
    _, folder = done
    page = (folder / "tcp-ap.md").read_text(encoding="utf-8")
    assert "airhop reproduce tcp-ap --figure 4 --figure 17 --quick" in page
    assert "wider intervals" in page
    images = re.findall(r"!\[Figure [^\]]+\]\(([^)]+)\)", page)
    assert images == ["tcp-ap/figure-3-5.png", "tcp-ap/figure-17.png"]
    for image in images:
        assert (folder / image).read_bytes().startswith(b"\x89PNG")
    assert "## A1" in page
    assert str(folder) not in page


def test_the_json_holds_what_was_measured(done):
    _, folder = done
    content = json.loads((folder / "tcp-ap.json").read_text(encoding="utf-8"))
    assert (content["schema"], content["paper"], content["quick"]) == (1, "tcp-ap", True)
    assert [claim["id"] for claim in content["claims"]] == ["A1", "A7"]
    for claim in content["claims"]:
        assert claim["verdict"] in ("reproduced", "partly", "not reproduced")
        assert bool(claim["note"]) == (claim["verdict"] != "reproduced")
        assert all(check["outcome"] in ("holds", "open", "fails") for check in claim["checks"])
    assert [figure["figure"] for figure in content["figures"]] == ["3-5", "17"]
    curve = content["figures"][0]["panels"][0]["curves"][0]
    assert len(curve["x"]) == len(curve["mean"]) > 100
    assert curve["ci95"] is None


def test_the_same_command_writes_the_same(command, done, tmp_path):
    run, folder = done
    arguments = ["--figure", "17", "--figure", "3", "--quick", "--jobs", "1", "--quiet"]
    again = command("reproduce", "tcp-ap", *arguments, "--output", tmp_path, "--cache", tmp_path / "runs")
    assert (again.returncode, again.stderr) == (0, "")
    assert again.stdout == run.stdout
    assert (tmp_path / "tcp-ap.json").read_bytes() == (folder / "tcp-ap.json").read_bytes()
    figure = "tcp-ap/figure-17.png"
    assert (tmp_path / figure).read_bytes() == (folder / figure).read_bytes()


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["tcp-pa"], ["tcp-pa", "did you mean tcp-ap"]),
        (["quantum"], ["quantum", "available: tcp-ap"]),
        (["tcp-ap", "--figure", "13"], ["--figure 13", "did you mean 12", "24"]),
        (["tcp-ap", "--figure", "x"], ["--figure", "integer"]),
        (["tcp-ap", "--jobs", "0"], ["jobs", "0"]),
        ([], ["missing paper", "tcp-daa", "--all"]),
        (["--all", "tctc"], ["--all", "tctc"]),
        (["--all", "--figure", "4"], ["--all", "--figure 4"]),
    ],
)
def test_wrong_requests(command, arguments, words, tmp_path):
    run = command("reproduce", *arguments, cwd=tmp_path)
    assert run.returncode == 2
    assert run.stdout == ""
    assert "Traceback" not in run.stderr
    for word in words:
        assert word in run.stderr
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("option", ["--output", "--cache"])
def test_an_unwritable_folder_is_found_before_simulating(command, tmp_path, option):
    blocker = tmp_path / "file"
    blocker.write_text("kept")
    run = command("reproduce", "tcp-ap", option, blocker, cwd=tmp_path)
    assert run.returncode == 2
    assert option in run.stderr
    assert blocker.read_text() == "kept"


def test_a_file_of_verdicts_that_is_none_is_found_before_simulating(command, tmp_path):
    (tmp_path / "verdicts.json").write_text("[1, 2]")
    run = command("reproduce", "tcp-ap", "--output", tmp_path, cwd=tmp_path)
    assert run.returncode == 2
    assert "verdicts.json: not a file of verdicts" in run.stderr
