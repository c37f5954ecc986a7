"""Positions of nodes, and the flows between them."""

from __future__ import annotations

import json
from dataclasses import dataclass

from airhop._native import Scenario as NativeScenario


@dataclass(frozen=True, slots=True)
class FlowEnds:
    """One flow: its name and the numbers of its end nodes."""

    name: str
    source: int
    destination: int


@dataclass(frozen=True, slots=True)
class WiredHost:
    """A node without a radio, and hence without a position."""

    name: str
    number: int


@dataclass(frozen=True, slots=True)
class WiredLink:
    """A wired link between two hosts, or a host and a gateway."""

    name: str
    ends: tuple[int, int]
    rate_kbps: float
    delay_ms: float


@dataclass(frozen=True, slots=True)
class Movement:
    """A moving node, with straight lines between waypoints."""

    node: int
    points: list[tuple[float, float, float]]
    """Time in seconds, x and y in metres."""


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
    hosts: list[WiredHost]
    """Wired hosts, numbered after the last node of `nodes_m`."""
    wired: list[WiredLink]
    moves: list[Movement]
    """The moving nodes; `nodes_m` has their initial positions."""


def layout_of(scenario: NativeScenario, seed: int) -> Layout:
    """Give the layout of a scenario's run with this seed."""
    content = json.loads(scenario.layout(seed))
    return Layout(
        seed=seed,
        nodes_m=[(float(x), float(y)) for x, y in content["nodes"]],
        flows=[FlowEnds(flow["name"], flow["src"], flow["dst"]) for flow in content["flows"]],
        decode_range_m=content["decode_range_m"],
        sense_range_m=content["sense_range_m"],
        hosts=[WiredHost(host["name"], host["node"]) for host in content["hosts"]],
        wired=[
            WiredLink(link["name"], tuple(link["ends"]), link["rate_kbps"], link["delay_ms"])
            for link in content["wired"]
        ],
        moves=[Movement(move["node"], [(t, x, y) for t, x, y in move["points"]]) for move in content["moves"]],
    )
