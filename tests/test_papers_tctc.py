"""The judges of the TCTC paper's claims, on made-up measurements: each verdict can be reached."""

import pytest

from airhop import Scenario
from airhop.papers.checks import Outcome, Verdict, verdict
from airhop.papers.tctc import PAPER, chain, chain_studies, probe_interval
from airhop.papers.tctc.names import NEWRENO, TCTC
from airhop.runs.job import Finished
from papers_support import WIGGLE, judged, made_up


def outcomes(checks):
    return [check.outcome for check in checks]


def runs(**given):
    """Make the three runs of a point; what is not given is 1."""
    one = dict.fromkeys(
        ("goodput", "retry", "queue", "delay", "cov", "p99", "retransmissions", "queue_delay", "attempts"), 1.0
    )
    made = []
    for factor in WIGGLE:
        value = {name: number * factor for name, number in (one | given).items()}
        flow = {
            "goodput_kbps": value["goodput"],
            "delivered_bytes": 1460 * 1000,
            "retransmissions": value["retransmissions"],
            "delay_ms": {"mean": value["delay"], "cov": value["cov"], "p99": value["p99"]},
        }
        mac = {
            "drops": {"retry": value["retry"], "queue": value["queue"]},
            "queue_delay_ms": value["queue_delay"],
            "attempts_per_delivery": value["attempts"],
        }
        made.append(Finished({"aggregate_goodput_kbps": value["goodput"], "flows": [flow], "mac": mac}, None))
    return made


def judge(study, newreno, tctc):
    """Judge a study of chains from what each scheme gives on so many hops."""
    points = {}
    for point in study.points():
        hops = dict(point.settings)["topology.hops"]
        points[point] = runs(**(tctc if point.transport.startswith(TCTC) else newreno)(hops))
    return judged(study, points)


@pytest.mark.parametrize(
    ("newreno", "tctc", "expected"),
    [
        ((80, 20), (1, 0), Verdict.REPRODUCED),
        ((20, 1), (5, 0), Verdict.NOT_REPRODUCED),
        ((80, 20), (40, 0), Verdict.PARTLY),
    ],
)
def test_t1_drops(newreno, tctc, expected):
    def scheme(drops):
        return lambda hops: {"retry": drops[0], "queue": drops[1]}

    checks = judge(chain_studies.DROPS, scheme(newreno), scheme(tctc))
    if expected is Verdict.NOT_REPRODUCED:
        assert outcomes(checks) == [Outcome.HOLDS, Outcome.FAILS, Outcome.FAILS]
    else:
        assert verdict(checks) is expected


@pytest.mark.parametrize("like_the_paper", [True, False])
def test_t2_delay(like_the_paper):
    def good(hops):
        return {"delay": 4.0 * hops + 2, "cov": 0.03, "p99": 50}

    def bad(hops):
        return {"delay": 70.0 * hops, "cov": 0.24 + 0.02 * hops, "p99": 80 * hops}

    def calmer_by_the_hop(hops):
        return {"delay": 5, "cov": 0.05 - 0.003 * hops, "p99": 50}

    if like_the_paper:
        assert verdict(judge(chain_studies.DELAY, bad, good)) is Verdict.REPRODUCED
    else:
        assert verdict(judge(chain_studies.DELAY, calmer_by_the_hop, bad)) is Verdict.NOT_REPRODUCED


@pytest.mark.parametrize(
    ("gain", "expected"), [(1.34, Verdict.REPRODUCED), (0.9, Verdict.NOT_REPRODUCED), (1.1, Verdict.PARTLY)]
)
def test_t3_goodput(gain, expected):
    checks = judge(
        chain_studies.GOODPUT, lambda hops: {"goodput": 900 / hops}, lambda hops: {"goodput": gain * 900 / hops}
    )
    assert verdict(checks) is expected


@pytest.mark.parametrize(("part", "expected"), [(0.1, Verdict.REPRODUCED), (0.9, Verdict.NOT_REPRODUCED)])
def test_t4_retransmissions(part, expected):
    checks = judge(
        chain_studies.RETRANSMISSIONS,
        lambda _: {"retransmissions": 100},
        lambda _: {"retransmissions": 100 * part},
    )
    assert verdict(checks) is expected


@pytest.mark.parametrize(
    ("tctc", "expected"),
    [
        (lambda _: 3.0, Verdict.REPRODUCED),
        (lambda hops: 100.0 * hops, Verdict.NOT_REPRODUCED),
        (lambda hops: 8.0 / hops, Verdict.PARTLY),
    ],
)
def test_t5_queueing(tctc, expected):
    checks = judge(chain_studies.QUEUEING, lambda _: {"queue_delay": 60}, lambda hops: {"queue_delay": tctc(hops)})
    assert verdict(checks) is expected


@pytest.mark.parametrize(
    ("attempts", "expected"), [(1.36, Verdict.REPRODUCED), (2.2, Verdict.NOT_REPRODUCED), (1.9, Verdict.PARTLY)]
)
def test_t6_attempts(attempts, expected):
    checks = judge(chain_studies.ATTEMPTS, lambda _: {"attempts": 2.0}, lambda _: {"attempts": attempts})
    assert verdict(checks) is expected


def buffered(interval, like_the_paper):
    """Make packets over time: noise before the connection comes, then steps that take their time."""
    noisy = (interval == 2) is like_the_paper
    slow = (interval == 50) is like_the_paper
    delay_s = 50 if slow else 10

    def level(t):
        if t < probe_interval.ON_S + delay_s:
            return 20.0
        return 40.0 if t < probe_interval.OFF_S + delay_s else 20.0

    pairs = [(t / 2, level(t / 2) + (8 if noisy else 1) * (-1) ** (t // 2)) for t in range(900)]
    return made_up([100, 100], samples={("network", "buffered_packets"): pairs})


@pytest.mark.parametrize("like_the_paper", [True, False])
def test_t7_probe_interval(like_the_paper):
    points = {
        point: buffered(dict(point.settings)["transport.tctc_interval"], like_the_paper)
        for point in probe_interval.points()
    }
    checks = judged(probe_interval.STUDY, points)
    if like_the_paper:
        assert verdict(checks) is Verdict.REPRODUCED
    else:
        assert Outcome.HOLDS not in outcomes(checks)


def test_every_claim_and_figure_is_there():
    assert [study.claim for study in PAPER.studies] == [f"T{number}" for number in range(1, 8)]
    assert {figure for study in PAPER.studies for figure in study.figures} == set(range(8, 14)) | {15}


def test_every_point_is_a_scenario_with_the_papers_settings():
    for study in PAPER.studies:
        for point in study.points():
            scenario = point.build(PAPER.settings, PAPER.full)
            assert isinstance(scenario, Scenario)
            assert scenario.get("radio.profile") == "hamadani"
            assert scenario.get("queue.packets") == 20
            assert scenario.get("transport.name").split("+")[0] in (NEWRENO, TCTC)


def test_a_variation_of_the_rule_leaves_the_default_alone():
    rules = [variation for variation in chain.VARIATIONS if "rule" in variation.name]
    assert len(rules) == 2
    for variation in rules:
        assert chain.point(NEWRENO, 4, variation) == chain.point(NEWRENO, 4)
        assert chain.point(TCTC, 4, variation) != chain.point(TCTC, 4)


def test_every_study_explains_itself_where_it_is_not_reproduced():
    for study in PAPER.studies:
        assert len(study.reason) > 40, study.claim
        assert "@@" not in study.reason
