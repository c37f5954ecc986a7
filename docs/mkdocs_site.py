"""Prepares the documentation for mkdocs, as `make docs` does: python docs/mkdocs_site.py TARGET."""

from __future__ import annotations

import json
import re
import shutil
import sys
from pathlib import Path

import tutorial
from reference import FOLDER, SECTIONS

STYLE = "site.css"
_FIGURE = re.compile(r"^!\[[^\]]*\]\(([^)]+)\)$", re.MULTILINE)
_NOT_PAGES = shutil.ignore_patterns("*.py", "*.ipynb", "__pycache__")


def lay_out(target: Path) -> None:
    """Write the configuration of mkdocs and all pages to the folder. Runs the tutorial and includes its outputs."""
    shutil.rmtree(target, ignore_errors=True)
    pages = target / "pages"
    shutil.copytree(FOLDER, pages, ignore=_NOT_PAGES)
    for page in pages.rglob("*.md"):
        text = page.read_text(encoding="utf-8").replace(tutorial.NOTEBOOK.name, tutorial.PAGE)
        # A click on a figure opens it in full size.
        page.write_text(_FIGURE.sub(r"[\g<0>](\1)", text), encoding="utf-8")
    tutorial.write_page(tutorial.run(), pages)
    configuration = {
        "site_name": "airhop",
        "docs_dir": "pages",
        "theme": {
            "name": "material",
            # System fonts: the theme would load its own from another server.
            "font": False,
            "palette": [_palette("auto"), _palette("light", "default"), _palette("dark", "slate")],
            "features": [
                "content.code.copy",
                "navigation.sections",
                "navigation.top",
                "search.highlight",
                "toc.follow",
            ],
        },
        "plugins": ["search"],
        "extra_css": [STYLE],
        "markdown_extensions": [
            {"toc": {"permalink": True}},
            {"pymdownx.highlight": {"guess_lang": False}},
            "pymdownx.superfences",
        ],
        "nav": [{"Home": "index.md"}, *({section: _entries(own)} for section, own in SECTIONS.items())],
    }
    # JSON is YAML.
    (target / "mkdocs.yml").write_text(json.dumps(configuration, indent=2), encoding="utf-8")


_ICONS = {"auto": "brightness-auto", "light": "weather-sunny", "dark": "weather-night"}
"""The positions of the colour button, in the order in which it switches; `auto` follows the reader's system."""


def _palette(name: str, scheme: str | None = None) -> dict[str, object]:
    """One position of the colour button, with a colour scheme of the theme."""
    names = list(_ICONS)
    following = names[(names.index(name) + 1) % len(names)]
    return {
        "media": "(prefers-color-scheme)" if scheme is None else f"(prefers-color-scheme: {name})",
        **({} if scheme is None else {"scheme": scheme, "primary": "indigo"}),
        "toggle": {"icon": f"material/{_ICONS[name]}", "name": f"Switch to {following} colours"},
    }


def _entries(pages: dict[str, str]) -> list[dict[str, str]]:
    return [{title: tutorial.PAGE if name == tutorial.NOTEBOOK.name else name} for title, name in pages.items()]


if __name__ == "__main__":
    lay_out(Path(sys.argv[1]))
