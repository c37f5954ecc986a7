"""The matrix as a table: one row per scenario and transport."""

from __future__ import annotations

import csv
import io
import math

from airhop.matrix.cell import Cell
from airhop.matrix.contender import BOUND, Contender
from airhop.matrix.results import Matrix
from airhop.matrix.setup import Setup
from airhop.measures import MEASURES
from airhop.stats import Estimate

COLUMNS = (
    "scenario",
    "family",
    "paper",
    "figures",
    "transport",
    "needs",
    "rank",
    "leads",
    "of_bound",
    "of_bound_ci95",
    *(name for measure in MEASURES for name in (measure.key, f"{measure.key}_ci95")),
    "note",
)
"""`leads`: statistically indistinguishable from the highest goodput. `*_ci95`: half-widths of 95 % intervals."""


def to_csv(matrix: Matrix) -> str:
    """Write every cell with its intervals, in five significant digits; empty where there is no number."""
    text = io.StringIO()
    writer = csv.DictWriter(text, COLUMNS, lineterminator="\n")
    writer.writeheader()
    for setup in matrix.setups:
        ranks, leaders = matrix.ranks(setup), matrix.leaders(setup)
        for contender in matrix.contenders:
            cell, score = matrix.cell(setup, contender), matrix.to_bound(setup, contender)
            row = _row(setup, contender, cell)
            if score is not None:
                row |= {"rank": ranks[contender.key], "leads": int(contender.key in leaders)}
                row |= _numbers("of_bound", score.estimate)
            writer.writerow(row | {"note": matrix.refused.get((setup.key, contender.key), "")})
        bound = _row(setup, BOUND, matrix.bounds[setup.key])
        writer.writerow(bound | {"of_bound": 1, "note": f"{matrix.rates_kbps[setup.key]:g} kbit/s per flow"})
    return text.getvalue()


def _row(setup: Setup, contender: Contender, cell: Cell | None) -> dict[str, object]:
    row: dict[str, object] = {
        "scenario": setup.key,
        "family": setup.family.value,
        "paper": setup.paper,
        "figures": setup.where,
        "transport": contender.key,
        "needs": contender.needs.summary,
    }
    for measure in MEASURES:
        estimate = None if cell is None else cell.estimate(measure)
        if estimate is not None:
            row |= _numbers(measure.key, estimate)
    return row


def _numbers(name: str, value: Estimate) -> dict[str, object]:
    return {name: _digits(value.mean), f"{name}_ci95": _digits(value.ci95)}


def _digits(value: float | None) -> str:
    return f"{value:.5g}" if value is not None and math.isfinite(value) else ""
