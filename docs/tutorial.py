"""The tutorial notebook: run from its first cell to its last, and as a page of the site.

The notebook is kept without outputs. Those on the site are made when the site is, so that they are never out of date.
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
"""Longest that a cell may take."""


def run() -> nbformat.NotebookNode:
    """Run the notebook. Raises `CellExecutionError` where a cell fails."""
    notebook = nbformat.read(NOTEBOOK, as_version=4)
    return NotebookClient(notebook, timeout=_MOST_S, kernel_name="python3").execute()


def write_page(notebook: nbformat.NotebookNode, folder: Path) -> None:
    """Write a notebook that was run as `tutorial.md`, its figures beside it."""
    resources = {"output_files_dir": "tutorial_files", "unique_key": "tutorial"}
    body, made = MarkdownExporter().from_notebook_node(notebook, resources=resources)
    # Each table of pandas brings the same style along.
    body = re.sub(r"<style scoped>.*?</style>\n", "", body, flags=re.DOTALL)
    (folder / PAGE).write_text(body, encoding="utf-8")
    for name, content in made["outputs"].items():
        (folder / name).parent.mkdir(exist_ok=True)
        (folder / name).write_bytes(content)
