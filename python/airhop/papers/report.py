"""The result of a reproduction: claims with verdicts, and all measurements as JSON."""

from __future__ import annotations

import json
import math
import re
from collections.abc import Sequence
from dataclasses import dataclass

from airhop._native import __version__
from airhop.measures import goodput, jain, jain_10s, longest_gap_s
from airhop.papers.checks import Check, Outcome, Verdict, verdict
from airhop.papers.figure import Curve, FigureData
from airhop.papers.measured import Measured
from airhop.papers.point import Effort
from airhop.papers.study import Paper, Study
from airhop.papers.table import TableData
from airhop.stats import Estimate

SCHEMA_VERSION = 1


@dataclass(frozen=True, slots=True)
class FairnessRow:
    """How fairly flows of one transport shared a network."""

    name: str
    goodput_kbps: Estimate
    jain: Estimate
    jain_10s: Estimate
    longest_gap_s: Estimate
    """Longest time in which a flow delivered nothing; mean over runs."""


@dataclass(frozen=True, slots=True)
class Finding:
    """The result of one study."""

    study: Study
    checks: Sequence[Check]
    figures: Sequence[FigureData]
    fairness: Sequence[FairnessRow]
    tables: Sequence[TableData] = ()
    """The paper's tables next to the measurements."""

    @property
    def verdict(self) -> Verdict:
        """Summarise the checks."""
        return verdict(self.checks)

    @property
    def note(self) -> str:
        """Give the reason if the claim is not reproduced."""
        if self.verdict is Verdict.REPRODUCED:
            return ""
        if all(check.outcome is not Outcome.FAILS for check in self.checks):
            return f"No check fails; the open ones need longer runs. {self.study.reason}"
        return self.study.reason


@dataclass(frozen=True, slots=True)
class Report:
    """A paper's claims compared with measurements."""

    paper: Paper
    effort: Effort
    quick: bool
    figures: Sequence[int]
    """Figures requested; none for all."""
    findings: Sequence[Finding]

    def to_json(self) -> str:
        """Write everything as JSON; NaN and infinity become null."""
        content = {
            "schema": SCHEMA_VERSION,
            "paper": self.paper.name,
            "title": self.paper.title,
            "source": self.paper.source,
            "airhop": __version__,
            "quick": self.quick,
            "settings": dict(self.paper.settings),
            "effort": self.effort.used(),
            "claims": [_claim(finding) for finding in self.findings],
            "figures": [_figure(figure) for finding in self.findings for figure in finding.figures],
        }
        text = json.dumps(content, indent=1, ensure_ascii=False, allow_nan=False)
        # One line per curve, not per number.
        return re.sub(r"\[[^][{}\"]*\]", lambda numbers: " ".join(numbers.group().split()), text) + "\n"


def assess(paper: Paper, measured: Measured, *, quick: bool = False, figures: Sequence[int] = ()) -> Report:
    """Judge the claims of some or all figures, and prepare the figures."""
    findings = [
        Finding(
            study=study,
            checks=list(study.judge(measured)),
            figures=list(study.draw(measured)),
            fairness=[
                FairnessRow(name, *(measured.estimate(point, of) for of in (goodput, jain, jain_10s, longest_gap_s)))
                for name, point in study.fairness()
            ],
            tables=list(study.side_by_side(measured)),
        )
        for study in paper.choose(figures)
    ]
    return Report(paper, paper.quick if quick else paper.full, quick, sorted(set(figures)), findings)


def _claim(finding: Finding) -> dict[str, object]:
    return {
        "id": finding.study.claim,
        "figures": list(finding.study.figures),
        "tables": list(finding.study.tables),
        "says": finding.study.says,
        "setting": finding.study.setting,
        "verdict": finding.verdict.value,
        "note": finding.note,
        "checks": [
            {"statement": check.statement, "measured": check.measured, "outcome": check.outcome.value}
            for check in finding.checks
        ],
        "fairness": [
            {
                "name": row.name,
                "goodput_kbps": _estimate(row.goodput_kbps),
                "jain": _estimate(row.jain),
                "jain_10s": _estimate(row.jain_10s),
                "longest_gap_s": _estimate(row.longest_gap_s),
            }
            for row in finding.fairness
        ],
        **({"side_by_side": [_table(table) for table in finding.tables]} if finding.tables else {}),
    }


def _table(table: TableData) -> dict[str, object]:
    return {
        "table": table.number,
        "title": table.title,
        "columns": list(table.columns),
        "rows": [
            {"name": row.name, "paper": list(row.paper), "measured": [_estimate(value) for value in row.measured]}
            for row in table.rows
        ],
    }


def _figure(figure: FigureData) -> dict[str, object]:
    return {
        "figure": figure.numbers,
        "title": figure.title,
        "note": figure.note,
        "panels": [
            {
                "title": panel.title,
                "x": panel.x_label,
                "y": panel.y_label,
                "curves": [
                    {
                        "name": curve.name,
                        "x": list(curve.x),
                        "mean": [_number(value.mean) for value in curve.y],
                        "ci95": _intervals(curve),
                    }
                    for curve in panel.curves
                ],
            }
            for row in figure.rows
            for panel in row
        ],
    }


def _intervals(curve: Curve) -> list[float | None] | None:
    """Give the half-widths of a curve's intervals; null for a curve of single samples."""
    intervals = [_number(value.ci95) for value in curve.y]
    return None if all(interval is None for interval in intervals) else intervals


def _estimate(value: Estimate) -> dict[str, float | None]:
    return {"mean": _number(value.mean), "ci95": _number(value.ci95)}


def _number(value: float | None) -> float | None:
    return float(f"{value:.5g}") if value is not None and math.isfinite(value) else None
