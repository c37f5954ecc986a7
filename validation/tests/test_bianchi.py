"""The saturation models against published numbers, against each other and against a cell simulated from the rules."""

import pytest

from bianchi import Cell, Model, airhop_standard, bianchi_transmit_probability, published_80211b_mbps, saturation
from slotted_cell import simulate

#: 802.11b, 1500-byte packets in 1536-byte frames, basic access, EIFS after a collision: ns-3's reference table.
PUBLISHED = {
    2.0: {5: 1.6170, 10: 1.5075, 15: 1.4371, 20: 1.3849, 25: 1.3442, 30: 1.3115, 40: 1.2538, 50: 1.2124},
    11.0: {5: 6.3821, 10: 6.0269, 15: 5.7718, 20: 5.5765, 25: 5.4217, 30: 5.2958, 40: 5.0722, 50: 4.9103},
}


@pytest.mark.parametrize(("rate", "stations"), [(rate, n) for rate, row in PUBLISHED.items() for n in row])
def test_published_table_of_80211b(rate: float, stations: int) -> None:
    # The table was solved on a grid of tau, which costs up to 0.16 % at 40 stations and nothing that shows at 5.
    tolerance = 5e-4 if stations in {5, 10, 20, 50} else 2e-3
    assert published_80211b_mbps(stations, rate) == pytest.approx(PUBLISHED[rate][stations], rel=tolerance)


def test_bianchi_2000_closed_form_without_retry_limit() -> None:
    """Equation (7) of the paper, written as it stands there."""
    cell = Cell(attempts=None)
    w, m = 32, 5
    for p in (0.0, 0.1, 0.3, 0.45, 0.7):
        expected = 2 * (1 - 2 * p) / ((1 - 2 * p) * (w + 1) + p * w * (1 - (2 * p) ** m))
        assert bianchi_transmit_probability(cell, p) == pytest.approx(expected, rel=1e-12)


def test_a_retry_limit_without_end_is_none() -> None:
    for model in Model:
        many = saturation(Cell(attempts=400), 10, model)
        endless = saturation(Cell(attempts=None), 10, model)
        assert many.throughput_mbps == pytest.approx(endless.throughput_mbps, rel=1e-6)


def test_one_station_alone() -> None:
    """No collision: a frame, SIFS, ACK, DIFS and half a window of slots in the mean."""
    cell = Cell()
    cycle_us = cell.data_us + 10 + 304 + 50 + 31 / 2 * 20
    expected = 8 * 1500 / cycle_us
    assert saturation(cell, 1).throughput_mbps == pytest.approx(expected, rel=1e-9)
    assert saturation(cell, 1).collision_probability == pytest.approx(0.0, abs=1e-9)


def test_times_of_the_specification() -> None:
    cell = airhop_standard(2, rts=True)
    assert cell.difs_us == 50
    assert cell.eifs_us == 364
    assert cell.data_us == 6304
    assert (cell.control_us(20), cell.control_us(14)) == (352, 304)


@pytest.mark.parametrize("stations", [2, 5, 10, 20, 50])
@pytest.mark.parametrize("rts", [False, True])
@pytest.mark.parametrize("rate", [2, 11])
def test_freezing_model_against_a_cell_simulated_from_the_rules(stations: int, rts: bool, rate: int) -> None:
    cell = airhop_standard(rate, rts=rts)
    model = saturation(cell, stations).throughput_mbps
    assert model == pytest.approx(simulate(cell, stations, 10_000, aligned=True), rel=0.01)
    # Colliding stations that go by their time-out, as real ones do, move the result by less than half the allowance.
    assert model == pytest.approx(simulate(cell, stations, 10_000, timeout_margin_us=4.0), rel=0.01)


@pytest.mark.parametrize(
    "wrong", [{"cw_min": 0}, {"cw_max": 15}, {"attempts": 0}, {"data_rate_mbps": 0.0}, {"payload_bytes": 0}]
)
def test_impossible_cells_are_refused(wrong: dict[str, float]) -> None:
    with pytest.raises(ValueError, match="must be"):
        Cell(**wrong)  # type: ignore[arg-type]


def test_an_empty_cell_is_refused() -> None:
    with pytest.raises(ValueError, match="at least one station"):
        saturation(Cell(), 0)
