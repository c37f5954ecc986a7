"""The text and the table of `airhop advise`."""

from __future__ import annotations

import textwrap

from rich.console import Console, Group, RenderableType
from rich.text import Text

from airhop.advice.advice import Advice, Candidate
from airhop.advice.goal import Quantity
from airhop.advice.ranking import spell, spell_percent
from airhop.cli.table import fit, fits, make_table

_NOTHING = "—"


def render(advice: Advice, console: Console) -> RenderableType:
    """Lay out the advice: recommendation, table, runs, caveats, next commands."""
    width = min(console.width, 120)
    use = advice.recommended or "no recommendation"
    if advice.recommended is not None and not advice.settled:
        use += " (not settled)"
    parts: list[RenderableType] = [
        Text(f"{advice.scenario}, for {advice.goal.words}: {use}", style="bold"),
        *_bullets(advice.reasons, width),
        Text(""),
        Text(_headline(advice), style="bold"),
        _table(advice, console),
        *(Text(line) for line in _wrapped(_left_out(advice), width)),
        *(Text(line) for line in _wrapped(_effort(advice), width)),
    ]
    if advice.cautions:
        parts += [Text("\nCaveats", style="bold"), *_bullets(advice.cautions, width)]
    if advice.next_commands:
        parts += [Text("\nNext", style="bold"), *(Text(f"  {command}") for command in advice.next_commands)]
    return Group(*parts)


def _table(advice: Advice, console: Console) -> RenderableType:
    """Lay out the candidates: all columns, or the most important ones on a narrow console."""
    columns = _columns(advice)
    rows = [_row(candidate, advice) for candidate in advice.ranked]
    full = make_table(columns, rows, _WORDS)
    if fits(full, console):
        return full
    kept = [index for index, name in enumerate(columns.values()) if index == 0 or name in _IMPORTANT]
    items = list(columns.items())
    return fit(dict(items[index] for index in kept), [[row[index] for index in kept] for row in rows], console, _WORDS)


_WORDS = ("Needs", "Verdict")
_IMPORTANT = ("Goodput, kbit/s", "Jain's index", "p99 delay, ms", "Verdict")


def _bullets(lines: list[str], width: int) -> list[RenderableType]:
    return [
        Text(part)
        for line in lines
        for part in textwrap.wrap(
            line, width, initial_indent="- ", subsequent_indent="  ", break_long_words=False, break_on_hyphens=False
        )
    ]


def _wrapped(text: str, width: int) -> list[str]:
    return textwrap.wrap(text, width, break_long_words=False, break_on_hyphens=False)


def _headline(advice: Advice) -> str:
    return f"{advice.scenario}: {_length(advice)}; up to {advice.race.rule.most_seeds} seeds; means ± 95 % interval"


def _length(advice: Advice) -> str:
    run = advice.parameters["run"]
    packets = run.get("packets", 0) if isinstance(run, dict) else 0
    if packets:
        return f"runs of {packets} packets"
    extent = advice.extent
    cut = "" if extent.shortened_from_s is None else f" (cut from {extent.shortened_from_s:g})"
    return f"{extent.duration_s:g} s{cut} simulated, the first {extent.warmup_s:g} s excluded"


def _columns(advice: Advice) -> dict[str, str]:
    columns = {
        "\nTransport": "Transport",
        "Goodput\nkbit/s": "Goodput, kbit/s",
        f"Against\n{advice.reference}": f"Against {advice.reference}",
        "Jain's\nindex": "Jain's index",
        "p99\ndelay ms": "p99 delay, ms",
        "Energy\nJ/Mbit": "Energy, J/Mbit",
        "Retrans-\nmitted %": "Retransmitted, %",
        "\nSeeds": "Seeds",
        "\nNeeds": "Needs",
        "\nVerdict": "Verdict",
    }
    if not _has_others(advice):
        return columns
    items = list(columns.items())
    return dict([*items[:3], ("Other flows\nkbit/s", "Other flows, kbit/s"), *items[3:]])


def _has_others(advice: Advice) -> bool:
    return any(candidate.other_kbps.mean > 0 for candidate in advice.ranked)


def _row(candidate: Candidate, advice: Advice) -> list[str]:
    cells = [
        f"{candidate.rank:2} {candidate.transport}",
        spell(candidate.goodput_kbps, Quantity.GOODPUT.text.digits),
        _NOTHING if candidate.gain is None else spell_percent(candidate.gain, "+"),
        f"{candidate.jain.mean:.3f}",
        spell(candidate.delay_p99_ms, Quantity.DELAY.text.digits),
        spell(candidate.energy_j_per_mbit, Quantity.ENERGY.text.digits),
        f"{candidate.retransmitted_percent.mean:.1f}",
        str(candidate.seeds),
        candidate.needs.summary,
        candidate.words,
    ]
    if _has_others(advice):
        cells.insert(3, spell(candidate.other_kbps, 1))
    return cells


def _left_out(advice: Advice) -> str:
    if not advice.left_out:
        return ""
    told = "; ".join(f"{name} ({why})" for name, why in advice.left_out.items())
    return f"Excluded: {told}."


def _effort(advice: Advice) -> str:
    rounds = "; ".join(
        f"round {number}: {len(each.raced)} candidates up to seed {each.seeds}, {len(each.drops)} dropped"
        for number, each in enumerate(advice.race.rounds, start=1)
    )
    spent_s = advice.wall_s
    return (
        f"{rounds}. {advice.runs_made} runs in {spent_s:.1f} s, including bound and check; all candidates with all"
        f" {advice.race.rule.most_seeds} seeds would have taken {advice.runs_of_all}."
    )
