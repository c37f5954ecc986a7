"""Writes a reproduction: page, JSON, figures and verdicts, each completely or not at all."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from airhop import outputs
from airhop.papers import page, verdicts
from airhop.papers.report import Report


def write(report: Report, directory: Path, papers: Sequence[str]) -> list[Path]:
    """Write `NAME.md`, `NAME.json` and the folder `NAME` of figures into an existing directory.

    The verdicts of a whole paper are added to the file for all papers, in the order of `papers`.
    """
    from airhop.papers.draw import draw
    from airhop.plots import style

    name = report.paper.name
    folder = directory / name
    folder.mkdir(exist_ok=True)
    for finding in report.findings:
        for figure in finding.figures:
            style.save(draw(figure), folder / f"{figure.stem}.png")
    written = [directory / f"{name}.md", directory / f"{name}.json"]
    outputs.write_text(written[0], page.render(report, figure_folder=name))
    outputs.write_text(written[1], report.to_json())
    if not report.figures:
        written.append(verdicts.write(directory, [verdicts.of(report)], papers, quick=report.quick))
    return [*written, folder]
