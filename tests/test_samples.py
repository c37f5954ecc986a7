"""Time series held compactly."""

import pytest

from airhop.papers.measured import Measured
from airhop.samples import Samples
from papers_support import made_up

COLUMNS = ([0.0, 0.0, 0.5, 0.5], ["f0", "f0", "f0", "f1"], ["cwnd", "rtt_ms", "cwnd", "cwnd"], [2.0, 9.0, 3.0, 4.0])


def test_one_quantity_of_one_subject() -> None:
    times, values = Samples.of(COLUMNS).choose("f0", "cwnd")
    assert (times.tolist(), values.tolist()) == ([0.0, 0.5], [2.0, 3.0])


def test_only_what_is_asked_for_is_kept() -> None:
    frame = Samples.of(COLUMNS, {"rtt_ms"}).frame()
    assert frame.to_dict("records") == [{"time_s": 0.0, "subject": "f0", "quantity": "rtt_ms", "value": 9.0}]


def test_a_quantity_that_was_not_kept_is_missed_aloud() -> None:
    measured = Measured({"a point": made_up([1], samples={("f0", "cov"): [(0.0, 0.1)]})})
    with pytest.raises(ValueError, match="no samples of rtt_cov of f0"):
        measured.series("a point", "f0", "rtt_cov")
