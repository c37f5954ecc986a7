"""How the saturation check reads a run's parameters, asks for a cell and judges."""

import json
from pathlib import Path
from typing import Any

import pytest

from bianchi import airhop_standard, saturation
from saturation import TOLERANCE, Point, airhop_command, cell_of, main, measure

PARAMETERS: dict[str, Any] = {
    "traffic": {"packet_bytes": 1460},
    "radio": {"data_rate_kbps": 2000, "basic_rate_kbps": 1000, "plcp_us": 192.0},
    "mac": {
        "slot_us": 20.0,
        "sifs_us": 10.0,
        "cw_min": 31,
        "cw_max": 1023,
        "short_retry_limit": 7,
        "rts_threshold_bytes": 0,
        "header_bytes": 28,
        "max_propagation_us": 2.0,
        "backoff_includes_cw": True,
        "eifs_by_nav": False,
    },
}


def test_the_cell_is_what_the_run_reports() -> None:
    cell = cell_of(PARAMETERS)
    assert (cell.rts, cell.data_rate_mbps, cell.control_rate_mbps, cell.attempts) == (True, 2.0, 1.0, 7)
    assert cell.payload_bytes + cell.overhead_bytes == 1516
    assert cell.data_us == 192 + 1516 * 4
    without = {**PARAMETERS, "mac": {**PARAMETERS["mac"], "rts_threshold_bytes": 4_294_967_295}}
    assert not cell_of(without).rts


def test_other_backoffs_are_not_covered() -> None:
    with pytest.raises(ValueError, match="standard's backoff"):
        cell_of({**PARAMETERS, "mac": {**PARAMETERS["mac"], "backoff_includes_cw": False}})


def test_arguments() -> None:
    words = Point(5, rts=False, data_rate_mbps=11).arguments(3, 60.0, "threshold")
    assert words[:3] == ["saturation", "--radio", "standard-11M"]
    assert "topology.stations=5" in words
    assert "mac.rts_threshold_bytes=4294967295" in words
    assert "radio.capture_db=100" in words
    assert "radio.capture_db=100" not in Point(5, rts=False, data_rate_mbps=11).arguments(3, 60.0, "sinr")


def write_airhop(path: Path, goodput_factor: float) -> None:
    """A command that answers as airhop would, with a goodput off the model's by a factor."""
    cell = cell_of(PARAMETERS)
    goodput = 1000 * goodput_factor * saturation(cell, 5).throughput_mbps
    result = {"parameters": PARAMETERS, "runs": [{"aggregate_goodput_kbps": goodput}] * 2}
    (path.parent / "result.json").write_text(json.dumps(result))
    path.write_text(f"#!/bin/sh\ncat {path.parent / 'result.json'}\n")
    path.chmod(0o755)


@pytest.mark.parametrize(("factor", "status"), [(1.019, 0), (0.981, 0), (1.021, 1), (0.979, 1)])
def test_two_per_cent(tmp_path: Path, capsys: pytest.CaptureFixture[str], factor: float, status: int) -> None:
    program = tmp_path / "airhop"
    write_airhop(program, factor)
    assert main(["--airhop", str(program), "--stations", "5", "--output", str(tmp_path / "out")]) == status
    assert ("OUTSIDE" in capsys.readouterr().out) is bool(status)
    assert len(json.loads((tmp_path / "out" / "saturation.json").read_text())) == 4


@pytest.mark.parametrize(("stations", "rts", "rate"), [(2, False, 2), (5, True, 2), (10, False, 11), (5, True, 11)])
def test_the_simulated_dcf_keeps_to_the_theory(stations: int, rts: bool, rate: int) -> None:
    """Some cells in short; `make validate` has them all."""
    measured = measure(airhop_command(), Point(stations, rts, rate), 3, 40.0, "threshold")
    assert measured.cell.rts is rts
    assert abs(measured.difference) <= TOLERANCE
    assert measured.airhop.ci95 < TOLERANCE / 2 * measured.airhop.mean, "long enough to tell"


def test_without_airhop(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--airhop", str(tmp_path / "absent")]) == 2
    assert "make build" in capsys.readouterr().err


def test_the_standards_cell() -> None:
    """The specification's frame: 1500 bytes of IP packet, 28 of MAC."""
    assert airhop_standard(2, rts=False).data_us == 6304
