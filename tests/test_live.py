"""Real programs over live networks: skipped, with the reason, where namespaces and TUN interfaces cannot be made."""

from __future__ import annotations

import json
import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path

import live_applications
import pytest

import airhop
from airhop.live import LiveError, LiveRun, namespace, record
from airhop.live.traffic import Traffic


def _missing() -> str | None:
    """Say what keeps live runs from being made here."""
    try:
        with LiveRun(airhop.Scenario.builtin("chain")):
            return None
    except (LiveError, OSError) as error:
        return str(error)


MISSING = _missing()
pytestmark = [
    pytest.mark.alone,
    pytest.mark.skipif(MISSING is not None, reason=f"no live network here: {MISSING}"),
]


def needs(program):
    return pytest.mark.skipif(shutil.which(program) is None, reason=f"{program} is not installed")


def live_namespaces():
    return set(namespace.existing(record.PREFIX))


@pytest.fixture(autouse=True)
def nothing_left():
    """Hold every test to leave no namespace behind."""
    before = set(record.leftovers())
    yield
    assert set(record.leftovers()) <= before


@pytest.fixture
def start(tmp_path):
    """Start `airhop live` in a process of its own, and take it away at the end."""
    started = []

    def begin(*arguments):
        process = subprocess.Popen(
            [sys.executable, "-m", "airhop", "live", *map(str, arguments)],
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),
        )
        started.append(process)
        return process

    yield begin
    for process in started:
        process.kill()
        process.communicate()


def namespaces_of(process, count):
    """Wait until a live network is up and give its namespaces."""
    deadline = time.monotonic() + 60
    while time.monotonic() < deadline:
        for path in record.FOLDER.glob("*.json"):
            text = path.read_text()
            if text and json.loads(text)["pid"] == process.pid:
                names = namespace.existing(f"{record.PREFIX}{path.stem}-")
                if len(names) == count and _is_up(names[-1]):
                    return names
        assert process.poll() is None, process.communicate()
        time.sleep(0.05)
    raise AssertionError("the network did not come up")


def _is_up(name):
    shown = subprocess.run(["ip", "-n", name, "-o", "link"], capture_output=True, text=True, check=False)
    return "air0" in shown.stdout and ",UP" in shown.stdout.partition("air0")[2]


@needs("ping")
def test_ping_over_two_hops(command):
    done = command("live", "chain", "--hops", "2", "--routing", "static", "--json", "-", "--", "sh", "-c",
                   "ping -c 5 -i 0.2 {dst} >&2")  # fmt: skip
    assert done.returncode == 0, done.stderr
    assert "5 packets transmitted, 5 received" in done.stderr
    assert "ttl=64" in done.stderr, "the packet comes out as it went in"
    result = json.loads(done.stdout)
    run = result["runs"][0]
    assert run["interfaces"]["entered"] == run["interfaces"]["left"] == 10
    assert run["real_time"]["deliveries"] == 10
    assert {(flow["src"], flow["dst"], flow["hops"]) for flow in run["flows"]} == {(0, 2, 2), (2, 0, 2)}
    # Two exchanges of RTS, CTS, data and ACK each way.
    round_trip_ms = sum(flow["delay_ms"]["mean"] for flow in run["flows"])
    assert 5 < round_trip_ms < 15


def test_the_json_is_that_of_run(command):
    import jsonschema

    schema = json.loads((Path(airhop.__file__).parent / "schema" / "run.schema.json").read_text())
    done = command("live", "chain", "--hops", "1", "--traffic", "--transport", "kernel:reno", "--duration", "4",
                   "--warmup", "1", "--json", "-", "--quiet")  # fmt: skip
    assert done.returncode == 0, done.stderr
    result = json.loads(done.stdout)
    jsonschema.validate(result, schema)
    (flow,) = result["runs"][0]["flows"]
    assert (flow["name"], flow["transport"], flow["hops"]) == ("f0", "kernel:reno", 1)
    # An exchange of RTS, CTS, 1,500 bytes and ACK takes 7.7 ms: without acknowledgements that were 1,500 kbit/s.
    assert 800 < flow["goodput_kbps"] < 1500
    assert flow["rtt_ms"]["mean"] > 0


def test_status_of_the_command_and_its_output(command):
    done = command("live", "chain", "--hops", "1", "--quiet", "--", "sh", "-c", "echo {src} {dst} {node1} {x}; exit 7")
    assert (done.returncode, done.stdout) == (7, "10.0.0.1 10.0.0.2 10.0.0.2 {x}\n"), done.stderr


def test_settings_of_the_nodes(command):
    """Congestion control and acknowledgements are set in the namespace; IPv6 and bursts are not there."""
    ask = "cat /proc/sys/net/ipv4/tcp_congestion_control; ip route; ip -d link show air0; ip -6 addr"
    done = command(
        "live", "chain", "--hops", "1", "--quickack", "--transport", "kernel:reno", "--quiet", "--", "sh", "-c", ask
    )
    assert done.returncode == 0, done.stderr
    assert done.stdout.startswith("reno\n10.0.0.0/8 dev air0 scope link src 10.0.0.1 quickack 1")
    assert "mtu 1500" in done.stdout
    assert "gso_max_segs 1 " in done.stdout
    assert "inet6" not in done.stdout


@needs("curl")
@needs("iperf3")
def test_web_server_exchange_and_bulk_transfer_one_at_a_time_and_together():
    """Over four hops; `make live-applications` does the same with a file of 10 MB."""
    report = live_applications.measure(300_000, 60, 5, ping=shutil.which("ping") is not None)
    alone, together = report.alone, report.together
    assert " 0% packet loss" in report.ping or "rtt min" in report.ping or not shutil.which("ping")
    assert 5 < alone.echo_p50_ms < 40, report.text()
    assert together.echo_p99_ms > alone.echo_p99_ms, report.text()
    assert 150 < alone.iperf_kbps < 2000, report.text()
    assert together.iperf_kbps > 20, report.text()
    assert report.real_time["good"], report.text()
    assert report.dropped_by_interfaces == 0


def test_flows_of_the_scenario_are_measured_at_both_ends():
    scenario = airhop.Scenario.builtin("cross")
    scenario.update({"transport.name": "kernel:cubic", "routing.protocol": "static"})
    with (
        LiveRun(scenario, warmup_s=2, duration_s=12, scenario_flows=True) as live,
        Traffic(live.flows, live.network.namespaces, live.addresses),
    ):
        assert live.wait(60)
    flows = live.outcome.record["flows"]
    assert [(flow["name"], flow["src"], flow["dst"], flow["hops"]) for flow in flows] == [
        ("f0", 0, 4, 4),
        ("f1", 5, 8, 4),
    ]
    total = sum(flow["goodput_kbps"] for flow in flows)
    assert 100 < total < 500
    assert live.outcome.record["aggregate_goodput_kbps"] == pytest.approx(total)
    air = live.outcome.record["mac"]["airtime_s"]
    assert air["data"] > air["tcp_ack"] > 0


def test_fairness_is_that_of_the_data_flows(command):
    """Datagrams in one direction, and back the notices that nobody listens: one data flow has nobody to be fair to."""
    send = (
        "import socket, time; s = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)\n"
        "for _ in range(60): s.sendto(bytes(500), ('{node1}', 9)); time.sleep(0.01)"
    )
    done = command("live", "chain", "--hops", "1", "--json", "-", "--quiet", "--", sys.executable, "-c", send)
    assert done.returncode == 0, done.stderr
    (run,) = json.loads(done.stdout)["runs"]
    kinds = {flow["name"].split()[0]: flow["goodput_kbps"] for flow in run["flows"]}
    assert kinds.keys() == {"udp", "icmp"}
    assert 0 < kinds["icmp"] < kinds["udp"] / 2
    assert run["aggregate_goodput_kbps"] == pytest.approx(sum(kinds.values()))
    # Over both flows it would be below (1 + 1/2)^2 / (2 (1 + 1/4)) = 0.9.
    assert run["jain"] == 1.0


@needs("ping")
def test_a_wired_host_is_reached_through_the_gateway(command):
    done = command("live", "access", "--quiet", "--at", "host", "--json", "-", "--", "sh", "-c",
                   "ping -c 3 -i 0.2 {node1} >&2")  # fmt: skip
    assert done.returncode == 0, done.stderr
    assert "3 received" in done.stderr
    delays = [flow["delay_ms"]["mean"] for flow in json.loads(done.stdout)["runs"][0]["flows"]]
    assert all(delay > 50 for delay in delays), "the link's delay each way"


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM, signal.SIGHUP])
def test_a_signal_ends_it_in_order(start, number):
    process = start("chain", "--hops", "2", "--serve", "1: sleep 1000")
    names = namespaces_of(process, 3)
    process.send_signal(number)
    out, err = process.communicate(timeout=60)
    assert process.returncode == 0, err
    assert "no packet has left yet" in out
    assert "ip netns exec" in err
    assert not live_namespaces() & set(names)


def test_two_networks_side_by_side_and_clean_after_a_kill(start, command):
    first = start("chain", "--hops", "1", "--serve", "1: sleep 4242")
    killed = namespaces_of(first, 2)
    second = start("chain", "--hops", "1")
    alive = namespaces_of(second, 2)
    assert not set(killed) & set(alive)
    deadline = time.monotonic() + 20
    while not (left := processes_in(killed)):
        assert time.monotonic() < deadline
        time.sleep(0.05)
    first.kill()
    first.wait()
    assert set(killed) <= live_namespaces()
    done = command("live", "--clean")
    assert done.returncode == 0, done.stderr
    assert set(killed) <= set(done.stderr.replace(",", " ").split())
    assert not live_namespaces() & set(killed)
    assert not processes_in(killed)
    assert not any(is_running(pid) for pid in left)
    assert set(alive) <= live_namespaces(), "a living network stays"
    second.send_signal(signal.SIGINT)
    second.communicate(timeout=60)
    assert second.returncode == 0


def is_running(pid):
    """Tell a process that runs from one that is gone, or dead and not yet taken leave of."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] not in "ZX"
    except FileNotFoundError:
        return False


def processes_in(names):
    return [pid for name in names for pid in namespace.processes(name)]


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        ([], ["SCENARIO"]),
        (["chian"], ["chain"]),
        (["chain", "--transport", "vegas"], ["vegas", "airhop run", "kernel:cubic"]),
        (["chain", "--transport", "kernel:cubik"], ["kernel:cubic"]),
        (["chain", "--transport", "kernel:no such"], ["kernel:no such"]),
        (["chain", "--serve", "iperf3 -s"], ["--serve", "NODE: COMMAND"]),
        (["chain", "--serve", "99: iperf3 -s"], ["99", "0 to 7"]),
        (["chain", "--at", "moon", "--", "true"], ["--at", "moon"]),
        (["chain", "--duration", "5", "--warmup", "5"], ["--warmup"]),
        (["chain", "--series", "x.txt"], ["--series", ".parquet"]),
        (["chain", "--", "ping", "{node9}"], ["node", "9"]),
    ],
)
def test_wrong_request(command, arguments, words):
    done = command("live", *arguments)
    assert (done.returncode, done.stdout) == (2, ""), done.stderr
    assert "Traceback" not in done.stderr
    for word in words:
        assert word in done.stderr
