"""The style of all figures."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Literal

from matplotlib.axes import Axes
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.figure import Figure

# Okabe and Ito's palette, which is safe for colour-blind readers. Its yellow is too faint
# for lines on white, and its black would hide intervals: grey is used instead.
PALETTE = ("#0072B2", "#D55E00", "#009E73", "#CC79A7", "#E69F00", "#56B4E9", "#7A7A7A")
HATCHES = ("", "///", "...", "xxx")
Dashes = Literal["solid"] | tuple[float, Sequence[float]]
DASHES: Sequence[Dashes] = ("solid", (0, (4, 1.5)), (0, (1, 1)), (0, (5, 1, 1, 1)))
INK = "#222222"
MUTED = "#808080"
FAINT = "#B8B8B8"
DOTS_PER_INCH = 150


def colour(index: int) -> str:
    """Choose a colour."""
    return PALETTE[index % len(PALETTE)]


def hatch(index: int) -> str:
    """Choose a hatch, to distinguish bars of the same colour."""
    return HATCHES[index // len(PALETTE) % len(HATCHES)]


def dashes(index: int) -> Dashes:
    """Choose a line's dashes, to distinguish lines of the same colour."""
    return DASHES[index // len(PALETTE) % len(DASHES)]


def new_figure(width_in: float, height_in: float) -> Figure:
    """Make a figure without a window or global state."""
    figure = Figure(figsize=(width_in, height_in), dpi=DOTS_PER_INCH, layout="constrained", facecolor="white")
    FigureCanvasAgg(figure)
    return figure


def tidy(axes: Axes, grid: Literal["both", "x", "y"] = "y") -> None:
    """Remove decoration from axes."""
    axes.spines[["top", "right"]].set_visible(False)
    axes.spines[["left", "bottom"]].set_color(INK)
    axes.tick_params(colors=INK)
    axes.set_axisbelow(True)
    axes.grid(axis=grid, color="#E4E4E4", linewidth=0.8)


def title(figure: Figure, text: str) -> None:
    """Set a figure's title."""
    figure.suptitle(text, fontsize=11, color=INK, x=0.01, ha="left")


def save(figure: Figure, path: Path) -> Path:
    """Write a figure in the format of its file name, with the same bytes for the same figure."""
    no_date = {"png": {"Software": None}, "svg": {"Date": None}, "pdf": {"CreationDate": None}}
    figure.savefig(path, metadata=no_date.get(path.suffix[1:]))
    return path
