"""Numbers and names as the page writes them."""

from __future__ import annotations

from collections.abc import Iterable

from airhop.matrix.contender import Contender
from airhop.stats import Estimate, Score


def percent(score: Score) -> str:
    """Write a ratio in per cent, with its interval."""
    value = score.estimate
    interval = "" if value.ci95 is None else f" ± {100 * value.ci95:.0f}"
    return f"{100 * value.mean:.0f}{interval} %"


def number(value: float | None, digits: int = 0) -> str:
    """Write a number, or a dash where there is none."""
    return "-" if value is None else f"{value:.{digits}f}"


def with_interval(value: Estimate | None, digits: int = 0) -> str:
    """Write an estimate, or a dash where there is none."""
    if value is None:
        return "-"
    return f"{value.mean:.{digits}f}" + ("" if value.ci95 is None else f" ± {value.ci95:.{digits}f}")


def name(contender: Contender) -> str:
    """Write a transport's name as code, with its mark."""
    mark = contender.marked.removeprefix(contender.key)
    return f"`{contender.key}`{mark}"


def names(contenders: Iterable[Contender], most: int = 0) -> str:
    """List names; beyond `most`, how many more there are."""
    listed = list(contenders)
    shown = listed[:most] if most else listed
    more = len(listed) - len(shown)
    return ", ".join([*map(name, shown), *([f"{more} more"] if more else [])]) or "none"
