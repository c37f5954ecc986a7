"""Runs the tutorial notebook and writes it as a page of the site.

The notebook is stored without outputs. They are generated whenever the site is built, and are thus never out of date.
"""

from __future__ import annotations

import re
from pathlib import Path

import nbformat
from nbclient import NotebookClient
from nbconvert import MarkdownExporter

NOTEBOOK = Path(__file__).parent / "tutorial.ipynb"
PAGE = "tutorial.md"
_MOST_S = 300
"""Longest run time of a cell."""


def run() -> nbformat.NotebookNode:
    """Run all cells of the notebook. Raises `CellExecutionError` if one fails."""
    notebook = nbformat.read(NOTEBOOK, as_version=4)
    return NotebookClient(notebook, timeout=_MOST_S, kernel_name="python3").execute()


def write_page(notebook: nbformat.NotebookNode, folder: Path) -> None:
    """Write an executed notebook as `tutorial.md`, with its figures, into the folder."""
    resources = {"output_files_dir": "tutorial_files", "unique_key": "tutorial"}
    body, made = MarkdownExporter().from_notebook_node(notebook, resources=resources)
    # Every pandas table contains a copy of the same style sheet.
    body = re.sub(r"<style scoped>.*?</style>\n", "", body, flags=re.DOTALL)
    (folder / PAGE).write_text(body, encoding="utf-8")
    for name, content in made["outputs"].items():
        (folder / name).parent.mkdir(exist_ok=True)
        (folder / name).write_bytes(content)
