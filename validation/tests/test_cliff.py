"""The cliff's program, in short runs."""

import csv
from pathlib import Path

import pytest

from cliff import CURVES, draw, main, markdown
from runs import Estimate


def test_every_curve_is_a_case_of_its_own() -> None:
    settings = [(curve.simulator, curve.case(7, 300.0)) for curve in CURVES]
    assert len(set(settings)) == len(CURVES)
    static = CURVES[0].case(7, 300.0)
    assert (static.routing, static.duration_s - static.warmup_s) == ("static", 300.0)


def test_figure_and_table(tmp_path: Path) -> None:
    points = {curve.key: {1: Estimate(1256.0, 0.4), 2: Estimate(630.0, 0.0)} for curve in CURVES}
    draw(points, CURVES, tmp_path / "cliff.png")
    assert (tmp_path / "cliff.png").read_bytes().startswith(b"\x89PNG")
    lines = markdown(points, CURVES).splitlines()
    assert len(lines) == 4
    assert lines[2].startswith("| 1 | 1256.0 ± 0.4 |")


def test_short_chains(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--no-ns2", "--hops", "1", "--seeds", "1", "--duration", "30", "--output", str(tmp_path)]) == 0
    with (tmp_path / "cliff.csv").open(newline="", encoding="utf-8") as file:
        rows = list(csv.DictReader(file))
    assert [row["curve"] for row in rows] == [curve.key for curve in CURVES if curve.simulator == "airhop"]
    assert all(float(row["goodput_kbps_mean"]) == pytest.approx(1256, rel=0.01) for row in rows)
    assert "| 1 |" in capsys.readouterr().out


def test_mistakes_on_the_command_line() -> None:
    with pytest.raises(SystemExit) as stopped:
        main(["--hops", "0"])
    assert stopped.value.code == 2
