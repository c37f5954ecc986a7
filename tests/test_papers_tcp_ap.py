"""The judges of the TCP-AP paper's claims, on made-up measurements: each verdict can be reached."""

import pytest

from airhop import Scenario
from airhop.papers.checks import Outcome, Verdict, verdict
from airhop.papers.point import Method
from airhop.papers.tcp_ap import (
    PAPER,
    asymmetric,
    chain,
    contention,
    files,
    grid,
    parallel,
    random_network,
    responsiveness,
    tuning,
)
from airhop.papers.tcp_ap.names import AP, AP_LDA, BEST_UDP, NEWRENO, NEWRENO_LDA, SYNC, SYNC_LDA
from papers_support import judged, made_up


def outcomes(checks):
    return [check.outcome for check in checks]


@pytest.mark.parametrize("rises", [True, False])
def test_a1_contention(rises):
    def series(rate):
        # One sample a second: the level is high while UDP is on, or low.
        high = rate / 1000 if rises else 0.05 - rate / 10000
        pairs = [(t, high if 30 <= t < 60 else 0.04) for t in range(90)]
        return made_up([100, rate], samples={("f0", "rtt_cov"): pairs, ("f0", "rtt_ms"): pairs})

    checks = judged(contention.STUDY, {contention.point(rate): series(rate) for rate in contention.RATES_KBPS})
    assert verdict(checks) is (Verdict.REPRODUCED if rises else Verdict.NOT_REPRODUCED)


@pytest.mark.parametrize("like_the_paper", [True, False])
def test_a2_tuning(like_the_paper):
    sign = 1 if like_the_paper else -1

    def flows(alpha, history):
        slope = -60 if history == 10 else 60
        each = 150 + sign * (slope * alpha + history / 10)
        return [each, each] if like_the_paper else [each, each / 2]

    points = {tuning.point(a, n): flows(a, n) for a in tuning.ALPHAS for n in tuning.HISTORIES}
    checks = judged(tuning.STUDY, points)
    assert verdict(checks) is (Verdict.REPRODUCED if like_the_paper else Verdict.NOT_REPRODUCED)


def over_time(first, second):
    """Make two flows from levels by time: `[(until, level), ...]`."""

    def pairs(levels):
        return [(float(t), next(level for until, level in levels if t <= until)) for t in range(1, 101)]

    return made_up([1, 1], samples={("f0", "goodput_kbps"): pairs(first), ("f1", "goodput_kbps"): pairs(second)})


SHARED = over_time([(30, 280), (60, 140), (100, 0)], [(30, 0), (60, 140), (100, 280)])
STARVED = over_time([(60, 280), (100, 0)], [(30, 0), (60, 5), (100, 10)])


@pytest.mark.parametrize("like_the_paper", [True, False])
def test_a3_responsiveness(like_the_paper):
    ap, others = (SHARED, STARVED) if like_the_paper else (STARVED, SHARED)
    points = {
        responsiveness.point(transport): ap if transport == AP else others
        for _, transport in responsiveness.SCHEMES.values()
    }
    checks = judged(responsiveness.STUDY, points)
    assert verdict(checks) is (Verdict.REPRODUCED if like_the_paper else Verdict.NOT_REPRODUCED)


@pytest.mark.parametrize(
    ("ap", "ap_lda", "expected"),
    [(180, 200, Verdict.REPRODUCED), (90, 80, Verdict.NOT_REPRODUCED), (180, 300, Verdict.PARTLY)],
)
def test_a4_chain(ap, ap_lda, expected):
    levels = {NEWRENO: 100, NEWRENO_LDA: 150, AP: ap, AP_LDA: ap_lda}
    points = {chain.point(transport, h): [level] for transport, level in levels.items() for h in chain.HOPS}
    assert verdict(judged(chain.UNAIDED, points)) is expected


@pytest.mark.parametrize(
    ("sync", "sync_lda", "expected"),
    [(250, 290, Verdict.REPRODUCED), (150, 140, Verdict.NOT_REPRODUCED), (250, 240, Verdict.PARTLY)],
)
def test_a5_chain_with_global_knowledge(sync, sync_lda, expected):
    levels = {SYNC: sync, SYNC_LDA: sync_lda, BEST_UDP: 325}
    levels |= {chain.limited(window): 200 - abs(window - 2) for window in chain.WINDOWS}
    points = {chain.point(t, h): [level] for t, level in levels.items() for h in chain.JUDGED_HOPS}
    assert chain.point(BEST_UDP, 4).method is Method.SEARCH
    assert verdict(judged(chain.INFORMED, points)) is expected


@pytest.mark.parametrize(
    ("newreno", "ap", "expected"),
    [
        ([225, 25], [140, 140], Verdict.REPRODUCED),
        ([140, 140], [150, 50], Verdict.NOT_REPRODUCED),
        ([140, 100], [140, 140], Verdict.PARTLY),
    ],
)
def test_a6_parallel(newreno, ap, expected):
    levels = {NEWRENO: newreno, NEWRENO_LDA: newreno, AP: ap, AP_LDA: ap}
    checks = judged(parallel.SHARES, {parallel.point(t): flows for t, flows in levels.items()})
    assert verdict(checks) is expected


@pytest.mark.parametrize(
    ("levels", "expected"),
    [((0.3, 0.32), Verdict.REPRODUCED), ((4.0, 1.2), Verdict.NOT_REPRODUCED), ((0.8, 0.2), Verdict.PARTLY)],
)
def test_a7_variation(levels, expected):
    samples = {
        (flow, quantity): [(float(t), level) for t in range(100)]
        for flow, level in zip(("f0", "f1"), levels, strict=True)
        for quantity in (parallel.OWN, parallel.WRITTEN)
    }
    checks = judged(parallel.VARIATION, {parallel.over_time(): made_up([1, 1], samples=samples)})
    assert verdict(checks) is expected


@pytest.mark.parametrize(
    ("newreno", "ap", "ap_lda", "expected"),
    [
        ([290, 10], [180, 80], [130, 120], Verdict.REPRODUCED),
        ([100, 60], [180, 20], [240, 20], Verdict.NOT_REPRODUCED),
        ([290, 10], [180, 80], [230, 20], Verdict.PARTLY),
    ],
)
def test_a8_asymmetric(newreno, ap, ap_lda, expected):
    levels = {NEWRENO: newreno, NEWRENO_LDA: newreno, AP: ap, AP_LDA: ap_lda}
    assert verdict(judged(asymmetric.STUDY, {asymmetric.point(t): f for t, f in levels.items()})) is expected


@pytest.mark.parametrize(
    ("newreno", "ap", "expected"),
    [
        ([130, 3, 4, 4, 3, 130], [60, 30, 35, 35, 30, 60], Verdict.REPRODUCED),
        ([40, 40, 40, 40, 40, 40], [20, 90, 10, 10, 90, 20], Verdict.NOT_REPRODUCED),
        ([130, 3, 4, 4, 3, 130], [130, 3, 4, 4, 3, 130], Verdict.PARTLY),
    ],
)
def test_a9_grid(newreno, ap, expected):
    levels = {NEWRENO: newreno, NEWRENO_LDA: newreno, AP: ap, AP_LDA: ap}
    assert verdict(judged(grid.STUDY, {grid.point(t): flows for t, flows in levels.items()})) is expected


@pytest.mark.parametrize(
    ("newreno", "ap", "expected"),
    [
        ([300, 20, 20, 10, 10, 1, 1, 1, 1, 1], [200, *[16] * 9], Verdict.REPRODUCED),
        ([30] * 10, [300, *[0] * 9], Verdict.PARTLY),
        ([30] * 10, [100, *[0] * 9], Verdict.NOT_REPRODUCED),
    ],
)
def test_a10_random(newreno, ap, expected):
    levels = {NEWRENO: newreno, NEWRENO_LDA: newreno, AP: ap, AP_LDA: ap}
    checks = judged(random_network.CONTINUOUS, {random_network.point(t): f for t, f in levels.items()})
    assert verdict(checks) is expected


@pytest.mark.parametrize("like_the_paper", [True, False])
def test_a11_files(like_the_paper):
    def active(transport, pause_s):
        growing = (transport == AP) is like_the_paper
        each = 150 + (150 * pause_s if growing else 0) * (1 if like_the_paper else -1)
        return [each, each] if like_the_paper or pause_s == 0 else [each, each / 3]

    points = {}
    for transport in (AP, NEWRENO):
        for pause_s in files.PAUSES_S:
            flows = active(transport, pause_s)
            if pause_s == 0:
                flows = [150, 150] if (transport == AP) is like_the_paper else [257, 43]
            points[files.point(transport, pause_s)] = made_up(flows, active_kbps=None if pause_s == 0 else flows)
    checks = judged(files.STUDY, points)
    if like_the_paper:
        assert verdict(checks) is Verdict.REPRODUCED
    else:
        assert Outcome.HOLDS not in outcomes(checks)


@pytest.mark.parametrize(
    ("newreno", "newreno_lda", "ap", "ap_lda", "expected"),
    [
        ([200, 3, 3, 3, 3], [250, 10, 10, 10, 10], [81] * 5, [92] * 5, Verdict.REPRODUCED),
        ([100] * 5, [100] * 5, [100, 1, 1, 1, 1], [100, 1, 1, 1, 1], Verdict.NOT_REPRODUCED),
        ([200, 3, 3, 3, 3], [250, 10, 10, 10, 10], [81] * 5, [50] * 5, Verdict.PARTLY),
    ],
)
def test_a12_random_files(newreno, newreno_lda, ap, ap_lda, expected):
    levels = {NEWRENO: newreno, NEWRENO_LDA: newreno_lda, AP: ap, AP_LDA: ap_lda}
    # Goodput with its pauses is something else: the claim is about averaged goodput.
    points = {random_network.files_point(t): made_up([1, 1, 0, 0, 0], active_kbps=f) for t, f in levels.items()}
    assert verdict(judged(random_network.FILES, points)) is expected


def test_every_claim_and_figure_is_there():
    assert [study.claim for study in PAPER.studies] == [f"A{number}" for number in range(1, 13)]
    figures = {figure for study in PAPER.studies for figure in study.figures}
    assert figures == {3, 4, 5, 9, 10, 11, 12, 14, 15, 16, 17, 18, 20, 21, 22, 23, 24}


def test_every_point_is_a_scenario_with_the_papers_settings():
    for study in PAPER.studies:
        for point in study.points():
            transport = "udp-paced=1" if point.method is Method.SEARCH else point.transport
            scenario = type(point)(point.scenario, transport, point.settings, point.method).build(
                PAPER.settings, PAPER.full
            )
            assert isinstance(scenario, Scenario)
            assert scenario.get("transport.rto_min") == 1
            assert scenario.get("transport.lda_restart") is True


def test_every_study_explains_itself_where_it_is_not_reproduced():
    for study in PAPER.studies:
        assert len(study.reason) > 40, study.claim
