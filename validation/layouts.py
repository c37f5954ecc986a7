"""Node positions and flows, and the file that passes them to ns-2 and ns-3."""

from __future__ import annotations

import json
import random
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from cases import Case


@dataclass(frozen=True)
class Layout:
    """Positions in metres in the order of the nodes' numbers, and flows as source and destination."""

    nodes_m: tuple[tuple[float, float], ...]
    flows: tuple[tuple[int, int], ...]

    def __post_init__(self) -> None:
        """Check that every flow joins two different nodes. Raises ValueError."""
        count = len(self.nodes_m)
        for source, destination in self.flows:
            if not (0 <= source < count and 0 <= destination < count) or source == destination:
                raise ValueError(f"flow {source} -> {destination} does not join two of {count} nodes")

    def to_text(self) -> str:
        """Format as lines `node X_M Y_M` and `flow SOURCE DESTINATION`."""
        lines = [f"node {x!r} {y!r}" for x, y in self.nodes_m]
        lines += [f"flow {source} {destination}" for source, destination in self.flows]
        return "\n".join(lines) + "\n"

    def write(self, path: Path) -> Path:
        """Write the file and return its path."""
        path.write_text(self.to_text(), encoding="ascii")
        return path


def parse(text: str) -> Layout:
    """Parse the format of `Layout.to_text`. Raises ValueError on anything else."""
    nodes: list[tuple[float, float]] = []
    flows: list[tuple[int, int]] = []
    for number, line in enumerate(text.splitlines(), start=1):
        match line.split():
            case []:
                continue
            case ["node", x, y]:
                nodes.append((float(x), float(y)))
            case ["flow", source, destination]:
                flows.append((int(source), int(destination)))
            case _:
                raise ValueError(f"line {number}: expected `node` or `flow`, found {line!r}")
    return Layout(tuple(nodes), tuple(flows))


def random_layout(
    seed: int,
    nodes: int = 120,
    width_m: float = 2500.0,
    height_m: float = 1000.0,
    flows: int = 10,
    range_m: float = 250.0,
) -> Layout:
    """Draw uniform positions until hops of up to `range_m` connect all nodes; draw flows between different nodes."""
    draws = random.Random(seed)
    while True:
        positions = tuple((draws.uniform(0, width_m), draws.uniform(0, height_m)) for _ in range(nodes))
        reached = _reachable(positions, 0, range_m)
        if len(reached) == nodes:
            break
    ends = draws.sample(range(nodes), 2 * flows)
    return Layout(positions, tuple(zip(ends[::2], ends[1::2], strict=True)))


def _reachable(positions: Sequence[tuple[float, float]], start: int, range_m: float) -> set[int]:
    reached, frontier = {start}, [start]
    while frontier:
        x, y = positions[frontier.pop()]
        for other, (other_x, other_y) in enumerate(positions):
            if other not in reached and (x - other_x) ** 2 + (y - other_y) ** 2 <= range_m**2:
                reached.add(other)
                frontier.append(other)
    return reached


def of_airhop(case: Case, seed: int) -> Layout:
    """Ask airhop for the layout of a case under that seed. Needs the package `airhop`."""
    from airhop._native import Scenario

    scenario = Scenario.builtin(case.scenario)
    if case.hops is not None:
        scenario.set("topology.hops", str(case.hops))
    if case.scenario in {"chain", "grid"}:
        scenario.set("topology.flows", str(case.flows))
    content = json.loads(scenario.layout(seed))
    ends = tuple((flow["src"], flow["dst"]) for flow in content["flows"])
    return Layout(tuple((float(x), float(y)) for x, y in content["nodes"]), ends)
