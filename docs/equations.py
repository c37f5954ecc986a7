"""Generates equations.md: every equation of the five papers, with the function that computes it.

The doc comment of that function names paper, section and equation, such as `tcp-daa, section 3.2, equation (1)`. The
page is made from these comments: an equation without a function, a function named twice, or a comment that cites an
equation the list does not have is an error.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from airhop import markdown

ROOT = Path(__file__).parent.parent
_SOURCES = ("crates/*/src/**/*.rs", "python/airhop/**/*.py")
_RUST_FUNCTION = re.compile(r"\s*(?:pub(?:\([a-z]+\))? )?(?:const )?fn (\w+)")
_CITATION = re.compile(
    r"(?:tcp-ap|tcp-daa|tctc|bw-rtt|dccp), section [\w.-]+, (?:equation \(\d+\)|[a-z]+ equation|Algorithm \d+)"
)


class Equation(NamedTuple):
    """One equation of a paper."""

    paper: str
    """Citation key."""
    section: str
    number: str
    """`equation (N)` where the paper numbers it; otherwise its place in the section, or what it is called."""
    formula: str
    remark: str = ""
    """What the function adds to the paper's formula; for an equation without a function, why it has none."""
    computed: bool = True
    """False for a step of a derivation, which no function computes."""

    @property
    def citation(self) -> str:
        """How a doc comment cites the equation."""
        return f"{self.paper}, section {self.section}, {self.number}"


class Place(NamedTuple):
    """A function that cites an equation."""

    file: str
    """Path from the root of the repository."""
    function: str


class EquationError(ValueError):
    """The list of equations and the code's doc comments disagree."""


EQUATIONS = (
    Equation("tcp-ap", "4.2", "first equation", "cov_RTT = sqrt(1/(N-1) sum (RTT_i - mean RTT)^2) / mean RTT"),
    Equation(
        "tcp-ap",
        "4.3",
        "first equation",
        "R_max T_one-way = h / 4",
        "a step towards FHD: every fourth node may send at the same time",
        computed=False,
    ),
    Equation(
        "tcp-ap",
        "4.3",
        "second equation",
        "RTT = h (t_q + t_data) + h (t_q + t_ACK)",
        "a step: the third equation is this one, solved for t_q",
        computed=False,
    ),
    Equation("tcp-ap", "4.3", "third equation", "t_q = (RTT / h - (s_data + s_ACK) / b) / 2"),
    Equation("tcp-ap", "4.3", "fourth equation", "FHD = 4 (t_q + s_data / b)", "for n hops: 4, or h on a shorter path"),
    Equation("tcp-ap", "4.4", "first equation", "R = 1 / (FHD (1 + 2 cov_RTT))"),
    Equation("tcp-ap", "4.4", "second equation", "FHD_new = alpha FHD_old + (1 - alpha) FHD"),
    Equation(
        "tcp-ap",
        "4.4",
        "mean deviation",
        "cov = (sum abs(RTT_i - mean RTT) / N) / mean RTT",
        "in the text: the cheaper measure, which the author's code uses",
    ),
    Equation("tcp-ap", "4.5", "first equation", "F(x) = (sum x_i)^2 / (n sum x_i^2)", "Jain's fairness index"),
    Equation("tcp-daa", "3.2", "equation (1)", "smoothed = alpha smoothed + (1 - alpha) gap"),
    Equation("tcp-daa", "3.2", "equation (2)", "T = (2 + kappa) smoothed", "never less than a floor"),
    Equation("tcp-daa", "3.2", "equation (3)", "dwin + mu before maxdwin was reached once, then dwin + 1"),
    Equation(
        "tcp-daa", "3.4", "equation (4)", "cwnd_i = cwnd_(i-1) + 1 / cwnd_(i-1)", "congestion avoidance, RFC 5681"
    ),
    Equation(
        "tcp-daa",
        "3.4",
        "equation (5)",
        "W = cwnd_0 + sum 1 / cwnd_i",
        "a step towards mu' = 0.26, the default of the parameter",
        computed=False,
    ),
    Equation("tcp-daa", "3.4", "equation (6)", "dwin + mu in the startup phase, then dwin + mu'"),
    Equation(
        "tcp-daa",
        "4.1",
        "throughput",
        "r = 8 seq / stime",
        "in the text; airhop measures goodput, what the receiver delivers, after the warm-up",
        computed=False,
    ),
    Equation(
        "tcp-daa", "4.2.2", "first equation", "(sum x_i)^2 / (n sum x_i^2)", "Jain's fairness index, as in tcp-ap"
    ),
    Equation(
        "tcp-daa",
        "4.2.3",
        "equation (7)",
        "E(n_i) = E_tx(n_i) + E_rx(n_i) + (N - 1) E_o(n_i)",
        "overhearing is counted frame by frame, not by a mean number of neighbours",
    ),
    Equation(
        "tcp-daa",
        "4.2.3",
        "energy per bit",
        "e = 8 pkt pkt_size / e_spent",
        "in the text; airhop shows the inverse, in J/Mbit, which the paper's figure plots",
    ),
    Equation("tctc", "IV-B", "equation (1)", "DeltaThroughput = (data_new probe_old) / (data_old probe_new)"),
    Equation(
        "tctc", "IV-B", "Algorithm 1", "ctwnd for the next probe interval, by stage", "also by the rules of the text"
    ),
    Equation("tctc", "IV-C", "CDH", "CDH = CCD / hops"),
    Equation("tctc", "IV-C", "MCDH", "MCDH = mean of CDH over the packets of a probe interval"),
    Equation("tctc", "IV-C", "equation (2)", "DeltaContention = MCDH_new / MCDH_old"),
    Equation("tctc", "IV-E", "equation (3)", "rwnd = min(available receiver buffer, ctwnd)"),
    Equation("bw-rtt", "3", "equation (1)", "BW_now = (BW_(k-1) RTT + PacketSize_k) / (RTT + T_k)"),
    Equation("bw-rtt", "3", "equation (2)", "BW_k = alpha BW_(k-1) + (1 - alpha) BW_now"),
    Equation("bw-rtt", "3", "equation (3)", "Maxcwnd = RTT BW / PacketSize", "rounded, at least one segment"),
    Equation("dccp", "4", "control equation", "cwnd = cwnd + (1 + (int)(1 - cwnd qdelay / RTT))"),
    Equation("dccp", "4", "average RTT", "avgRTT = 3/4 avgRTT + 1/4 RTT"),
    Equation(
        "dccp",
        "4",
        "normal state",
        "rate proportional to baseRTT / avgRTT",
        "of the design; the paper's implementation has the control equation instead",
        computed=False,
    ),
    Equation("dccp", "4", "error state", "rate = beta rate, beta from 1/2 to 1 by the error rate"),
    Equation("dccp", "4", "new base RTT", "cwnd = cwnd oldBaseRTT / baseRTT"),
)
"""Every equation of the papers, in their order."""


def page() -> str:
    """Write the page. Raises `EquationError` where list and code disagree."""
    found = places()
    lines = [
        "# Equations",
        "",
        "Every equation of the five papers, and the one function that computes it. `make docs` generates this page from"
        " the doc comments of the functions, and a test fails when an equation has no function, or more than one.",
        "Where a paper does not number its equations, they are counted within their section.",
    ]
    for paper in dict.fromkeys(equation.paper for equation in EQUATIONS):
        rows = []
        for equation in EQUATIONS:
            if equation.paper == paper:
                place = found.get(equation.citation)
                where = (f"`{place.function}`", place.file) if place else ("—", "—")
                rows.append((equation.section, equation.number, f"`{equation.formula}`", *where, equation.remark))
        lines += ["", f"## {paper}", ""]
        lines += [markdown.table(("section", "equation", "formula", "function", "file", "remark"), rows)]
    return "\n".join(lines) + "\n"


def places() -> dict[str, Place]:
    """Find the function of every equation. Raises `EquationError` where list and code disagree."""
    listed = {equation.citation: equation for equation in EQUATIONS}
    found: dict[str, Place] = {}
    for citation, place in _citations(listed):
        equation = listed.get(citation)
        if equation is None:
            msg = f"{place.file}, {place.function}: cites {citation!r}, which docs/equations.py does not list"
            raise EquationError(msg)
        if citation in found:
            msg = f"{citation}: cited by {found[citation].function} and by {place.function}; one function per equation"
            raise EquationError(msg)
        found[citation] = place
    for citation, equation in listed.items():
        if equation.computed != (citation in found):
            msg = f"{citation}: " + (
                "no function cites it" if equation.computed else "listed as not computed, but cited"
            )
            raise EquationError(msg)
    return found


def _citations(listed: dict[str, Equation]) -> Iterator[tuple[str, Place]]:
    for pattern in _SOURCES:
        for path in sorted(ROOT.glob(pattern)):
            for comment, function in _documented(path):
                text = " ".join(comment.split())
                cited = {citation for citation in listed if re.search(rf"{re.escape(citation)}(?!\w)", text)}
                cited |= {match.group() for match in _CITATION.finditer(text)}
                for citation in sorted(cited):
                    yield citation, Place(path.relative_to(ROOT).as_posix(), function)


def _documented(path: Path) -> Iterator[tuple[str, str]]:
    """Yield the doc comment and the name of every documented function of a file."""
    lines = path.read_text(encoding="utf-8").splitlines()
    return _rust(lines) if path.suffix == ".rs" else _python(lines)


def _rust(lines: list[str]) -> Iterator[tuple[str, str]]:
    comment: list[str] = []
    for line in lines:
        stripped = line.strip()
        if stripped.startswith("///"):
            comment.append(stripped[3:])
        elif not stripped.startswith("#["):
            function = _RUST_FUNCTION.match(line)
            if function and comment:
                yield "\n".join(comment), function.group(1)
            comment = []


def _python(lines: list[str]) -> Iterator[tuple[str, str]]:
    import ast

    for node in ast.walk(ast.parse("\n".join(lines))):
        if isinstance(node, ast.FunctionDef) and (comment := ast.get_docstring(node)):
            yield comment, node.name
