"""The progress bar: on a terminal, for anything over a second."""

import io

from rich.console import Console

from airhop.cli import progress
from airhop.runs.runner import Progress


def shown(monkeypatch, *, terminal=True, quiet=False, shown_after_s=0.0):
    monkeypatch.setattr(progress, "SHOWN_AFTER_S", shown_after_s)
    file = io.StringIO()
    console = Console(file=file, force_terminal=terminal, width=100)
    with progress.ProgressBar(console, quiet=quiet) as bar:
        bar.update(Progress("simulating", 0.25))
        bar.update(Progress("hops: 100 of 200 points, 2 failed", 0.75, remaining_s=3725.0))
    return file.getvalue()


def test_shown_on_a_terminal(monkeypatch):
    text = shown(monkeypatch)
    assert "simulating" in text
    assert "hops: 100 of 200 points, 2 failed" in text
    assert "75%" in text
    assert "1:02:05 left" in text


def test_not_shown_when_piped(monkeypatch):
    assert shown(monkeypatch, terminal=False) == ""


def test_not_shown_when_quiet(monkeypatch):
    assert shown(monkeypatch, quiet=True) == ""


def test_not_shown_for_what_is_over_in_a_second(monkeypatch):
    assert shown(monkeypatch, shown_after_s=1.0) == ""
