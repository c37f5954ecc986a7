"""The judges of the DCCP paper's claims, on made-up measurements: each verdict can be reached."""

import pytest

from airhop import Scenario, ScenarioError
from airhop.papers.checks import Outcome, Verdict, verdict
from airhop.papers.dccp import PAPER, outage, single_flow, two_flows
from airhop.papers.dccp.names import DCCP, PACKETS, RELIABLE, TCP, TRANSFER_BYTES
from airhop.papers.dccp.shared_time import goodputs_mbps
from airhop.papers.page import render
from airhop.papers.report import assess
from airhop.runs.job import Finished
from airhop.samples import Samples
from papers_support import WIGGLE, columns, judged, measured

STEP_S = 0.1


def alone(goodput, received=PACKETS):
    """Make the runs of one flow."""
    made = []
    for factor in WIGGLE:
        flow = {
            "goodput_kbps": 100.0,
            "throughput_kbps": 110.0,
            "active_goodput_kbps": goodput * 1000 * factor,
            "received_packets": received * factor,
        }
        made.append(Finished({"flows": [flow]}, None))
    return made


def away():
    """Make the runs over time of the flow whose route is cut."""
    values = {(outage.FLOW, quantity): [(t / 2, 1.0) for t in range(200)] for quantity in outage.SERIES}
    return [Finished({"flows": []}, Samples.of(columns(values, factor))) for factor in WIGGLE]


def pair(first, second, factor=1.0):
    """Make a run in which two flows have these goodputs in Mbit/s until one is done, and the other all after that."""
    rates = [first * 1000 * factor, second * 1000 * factor]
    megabits = TRANSFER_BYTES * 8 / 1000
    shared_s = megabits / max(rates)
    flows, samples = [], {}
    for name, rate in zip(("f0", "f1"), rates, strict=True):
        own_s = shared_s + (megabits - rate * shared_s) / sum(rates)
        flows.append({"name": name, "delivered_bytes": TRANSFER_BYTES, "active_goodput_kbps": megabits / own_s})
        samples[name, "goodput_kbps"] = []
        sent = 0.0
        for step in range(1, 3000):
            end_s = step * STEP_S
            in_all = min(rate * min(end_s, shared_s) + sum(rates) * max(0.0, end_s - shared_s), megabits)
            samples[name, "goodput_kbps"].append((end_s, (in_all - sent) / STEP_S))
            sent = in_all
    return Finished({"flows": flows}, Samples.of(columns(samples, 1.0)))


def pairs(first, second):
    return [pair(first, second, factor) for factor in WIGGLE]


def like_tables(table):
    """Give the runs of each column of a table."""
    return [pairs(first, second) for first, second in zip(table[0], table[1], strict=True)]


def filled(study, given):
    """Give every other point of a study runs of two like flows."""
    return {point: pairs(0.7, 0.7) for point in study.points()} | given


def outcomes(checks):
    return [check.outcome for check in checks]


def test_two_flows_are_measured_until_the_first_is_done():
    assert goodputs_mbps(pair(1.37, 0.02)) == pytest.approx([1.37, 0.02], rel=0.02)
    assert goodputs_mbps(pair(0.1, 1.0)) == pytest.approx([0.1, 1.0], rel=0.02)


def test_a_flow_that_delivers_nothing_has_nothing():
    run = pair(1.0, 0.5)
    starved = run.record["flows"][1]
    starved |= {"delivered_bytes": 0, "active_goodput_kbps": 0.0}
    assert goodputs_mbps(run)[0] == pytest.approx(1.0, rel=0.02)


def test_k1_single_flow():
    paper = {TCP: alone(0.444), DCCP: alone(0.829, 5871), RELIABLE: alone(0.629)}
    other = {TCP: alone(0.9), DCCP: alone(0.2), RELIABLE: alone(0.3)}
    for given, expected in ((paper, Verdict.REPRODUCED), (other, Verdict.NOT_REPRODUCED)):
        points = {single_flow.point(transport): runs for transport, runs in given.items()}
        points[outage.point()] = away()
        assert verdict(judged(single_flow.STUDY, points)) is expected


def test_throughput_counts_copies():
    run = alone(0.5)[1].record
    assert single_flow.goodput_mbps(run) == pytest.approx(0.5)
    assert single_flow.throughput_mbps(run) == pytest.approx(0.55)


def test_k2_like_the_paper():
    tables = ((TCP, two_flows.TABLE_2), (DCCP, two_flows.TABLE_3))
    given = {
        point: runs
        for transport, table in tables
        for point, runs in zip(two_flows.alike(transport), like_tables(table), strict=True)
    }
    assert verdict(judged(two_flows.EACH, filled(two_flows.EACH, given))) is Verdict.REPRODUCED


def test_k2_the_other_way_round():
    given = dict(zip(two_flows.alike(TCP), [pairs(1.0, 0.1), *[pairs(0.8, 0.8)] * 3], strict=True))
    given |= dict.fromkeys(two_flows.alike(DCCP), pairs(0.9, 0.1))
    checks = judged(two_flows.EACH, filled(two_flows.EACH, given))
    assert outcomes(checks)[0] is Outcome.FAILS
    assert outcomes(checks)[4:] == [Outcome.FAILS] * 4


@pytest.mark.parametrize("like_the_paper", [True, False])
def test_k3_beside_tcp(like_the_paper):
    dccp, tcp = two_flows.TABLE_4[0], two_flows.TABLE_4[1]
    if not like_the_paper:
        dccp, tcp = (0.2, 0.1, 0.3, 0.1), (1.2, 1.3, 1.0, 1.3)
    given = {
        at: pairs(d, t) if transports[0] == DCCP else pairs(t, d)
        for at, (_, _, transports), d, t in zip(two_flows.beside(), two_flows.BESIDE, dccp, tcp, strict=True)
    }
    study = two_flows.MIXED_PROTOCOLS
    expected = Verdict.REPRODUCED if like_the_paper else Verdict.NOT_REPRODUCED
    assert verdict(judged(study, filled(study, given))) is expected


def test_k4_reliable():
    study = two_flows.RELIABLE_FLOWS
    for table, fair in ((two_flows.TABLE_5, Outcome.HOLDS), (two_flows.TABLE_2, Outcome.FAILS)):
        given = dict(zip(two_flows.alike(RELIABLE), like_tables(table), strict=True))
        given |= dict.fromkeys(two_flows.alike(TCP), pairs(0.9, 0.1))
        assert outcomes(judged(study, filled(study, given)))[0] is fair


def test_the_page_has_the_papers_numbers_beside_the_measured():
    runs = {point: pairs(0.7, 0.6) for study in PAPER.studies[1:] for point in study.points()}
    runs |= {point: alone(0.5) for point in single_flow.STUDY.points()}
    runs[outage.point()] = away()
    report = assess(PAPER, measured(runs))
    page = render(report, "dccp")
    for table in range(1, 6):
        assert f"Table {table}: " in page
    row = next(line for line in page.splitlines() if line.startswith("| Reliable DCCP |"))
    assert "(8801)" in row
    assert "(0.629)" in row
    assert '"side_by_side"' in report.to_json()


def test_every_claim_and_table_is_there():
    assert [study.claim for study in PAPER.studies] == ["K1", "K2", "K3", "K4"]
    assert {table for study in PAPER.studies for table in study.tables} == set(range(1, 6))


def test_there_are_no_figures_to_choose():
    with pytest.raises(ScenarioError, match="only tables"):
        PAPER.choose([3])


def test_every_point_is_a_scenario_with_the_papers_settings():
    for study in PAPER.studies:
        for point in study.points():
            scenario = point.build(PAPER.settings, PAPER.full)
            assert isinstance(scenario, Scenario)
            assert scenario.get("radio.profile") == "access"
            assert scenario.get("traffic.bytes") == TRANSFER_BYTES


def test_every_study_explains_itself_where_it_is_not_reproduced():
    for study in PAPER.studies:
        assert len(study.reason) > 40, study.claim
        assert "@@" not in study.reason
