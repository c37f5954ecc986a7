"""Times as people write them: `100ms`, `60s`, `2min`."""

from __future__ import annotations

import re

from airhop._native import ScenarioError

_SECONDS = {"ms": 0.001, "s": 1.0, "min": 60.0, "m": 60.0, "h": 3600.0}


def parse_time_s(text: str, option: str, *, plain_unit: str) -> float:
    """Read a time in seconds; a number without a unit is in `plain_unit`."""
    match = re.fullmatch(r"\s*([0-9]*\.?[0-9]+(?:[eE][+-]?[0-9]+)?)\s*([a-z]*)\s*", text)
    unit = (match.group(2) or plain_unit) if match else ""
    seconds = float(match.group(1)) * _SECONDS[unit] if match and unit in _SECONDS else 0.0
    if not 0 < seconds < float("inf"):
        msg = f"{option} {text}: expected a time > 0, as in 100ms, 60s or 2min; without a unit it is in {plain_unit}"
        raise ScenarioError(msg)
    return seconds
