"""Replayed races on made-up runs."""

import random
from pathlib import Path

import pytest
from airhop.measures import Measures

from advise import read, report, write
from advise_replay import replay

MEANS = {"newreno": 100.0, "vegas": 200.0, "tcp-ap": 199.0, "tctc": 150.0}


def measures(goodput_kbps: float, jain: float = 1.0) -> Measures:
    return Measures(goodput_kbps, jain, 10_000 / goodput_kbps, 1.0, 0.0, (), 0.0)


@pytest.fixture
def samples() -> dict[tuple[str, int], Measures]:
    """Four candidates, two of them level, 40 seeds."""
    generator = random.Random(1)
    return {
        (name, seed): measures(mean + generator.gauss(0, 3), 0.5 if name == "vegas" else 0.99)
        for seed in range(1, 41)
        for name, mean in MEANS.items()
    }


def test_clear_races_are_won_and_save_runs(samples: dict[tuple[str, int], Measures]) -> None:
    found = replay("made up", samples, "goodput", 10)
    assert (found.good, found.same, found.best_dropped) == (10, 10, 0)
    assert found.saved > 0.3
    assert found.worst_loss < 0.04


def test_a_limit_is_kept(samples: dict[tuple[str, int], Measures]) -> None:
    found = replay("made up", samples, "goodput, Jain >= 0.8", 10)
    assert (found.good, found.best_dropped) == (10, 0)
    everyone_breaks_it = {key: measures(each.goodput_kbps, 0.1) for key, each in samples.items()}
    assert replay("made up", everyone_breaks_it, "goodput, Jain >= 0.8", 5).good == 5


def test_runs_survive_writing(tmp_path: Path, samples: dict[tuple[str, int], Measures]) -> None:
    write(tmp_path / "runs.csv", {"made up": samples})
    table = read(tmp_path / "runs.csv")
    assert table == {"made up": samples}
    assert report([replay("made up", table["made up"], "goodput", 3)]).splitlines()[-1].startswith("| all | 3 races |")
