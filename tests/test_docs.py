"""The documentation says what the program does."""

import re
from pathlib import Path

import pytest

import airhop
import front_page
import reference
from airhop.papers import verdicts

DOCS = Path(__file__).parent.parent / "docs"


def test_the_reference_is_up_to_date():
    assert (DOCS / "reference.md").read_text(encoding="utf-8") == reference.reference(), "run `make docs`"


ENDINGS = {
    "_s": "s", "_ms": "ms", "_us": "us", "_m": "m", "_kbps": "kbit/s", "_bytes": "bytes", "_db": "dB", "_dbm": "dBm",
    "_mhz": "MHz", "_w": "W", "_packets": "packets",
}  # fmt: skip


def test_every_parameter_has_unit_default_and_source():
    for parameter in airhop.parameters():
        assert all((parameter.default, parameter.allowed, parameter.source, parameter.about)), parameter.key
        switch = parameter.allowed in ("on or off", "true or false")
        for ending, unit in ENDINGS.items():
            # A name that ends in a unit has that unit.
            assert switch or not parameter.key.endswith(ending) or unit in parameter.unit, parameter.key


def test_every_page_is_in_the_site():
    pages = [path for path in DOCS.rglob("*") if path.suffix in (".md", ".ipynb")]
    assert {path.relative_to(DOCS).as_posix() for path in pages} == set(reference.PAGES)


def test_the_front_page_has_the_claims_that_the_verdicts_say():
    page = (DOCS / "index.md").read_text(encoding="utf-8")
    assert page == reference.front(), "run `make docs`"
    assert page.count(front_page.BEGIN) == page.count(front_page.END) == 1
    for paper in verdicts.read(DOCS / "papers", quick=False):
        for claim in paper.claims:
            assert f"[{claim.id}](papers/{paper.paper}.md#{claim.id.lower()})" in page


@pytest.mark.parametrize("name", reference.VERDICTS)
def test_the_package_carries_the_verdicts(name):
    carried = Path(airhop.__file__).parent / "papers" / name
    assert carried.read_bytes() == (DOCS / "papers" / name).read_bytes(), "run `make docs`"


@pytest.mark.parametrize("paper", verdicts.read(DOCS / "papers", quick=False), ids=lambda paper: paper.paper)
def test_a_papers_page_and_its_verdicts_agree(paper):
    page = (DOCS / "papers" / f"{paper.paper}.md").read_text(encoding="utf-8")
    row = re.compile(r"^\| \[(\w+)\]\(#\w+\) \|.*\| \*\*([a-z ]+)\*\* \| (\d+) of (\d+) \|$", re.M)
    rows = [(name, verdict, int(held), int(checks)) for name, verdict, held, checks in row.findall(page)]
    assert rows == [(claim.id, claim.verdict, claim.held, claim.checks) for claim in paper.claims]
    outcomes = re.findall(r"^\| .* \| (holds|open|fails) \|$", page, re.M)
    assert outcomes.count("holds") == sum(claim.held for claim in paper.claims)


PAGES = [DOCS.parent / "README.md", DOCS.parent / "CONTRIBUTING.md", *sorted(DOCS.rglob("*.md"))]


@pytest.mark.parametrize("path", PAGES, ids=lambda path: path.name)
def test_links_lead_somewhere(path):
    for target in re.findall(r"\]\(([^)#]+)\)", path.read_text(encoding="utf-8")):
        if "://" not in target:
            assert (path.parent / target).exists(), target
