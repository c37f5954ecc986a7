"""Makes the documentation's reference from the program itself, and lays out the site.

python docs/reference.py                write docs/reference.md
python docs/reference.py --site TARGET  and fill the folder TARGET for mkdocs, as `make docs` does
"""

from __future__ import annotations

import json
import shutil
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

import airhop

FOLDER = Path(__file__).parent

PAGES = {
    "Home": "index.md",
    "Getting started": "getting-started.md",
    "Scenarios": "scenarios.md",
    "Transports": "transports.md",
    "Reference": "reference.md",
    "Results as JSON": "json.md",
    "Captures": "captures.md",
    "From Python": "python.md",
    "Adding a scheme": "adding-a-scheme.md",
    "Validation": "validation.md",
    "Performance": "performance.md",
}
"""Title and file of every page, in the order of the site."""


def table(entries: Sequence[NamedTuple]) -> str:
    """Write entries as a Markdown table."""
    head = entries[0]._fields
    rows = [[_cell(value, code=index == 0) for index, value in enumerate(entry)] for entry in entries]
    return "\n".join("| " + " | ".join(row) + " |" for row in [head, ["---"] * len(head), *rows])


def _cell(value: object, *, code: bool) -> str:
    text = value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)
    text = text.replace("|", "\\|")
    return f"`{text}`" if code else text


def reference() -> str:
    """Write the page that lists everything there is."""
    sections = {
        "Scenarios": airhop.scenarios(),
        "Transports": airhop.transports(),
        "Parts of transports": airhop.parts(),
        "Radio profiles": airhop.radios(),
        "Parameters": airhop.parameters(),
    }
    body = "\n\n".join(f"## {title}\n\n{table(entries)}" for title, entries in sections.items())
    return (
        "# Reference\n\nMade from the program by `make docs`; `airhop list` prints the same, `airhop list parameters`"
        f" the last part.\n\n{body}\n"
    )


def lay_out(target: Path) -> None:
    """Fill the folder with mkdocs' configuration and the pages."""
    shutil.rmtree(target, ignore_errors=True)
    pages = target / "pages"
    pages.mkdir(parents=True)
    for name in PAGES.values():
        shutil.copy(FOLDER / name, pages / name)
    shutil.copytree(FOLDER / "figures", pages / "figures")
    configuration = {
        "site_name": "airhop",
        "docs_dir": "pages",
        "theme": {"name": "readthedocs"},
        "nav": [{title: name} for title, name in PAGES.items()],
    }
    # JSON is YAML.
    (target / "mkdocs.yml").write_text(json.dumps(configuration, indent=2), encoding="utf-8")


if __name__ == "__main__":
    (FOLDER / "reference.md").write_text(reference(), encoding="utf-8")
    if sys.argv[1:2] == ["--site"]:
        lay_out(Path(sys.argv[2]))
