"""Dependence of ranks on the seeds and on the scenario."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from airhop.matrix.cell import Cell
from airhop.matrix.results import Matrix
from airhop.matrix.setup import Setup
from airhop.measures import GOODPUT


def between_halves(matrix: Matrix) -> float | None:
    """Correlate ranks by even seeds with ranks by odd ones: the mean over scenarios of Spearman's coefficient."""
    found = []
    for setup in matrix.setups:
        cells = [cell for c in matrix.contenders if (cell := matrix.cell(setup, c)) is not None]
        if len(cells) > 2 and _seeds(cells) > 1:
            halves = [[float(np.nanmean(_goodputs(cell)[start::2])) for cell in cells] for start in (0, 1)]
            first, second = map(_ranks, halves)
            if first.std() > 0 and second.std() > 0:
                found.append(float(np.corrcoef(first, second)[0, 1]))
    return float(np.mean(found)) if found else None


def concordance(matrix: Matrix, setups: Sequence[Setup]) -> float | None:
    """Measure how similarly several scenarios rank: Kendall's W, from 0 (not at all) to 1 (the same)."""
    keys = [c.key for c in matrix.contenders if all(matrix.cell(setup, c) is not None for setup in setups)]
    if len(keys) < 3 or len(setups) < 2:
        return None
    by_setup = [
        _ranks([float(np.nanmean(_goodputs(matrix.cells[setup.key, key]))) for key in keys]) for setup in setups
    ]
    sums = np.sum(by_setup, axis=0)
    n, m = len(keys), len(setups)
    return float(12 * np.sum((sums - sums.mean()) ** 2) / (m**2 * (n**3 - n)))


def _goodputs(cell: Cell) -> np.ndarray[tuple[int], np.dtype[np.float64]]:
    return cell.numbers[GOODPUT.key]


def _seeds(cells: Sequence[Cell]) -> int:
    return min(len(_goodputs(cell)) for cell in cells)


def _ranks(values: Sequence[float]) -> np.ndarray[tuple[int], np.dtype[np.float64]]:
    """Rank values; equal ones share the mean of their ranks."""
    array = np.asarray(values)
    return np.array([1 + np.sum(array < v) + (np.sum(array == v) - 1) / 2 for v in array])
