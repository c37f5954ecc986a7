"""The documentation's site: built as `make docs` does, the tutorial run on the way; every link and figure is there."""

import json
import re
import subprocess
import sys
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urlsplit

import pytest

DOCS = Path(__file__).parent.parent / "docs"


class Page(HTMLParser):
    """What a page links to, shows, and can be linked to at."""

    def __init__(self, path):
        super().__init__()
        self.targets, self.images, self.loaded, self.anchors, self.schemes = [], [], [], {""}, []
        self.feed(path.read_text(encoding="utf-8"))

    def handle_starttag(self, tag, attributes):
        found = dict(attributes)
        self.anchors |= {found[name] for name in ("id", "name") if found.get(name)}
        if tag == "a" and found.get("href"):
            self.targets.append(found["href"])
        source = found.get("src") or (found.get("href") if tag == "link" else None)
        if source and found.get("rel") != "canonical":
            self.targets.append(source)
            self.loaded.append(source)
        if "data-md-color-scheme" in found and tag == "input":
            self.schemes.append((found["data-md-color-media"], found["data-md-color-scheme"]))
        if tag == "img":
            self.images.append(found["src"])


@pytest.fixture(scope="module")
def site(tmp_path_factory):
    """Build the site, the tutorial's notebook included: it fails where a cell does."""
    folder = tmp_path_factory.mktemp("docs")
    for command in (
        [DOCS / "mkdocs_site.py", folder / "source"],
        ["-m", "mkdocs", "build", "--quiet", "--strict", "--config-file", folder / "source/mkdocs.yml",
         "--site-dir", folder / "site"],
    ):  # fmt: skip
        run = subprocess.run([sys.executable, *command], capture_output=True, text=True, check=False)
        assert run.returncode == 0, run.stderr[-3000:]
    return folder / "site"


@pytest.fixture(scope="module")
def pages(site):
    return {path: Page(path) for path in site.rglob("*.html") if path.name != "404.html"}


def test_every_link_leads_somewhere(site, pages):
    broken = []
    for path, page in pages.items():
        for target in page.targets:
            parts = urlsplit(target)
            if parts.scheme or parts.netloc:
                continue
            place = (path.parent / unquote(parts.path)).resolve() if parts.path else path
            place = place / "index.html" if place.is_dir() else place
            if not place.exists() or (place in pages and unquote(parts.fragment) not in pages[place].anchors):
                broken.append((path.relative_to(site).as_posix(), target))
    assert broken == []


def test_the_site_has_its_figures_and_style(site, pages):
    assert pages[site / "index.html"].images
    assert len(pages[site / "papers/tctc/index.html"].images) > 5
    # A figure opens in full size.
    paper = pages[site / "papers/tctc/index.html"]
    assert all(paper.targets.count(image) == 2 for image in paper.images)
    assert (site / "site.css").exists()
    assert not list(site.rglob("*.py"))


def test_nothing_is_loaded_from_elsewhere(site, pages):
    """The site works without a network."""
    for path, page in pages.items():
        assert not [source for source in page.loaded if "//" in source], path
    styles = list(site.rglob("*.css"))
    assert len(styles) > 1
    for path in styles:
        found = re.findall(r"url\(\s*[\"']?([^)\"']*)|@import\s*[\"']([^\"']*)", path.read_text(encoding="utf-8"))
        targets = [target for pair in found for target in pair if target and not target.startswith("data:")]
        assert not [target for target in targets if "//" in target], path


def test_colours_follow_the_reader_s_system_or_the_reader(pages):
    for path, page in pages.items():
        assert page.schemes == [
            ("(prefers-color-scheme)", "default"),
            ("(prefers-color-scheme: light)", "default"),
            ("(prefers-color-scheme: dark)", "slate"),
        ], path


def test_pages_can_be_searched_and_code_copied(site, pages):
    index = json.loads((site / "search/search_index.json").read_text(encoding="utf-8"))
    found = {entry["location"].partition("#")[0] for entry in index["docs"]}
    assert found == {path.relative_to(site).as_posix().removesuffix("index.html") for path in pages}
    text = (site / "getting-started/index.html").read_text(encoding="utf-8")
    settings = json.loads(re.search(r'<script id="__config" type="application/json">(.*?)</script>', text)[1])
    assert "content.code.copy" in settings["features"]
    assert (site / "getting-started" / settings["search"]).exists()
    # The theme puts its buttons on blocks of this class.
    assert '<div class="highlight"><pre' in text


def test_the_tutorial_shows_what_its_cells_gave(site, pages):
    page = site / "tutorial/index.html"
    assert len(pages[page].images) >= 5
    text = page.read_text(encoding="utf-8")
    assert text.count('class="dataframe"') >= 6
    assert "did you mean" in text
    assert "<style scoped>" not in text


def test_the_notebook_is_kept_without_outputs():
    """Outputs that are kept would be out of date one day; the site's are made with it."""
    cells = json.loads((DOCS / "tutorial.ipynb").read_text(encoding="utf-8"))["cells"]
    assert all(
        cell["outputs"] == [] and cell["execution_count"] is None for cell in cells if cell["cell_type"] == "code"
    )
