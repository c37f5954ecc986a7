"""The judges of the TCP-DAA paper's claims, on made-up measurements: each verdict can be reached."""

import pytest

from airhop import Scenario
from airhop.papers.checks import Verdict, verdict
from airhop.papers.point import Method
from airhop.papers.tcp_daa import (
    PAPER,
    adaptive,
    air_time,
    chain_goodput,
    energy,
    fairness,
    friendliness,
    grid_goodput,
    noise,
)
from airhop.papers.tcp_daa.names import ADJUSTED, ALL, AUTO, DAA, DAAP, DELAYS, LDA, TCP, TCP_DA
from airhop.papers.tcp_daa.points import chain, grid, noisy
from papers_support import judged, made_up

YES, NO, PARTLY = Verdict.REPRODUCED, Verdict.NOT_REPRODUCED, Verdict.PARTLY


@pytest.mark.parametrize(
    ("ratios", "expected"),
    [((0.088, 0.044, 0.0222), YES), ((0.12, 0.06, 0.03), NO), ((0.088, 0.06, 0.022), PARTLY)],
)
def test_d1_air_time(ratios, expected):
    points = {
        air_time.point(transport, *more): made_up([1000], ack_to_data=ratio)
        for (_, transport, _), ratio in zip(air_time.ROWS, ratios, strict=True)
        for more in ((), (air_time.SECOND_IP_HEADER,))
    }
    assert verdict(judged(air_time.STUDY, points)) is expected


@pytest.mark.parametrize(
    ("daa", "lda", "slope", "expected"),
    [(300, 255, 3, YES), (150, 200, -3, NO), (300, 200, 3, PARTLY)],
)
def test_d2_chain(daa, lda, slope, expected):
    def level(transport, flows):
        # Regular TCP falls the faster with the number of flows, or the other one does.
        return {DAA: daa - max(-slope, 0) * flows, LDA: lda, TCP: 200 - max(slope, 0) * flows}.get(transport, 210)

    points = {
        chain(transport, flows): [level(transport, flows)]
        for transport in ALL.values()
        for flows in chain_goodput.FLOWS
    }
    assert verdict(judged(chain_goodput.ALL_TRANSPORTS, points)) is expected


def shares_of(index):
    """Make two shares with a Jain index."""
    # (1 + x)^2 / 2 (1 + x^2) = index has the root below one:
    a = 2 * index - 1
    x = (1 - (1 - a * a) ** 0.5) / a if a else 0.0
    return [100.0, 100.0 * x]


@pytest.mark.parametrize(
    ("tcp", "daa", "expected"),
    [((0.999, 0.99, 0.86), (0.999, 0.99, 0.84), YES), ((0.6, 0.6, 0.5), (0.999, 0.99, 0.98), PARTLY)],
)
def test_d3_fairness_over_the_chain(tcp, daa, expected):
    points = {
        chain(transport, fairness.FLOWS, hops): shares_of(index)
        for transport, indices in ((TCP, tcp), (DAA, daa))
        for hops, index in zip((1, 3, 5), indices, strict=True)
    }
    assert verdict(judged(fairness.CHAIN, points)) is expected


@pytest.mark.parametrize(
    ("excess", "small_is_dear", "expected"), [(1.26, True, YES), (0.9, False, NO), (1.26, False, PARTLY)]
)
def test_d4_energy(excess, small_is_dear, expected):
    def spent(transport, hops):
        growth = (hops - 4.5) / 100 * (1 if excess > 1 else -1)
        factor = 1.0 if transport == DAA else excess + growth if transport == TCP else (1 + excess) / 2
        return made_up([10, 10], joules_per_mbit=(0.4 * factor, 0.4 * hops * factor))

    points = {energy.by_hops(t, hops): spent(t, hops) for t in DELAYS.values() for hops in energy.HOPS}
    for transport in DELAYS.values():
        for size in energy.SIZES:
            joules = 1000 / size if small_is_dear else size / 1000
            points[energy.by_size(transport, size)] = made_up([10], joules_per_mbit=(joules, 5 * joules))
    assert verdict(judged(energy.STUDY, points)) is expected


@pytest.mark.parametrize(
    ("three", "six", "expected"),
    [
        ({}, {DAA: 300, TCP_DA: 300, ADJUSTED: 350, LDA: 290, "sack": 400, "vegas": 400}, YES),
        ({DAA: 500}, {DAA: 500, "sack": 300, "vegas": 300}, NO),
        ({}, {DAA: 500, "sack": 300, "vegas": 300}, PARTLY),
    ],
)
def test_d5_grid(three, six, expected):
    def level(levels, transport):
        return levels.get(transport, levels.get(transport.split("+", maxsplit=1)[0], 350 if levels is six else 380))

    points = {
        grid(transport, flows): [level(levels, transport)]
        for transport in ALL.values()
        for flows, levels in ((3, three), (6, six))
    }
    assert verdict(judged(grid_goodput.STUDY, points)) is expected


@pytest.mark.parametrize(
    ("tcp", "daa", "expected"),
    [((0.72, 0.75), (0.68, 0.59), YES), ((0.72, 0.75), (0.9, 0.95), PARTLY)],
)
def test_d6_fairness_in_the_grid(tcp, daa, expected):
    points = {
        grid(transport, flows): shares_of(index)
        for transport, indices in ((TCP, tcp), (DAA, daa))
        for flows, index in zip((3, 6), indices, strict=True)
    }
    assert verdict(judged(fairness.GRID, points)) is expected


@pytest.mark.parametrize(("best", "expected"), [((0.2, 0.3), YES), ((0.9,), NO), ((0.2,), PARTLY)])
def test_d7_growth(best, expected):
    points = {noise.growing(step): [300 if step in best else 200] for step in noise.STEPS}
    assert verdict(judged(noise.GROWTH, points)) is expected


@pytest.mark.parametrize(("daap", "tcp", "expected"), [(220, 200, YES), (300, 320, NO), (220, 240, PARTLY)])
def test_d8_plus(daap, tcp, expected):
    levels = {DAA: 280, DAAP: daap, TCP: tcp}
    points = {chain(t, flows): [level] for t, level in levels.items() for flows in chain_goodput.FLOWS}
    assert verdict(judged(chain_goodput.PLUS, points)) is expected


@pytest.mark.parametrize(("daa", "daap", "expected"), [(50, 100, YES), (200, 50, NO), (50, 60, PARTLY)])
def test_d9_errors(daa, daap, expected):
    levels = {ADJUSTED: 100, DAA: daa, DAAP: daap}
    points = {noisy(t, rate): [level] for t, level in levels.items() for rate in noise.ERROR_RATES}
    assert verdict(judged(noise.ERRORS, points)) is expected


def beside(regular, adaptive_share, pairs):
    """Make a mixed run: so many flows of each kind."""
    return made_up(
        [*([regular] * pairs), *([adaptive_share] * pairs)], transports=[*([ADJUSTED] * pairs), *([DAA] * pairs)]
    )


@pytest.mark.parametrize(("near", "far", "expected"), [((69, 130), (90, 100), YES), ((100, 80), (60, 90), NO)])
def test_d10_beside_regular_tcp_by_hops(near, far, expected):
    points = {}
    for hops in friendliness.HOPS:
        shares = near if hops in friendliness.NEAR_HOPS else far if expected is YES else (110, 100)
        points[friendliness.mixed(1, hops)] = beside(*shares, 1)
        points[friendliness.alike(1, hops)] = made_up([100, 100], transports=[ADJUSTED] * 2)
    assert verdict(judged(friendliness.BY_HOPS, points)) is expected


@pytest.mark.parametrize(("few", "many", "expected"), [((77, 120), (95, 100), YES), ((100, 100), (50, 150), NO)])
def test_d11_beside_regular_tcp_by_flows(few, many, expected):
    points = {}
    for pairs in friendliness.PAIRS:
        points[friendliness.mixed(pairs, 3)] = beside(*(few if pairs == 1 else many), pairs)
        points[friendliness.alike(pairs, 3)] = made_up([100] * 2 * pairs, transports=[ADJUSTED] * 2 * pairs)
    assert verdict(judged(friendliness.BY_FLOWS, points)) is expected


@pytest.mark.parametrize(("auto", "expected"), [(110, YES), (80, NO)])
def test_the_adaptive_one_against_the_better_of_the_two(auto, expected):
    levels = {DAA: 108, DAAP: 90, AUTO: auto}
    points = {point: [levels[point.transport]] for point in adaptive.STUDY.points()}
    assert verdict(judged(adaptive.STUDY, points)) is expected


def test_every_claim_and_figure_is_there():
    assert [study.claim for study in PAPER.studies] == [*(f"D{number}" for number in range(1, 12)), "Auto"]
    figures = {figure for study in PAPER.studies for figure in study.figures}
    assert figures == {8, 9, 10, 11, 12, 13, 14, 15}
    assert {table for study in PAPER.studies for table in study.tables} == {1, 3, 4}
    assert PAPER.studies[0].where == "table 1"


def test_every_point_is_a_scenario_with_the_papers_settings():
    for study in PAPER.studies:
        for point in study.points():
            scenario = point.build(PAPER.settings, PAPER.full)
            assert isinstance(scenario, Scenario)
            assert point.method is Method.TIMED
            assert scenario.get("transport.rto_min") == 1
            assert scenario.get("energy.overhear_w") == 0
            assert scenario.get("run.duration_s") == (10 if study.claim == "D1" else 300)


def test_every_study_explains_itself_where_it_is_not_reproduced():
    for study in PAPER.studies:
        assert len(study.reason) > 40, study.claim
