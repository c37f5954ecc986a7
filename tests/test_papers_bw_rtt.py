"""The judges of the bandwidth x RTT paper's claims, on made-up measurements: each verdict can be reached."""

import pytest

from airhop import Scenario
from airhop.papers.bw_rtt import PAPER, background, chain, estimator
from airhop.papers.bw_rtt.names import BESIDE, BW_RTT, FIFTH, NEWRENO, OTHER_ROUTINGS, QUARTER, RADIOS, SCHEMES
from airhop.papers.bw_rtt.readings import OTHERS, READINGS, listed
from airhop.papers.checks import Outcome, Verdict, verdict
from airhop.papers.limits import best_window, limited
from airhop.papers.point import Method, Point
from papers_support import judged, made_up, measured


def over_time(quantity, levels):
    """Make samples, one a second, from the level of each span."""
    pairs = [(float(t), levels[int((t - 0.5) // estimator.SPAN_S)]) for t in range(1, int(estimator.END_S) + 1)]
    return made_up([1], samples={("f0", quantity): pairs})


@pytest.mark.parametrize(
    ("estimates", "expected"),
    [
        ((320, 220, 320, 160, 320), Verdict.REPRODUCED),
        ((100, 400, 100, 450, 100), Verdict.NOT_REPRODUCED),
        ((320, 220, 320, 250, 320), Verdict.PARTLY),
    ],
)
def test_b1_estimator(estimates, expected):
    points = {
        estimator.point(limited(window)): over_time(
            "goodput_kbps", [level - window for level in (300, 200, 300, 150, 300)]
        )
        for window in estimator.WINDOWS
    }
    points[estimator.point(BW_RTT)] = over_time("bandwidth_kbps", estimates)
    assert verdict(judged(estimator.STUDY, points)) is expected


def chain_points(scheme, newreno, quarter):
    levels = {NEWRENO: newreno, QUARTER: quarter, FIFTH: 150, BW_RTT: scheme}
    levels |= {limited(window): 160 - abs(window - 3) for window in chain.WINDOWS}
    points = {chain.point(t, h, m): [level] for t, level in levels.items() for h in chain.HOPS for m in RADIOS}
    points |= {
        chain.point(t, h, m, routing): [levels[t]]
        for t in BESIDE.values()
        for h in chain.HOPS
        for m in RADIOS
        for routing in OTHER_ROUTINGS
    }
    return points | {
        chain.point(BW_RTT, h, m, extra=extra): [scheme] for h in chain.READING_HOPS for m in RADIOS for extra in OTHERS
    }


@pytest.mark.parametrize(
    ("scheme", "newreno", "quarter", "expected"),
    [
        (155, 100, 150, Verdict.REPRODUCED),
        (90, 100, 150, Verdict.NOT_REPRODUCED),
        (130, 100, 160, Verdict.PARTLY),
        (155, 154.9, 150, Verdict.PARTLY),
    ],
)
def test_b2_chain(scheme, newreno, quarter, expected):
    points = chain_points(scheme, newreno, quarter)
    assert verdict(judged(chain.STUDY, points)) is expected


def test_the_best_window_is_the_smallest_of_the_highest():
    results = measured(chain_points(155, 100, 150))
    assert chain.best_window(results, 8, 2)[0] == 3
    flat = measured({Point("chain", limited(window)): [100.0] for window in (1, 2, 3)})
    assert best_window(flat, (1, 2, 3), lambda transport: Point("chain", transport))[0] == 1


def test_b2_names_the_readings_that_meet_it():
    points = chain_points(155, 100, 150)
    poor = dict(READINGS)["minimum\nfloor"]
    for hops in chain.READING_HOPS:
        points[chain.point(BW_RTT, hops, 2, extra=poor)] = [99.0]
    figures = {figure.stem: figure for figure in chain.draw(measured(points))}
    note = figures["figure-7-readings"].note
    assert "above NewReno's at each of these lengths: minimum with nearest, " in note
    assert "minimum with floor" not in note
    assert "minimum with floor" in figures["figure-8-readings"].note


def background_points(scheme, quarter):
    levels = {NEWRENO: 50, QUARTER: quarter, FIFTH: 60, BW_RTT: scheme}
    cases = [(t, r, m) for t in background.TOPOLOGIES for r in background.RATES_KBPS for m in RADIOS]
    points = {background.point(t, *case): [levels[t], 100] for case in cases for t in SCHEMES.values()}
    points |= {
        background.point(t, *case, routing): [levels[t], 100]
        for case in cases
        for t in BESIDE.values()
        for routing in OTHER_ROUTINGS
    }
    return points | {background.point(BW_RTT, *case, extra=extra): [scheme, 1] for case in cases for extra in OTHERS}


@pytest.mark.parametrize(
    ("scheme", "quarter", "expected"),
    [(80, 60, Verdict.REPRODUCED), (50, 60, Verdict.NOT_REPRODUCED), (60.1, 60, Verdict.PARTLY)],
)
def test_b3_background(scheme, quarter, expected):
    assert verdict(judged(background.STUDY, background_points(scheme, quarter))) is expected


def test_b3_counts_the_flow_and_not_the_background():
    points = background_points(80, 60)
    loud = {point: [flows[0], 1000.0] for point, flows in points.items() if point.transport == QUARTER}
    checks = judged(background.STUDY, points | loud)
    assert {check.outcome for check in checks} == {Outcome.HOLDS}


def test_every_claim_and_figure_is_there():
    assert [study.claim for study in PAPER.studies] == ["B1", "B2", "B3"]
    assert sorted(figure for study in PAPER.studies for figure in study.figures) == [5, 7, 8, 11, 12]


def test_every_reading_is_there_once():
    assert len(READINGS) == 9
    assert len(set(READINGS.values())) == 9
    assert listed([]) == "none"


def test_every_point_is_a_scenario_with_the_papers_settings():
    methods = set()
    for study in PAPER.studies:
        for point in study.points():
            scenario = point.build(PAPER.settings, PAPER.full)
            assert isinstance(scenario, Scenario)
            assert scenario.get("transport.rto_min") == 1
            assert scenario.get("run.duration_s") == 300
            methods.add(point.method)
    assert methods == {Method.TIMED, Method.REPEATED, Method.TRANSIENT}


def test_every_study_explains_itself_where_it_is_not_reproduced():
    for study in PAPER.studies:
        assert len(study.reason) > 40, study.claim
