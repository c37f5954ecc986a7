"""Reading ns-2's wireless traces."""

from pathlib import Path

import pytest

from ns2.trace import TraceError, count, main, parse_line, read

RTS = "s 1.008815511 _2_ MAC  --- 0 RTS 44 [436 3 2 0] "
CTS_SENT = "s 1.009178178 _3_ MAC  --- 0 CTS 38 [2fc 2 0 0] "
CTS_HEARD = "r 1.009482844 _2_ MAC  --- 0 CTS 38 [2fc 2 0 0] "
DATA = "s 2.010000000 _2_ MAC  --- 24 tcp 1558 [13a 3 2 800] ------- [0:0 7:0 29 2] [24 0] 1 0"
DATA_HEARD = "r 2.016328667 _3_ MAC  --- 24 tcp 1500 [13a 3 2 800] ------- [0:0 7:0 29 2] [24 0] 2 0"
REQUEST = "s 1.000115000 _0_ MAC  --- 0 AODV 106 [0 ffffffff 0 800] ------- [0:255 -1:255 30 0] [0x2 1 1 [3 0] [0 4]]"
RTS_GIVEN_UP = "D 2.173868752 _2_ MAC  RET 0 RTS 44 [1b36 3 2 0] "
PACKET_GIVEN_UP = "D 2.173868752 _2_ MAC  RET 40 tcp 1500 [13a 3 2 800] ------- [0:0 7:0 29 2] [24 0] 1 0"
TAKEN_BACK = "D 2.184837418 _0_ RTR  CBK 42 tcp 1500 [13a 1 0 800] ------- [0:0 7:0 30 1] [25 0] 0 0"
QUEUE_FULL = "D 3.000000000 _0_ IFQ  IFQ 50 cbr 1480 [0 1 0 800] ------- [0:0 7:0 30 1] [25] 0 0"


def test_control_frames() -> None:
    rts = parse_line(RTS)
    assert (rts.time_ns, rts.node, rts.event, rts.kind, rts.bytes) == (1_008_815_511, 2, "send", "RTS", 20)
    assert (rts.source, rts.destination, rts.duration_us) == (2, 3, 0x436)
    sent, heard = parse_line(CTS_SENT), parse_line(CTS_HEARD)
    assert (sent.bytes, sent.source, sent.destination) == (14, 3, 2)
    assert heard.source is None, "a CTS does not say who sent it"


def test_a_data_frame_has_the_same_size_at_both_ends() -> None:
    sent, heard = parse_line(DATA), parse_line(DATA_HEARD)
    assert sent.bytes == heard.bytes == 1534
    assert (sent.sequence, sent.uid) == (24, 24)


def test_a_broadcast_has_no_destination() -> None:
    request = parse_line(REQUEST)
    assert request.destination is None
    assert request.bytes == 82
    assert request.sequence is None


def test_drops_name_their_reason() -> None:
    event = parse_line(TAKEN_BACK)
    assert (event.event, event.layer, event.reason, event.bytes) == ("drop", "RTR", "CBK", 1500)


def test_counts() -> None:
    lines = [REQUEST, RTS, RTS, CTS_SENT, DATA, RTS, DATA, RTS, RTS, RTS_GIVEN_UP, PACKET_GIVEN_UP, RTS]
    counts = count(read([*lines, TAKEN_BACK, QUEUE_FULL]))
    assert counts.rts_sent == 6
    assert counts.rts_retries == 2, "after a packet is given up the next RTS is a first one"
    assert (counts.data_sent, counts.data_retries, counts.broadcast_sent) == (2, 1, 1)
    assert (counts.retry_drops, counts.link_failure_drops, counts.queue_drops) == (1, 1, 1)
    assert counts.drops["MAC RET"] == 2


def test_counts_begin_where_asked() -> None:
    assert count(read([RTS, CTS_SENT, DATA]), since_ns=2_000_000_000).rts_sent == 0
    assert count(read([RTS, CTS_SENT, DATA]), since_ns=2_000_000_000).data_sent == 1


@pytest.mark.parametrize("line", ["", "M 0.0 0 (1.0, 2.0)", "s -t 1.0 -Hs 0 -Hd -1 -Ni 0", "s 1.0 _0_ MAC", "\x00\xff"])
def test_other_formats_are_refused(line: str) -> None:
    with pytest.raises(TraceError, match="not a line"):
        parse_line(line)


def test_the_command(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "run.tr"
    path.write_text("\n".join([RTS, CTS_SENT, DATA]) + "\n")
    assert main([str(path), "--layer", "MAC", "--node", "2", "--until", "2"]) == 0
    assert capsys.readouterr().out.splitlines()[1:] == ["1008815511,2,MAC,send,RTS,20,2,3,1078,,0,"]
    assert main([str(path), "--count"]) == 0
    assert "rts_sent: 1" in capsys.readouterr().out
    path.write_text("nonsense\n")
    assert main([str(path)]) == 2
    assert "line 1" in capsys.readouterr().err
    assert main([str(tmp_path / "absent")]) == 2
