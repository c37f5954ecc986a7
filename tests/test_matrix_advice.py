"""What is said about a matrix, made up so that the answer is known."""

import csv
import io

import numpy as np
import pytest

from airhop.matrix import advice, comparisons, data, robustness, summary, tables
from airhop.matrix.findings import Statement, assess
from airhop.matrix.page import render
from airhop.matrix.setup import Family
from airhop.measures import ENERGY, GOODPUT, JAIN
from airhop.papers.checks import Outcome
from matrix_support import NOISE, cell, matrix, setup

CHAIN = setup()
CROSS = setup("cross", Family.CROSSING, flows=2)


def test_of_what_is_as_good_the_one_that_needs_least_is_named():
    made = matrix({CHAIN: {"newreno": 200, "vegas": cell(298, noise=NOISE[::-1]), "tcp-ap": 300, "tctc": 300}})
    choice = advice.choose(made, Family.SHORT)
    assert (choice.use.key, choice.best.key) == ("vegas", "tcp-ap")
    assert {c.key for c in choice.alike} == {"tcp-ap", "tctc"}


def test_a_new_protocol_is_not_named_for_next_to_nothing():
    made = matrix({CHAIN: {"newreno": 294, "dccp-reliable": 300}})
    assert made.leaders(CHAIN) == {"dccp-reliable"}
    assert advice.choose(made, Family.SHORT).use.key == "newreno"


def test_what_varies_much_is_not_as_good_for_that():
    wild = np.array([0.1, 2.0, 0.2, 1.5, 0.1, 0.2])
    made = matrix({CHAIN: {"newreno": cell(200, noise=wild), "tcp-daa": cell(300, noise=wild[::-1])}})
    assert len(made.leaders(CHAIN)) == 2
    assert advice.choose(made, Family.SHORT).use.key == "tcp-daa"


def test_what_loses_data_or_knows_by_magic_is_not_named():
    made = matrix({CHAIN: {"newreno": 200, "dccp": 390, "tcp-ap+sync": 390}})
    assert advice.choose(made, Family.SHORT).use.key == "newreno"


def test_what_shares_badly_is_not_named():
    made = matrix({CROSS: {"newreno": cell(390, jain=0.6), "tcp-ap": cell(300, jain=0.99)}})
    choice = advice.choose(made, Family.CROSSING)
    assert choice.use.key == "tcp-ap"
    assert [c.key for c in choice.unfair] == ["newreno"]
    assert {c.key for c in advice.front(made, CROSS)} == {"newreno", "tcp-ap"}


def test_a_front_leaves_out_what_another_beats_in_both():
    cells = {"newreno": cell(200, jain=0.6), "tcp-ap": cell(300, jain=0.99), "dccp": cell(400, jain=1.0)}
    assert [c.key for c in advice.front(matrix({CROSS: cells}), CROSS)] == ["tcp-ap"]


def test_little_goodput_is_no_saving():
    cells = {"newreno": cell(300, energy=10), "tcp-daa": cell(310, energy=8), "reno": cell(100, energy=1)}
    first, value, alike = advice.least(matrix({CHAIN: cells}), Family.SHORT, ENERGY)
    assert (first.key, alike) == ("tcp-daa", [])
    assert value == pytest.approx(8)


def test_ranks_and_means():
    made = matrix({CHAIN: {"newreno": 100, "vegas": 200}, CROSS: {"newreno": 400, "vegas": 200}})
    assert made.ranks(CHAIN) == {"vegas": 1, "newreno": 2}
    assert made.leaders(CROSS) == {"newreno"}
    newreno, vegas = made.contenders
    assert made.overall(newreno).estimate.mean == pytest.approx(0.5)
    assert made.overall(vegas).estimate.mean == pytest.approx(0.5)
    assert made.mean([CHAIN, CROSS], vegas, JAIN) == pytest.approx(1)


def test_families_weigh_the_same():
    other = setup("chain-2")
    made = matrix({CHAIN: {"newreno": 100}, other: {"newreno": 100}, CROSS: {"newreno": 400}})
    assert made.overall(made.contenders[0]).estimate.mean == pytest.approx(0.5)


def test_scenarios_that_rank_alike_and_that_do_not():
    alike = matrix({at: {"newreno": 100, "vegas": 200, "tcp-ap": 300} for at in (CHAIN, CROSS)})
    assert robustness.concordance(alike, alike.setups) == pytest.approx(1)
    assert robustness.between_halves(alike) == pytest.approx(1)
    cells = {"newreno": 300, "vegas": 200, "tcp-ap": 100}
    opposite = matrix({CHAIN: {"newreno": 100, "vegas": 200, "tcp-ap": 300}, CROSS: cells})
    assert robustness.concordance(opposite, opposite.setups) == pytest.approx(0)


HOLDS = Statement("pacing pays", comparisons.over("tcp-ap", "newreno", comparisons.these("chain")), low=0)
FAILS = Statement("pacing costs", comparisons.over("tcp-ap", "newreno", comparisons.of(Family.SHORT)), high=0)
ABSENT = Statement("cubic pays", comparisons.over("cubic", "newreno", comparisons.these("chain")), low=0)


def test_statements_are_held_against_the_data():
    made = matrix({CHAIN: {"newreno": 200, "tcp-ap": 300}})
    findings = assess(made, [HOLDS, FAILS, ABSENT])
    assert [(f.says, f.check.outcome) for f in findings] == [
        ("pacing pays", Outcome.HOLDS),
        ("pacing costs", Outcome.FAILS),
    ]
    assert findings[0].check.measured.startswith("chain: 50.0 ±")
    page = render(made, findings, "airhop matrix --quick", "matrix")
    assert "- pacing pays\n" in page
    assert "- pacing costs" not in page
    assert "| pacing costs | chain: 50.0 ±" in page


def test_comparisons_are_paired():
    made = matrix({CROSS: {"newreno": cell(200, jain=0.7), "tcp-ap": cell(300, jain=0.9)}})
    ((_, gain),) = comparisons.more("tcp-ap", "newreno", JAIN, comparisons.these("cross"))(made)
    assert (gain.mean, gain.ci95) == (pytest.approx(0.2), pytest.approx(0, abs=1e-9))
    ((_, of_bound),) = comparisons.of_bound("tcp-ap", comparisons.these("cross"))(made)
    assert of_bound.mean == pytest.approx(75)
    ((_, own),) = comparisons.value("tcp-ap", GOODPUT, comparisons.these("cross"))(made)
    assert own.mean == pytest.approx(300, rel=0.01)


def test_sentences_say_what_is_there():
    text = "\n".join(summary.sentences(matrix({CHAIN: {"newreno": 200, "vegas": 300, "tcp-ap": 310}})))
    assert "`tcp-ap`† has the highest goodput" in text
    assert "Plain `newreno` has 50 ± 0 % of the bound" in text
    assert "In no scenario significantly below `newreno`: `vegas`, `tcp-ap`†." in text


def test_sentences_say_what_it_costs():
    cells = {"newreno": cell(200, jain=0.6, starved=25, delay=400), "tcp-ap": cell(300, jain=0.99, energy=8)}
    text = "\n".join(summary.sentences(matrix({CROSS: cells})))
    assert "`tcp-ap`† leaves the fewest flows starved, 0 % on average, and `newreno` the most, 25 %" in text
    assert "`tcp-ap`† has the least delay (99th percentile), 25 ± 0 % of `newreno`'s" in text
    assert "`tcp-ap`† has the least energy per bit, 80 ± 0 % of `newreno`'s" in text


def test_an_empty_cell_says_why():
    made = matrix({CHAIN: {"newreno": 200}, CROSS: {"newreno": 200, "vegas": 250}}, refused={("chain", "vegas"): "no"})
    assert made.ranks(CHAIN) == {"newreno": 1}
    assert "| `chain` | `vegas` | no |" in render(made, [], "airhop matrix", "matrix")
    rows = list(csv.DictReader(io.StringIO(data.to_csv(made))))
    (empty,) = [row for row in rows if (row["scenario"], row["transport"]) == ("chain", "vegas")]
    assert (empty["goodput_kbps"], empty["rank"], empty["note"]) == ("", "", "no")


def test_the_data_hold_every_cell_with_intervals():
    made = matrix({CHAIN: {"newreno": 200, "vegas": 300}})
    rows = list(csv.DictReader(io.StringIO(data.to_csv(made))))
    assert [row["transport"] for row in rows] == ["newreno", "vegas", "udp-paced=best"]
    assert float(rows[1]["of_bound"]) == pytest.approx(0.75)
    assert float(rows[1]["goodput_kbps_ci95"]) > 0
    assert rows[1]["leads"] == "1"
    assert rows[2]["note"] == "400 kbit/s per flow"


def test_tables_stand_also_for_a_single_transport():
    made = matrix({CHAIN: {"tcp-ap": 300}, CROSS: {"tcp-ap": 300}})
    for table in (tables.by_situation, tables.by_change, tables.savings, tables.of_transports, tables.of_scenarios):
        lines = table(made).splitlines()
        assert len({line.count("|") for line in lines}) == 1
    assert summary.sentences(made)
