"""The rows and columns of the matrix: whole, told apart, and runnable with each other."""

import pytest

from airhop import ScenarioError
from airhop.layout import layout_of
from airhop.matrix.catalogue import SETUPS
from airhop.matrix.contender import BOUND, CONTENDERS, NEWRENO, Change
from airhop.matrix.effort import QUICK
from airhop.matrix.setup import Family
from airhop.matrix.simulate import variant_of
from airhop.papers.catalogue import PAPERS
from airhop.runs.job import Variant


def test_names_tell_rows_and_columns_apart():
    assert len({setup.key for setup in SETUPS}) == len(SETUPS)
    assert len({contender.key for contender in (*CONTENDERS, BOUND)}) == len(CONTENDERS) + 1
    assert len({(setup.family, setup.label, setup.paper) for setup in SETUPS}) == len(SETUPS)


def test_every_paper_and_every_family_has_scenarios():
    assert {setup.paper for setup in SETUPS} == {paper.name for paper in PAPERS}
    assert {setup.family for setup in SETUPS} == set(Family)


def test_families_stand_together():
    assert list(dict.fromkeys(setup.family for setup in SETUPS)) == list(Family)
    families = [setup.family for setup in SETUPS]
    assert families == sorted(families, key=list(Family).index)


@pytest.mark.parametrize("setup", SETUPS, ids=lambda setup: setup.key)
def test_every_transport_runs_in_every_scenario_or_says_why(setup):
    for contender in CONTENDERS:
        assert variant_of(setup, contender, QUICK).scenario.get("transport.name") == contender.transport
    assert Variant.of(setup.build(QUICK, bound=True), "udp-paced=100")
    seen = [flow.name for flow in layout_of(setup.build(QUICK)._native, 1).flows]
    judged = [name for name in seen if not setup.judged or name in setup.judged]
    assert len(judged) == setup.flows
    assert set(setup.judged) <= set(seen)


def test_the_bound_runs_on_the_nodes_and_between_the_ends_of_what_it_stands_for():
    for setup in SETUPS:
        own, bound = (layout_of(setup.build(QUICK, bound=bound)._native, 5) for bound in (False, True))
        assert own.nodes_m == bound.nodes_m, setup.key
        assert own.flows == bound.flows, setup.key


def test_a_combination_that_cannot_be_run_says_why():
    files = next(setup for setup in SETUPS if setup.traffic)
    udp = next(iter(CONTENDERS)).__class__("udp", "udp-paced=100", "bound")
    with pytest.raises(ScenarioError, match="a transport with ACKs"):
        variant_of(files, udp, QUICK)


def test_what_transports_take():
    by_key = {contender.key: contender for contender in (*CONTENDERS, BOUND)}
    assert by_key[NEWRENO].change is Change.NONE
    assert by_key["tcp-ap"].change is Change.SENDER
    assert by_key["newreno+lda"].change is Change.RECEIVER
    assert by_key["tcp-daa"].change is Change.BOTH_ENDS
    assert by_key["dccp-reliable"].change is Change.PROTOCOL
    assert by_key["tctc"].change is Change.NODES
    assert [key for key, c in by_key.items() if c.oracle] == ["tcp-ap+sync", "tcp-ap+sync+lda", BOUND.key]
    assert [key for key, c in by_key.items() if c.path and not c.oracle] == [
        "newreno+cwl=h/4",
        "tcp-ap",
        "tcp-ap+lda",
        "tcp-ap+daa",
    ]
    assert not by_key["dccp"].deployable
    assert by_key["dccp-reliable"].deployable
