"""The comparison: cases, estimates, verdicts, stored rows and tables."""

import json
from pathlib import Path

import pytest

from cases import ALL_CASES, REFERENCE_CASES, Case
from layouts import Layout, parse, random_layout
from peers import main
from report import Row, print_speed, print_table, save
from runs import Estimate, Run, estimate, estimate_from, mean_of
from simulators import SimulatorError, json_line, read_airhop
from stored import StoredFileError, StoredRow, load
from verdicts import Agreement, judge

CHAIN_7 = Case("chain", hops=7)
HEADER = (
    "scenario,transport,routing,radio,hops,seeds,goodput_kbps_mean,goodput_kbps_sd,jain,per_flow,"
    "retransmissions,timeouts,sim_s,note\n"
)


def run(simulator: str, goodput_kbps: float, seed: int = 1, run_s: float = 0.3) -> Run:
    return Run(simulator, seed, goodput_kbps, (goodput_kbps,), 10, 2, 300.0, run_s, run_s + 0.2)


def test_names_of_cases_differ() -> None:
    names = [case.name for case in ALL_CASES]
    assert len(set(names)) == len(names)


def test_references_of_cases_differ() -> None:
    references = [case.reference for case in REFERENCE_CASES]
    assert None not in references
    assert len(set(references)) == len(references)


def test_words_for_each_simulator() -> None:
    case = Case("chain", hops=7, delayed_ack=True, window_packets=3)
    options = case.ns2_options(seed=2)
    told = dict(zip(options[::2], options[1::2], strict=True))
    assert (told["-sink"], told["-window"], told["-routing"], told["-seed"]) == ("delack", "3", "AODV", "2")
    keywords = case.airhop_keywords(seed=2)
    assert (keywords["hops"], keywords["seeds"], keywords["transports"]) == (7, [2], ["newreno+delack+cwl=3"])
    assert CHAIN_7.airhop_keywords(1)["transports"] == ["newreno+cwl=20"]
    fast = Case("chain", hops=5, flows=10, data_rate_mbps=11, packet_error=0.03).airhop_keywords(1)
    assert (fast["flows"], fast["radio"]) == (10, "ns2-wavelan-11M")
    settings = fast["settings"]
    assert isinstance(settings, dict)
    assert (settings["errors.model"], settings["errors.packet"]) == ("packet", 0.03)
    assert (settings["flows.f9.start_s"], settings["traffic.start_spread_s"]) == (1.0, 1.0)
    assert "flows" not in Case("cross", hops=4, flows=2).airhop_keywords(1), "a cross always has two"


def settings_of(case: Case) -> dict[str, object]:
    settings = case.airhop_keywords(1)["settings"]
    assert isinstance(settings, dict)
    return settings


def test_like_is_compared_with_like() -> None:
    tcp = settings_of(CHAIN_7)
    assert tcp["transport.rtt_samples"] == "window"
    assert tcp["transport.limited_transmit"] == "ns2"
    assert tcp["transport.sack_after_timeout"] == "forget"
    assert (tcp["transport.mss"], tcp["flows.f0.start_s"], CHAIN_7.goodput_factor) == (1460, 1.0, 1.0)
    assert "traffic.start_spread_s" not in tcp
    repaired = settings_of(Case("chain", hops=7, local_repair="rfc3561"))
    assert repaired["routing.aodv.local_repair"] == "rfc3561"


def test_packets_of_vegas_and_udp_are_as_long_as_in_ns2() -> None:
    vegas = Case("chain", "vegas", hops=1)
    assert settings_of(vegas)["transport.mss"] == 1420
    assert vegas.goodput_factor * 1420 == pytest.approx(1460 * 1460 / 1500)
    paced = Case("chain", "udp-paced", hops=7, rate_kbps=330)
    assert settings_of(paced) == {"flows.f0.start_s": 1.0, "traffic.packet_bytes": 1452}
    assert paced.goodput_factor * 1452 == pytest.approx(1460)
    assert paced.airhop_keywords(1)["transports"] == ["udp-paced=328.192"]


def test_a_second_ip_header_is_in_both() -> None:
    case = Case("chain", routing="static", hops=4, second_ip_header=True)
    options = case.ns2_options(seed=1)
    assert options[options.index("-ipheader") + 1] == "stock"
    assert settings_of(case)["mac.header_bytes"] == 54
    assert "mac.header_bytes" not in settings_of(Case("chain", routing="static", hops=4))


def test_shorter_cases_leave_dsdv_its_time() -> None:
    short = CHAIN_7.lasting(100)
    assert (short.duration_s, short.warmup_s) == (100, 10)
    static = Case("chain", routing="static", hops=7, duration_s=450.0, warmup_s=150.0).lasting(100)
    assert (static.duration_s, static.warmup_s) == (250, 150)


def test_tolerances() -> None:
    for hops, tolerance in {1: 0.01, 2: 0.01, 3: 0.10, 4: 0.05, 7: 0.10}.items():
        assert Case("chain", hops=hops).tolerance() == tolerance
    assert Case("parallel", hops=4, flows=2).tolerance() == 0.10


@pytest.mark.parametrize(
    ("hops", "own", "peer", "expected"),
    [
        (7, Estimate(109.9, 0), Estimate(100, 0), Agreement.WITHIN),
        (7, Estimate(112, 5), Estimate(100, 8), Agreement.INTERVALS),
        (7, Estimate(112, 5), Estimate(100, 6), Agreement.OUTSIDE),
        (4, Estimate(106, 9), Estimate(100, 9), Agreement.OUTSIDE),
        (4, Estimate(105, 0), Estimate(100, 0), Agreement.WITHIN),
        (1, Estimate(1011, 9), Estimate(1000, 9), Agreement.OUTSIDE),
        (1, Estimate(990, 0), Estimate(1000, 0), Agreement.WITHIN),
    ],
)
def test_verdicts(hops: int, own: Estimate, peer: Estimate, expected: Agreement) -> None:
    assert judge(Case("chain", hops=hops), own, peer).agreement is expected


def test_a_peer_that_delivers_nothing_is_no_measure() -> None:
    with pytest.raises(ValueError, match="mean goodput"):
        judge(CHAIN_7, Estimate(1, 0), Estimate(0, 0))


def test_students_interval() -> None:
    """Five samples: t(0.975, 4) is 2.776."""
    result = estimate([1.0, 2.0, 3.0, 4.0, 5.0])
    assert result.mean == 3.0
    assert result.ci95 == pytest.approx(2.776445 * 2.5**0.5 / 5**0.5, rel=1e-6)
    assert estimate_from(3.0, 2.5**0.5, 5) == result
    assert estimate([7.0]) == Estimate(7.0, 0.0)
    with pytest.raises(ValueError, match="no samples"):
        estimate([])


def test_a_count_that_one_run_lacks_has_no_mean() -> None:
    assert mean_of([1, 2]) == 1.5
    assert mean_of([1, None]) is None
    assert mean_of([]) is None


def test_stored_rows(tmp_path: Path) -> None:
    path = tmp_path / "stored.csv"
    path.write_text(HEADER + "chain,newreno,aodv,2M,7,5,111.6,2.9,1.000,,6772,1520.0,6085,long\n")
    row = load(path)["chain", "newreno", "aodv", "2M", "7"]
    assert row.goodput.mean == 111.6
    assert row.retransmissions_in(300) == pytest.approx(333.9, abs=0.1)
    assert row.timeouts_in(300) == pytest.approx(74.9, abs=0.1)
    path.write_text(HEADER + "chain,newreno,aodv,2M,7,five,111.6,2.9,1.000,,6772,1520.0,6085,\n")
    with pytest.raises(StoredFileError, match="line 2"):
        load(path)


def test_layout_files() -> None:
    layout = Layout(((0.0, 0.1), (200.0, 0.0)), ((0, 1),))
    assert parse(layout.to_text()) == layout
    with pytest.raises(ValueError, match="line 1"):
        parse("knot 1 2\n")
    with pytest.raises(ValueError, match="does not join"):
        Layout(((0.0, 0.0),), ((0, 1),))


def test_random_layouts_repeat_and_differ() -> None:
    assert random_layout(3, nodes=40, width_m=800, height_m=400) == random_layout(
        3, nodes=40, width_m=800, height_m=400
    )
    assert random_layout(3, nodes=40, width_m=800, height_m=400) != random_layout(
        4, nodes=40, width_m=800, height_m=400
    )


def test_results_in_what_simulators_print() -> None:
    assert json_line('num_nodes is set 2\n{"cpu_s": 1}\nSORTING LISTS') == {"cpu_s": 1}
    with pytest.raises(SimulatorError, match="no result"):
        json_line("num_nodes is set 2")
    flow = {"goodput_kbps": 50.0, "retransmissions": 3, "timeouts": 1}
    record = {"seed": 4, "aggregate_goodput_kbps": 100.0, "flows": [flow, flow], "wall_s": 0.25}
    run = read_airhop({"duration_s": 300.0, "runs": [record], "cpu_s": 0.3}, 0.9)
    assert (run.seed, run.retransmissions, run.timeouts, run.process_s) == (4, 6, 2, 0.9)
    assert run.cost_ms == pytest.approx(1.0)


def test_tables_and_files(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    runs = {
        "airhop": [run("airhop", 110, 1, 0.03), run("airhop", 112, 2, 0.03)],
        "ns-2": [run("ns-2", 113, 1, 0.6), run("ns-2", 115, 2, 0.6)],
    }
    rows = [
        Row(CHAIN_7, runs, StoredRow(Estimate(111.6, 3.6), 6772.0, 1520.0, 6085.0, "")),
        Row(Case("chain", hops=1), {"airhop": [run("airhop", 1200)], "ns-2": [run("ns-2", 1256)]}),
    ]
    names = ["airhop", "ns-2"]
    print_table(rows, names)
    print_speed(rows, names)
    printed = capsys.readouterr().out
    assert "against ns-2: 1 of 2 rows within the criterion" in printed
    assert "against stored ns-2: 1 of 1 rows within the criterion" in printed
    assert "20.0x" in printed
    save(rows, names, tmp_path)
    assert len((tmp_path / "peers.csv").read_text().splitlines()) == 3
    saved = json.loads((tmp_path / "peers.json").read_text())
    assert saved[0]["verdict against ns-2"] == "within"
    assert saved[1]["verdict against ns-2"] == "OUTSIDE"
    assert len(saved[0]["runs"]["airhop"]) == 2


def test_mistakes_on_the_command_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for wrong in (["--seeds", "0"], ["--duration", "-1"], ["--no-such-option"]):
        with pytest.raises(SystemExit) as stopped:
            main(wrong)
        assert stopped.value.code == 2
    assert main(["--only", "no such case", "--no-peers"]) == 2
    assert main(["--reference", str(tmp_path / "absent"), "--no-peers"]) == 2
    assert len(capsys.readouterr().err.splitlines()) > 2
