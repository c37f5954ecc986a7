"""Writes the matrix: page, figures and data, each whole or not at all."""

from __future__ import annotations

from pathlib import Path

from airhop import outputs
from airhop.matrix import page
from airhop.matrix.data import to_csv
from airhop.matrix.findings import Finding
from airhop.matrix.results import Matrix

NAME = "matrix"


def write(matrix: Matrix, findings: list[Finding], command: str, directory: Path) -> list[Path]:
    """Write `matrix.md` and the folder `matrix` of figures and data into a directory that exists."""
    from airhop.matrix import draw_costs, draw_front, draw_ratios
    from airhop.plots import style

    folder = directory / NAME
    folder.mkdir(exist_ok=True)
    figures = {page.RATIOS: draw_ratios, page.COSTS: draw_costs, page.FRONTS: draw_front}
    for file, figure in figures.items():
        style.save(figure.draw(matrix), folder / file)
    outputs.write_text(folder / page.CSV, to_csv(matrix))
    written = directory / f"{NAME}.md"
    outputs.write_text(written, page.render(matrix, findings, command, NAME))
    return [written, folder]
