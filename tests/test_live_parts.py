"""Parts of live runs that need neither root nor a network."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from airhop.cli import live_view
from airhop.live import LiveError, allowed, congestion, namespace, record, requirements
from airhop.live.placeholders import Places

PLACES = Places(
    ["node0", "node1", "node2", "server"],
    ["10.0.0.1", "10.0.0.2", "10.0.0.3", "10.0.0.4"],
    ["server"],
    source=0,
    destination=2,
)


def test_names_in_braces_become_addresses_and_nothing_else_does():
    assert PLACES.fill("ping {dst} {src} {node1} {server}") == "ping 10.0.0.3 10.0.0.1 10.0.0.2 10.0.0.4"
    awk = "awk '{print $1}' {} {x} ${HOME}"
    assert PLACES.fill(awk) == awk
    with pytest.raises(LiveError, match="nodes are 0 to 2, the host server, and src and dst"):
        PLACES.fill("ping {node7}")


@pytest.mark.parametrize(("text", "node"), [("1", 1), (" dst ", 2), ("src", 0), ("server", 3), ("3", 3), ("node2", 2)])
def test_nodes_are_found(text, node):
    assert PLACES.find("--at", text) == node


@pytest.mark.parametrize("text", ["4", "-1", "", "moon", "1.0", "²"])
def test_other_nodes_are_not(text):
    with pytest.raises(LiveError, match="--at: unknown node"):
        PLACES.find("--at", text)


@pytest.fixture
def machine(monkeypatch, tmp_path):
    """A machine that has everything, as far as is looked at."""
    monkeypatch.setattr(sys, "platform", "linux")
    monkeypatch.setattr(requirements, "TUN_DEVICE", tmp_path)
    monkeypatch.setattr(requirements, "_has_capabilities", lambda: True)
    monkeypatch.setattr(requirements.shutil, "which", lambda name: f"/bin/{name}")
    requirements.check()
    return monkeypatch


def test_what_is_missing_is_said(machine):
    machine.setattr(requirements, "_has_capabilities", lambda: False)
    machine.setattr(requirements, "TUN_DEVICE", Path("/no/such/tun"))
    machine.setattr(requirements.shutil, "which", lambda name: None)
    with pytest.raises(LiveError, match=r"root \(or CAP_NET_ADMIN.*/no/such/tun.*`ip`"):
        requirements.check()
    machine.setattr(sys, "platform", "darwin")
    with pytest.raises(LiveError, match="needs Linux"):
        requirements.check()


def test_congestion_controls_of_the_kernel(monkeypatch, tmp_path):
    available = tmp_path / "available"
    available.write_text("reno cubic\n")
    monkeypatch.setattr(congestion, "_AVAILABLE", available)
    assert congestion.check("kernel:cubic") == "cubic"
    with pytest.raises(LiveError, match="`airhop kernel load tcp-ap`"):
        congestion.check("kernel:tcp-ap")
    with pytest.raises(LiveError, match="did you mean kernel:cubic"):
        congestion.check("kernel:cubik")
    with pytest.raises(LiveError, match="`modprobe tcp_bbr`"):
        congestion.check("kernel:bbr")
    available.write_text("reno airhop_ap\n")
    assert congestion.check("kernel:tcp-ap") == "airhop_ap"


def test_numbers_are_held_while_their_process_lives(monkeypatch, tmp_path):
    monkeypatch.setattr(namespace, "MOUNTS", tmp_path / "netns")
    script = "import sys; from pathlib import Path; from airhop.live.record import Record;"
    script += "r = Record(Path(sys.argv[1])); print(r.number, flush=True); input()"
    first = subprocess.Popen(
        [sys.executable, "-c", script, tmp_path], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    )
    assert first.stdout.readline() == "1\n"
    with record.Record(tmp_path) as second:
        assert second.number == 2
        assert json.loads((tmp_path / "2.json").read_text())["pid"] == os.getpid()
        record.clean(tmp_path)
        assert sorted(path.name for path in tmp_path.glob("*.json")) == ["1.json", "2.json"], "both live"
    first.kill()
    first.communicate()
    with record.Record(tmp_path) as third:
        assert third.number == 2, "what a dead one left is not taken before it is cleaned"
    record.clean(tmp_path)
    assert list(tmp_path.glob("*.json")) == []


def test_the_list_of_allowed_controls_is_put_back(monkeypatch, tmp_path):
    shared = tmp_path / "allowed"
    shared.write_text("reno\n")
    monkeypatch.setattr(allowed, "ALLOWED", shared)
    with record.Record(tmp_path / "run") as first:
        assert first.allow(["cubic", "reno"]) == ["cubic"]
        with record.Record(tmp_path / "run") as second:
            assert second.allow(["cubic", "bbr"]) == ["bbr"]
            assert shared.read_text() == "reno cubic bbr"
        assert shared.read_text() == "reno cubic"
    assert shared.read_text() == "reno"


def test_a_run_that_was_late_is_not_called_good():
    packets = {"entered": 3, "left": 2, "not_ipv4": 1, "not_unicast": 0, "foreign": 4, "refused": 0}
    late = {"deliveries": 2, "p50_us": 900.0, "p99_us": 1200.0, "max_us": 1300.0, "good": False}
    lines = live_view.summary({"flows": [], "aggregate_goodput_kbps": 0.0, "jain": 1.0}, late, packets)
    assert lines[0] == "lateness p50 900 us, p99 1200 us, max 1300 us over 2 deliveries"
    assert lines[1] == "packets not forwarded: 4 to an unknown address, 1 not IPv4"
    assert lines[2].startswith("not real time")


def test_the_summary_totals_all_flows_and_names_the_fairness_of_the_data_flows():
    ends = {"src": 0, "dst": 4, "rtt_ms": {"mean": 30.0}, "retransmissions": 2}
    flows = [
        {"name": "tcp", "goodput_kbps": 800.0, "delivered_bytes": 1_000_000, **ends},
        {"name": "icmp", "goodput_kbps": 0.5, "delivered_bytes": 640, **ends},
    ]
    good = {"deliveries": 2, "p50_us": 10.0, "p99_us": 20.0, "max_us": 30.0, "good": True}
    packets = {"entered": 2, "left": 2, "not_ipv4": 0, "not_unicast": 0, "foreign": 0, "refused": 0}
    lines = live_view.summary({"flows": flows, "aggregate_goodput_kbps": 800.5, "jain": 1.0}, good, packets)
    assert lines == [
        "tcp: 800.0 kbit/s, 1000000 bytes from node 0 to 4, RTT 30 ms, 2 retransmissions",
        "icmp: 0.5 kbit/s, 640 bytes from node 0 to 4, RTT 30 ms, 2 retransmissions",
        "total 800.5 kbit/s, Jain's index of the data flows 1.000",
        "lateness p50 10 us, p99 20 us, max 30 us over 2 deliveries",
    ]
