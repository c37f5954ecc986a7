"""Generates the parts of the documentation that come from the program: python docs/reference.py.

These are the reference of all names and keys (reference.md) and the table of claims on the front page (index.md).
"""

from __future__ import annotations

import json
import re
import shutil
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

import airhop
import equations
import front_page
from airhop import markdown
from airhop.papers import verdicts

_NUMBER = re.compile(r"-?\d+(\.\d*)?(e-?\d+)?")
FOLDER = Path(__file__).parent
VERDICTS = [verdicts.file_name(quick=quick) for quick in (False, True)]
"""Files that `airhop reproduce --output docs/papers` writes, and that the package contains for `--check`."""

SECTIONS = {
    "Start": {
        "Getting started": "getting-started.md",
        "Tutorial": "tutorial.ipynb",
    },
    "Use": {
        "Running": "running.md",
        "From Python": "python.md",
        "Sweeps": "sweep.md",
        "Advice": "advise.md",
        "Real programs": "live.md",
        "TCP-AP on a router": "kernel.md",
        "Results as JSON": "json.md",
        "Captures": "captures.md",
        "Adding a scheme": "adding-a-scheme.md",
    },
    "Networks and transports": {
        "Scenarios": "scenarios.md",
        "Transports": "transports.md",
        "Equations": "equations.md",
        "Reference": "reference.md",
    },
    "Results": {
        "Every transport in every scenario": "matrix.md",
        "Reproducing the papers": "reproduce.md",
        "TCP-AP reproduced": "papers/tcp-ap.md",
        "TCTC reproduced": "papers/tctc.md",
        "TCP-DAA reproduced": "papers/tcp-daa.md",
        "Bandwidth x RTT reproduced": "papers/bw-rtt.md",
        "DCCP reproduced": "papers/dccp.md",
    },
    "Trust": {
        "Validation": "validation.md",
        "Performance": "performance.md",
        "Mutation testing": "mutants.md",
    },
}
"""Title and file of every page except the front page, by section, in the order of the site."""

PAGES = ["index.md", *(name for pages in SECTIONS.values() for name in pages.values())]
"""Every page."""


def table(entries: Sequence[NamedTuple]) -> str:
    """Format entries as a Markdown table."""
    rows = [[_cell(value, code=index == 0) for index, value in enumerate(entry)] for entry in entries]
    return markdown.table(entries[0]._fields, rows)


def _cell(value: object, *, code: bool) -> str:
    text = value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)
    return f"`{text}`" if code else text


def _unit(parameter: airhop.Parameter) -> str:
    """Return a parameter's unit; 1 for a dimensionless number."""
    if parameter.unit:
        return parameter.unit
    return "1" if _NUMBER.fullmatch(str(parameter.default)) else "—"


def reference() -> str:
    """Return the page that lists all names and keys."""
    sections = {
        "Scenarios": airhop.scenarios(),
        "Transports": airhop.transports(),
        "Parts of transports": airhop.parts(),
        "Radio profiles": airhop.radios(),
        "Parameters": [parameter._replace(unit=_unit(parameter)) for parameter in airhop.parameters()],
    }
    body = "\n\n".join(f"## {title}\n\n{table(entries)}" for title, entries in sections.items())
    return (
        "# Reference\n\nThis page is generated from the program by `make docs`. `airhop list` prints the same tables;"
        " `airhop list parameters` prints the last one. The table of parameters gives for each its unit (1:"
        " dimensionless; —: not a number), its default, and the source of the default or of the behaviour (airhop: a"
        " choice of this project). Defaults of the radio are those of profile `ns2-wavelan`."
        f"\n\n{body}\n"
    )


def front() -> str:
    """Return the front page with the current table of claims."""
    return front_page.insert(
        (FOLDER / "index.md").read_text(encoding="utf-8"), verdicts.read(FOLDER / "papers", quick=False)
    )


if __name__ == "__main__":
    (FOLDER / "reference.md").write_text(reference(), encoding="utf-8")
    (FOLDER / "index.md").write_text(front(), encoding="utf-8")
    (FOLDER / "equations.md").write_text(equations.page(), encoding="utf-8")
    for name in VERDICTS:
        shutil.copy(FOLDER / "papers" / name, Path(airhop.__file__).parent / "papers" / name)
