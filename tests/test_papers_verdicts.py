"""Verdicts in short: what is written, and `--check` against what held before."""

import dataclasses
import json

import pytest
from typer.testing import CliRunner

from airhop.cli import main
from airhop.cli import reproduce as reproduce_cli
from airhop.outputs import OutputError
from airhop.papers import verdicts
from airhop.papers.catalogue import PAPERS
from airhop.papers.checks import Check, Outcome
from airhop.papers.point import Effort, Point
from airhop.papers.verdicts import ClaimVerdict, PaperVerdicts

NAMES = [paper.name for paper in PAPERS]


def claim(verdict="partly", held=2, checks=3):
    return ClaimVerdict("A1", "what it is about", verdict, held, checks)


def papers(*names, **of_claim):
    return [PaperVerdicts(name, f"title of {name}", [claim(**of_claim)]) for name in names]


def test_other_papers_stay_in_the_file(tmp_path):
    verdicts.write(tmp_path, papers("tctc", "dccp"), NAMES, quick=False)
    verdicts.write(tmp_path, papers("tctc", "tcp-ap", verdict="reproduced", held=3), NAMES, quick=False)
    read = verdicts.read(tmp_path, quick=False)
    assert [paper.paper for paper in read] == ["tcp-ap", "tctc", "dccp"]
    assert [paper.claims[0].verdict for paper in read] == ["reproduced", "reproduced", "partly"]
    assert verdicts.read(tmp_path, quick=True) == []


@pytest.mark.parametrize("text", ["", "[]", "{}", '{"schema": 1, "papers": [{}]}', '{"schema": 2, "papers": []}'])
def test_what_is_no_file_of_verdicts_is_refused(text):
    with pytest.raises(OutputError, match=r"some\.json: "):
        verdicts.parse(text, "some.json")


@pytest.mark.parametrize(
    ("now", "before", "worse"),
    [
        (("partly", 2), ("partly", 2), False),
        (("partly", 1), ("partly", 2), True),
        (("partly", 3), ("reproduced", 3), True),
        (("not reproduced", 0), ("partly", 1), True),
        (("reproduced", 2), ("partly", 3), False),
        (("partly", 0), ("not reproduced", 0), False),
    ],
)
def test_what_is_worse(now, before, worse):
    known = [PaperVerdicts("tctc", "", [claim(*before)])]
    assert (verdicts.worse(claim(*now), known, "tctc") is not None) == worse
    assert verdicts.worse(claim(*now), known, "dccp") is None


def test_a_claim_is_found_by_paper_and_id(tmp_path):
    names, claims = ("bw-rtt", "tctc", "dccp"), ("A1", "A3", "A2")
    known = [
        PaperVerdicts(name, "", [ClaimVerdict(key, f"{name} {key}", "partly", 1, 2) for key in claims])
        for name in names
    ]
    verdicts.write(tmp_path, known, NAMES, quick=False)
    read = verdicts.read(tmp_path, quick=False)
    for name in names:
        for key in claims:
            found = verdicts.claim_of(read, name, key)
            assert found is not None
            assert found.short == f"{name} {key}"
    assert verdicts.claim_of(read, "tctc", "A4") is None


@pytest.mark.parametrize("quick", [False, True])
def test_the_package_knows_every_claim_in_its_present_words(quick):
    known = {
        (paper.paper, paper.title): [(claim.id, claim.short) for claim in paper.claims]
        for paper in verdicts.known(quick=quick)
    }
    assert known == {
        (paper.name, paper.title): [(study.claim, study.short) for study in paper.studies] for paper in PAPERS
    }


@pytest.mark.parametrize("paper", PAPERS, ids=NAMES)
def test_a_claim_in_short_fits_a_line(paper):
    for study in paper.studies:
        assert 10 <= len(study.short) <= 60
        assert study.short[-1] != "."


@pytest.fixture
def run(monkeypatch, tmp_path):
    """Run the command on two papers of one run each, whose one check has the outcome given."""

    def invoke(*arguments, outcome=Outcome.HOLDS, known=()):
        small = [
            dataclasses.replace(
                paper,
                settings=(),
                studies=[
                    dataclasses.replace(
                        paper.studies[0],
                        points=lambda: [Point("chain", "newreno", (("run.duration_s", 3.0), ("run.warmup_s", 1.0)))],
                        judge=lambda measured: [Check("it is so", "1.0", outcome)],
                        draw=lambda measured: [],
                        side_by_side=lambda measured: [],
                        fairness=tuple,
                    )
                ],
                full=Effort(seeds=1, packets=60, batches=3),
                effort_in_words=lambda effort: "A moment.",
            )
            for paper in PAPERS[:2]
        ]
        monkeypatch.setattr(reproduce_cli, "PAPERS", small)
        monkeypatch.setattr(verdicts, "known", lambda *, quick: list(known))
        monkeypatch.chdir(tmp_path)
        return CliRunner().invoke(main.app, ["reproduce", *map(str, arguments)])

    return invoke


HELD = [PaperVerdicts("tcp-ap", "", [claim("reproduced", 1, 1)])]


def test_check_prints_a_line_a_claim_and_writes_no_page(run, tmp_path):
    done = run("--all", "--check", known=HELD)
    assert done.exit_code == 0, done.output
    assert [line.split()[:4] for line in done.stdout.splitlines()] == [
        ["tcp-ap", "A1", "reproduced", "1/1"],
        ["tctc", "T1", "reproduced", "1/1"],
    ]
    assert not (tmp_path / "out").exists()


def test_check_fails_when_less_holds(run):
    done = run("--all", "--check", outcome=Outcome.OPEN, known=HELD)
    assert done.exit_code == 1
    assert "[worse: was reproduced, 1/1]" in done.stdout.splitlines()[0]
    assert "worse" not in done.stdout.splitlines()[1]
    assert "fewer checks hold than in the full runs of this version: A1" in done.stderr


def test_check_says_what_is_better(run):
    done = run("tcp-ap", "--check", known=papers("tcp-ap", held=0, checks=1))
    assert done.exit_code == 0
    assert "[better: was partly, 0/1]" in done.stdout


def test_all_writes_every_page_and_the_verdicts(run, tmp_path):
    done = run("--all", "--check", "--output", tmp_path / "pages", known=HELD)
    assert done.exit_code == 0
    content = json.loads((tmp_path / "pages/verdicts.json").read_text())
    assert [paper["paper"] for paper in content["papers"]] == ["tcp-ap", "tctc"]
    assert content["papers"][0]["claims"][0]["verdict"] == "reproduced"
    assert (tmp_path / "pages/tctc.md").exists()
