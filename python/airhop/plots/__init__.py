"""Figures of a result."""

from __future__ import annotations

from pathlib import Path

from airhop.plots.goodput import draw_goodput
from airhop.plots.over_time import draw_over_time
from airhop.plots.style import save
from airhop.plots.topology import draw_topology
from airhop.result import Result

__all__ = ["draw_all", "draw_goodput", "draw_over_time", "draw_topology"]


def draw_all(result: Result, directory: Path, form: str = "png") -> list[Path]:
    """Draw all figures for which the result has data into a directory; `form` is png, svg or pdf."""
    written = [
        save(draw_goodput(result), directory / f"goodput.{form}"),
        save(draw_topology(result), directory / f"topology.{form}"),
    ]
    if result.run_samples:
        written.append(save(draw_over_time(result), directory / f"over-time.{form}"))
    return written
