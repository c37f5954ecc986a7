"""The program that shows halts, in short runs."""

import csv
from pathlib import Path

import pytest

from stalls import cases, main


def test_one_sender_of_each_kind_a_length() -> None:
    kinds = [(sender, case.hops, case.constant_rto_s) for sender, case in cases([9, 11], 100.0)]
    assert kinds == [
        ("backs off", 9, None),
        ("never backs off", 9, 1.0),
        ("backs off", 11, None),
        ("never backs off", 11, 1.0),
    ]


def test_a_constant_time_out_reaches_both_simulators() -> None:
    (_, _), (_, case) = cases([9], 100.0)
    options = case.ns2_options(1)
    assert options[options.index("-maxrto") + 1] == "1.0"
    keywords = case.airhop_keywords(1)
    assert keywords["transports"] == ["newreno+no-backoff+cwl=20"]
    assert isinstance(keywords["settings"], dict)
    assert keywords["settings"]["transport.rto_min"] == 1.0


def test_short_runs(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    arguments = ["--no-ns2", "--hops", "1", "--seeds", "2", "--duration", "40", "--output", str(tmp_path)]
    assert main(arguments) == 0
    with (tmp_path / "stalls.csv").open(newline="", encoding="utf-8") as file:
        rows = list(csv.DictReader(file))
    assert [(row["sender"], row["seed"]) for row in rows] == [
        ("backs off", "1"),
        ("backs off", "2"),
        ("never backs off", "1"),
        ("never backs off", "2"),
    ]
    assert all(float(row["goodput_kbps"]) > 1000 for row in rows)
    assert "never backs off" in capsys.readouterr().out


def test_mistakes_on_the_command_line() -> None:
    with pytest.raises(SystemExit) as stopped:
        main(["--duration", "10"])
    assert stopped.value.code == 2
