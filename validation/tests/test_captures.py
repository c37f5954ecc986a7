"""Reading airhop's captures, from what tshark prints of them."""

from pathlib import Path

import pytest

from captures import CaptureError, main, node_of, read_folder

# What tshark prints for the fields of captures.py: an AODV request, RTS, CTS, a TCP segment, its ACK by the MAC.
NODE_0 = """\
0.000255000,0x00000002,111,23,0x0020,ff:ff:ff:ff:ff:ff,02:00:00:00:00:01,0,1,,,,1,54,
0.024249614,0x00000002,43,23,0x001b,02:00:00:00:00:02,02:00:00:00:00:01,6966,,,,,,,
0.024612948,0x00000001,37,23,0x001c,02:00:00:00:00:01,,6652,,,,,,,
0.024926948,0x00000002,1559,23,0x0020,02:00:00:00:00:02,02:00:00:00:00:01,314,3,1460,2920,0,,,
0.031266282,0x00000001,37,23,0x001d,02:00:00:00:00:01,,0,,,,,,,
"""
NODE_1 = """\
0.000255667,0x00000001,111,23,0x0020,ff:ff:ff:ff:ff:ff,02:00:00:00:00:01,0,1,,,,1,54,
0.024612281,0x00000002,37,23,0x001c,02:00:00:00:00:01,,6652,,,,,,,
0.051239619,0x00000002,99,23,0x0020,02:00:00:00:00:01,02:00:00:00:00:02,314,9,0,0,4380,,,
"""


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A run's captures and a tshark that prints what the real one would."""
    captures = tmp_path / "run"
    captures.mkdir()
    (captures / "node-0.pcapng").write_text(NODE_0)
    (captures / "node-1.pcapng").write_text(NODE_1)
    tshark = tmp_path / "tshark"
    tshark.write_text('#!/bin/sh\nexec cat "$3"\n')
    tshark.chmod(0o755)
    monkeypatch.setenv("PATH", f"{tmp_path}:/usr/bin:/bin")
    return captures


def test_events_in_order_of_time(folder: Path) -> None:
    events = read_folder(folder)
    assert [(e.kind, e.node, e.event) for e in events] == [
        ("AODV", 0, "send"),
        ("AODV", 1, "receive"),
        ("RTS", 0, "send"),
        ("CTS", 1, "send"),
        ("CTS", 0, "receive"),
        ("tcp", 0, "send"),
        ("ACK", 0, "receive"),
        ("ack", 1, "send"),
    ]
    request, _, rts, cts, heard, segment, _, acknowledgement = events
    assert (request.destination, request.source, request.time_ns) == (None, 0, 255_000)
    assert (rts.bytes, rts.duration_us, rts.source, rts.destination) == (20, 6966, 0, 1)
    assert (cts.source, heard.source) == (1, None)
    assert (segment.bytes, segment.sequence) == (1536, 2)
    assert acknowledgement.sequence == 2, "as ns-2 counts: the last segment received"


def test_the_command(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main([str(folder), "--sent", "--until", "0.03"]) == 0
    assert len(capsys.readouterr().out.splitlines()) == 1 + 4
    assert main([str(folder), "--count"]) == 0
    assert "rts_sent: 1" in capsys.readouterr().out
    assert main([str(folder.parent)]) == 2
    assert "no captures" in capsys.readouterr().err


def test_addresses() -> None:
    assert node_of("02:00:00:00:01:00") == 255
    for wrong in ("00:11:22:33:44:55", "", "02:00:00"):
        with pytest.raises(CaptureError, match="not a MAC address"):
            node_of(wrong)


def test_tshark_that_fails(folder: Path) -> None:
    (folder.parent / "tshark").write_text("#!/bin/sh\necho damaged >&2\nexit 2\n")
    with pytest.raises(CaptureError, match="damaged"):
        read_folder(folder)
