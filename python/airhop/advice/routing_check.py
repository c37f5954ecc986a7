"""Whether the gain holds under another routing protocol: false route failures make much of the differences."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from airhop import keys
from airhop.advice.runs import Runs
from airhop.layout import layout_of
from airhop.stats import Mean, mean_of, paired

SEEDS = 5
"""Seeds of the check."""


@dataclass(frozen=True, slots=True)
class RoutingCheck:
    """The recommended transport beside the reference, over another routing protocol."""

    routing: str
    gain: Mean
    """Goodput against the reference, as a part of the reference's."""
    goodput: Mean
    """Of the recommended transport, in kbit/s."""


def other_routing(runs: Runs) -> str:
    """Choose static where AODV or DSR was, AODV where static was; nodes that move need AODV or DSR."""
    present = runs.scenario.get(keys.ROUTING)
    if layout_of(runs.scenario._native, 1).moves:
        return "dsr" if present == "aodv" else "aodv"
    return "aodv" if present == "static" else "static"


def check_routing(runs: Runs, recommended: str, reference: str, seeds: Sequence[int]) -> RoutingCheck | None:
    """Run both over the other protocol; None if that is not affordable, or Ctrl-C came."""
    chosen = seeds[:SEEDS]
    if len(chosen) < 2 or not runs.afford(len(chosen) * runs.cost([recommended, reference])):
        return None
    other = runs.elsewhere({keys.ROUTING: other_routing(runs)})
    routing = str(other.scenario.get(keys.ROUTING))
    if not other.make([recommended, reference], chosen, f"check over {routing} routes"):
        runs.interrupted = True
        return None
    runs.spend(list(other.records.values()))
    runs.wall_s += other.wall_s
    ours = [one.goodput_kbps for one in other.measures(recommended, chosen)]
    theirs = [one.goodput_kbps for one in other.measures(reference, chosen)]
    return RoutingCheck(routing, paired(ours, theirs).parts_of(mean_of(theirs).mean or 1.0), mean_of(ours))
