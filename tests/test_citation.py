"""CITATION.cff, by which a reader cites airhop and the papers."""

import re
from pathlib import Path

import pytest
import yaml

import airhop
from airhop.papers.catalogue import PAPERS

ROOT = Path(__file__).parent.parent
CITATION = yaml.safe_load((ROOT / "CITATION.cff").read_text(encoding="utf-8"))


def test_it_cites_this_software():
    # What version 1.2.0 of the format requires: cff-version, message, title and authors.
    assert CITATION["cff-version"] == "1.2.0"
    assert CITATION["message"]
    assert (CITATION["title"], CITATION["type"]) == ("airhop", "software")
    assert CITATION["authors"] == [{"name": "The airhop developers"}]


def test_version_and_licence_are_those_of_the_workspace():
    workspace = (ROOT / "Cargo.toml").read_text(encoding="utf-8").partition("[workspace.package]")[2]
    for key in ("version", "license"):
        assert CITATION[key] == re.search(rf'^{key} = "(.*)"$', workspace, re.M)[1]
    assert CITATION["version"] == airhop.__version__


def test_every_paper_is_cited_once():
    assert sorted(paper["title"] for paper in CITATION["references"]) == sorted(paper.title for paper in PAPERS)


@pytest.mark.parametrize("paper", CITATION["references"], ids=lambda paper: paper["authors"][0]["family-names"])
def test_a_reference_agrees_with_the_readme(paper):
    assert {"type", "title", "authors"} <= set(paper)
    readme = " ".join((ROOT / "README.md").read_text(encoding="utf-8").split())
    names = ", ".join(f"{author['given-names']} {author['family-names']}" for author in paper["authors"])
    _, found, rest = readme.partition(f"- {names}, *{paper['title']}*")
    assert found
    entry = rest.partition(" - ")[0]
    for key in ("collection-title", "journal", "year", "start"):
        assert str(paper.get(key, "")) in entry
