"""How errors in a plan are worded: where, which key, which value, what is allowed."""

from __future__ import annotations

import difflib
from collections.abc import Iterable, Mapping

from airhop._native import ScenarioError


def wrong(origin: str, message: str) -> ScenarioError:
    """Make the error that a plan is wrong."""
    return ScenarioError(f"{origin}: {message}")


def check_keys(origin: str, where: str, table: Mapping[str, object], allowed: Iterable[str]) -> None:
    """Refuse a key that does not belong into a table, with the nearest one that does."""
    known = list(allowed)
    for key in table:
        if key not in known:
            near = difflib.get_close_matches(key, known, n=1)
            hint = f"did you mean {near[0]}? " if near else ""
            raise wrong(origin, f"{where}unknown key {key}: {hint}there are {', '.join(known)}")
