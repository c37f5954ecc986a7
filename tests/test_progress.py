"""The progress bar: on a terminal, for anything over a second."""

import io

from rich.console import Console

from airhop.cli import progress


def bar_on(file, terminal, monkeypatch, shown_after_s=0.0, quiet=False):
    monkeypatch.setattr(progress, "SHOWN_AFTER_S", shown_after_s)
    return progress.ProgressBar(Console(file=file, force_terminal=terminal, width=100), quiet=quiet)


def shown(monkeypatch, **options):
    file = io.StringIO()
    with bar_on(file, options.pop("terminal", True), monkeypatch, **options) as bar:
        bar.update("simulating", 0.25)
        bar.update("simulating", 0.5)
        bar.update("trying 300 kbit/s", 0.75)
    return file.getvalue()


def test_shown_on_a_terminal(monkeypatch):
    text = shown(monkeypatch)
    assert "simulating" in text
    assert "trying 300 kbit/s" in text
    assert "75%" in text


def test_not_shown_when_piped(monkeypatch):
    assert shown(monkeypatch, terminal=False) == ""


def test_not_shown_when_quiet(monkeypatch):
    assert shown(monkeypatch, quiet=True) == ""


def test_not_shown_for_what_is_over_in_a_second(monkeypatch):
    assert shown(monkeypatch, shown_after_s=1.0) == ""
