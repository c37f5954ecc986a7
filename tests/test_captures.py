"""Captures: Wireshark's own judgement of every frame."""

import json
import shutil
import subprocess

import pytest

import airhop

pytestmark = pytest.mark.skipif(
    shutil.which("tshark") is None, reason="tshark is not installed (Debian package tshark): captures are not checked"
)


@pytest.fixture(scope="module")
def captures(tmp_path_factory):
    folder = tmp_path_factory.mktemp("captures")
    airhop.run(
        "chain", transports=["newreno", "sack", "udp-paced=100"], hops=3, flows=2, seeds=1, duration=4, warmup=0,
        routing="aodv", settings={"errors.packet": 0.05}, pcap=folder,
    )  # fmt: skip
    return folder


def tshark(path, *arguments):
    done = subprocess.run(
        ["tshark", "-r", path, "-o", "ip.check_checksum:TRUE", "-o", "tcp.check_checksum:TRUE",
         "-o", "udp.check_checksum:TRUE", "-o", "wlan.check_checksum:TRUE", *arguments],
        capture_output=True, text=True, check=True,
    )  # fmt: skip
    return done.stdout


def test_one_file_a_node_in_one_folder_a_run(captures):
    assert sorted(folder.name for folder in captures.iterdir()) == [
        "newreno-seed1",
        "sack-seed1",
        "udp-paced=100-seed1",
    ]
    for folder in captures.iterdir():
        assert len(list(folder.glob("*.pcapng"))) == 4


def test_no_frame_is_malformed_and_every_checksum_is_good(captures):
    wrong = " || ".join(
        [
            "_ws.malformed",
            "_ws.short",
            *(f"{layer}.status == 0" for layer in ("wlan.fcs", "ip.checksum", "tcp.checksum")),
        ]
    )
    for path in captures.rglob("*.pcapng"):
        assert tshark(path, "-Y", f"{wrong} || udp.checksum.status == 0") == ""


def count(folder, display_filter):
    """Count frames at the second node, which hears the first and the third."""
    return len(tshark(folder / "node-1.pcapng", "-Y", display_filter).splitlines())


def test_frames_carry_what_the_scenario_sends(captures):
    newreno, paced = captures / "newreno-seed1", captures / "udp-paced=100-seed1"
    assert count(newreno, "radiotap && wlan.fc.type_subtype == 0x1b") > 100  # RTS
    assert count(newreno, "tcp.len == 1460") > 50
    assert count(newreno, "tcp.len == 0 && tcp.flags.ack == 1") > 20
    assert count(newreno, "aodv") > 0
    assert count(paced, "udp") > 20
    # Checksums are there to be checked.
    assert count(newreno, "wlan.fcs.status == 1 && ip.checksum.status == 1 && tcp.checksum.status == 1") > 100


def test_sack_blocks_are_on_the_wire(tmp_path):
    airhop.run("chain", transports="sack", hops=7, routing="static", seeds=1, duration=10, warmup=0, pcap=tmp_path)
    assert count(tmp_path / "sack-seed1", "tcp.options.sack") > 0


def test_sent_payload_agrees_with_the_results(tmp_path):
    result = airhop.run("chain", hops=1, seeds=1, duration=3, warmup=0, pcap=tmp_path)
    (folder,) = tmp_path.iterdir()
    fields = tshark(
        sorted(folder.glob("*.pcapng"))[1], "-Y", "tcp.len > 0", "-T", "json", "-e", "tcp.seq_raw", "-e", "tcp.len"
    )
    received = {packet["_source"]["layers"]["tcp.seq_raw"][0] for packet in json.loads(fields)}
    assert len(received) * 1460 == pytest.approx(result.run_records[0]["flows"][0]["delivered_bytes"], abs=1460)
