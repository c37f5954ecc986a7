"""Where the nodes are and which flows run between them."""

from __future__ import annotations

import json
from dataclasses import dataclass

from airhop import _native


@dataclass(frozen=True, slots=True)
class FlowEnds:
    """One flow: its name and the numbers of its end nodes."""

    name: str
    source: int
    destination: int


@dataclass(frozen=True, slots=True)
class Layout:
    """Nodes, flows and radio ranges of a scenario under one seed."""

    seed: int
    nodes_m: list[tuple[float, float]]
    """Position of each node, x and y in metres."""
    flows: list[FlowEnds]
    decode_range_m: float
    """Distance up to which a frame is decoded, in metres."""
    sense_range_m: float
    """Distance up to which a frame occupies the medium, in metres."""


def layout_of(scenario: _native.Scenario, seed: int) -> Layout:
    """Lay a scenario's nodes out as a run with that seed has them."""
    content = json.loads(scenario.layout(seed))
    return Layout(
        seed=seed,
        nodes_m=[(float(x), float(y)) for x, y in content["nodes"]],
        flows=[FlowEnds(flow["name"], flow["src"], flow["dst"]) for flow in content["flows"]],
        decode_range_m=content["decode_range_m"],
        sense_range_m=content["sense_range_m"],
    )
