"""Runs made up for the judges of claims."""

from airhop.measures import jain_index
from airhop.papers.measured import Measured
from airhop.runs.job import Finished
from airhop.samples import Samples

SECONDS = 100
"""Simulated time of a run."""
WIGGLE = (0.99, 1.0, 1.01)
"""Three seeds, so that there is an interval."""


def made_up(
    goodputs_kbps,
    *,
    jain_10s=None,
    samples=None,
    active_kbps=None,
    transports=None,
    joules_per_mbit=(0.5, 2.0),
    ack_to_data=0.08,
):
    """Make the three runs of a point from its flows' goodputs, with a narrow interval."""
    runs = []
    for factor in WIGGLE:
        shares = [goodput * factor for goodput in goodputs_kbps]
        flows = [
            {"goodput_kbps": share, "longest_gap_s": 1.0, "hops": 4, "transport": "udp-paced=300"} for share in shares
        ]
        for flow, active in zip(flows, active_kbps or [], strict=False):
            flow["active_goodput_kbps"] = active * factor
        for flow, share, transport in zip(flows, shares, transports or ["udp-paced=300"] * len(flows), strict=True):
            flow |= {"transport": transport, "delivered_bytes": share * 1000 / 8 * SECONDS}
        index = jain_index(shares)
        mbit = sum(goodputs_kbps) / 1000 * SECONDS
        record = {
            "aggregate_goodput_kbps": sum(shares),
            "jain": index,
            "jain_10s": index if jain_10s is None else jain_10s * factor,
            "flows": flows,
            "energy_j": {"sender": joules_per_mbit[0] * mbit, "total": joules_per_mbit[1] * mbit},
            "mac": {"airtime_s": {"data": 5.0, "tcp_ack": 5.0 * ack_to_data * factor}},
        }
        runs.append(Finished(record, None if samples is None else Samples.of(columns(samples, factor))))
    return runs


def columns(samples, factor):
    """Lay samples, `{(subject, quantity): [(time, value), ...]}`, out as a run gives them."""
    rows = [(t, s, q, v * factor) for (s, q), pairs in samples.items() for t, v in pairs]
    times, subjects, quantities, values = zip(*sorted(rows), strict=True)
    return list(times), list(subjects), list(quantities), list(values)


def measured(goodputs_of_points):
    """Make the measurement from goodputs, or from what `made_up` made, by point."""
    return Measured(
        {
            point: runs if runs and isinstance(runs[0], Finished) else made_up(runs)
            for point, runs in goodputs_of_points.items()
        }
    )


def judged(study, goodputs_of_points):
    """Judge a study, and check that its figures can be drawn from the same."""
    from airhop.papers.draw import draw

    results = measured(goodputs_of_points)
    for figure in study.draw(results):
        draw(figure)
    return list(study.judge(results))
