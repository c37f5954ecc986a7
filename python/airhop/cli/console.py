"""Consoles: results go to standard output, everything else to standard error."""

from __future__ import annotations

import sys

from rich.console import Console

_PIPED_WIDTH = 1000
"""Columns of output that is not a terminal: lines are not wrapped, for grep."""


def results_console() -> Console:
    """Make the console of standard output."""
    width = None if sys.stdout.isatty() else _PIPED_WIDTH
    return Console(file=sys.stdout, highlight=False, markup=False, emoji=False, width=width)


def notes_console() -> Console:
    """Make the console of standard error."""
    return Console(stderr=True, highlight=False, markup=False, emoji=False, soft_wrap=True)
