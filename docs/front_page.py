"""The table of claims on the front page, made from the verdicts that `airhop reproduce` wrote."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from airhop.papers.checks import Verdict
from airhop.papers.verdicts import PaperVerdicts

BEGIN = "<!-- claims: made by docs/reference.py -->"
END = "<!-- end of claims -->"


def insert(page: str, papers: Sequence[PaperVerdicts]) -> str:
    """Put the table between its marks, in place of what stands there."""
    before, _, rest = page.partition(BEGIN)
    _, _, after = rest.partition(END)
    return f"{before}{BEGIN}\n\n{table(papers)}\n\n{END}{after}"


def table(papers: Sequence[PaperVerdicts]) -> str:
    """Write the claims of every paper as a Markdown table, a sentence that counts them first."""
    count = Counter(claim.verdict for paper in papers for claim in paper.claims)
    total = sum(count.values())
    parts = [f"{count[verdict.value]} are {_in_words(verdict)}" for verdict in Verdict]
    lines = [f"Of {total} claims {', '.join(parts[:-1])} and {parts[-1]}.", ""]
    lines += ["| paper | claim | about | verdict | checks that hold |", "| --- | --- | --- | --- | --- |"]
    for paper in papers:
        page = f"papers/{paper.paper}.md"
        for index, claim in enumerate(paper.claims):
            name = f"[{paper.paper}]({page})" if index == 0 else ""
            verdict = f"**{claim.verdict}**" if claim.verdict == Verdict.REPRODUCED.value else claim.verdict
            held = f"{claim.held} of {claim.checks}"
            lines.append(f"| {name} | [{claim.id}]({page}#{claim.id.lower()}) | {claim.short} | {verdict} | {held} |")
    return "\n".join(lines)


def _in_words(verdict: Verdict) -> str:
    return "partly reproduced" if verdict is Verdict.PARTLY else verdict.value
