"""The verdict on every claim, as `airhop reproduce` writes it for comparison with later runs."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from importlib.resources import files
from pathlib import Path

from airhop import outputs
from airhop._native import __version__
from airhop.papers.checks import Outcome, Verdict
from airhop.papers.report import Report

SCHEMA_VERSION = 1
_RANKS = (Verdict.NOT_REPRODUCED, Verdict.PARTLY, Verdict.REPRODUCED)


@dataclass(frozen=True, slots=True)
class ClaimVerdict:
    """One claim."""

    id: str
    short: str
    verdict: str
    held: int
    """Checks that hold."""
    checks: int

    @property
    def standing(self) -> tuple[int, int]:
        """The order of claims: by verdict first, then by the number of checks that hold."""
        return [rank.value for rank in _RANKS].index(self.verdict), self.held

    @property
    def line(self) -> str:
        """Summarise the claim in one line."""
        return f"{self.id:<5} {self.verdict:<15} {f'{self.held}/{self.checks}':>6}  {self.short}"


@dataclass(frozen=True, slots=True)
class PaperVerdicts:
    """The claims of one paper."""

    paper: str
    title: str
    claims: Sequence[ClaimVerdict]


def file_name(*, quick: bool) -> str:
    """Name the file: verdicts of full and quick runs differ."""
    return "verdicts-quick.json" if quick else "verdicts.json"


def of(report: Report) -> PaperVerdicts:
    """Take the verdicts from a report."""
    claims = [
        ClaimVerdict(
            finding.study.claim,
            finding.study.short,
            finding.verdict.value,
            sum(check.outcome is Outcome.HOLDS for check in finding.checks),
            len(finding.checks),
        )
        for finding in report.findings
    ]
    return PaperVerdicts(report.paper.name, report.paper.title, claims)


def parse(text: str, origin: str) -> list[PaperVerdicts]:
    """Read verdicts from JSON; messages name their `origin`."""
    try:
        content = json.loads(text)
        if content["schema"] != SCHEMA_VERSION:
            msg = f"{origin}: expected schema {SCHEMA_VERSION}, not {content['schema']}"
            raise outputs.OutputError(msg)
        return [
            PaperVerdicts(paper["paper"], paper["title"], [ClaimVerdict(**claim) for claim in paper["claims"]])
            for paper in content["papers"]
        ]
    except (KeyError, TypeError, json.JSONDecodeError) as error:
        msg = f"{origin}: not a file of verdicts written by `airhop reproduce`"
        raise outputs.OutputError(msg) from error


def known(*, quick: bool) -> list[PaperVerdicts]:
    """Give the verdicts that this version of airhop was released with."""
    name = file_name(quick=quick)
    return parse((files("airhop.papers") / name).read_text(encoding="utf-8"), name)


def read(directory: Path, *, quick: bool) -> list[PaperVerdicts]:
    """Read a directory's file, if there is one. Raises `OutputError` if it is not a file of verdicts."""
    path = directory / file_name(quick=quick)
    return parse(path.read_text(encoding="utf-8"), str(path)) if path.exists() else []


def write(directory: Path, papers: Sequence[PaperVerdicts], order: Sequence[str], *, quick: bool) -> Path:
    """Write the verdicts of some papers into a directory's file, and keep those of the other papers.

    The papers are sorted as in `order`.
    """
    by_name = {paper.paper: paper for paper in [*read(directory, quick=quick), *papers]}
    content = {
        "schema": SCHEMA_VERSION,
        "airhop": __version__,
        "quick": quick,
        "papers": [asdict(by_name[name]) for name in order if name in by_name],
    }
    path = directory / file_name(quick=quick)
    outputs.write_text(path, json.dumps(content, indent=1, ensure_ascii=False) + "\n")
    return path


def worse(now: ClaimVerdict, before: Sequence[PaperVerdicts], paper: str) -> ClaimVerdict | None:
    """Give a claim's earlier verdict if it was better."""
    earlier = claim_of(before, paper, now.id)
    return earlier if earlier is not None and now.standing < earlier.standing else None


def claim_of(papers: Sequence[PaperVerdicts], paper: str, claim: str) -> ClaimVerdict | None:
    """Look a claim up."""
    return next((c for p in papers if p.paper == paper for c in p.claims if c.id == claim), None)
