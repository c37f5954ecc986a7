"""Matrices made up for the tests of what is said about them."""

import numpy as np

from airhop.matrix.cell import Cell
from airhop.matrix.contender import CONTENDERS
from airhop.matrix.effort import QUICK
from airhop.matrix.results import Matrix
from airhop.matrix.setup import Family, Setup
from airhop.measures import DENOMINATORS, MEASURES

WIGGLE = np.array([0.98, 1.0, 1.02, 1.0, 0.99, 1.01])
"""Six seeds that pull all transports alike."""
NOISE = np.array([1.0, 0.995, 1.005, 0.99, 1.01, 1.0])


def setup(key="chain", family=Family.SHORT, flows=1):
    return Setup(key, f"the {key}", family, "tcp-ap", "fig. 1", "chain", (), flows=flows)


def cell(goodput, *, jain=1.0, starved=0.0, energy=10.0, delay=100.0, retransmissions=5.0, noise=NOISE):
    """Make the runs of a cell from its means."""
    numbers = dict.fromkeys([*(each.key for each in MEASURES), *DENOMINATORS], np.ones(len(WIGGLE)))
    goodputs = goodput * WIGGLE * noise
    numbers |= {
        "goodput_kbps": goodputs,
        "jain": np.full(len(WIGGLE), jain),
        "starved": np.full(len(WIGGLE), starved),
        "energy_j_per_mbit": energy * goodputs / 100,
        "delivered_mbit": goodputs / 100,
        "delay_p99_ms": delay * noise,
        "retransmissions_per_1000": retransmissions * noise,
    }
    return Cell(numbers)


def matrix(rows, bound=400.0, refused=None):
    """Make a matrix: `{setup: {transport: cell or goodput}}`."""
    keys = {key for cells in rows.values() for key in cells}
    return Matrix(
        setups=list(rows),
        contenders=[c for c in CONTENDERS if c.key in keys],
        cells={
            (at.key, key): value if isinstance(value, Cell) else cell(value)
            for at, cells in rows.items()
            for key, value in cells.items()
        },
        bounds={at.key: cell(bound) for at in rows},
        rates_kbps={at.key: bound for at in rows},
        refused=refused or {},
        effort=QUICK,
        quick=True,
    )
