"""The kernel's congestion controls: loaded into the running kernel, between two network namespaces."""

import itertools
import json
import os
import shutil
import signal
import statistics
import struct
import subprocess
import sys
import time
from pathlib import Path

import pytest

import kernel_support
from airhop import kernel
from airhop.cli.main import main
from kernel_support import DESTINATION, DESTINATION_6, DEVICE, NAMESPACES, SOURCE, Bed, inside, ip, transfer, trickle

MISSING = kernel_support.missing()
pytestmark = pytest.mark.alone
needs_kernel = pytest.mark.skipif(MISSING is not None, reason=f"kernel programs: {MISSING}")
PINS = Path("/sys/fs/bpf/airhop")


@pytest.fixture
def clean():
    """A kernel without any of it, before and after."""
    in_use = [name for name in kernel.names() if kernel.state(name) == "loaded"]
    if in_use or kernel.paths():
        pytest.skip(f"this machine uses what the test would load: {in_use or 'paths are set'}")
    yield
    kernel.unload()


def wait_until(holds, within_s=20.0):
    end = time.monotonic() + within_s
    while not holds():
        assert time.monotonic() < end, "it did not come about in time"
        time.sleep(0.02)


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["load", "vegas"], ["vegas", "tcp-ap, cwl, bwrtt"]),
        (["load", "tcp-ap", "--cov", "x"], ["--cov", "mad or std"]),
        (["load", "tcp-ap", "--alpha", "1.5"], ["alpha", "1.5"]),
        (["load", "tcp-ap", "--n", "0"], ["n: 0", "1 to 255"]),
        (["load", "tcp-ap", "--n", "-1"], ["n: -1"]),
        (["unload", "vegas"], ["vegas"]),
        (["path"], ["DST"]),
        (["path", "10.0.0.7", "--rate", "2M"], ["--hops"]),
        (["path", "10.0.0.7", "--hops", "4"], ["--rate"]),
        (["path", "10.0.0.7", "--hops", "4", "--rate", "fast"], ["--rate", "fast"]),
        (["path", "10.0.0.7", "--hops", "4", "--rate", "0M"], ["--rate", "0M"]),
        (["path", "10.0.0.7", "--hops", "0", "--rate", "2M"], ["hops: 0", "1 to 255"]),
        (["path", "10.0.0.1/24", "--hops", "4", "--rate", "2M"], ["10.0.0.1/24"]),
        (["path", "node7", "--hops", "4", "--rate", "2M"], ["node7"]),
        (["path", "10.0.0.0/24", "--hops", "4", "--rate", "2M", "--from", "10.0.0.1"], ["source", "single host"]),
        (["path", "--list", "--delete"], ["cannot be combined"]),
        (["acks"], ["--every", "--delack"]),
        (["acks", "--every", "2"], ["--dev"]),
        (["acks", "--dev", "nosuch0", "--every", "2"], ["nosuch0", "lo"]),
        (["acks", "--dev", "lo", "--every", "0"], ["every: 0"]),
        (["acks", "--dev", "lo", "--window", "wide"], ["wide", "h/4"]),
        (["acks", "--delack", "900"], ["900", "200 ms"]),
        (["acks", "--dev", "lo", "--delack", "10"], ["--dev"]),
        (["acks", "--off", "--every", "2"], ["--off"]),
        (["path", "--watch"], ["--from-routes"]),
        (["path", "--from-routes"], ["--rate"]),
        (["path", "10.0.0.7", "--from-routes", "--rate", "2M"], ["DST"]),
        (["path", "--from-routes", "--rate", "2M", "--metric-per-hop", "0"], ["--metric-per-hop"]),
    ],
)
def test_wrong_request(monkeypatch, capsys, arguments, words):
    monkeypatch.setattr(sys, "argv", ["airhop", "kernel", *arguments])
    with pytest.raises(SystemExit) as ended:
        main()
    assert ended.value.code == 2
    said = capsys.readouterr()
    assert said.out == ""
    for word in words:
        assert word in said.err


def test_what_is_missing_is_named(command):
    """Whatever is missing here is named by every command; nothing is loaded, nothing fails otherwise."""
    reason = kernel.available()
    if reason is None:
        pytest.skip("nothing is missing here")
    for arguments in (["load", "tcp-ap"], ["status"], ["path", "--list"]):
        done = command("kernel", *arguments)
        assert (done.returncode, done.stdout) == (2, ""), done.stderr
        assert reason in done.stderr
    assert not any(kernel.is_loaded(name) for name in kernel.names())


@needs_kernel
@pytest.mark.skipif(shutil.which("setpriv") is None, reason="no command setpriv (Debian: util-linux)")
def test_without_capabilities_they_are_named():
    powerless = ["setpriv", "--bounding-set=-all", "--inh-caps=-all", sys.executable, "-m", "airhop"]
    done = subprocess.run([*powerless, "kernel", "load", "tcp-ap"], capture_output=True, text=True, check=False)
    assert done.returncode == 2
    assert "CAP_BPF" in done.stderr


@needs_kernel
def test_load_status_and_unload(clean, command):
    for name in kernel.names():
        done = command("kernel", "load", name)
        assert (done.returncode, done.stdout) == (0, ""), done.stderr
        assert kernel.kernel_name(name) in done.stderr
    again = command("kernel", "load", "airhop_ap")
    assert again.returncode == 2
    assert "already loaded" in again.stderr
    available = Path("/proc/sys/net/ipv4/tcp_available_congestion_control")
    assert {"airhop_ap", "airhop_cwl", "airhop_bwrtt"} <= set(available.read_text().split())

    assert command("kernel", "path", "10.219.0.0/16", "--hops", "3", "--rate", "5.5M").returncode == 0
    status = json.loads(command("kernel", "status", "--json").stdout)
    assert [entry["state"] for entry in status["schemes"]] == ["loaded"] * 3
    assert status["paths"] == [{"destination": "10.219.0.0/16", "source": None, "hops": 3, "rate_kbps": 5500}]
    assert status["connections"] == []
    assert "10.219.0.0/16" in command("kernel", "path", "--list").stdout

    assert command("kernel", "unload", "tcp-ap").returncode == 0
    assert command("kernel", "unload", "tcp-ap").returncode == 2
    assert [kernel.state(name) for name in kernel.names()] == ["absent", "loaded", "loaded"]
    assert command("kernel", "unload").returncode == 0
    assert not PINS.exists()
    assert "airhop" not in available.read_text()


@needs_kernel
def test_the_longest_prefix_and_the_source_decide(clean):
    kernel.set_path("10.0.0.0/8", 2, 1000)
    kernel.set_path("10.0.0.7", 4, 2000)
    kernel.set_path("10.0.0.7", 6, 2000, source="10.0.0.1")
    kernel.set_path("fd00::/16", 5, 11000)
    assert [(path.destination, path.source, path.hops) for path in kernel.paths()] == [
        ("10.0.0.0/8", None, 2),
        ("10.0.0.7", None, 4),
        ("10.0.0.7", "10.0.0.1", 6),
        ("fd00::/16", None, 5),
    ]
    kernel.delete_path("10.0.0.7")
    with pytest.raises(kernel.KernelError, match=r"10\.0\.0\.7"):
        kernel.delete_path("10.0.0.7")
    assert len(kernel.paths()) == 3


@needs_kernel
def test_tcp_ap_paces_a_bulk_transfer_and_outlives_its_unloading(clean):
    seen = []

    def look(second):
        if second > 6 and not seen:
            seen.extend(kernel.connections("tcp-ap"))
            kernel.unload("tcp-ap")

    kernel.load("tcp-ap")
    kernel.set_path(DESTINATION, hops=4, rate_kbps=2000)
    with Bed() as bed:
        bed.choose("airhop_ap")
        result = transfer(10, look)
        assert kernel.state("tcp-ap") == "held", "the namespace still has it as its default"
        bed.choose("reno")
    wait_until(lambda: kernel.state("tcp-ap") == "absent")

    assert result.congestion_control == "airhop_ap"
    assert any(connection.source.startswith(SOURCE) for connection in seen)
    (connection,) = (each for each in seen if each.destination == f"{DESTINATION}:5219")
    assert (connection.hops, connection.link_rate_kbps, connection.samples) == (4, 2000, 50)
    # FHD = 2 (RTT / h + (s_data - s_ack) / b), of which the smoothed times are near each other.
    air_ms = connection.mss * 8 / 2000
    assert connection.fhd_ms == pytest.approx(2 * (connection.srtt_ms / 4 + air_ms), rel=0.2)
    expected_kbps = connection.mss * 8 / (connection.fhd_ms * (1 + 2 * connection.cov))
    assert connection.rate_kbps == pytest.approx(expected_kbps, rel=0.01)

    # The path carries 500 kbit/s; 2 (RTT / 4 + 5.8 ms) at its least RTT of 66 ms allows 260, less while the RTT varies.
    assert 120 < result.goodput_kbps < 280
    p5, p50, p95 = percentiles(result.gap_ratios(after_s=3))
    assert p5 > 0.9
    assert 0.98 < p50 < 1.02
    assert p95 < 1.1


def percentiles(values):
    cuts = statistics.quantiles(values, n=20)
    return cuts[0], cuts[9], cuts[18]


@needs_kernel
def test_without_a_path_tcp_ap_is_not_paced(clean):
    seen = []
    kernel.load("tcp-ap")
    with Bed() as bed:
        bed.choose("airhop_ap")
        result = transfer(4, lambda second: seen.extend(kernel.connections("tcp-ap")) if second > 3 else None)
        bed.choose("reno")
    gaps_s = [later - at for (at, _), (later, _) in itertools.pairwise(result.departures)]
    assert percentiles(gaps_s)[0] < 0.002, "segments leave in bursts"
    assert {(each.hops, each.rate_kbps, each.fhd_ms) for each in seen} == {(None, None, None)}


@needs_kernel
@pytest.mark.parametrize(("hops", "limit"), [(4, 1), (8, 2)])
def test_the_window_is_a_quarter_of_the_hops(clean, hops, limit):
    kernel.load("cwl")
    kernel.set_path(DESTINATION, hops=hops, rate_kbps=2000)
    windows = []
    with Bed() as bed:
        bed.choose("airhop_cwl")
        result = transfer(3, lambda _: windows.extend(each.cwnd for each in kernel.connections("cwl")))
        bed.choose("reno")
    assert max(windows) == limit
    # A window of segments each round trip of 66 ms, and 24 ms on the wire for each further one.
    assert result.goodput_kbps == pytest.approx(limit * 1448 * 8 / 66, rel=0.15)


@needs_kernel
def test_the_window_follows_bandwidth_and_round_trip_time(clean):
    kernel.load("bwrtt")
    seen = []
    with Bed() as bed:
        bed.choose("airhop_bwrtt")
        result = transfer(5, lambda second: seen.extend(kernel.connections("bwrtt")) if second > 2 else None)
        bed.choose("reno")
    assert result.goodput_kbps > 400
    limits = {each.limit for each in seen}
    assert None not in limits
    assert all(each.cwnd <= each.limit for each in seen)
    assert seen[-1].bandwidth_kbps == pytest.approx(480, rel=0.25), "what the path carries"


@needs_kernel
def test_ipv6_is_paced_and_limited_alike(clean):
    kernel.load("tcp-ap")
    kernel.set_path("fd77::/64", hops=4, rate_kbps=2000)
    seen = []
    with Bed() as bed:
        bed.choose("airhop_ap")
        with inside(NAMESPACES[1]):
            kernel.set_acks(DEVICE, window="8")
        result = transfer(5, lambda _: seen.extend(kernel.connections("tcp-ap")), destination=DESTINATION_6)
        bed.choose("reno")
    own = [each for each in seen if each.destination == f"[{DESTINATION_6}]:5219"]
    assert (own[-1].hops, own[-1].mss) == (4, 1428)
    assert 80 < result.goodput_kbps < 280
    _, p50, _ = percentiles(result.gap_ratios(after_s=2))
    assert 0.98 < p50 < 1.02
    windows = [
        int.from_bytes(packet[54:56], "big") for packet in bed.back.packets if packet[0] >> 4 == 6 and packet[6] == 6
    ]
    assert windows[0] == 8 * 1428


@needs_kernel
@pytest.mark.parametrize("name", ["tcp-ap", "cwl"])
def test_losses_are_recovered_from(clean, name):
    """One segment in 30 is lost: the transfer goes on, and the window shrinks."""
    kernel.load(name)
    kernel.set_path(DESTINATION, hops=16, rate_kbps=11000)
    seen = []
    with Bed(lose_every=30) as bed:
        bed.choose(kernel.kernel_name(name))
        result = transfer(6, lambda _: seen.extend(kernel.connections(name)))
        bed.choose("reno")
    assert result.goodput_kbps > 100
    assert any(each.ssthresh is not None for each in seen), "a loss was noticed"
    departures = [at for at, _ in result.departures]
    assert max(later - at for at, later in itertools.pairwise(departures)) < 1.5, "no long silence"


@needs_kernel
def test_paths_follow_a_route_table(clean, command):
    with Bed():
        space = NAMESPACES[0]
        ip("-n", space, "route", "add", "10.220.0.7", "via", DESTINATION, "dev", DEVICE, "metric", "5")
        ip("-n", space, "route", "add", "10.220.0.8", "via", DESTINATION, "dev", DEVICE, "metric", "1024")
        ip("-n", space, "route", "add", "default", "via", DESTINATION, "dev", DEVICE, "metric", "3")
        ip("-n", space, "route", "add", "10.221.0.0/16", "dev", "lo", "scope", "link")
        options = ["kernel", "path", "--from-routes", "--netns", space, "--dev", DEVICE, "--rate", "2M"]
        once = command(*options)
        assert once.returncode == 0, once.stderr
        assert "10.220.0.7: 5 hops" in once.stdout
        assert "10.220.0.8" in once.stderr
        assert "default" in once.stderr
        known = {path.destination: path.hops for path in kernel.paths()}
        assert (known["10.219.0.0/24"], known["10.220.0.7"]) == (1, 5)
        assert "10.220.0.8" not in known
        assert "0.0.0.0/0" not in known
        assert "10.221.0.0/16" not in known, "by another device"
        assert "no changes" in command(*options).stderr

        watcher = subprocess.Popen([sys.executable, "-m", "airhop", *options, "--watch"], stdout=subprocess.DEVNULL)
        try:
            kernel.delete_path("10.220.0.7")
            wait_until(lambda: "10.220.0.7" in destinations())
            ip("-n", space, "route", "add", "10.220.0.9", "via", DESTINATION, "dev", DEVICE, "metric", "2")
            ip("-n", space, "route", "del", "10.220.0.7")
            wait_until(lambda: "10.220.0.9" in destinations() and "10.220.0.7" not in destinations())
        finally:
            watcher.send_signal(signal.SIGINT)
            assert watcher.wait(10) == 0
        assert "10.220.0.9" in destinations(), "paths stay"


def destinations():
    return {path.destination for path in kernel.paths()}


@needs_kernel
def test_a_load_that_was_killed_leaves_nothing_in_the_way(clean):
    """Directories without a registration, as a kill between two steps leaves them."""
    kernel.set_path("10.0.0.7", 4, 2000)
    (PINS / "airhop_ap").mkdir()
    kernel.load("tcp-ap")
    assert kernel.is_loaded("tcp-ap")
    assert os.listdir(PINS / "airhop_ap")  # noqa: PTH208 - names will do


def answers(bed):
    """Segments that the receiver sent; the devices also tell of themselves by IPv6."""
    return [tcp_header(packet) for packet in bed.back.packets if packet[0] >> 4 == 4 and packet[9] == 6]


def tcp_header(packet):
    """Flags, window field, options and bytes of payload of a TCP segment in IPv4."""
    begin = (packet[0] & 15) * 4
    header = (packet[begin + 12] >> 4) * 4
    (window,) = struct.unpack_from("!H", packet, begin + 14)
    (total,) = struct.unpack_from("!H", packet, 2)
    return packet[begin + 13], window, packet[begin + 20 : begin + header], total - begin - header


@needs_kernel
def test_a_receiver_thins_its_acks(clean, command):
    """In a window that loses nothing: a recovery has all of its ACKs."""
    counts = {}
    for every in (1, 4):
        with Bed() as bed:
            bed.choose("reno")
            with inside(NAMESPACES[1]):
                policy = ["--every", every, "--window", 16]
                assert command("kernel", "acks", "--dev", DEVICE, *policy).returncode == 0
            result = transfer(4)
            acks = [flags for flags, _, _, payload in answers(bed) if flags == 0x10 and payload == 0]
            counts[every] = len(acks) / len(result.departures)
            with inside(NAMESPACES[1]):
                assert command("kernel", "acks", "--dev", DEVICE, "--off").returncode == 0
                assert command("kernel", "acks", "--dev", DEVICE, "--off").returncode == 2
                left = subprocess.run(
                    ["tc", "qdisc", "show", "dev", DEVICE], capture_output=True, text=True, check=True
                )
            assert "clsact" not in left.stdout
        assert result.goodput_kbps > 400, "ACKs that are withheld stop nobody"
    assert counts[1] > 0.45, "the receiver's own: one of two segments, or each"
    assert counts[4] < 0.75 * counts[1]


@needs_kernel
def test_a_receiver_limits_the_window(clean, command):
    with Bed() as bed:
        bed.choose("reno")
        with inside(NAMESPACES[1]):
            assert command("kernel", "acks", "--dev", DEVICE, "--window", 2).returncode == 0
        result = transfer(4)
    handshake, *others = answers(bed)
    scale = handshake[2][handshake[2].index(b"\x03\x03") + 2]
    windows = {window << scale for flags, window, _, _ in others if not flags & 0x04}
    assert max(windows) < 2 * 1448 + (1 << scale)
    assert handshake[1] == 2 * 1448, "that of a SYN is not scaled"
    # Two segments each round trip of 66 ms, of which the second waits 24 ms for the first.
    assert result.goodput_kbps == pytest.approx(2 * 1448 * 8 / 66, rel=0.2)


@needs_kernel
def test_acks_are_delayed_for_less_over_known_paths(clean, command):
    """One small segment every 100 ms: each waits for the delayed ACK."""
    rtts_ms = {}
    for delack in (None, 12):
        with Bed() as bed:
            bed.choose("reno")
            if delack:
                kernel.set_path(SOURCE, 4, 2000)
                assert command("kernel", "acks", "--delack", delack).returncode == 0
            rtts_ms[delack] = trickle(40)
    assert rtts_ms[None] > 75, "40 ms on the way and 40 ms of delay"
    assert rtts_ms[12] < 65
    assert command("kernel", "acks", "--off").returncode == 0
    assert command("kernel", "acks", "--off").returncode == 2
