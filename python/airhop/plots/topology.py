"""Nodes and wired hosts, their connectivity, and the flows from source to destination."""

from __future__ import annotations

import math
from itertools import pairwise
from typing import Literal

from matplotlib.axes import Axes
from matplotlib.collections import LineCollection
from matplotlib.figure import Figure
from matplotlib.lines import Line2D
from matplotlib.patches import Circle, FancyArrowPatch

from airhop.layout import Layout
from airhop.plots import style
from airhop.result import Result

_MOST_LINKED = 400
"""With more nodes the links would cover everything."""
_WAY = (0, (6, 2, 1, 2))
"""Dashes of the paths of moving nodes."""
_BEND = 0.14
"""Bend of an arrow as a fraction of its chord; the opposite direction bends to the other side."""


def draw_topology(result: Result) -> Figure:
    """Draw positions to scale, links within the decoding range, and one arrow per flow."""
    layout = result.layout
    left, right, bottom, top = _limits(layout)
    width, height = _size(right - left, top - bottom)
    figure = style.new_figure(width, height)
    flows = f"{len(layout.flows)} flow{'s' * (len(layout.flows) != 1)}"
    count = len(layout.hosts)
    hosts = f", {count} wired host{'s' * (count != 1)}" if count else ""
    style.title(figure, f"{result.scenario}, seed {layout.seed}: {len(layout.nodes_m)} nodes{hosts}, {flows}")
    axes = figure.subplots()
    axes.set_xlim(left, right)
    axes.set_ylim(bottom, top)
    axes.set_aspect("equal")
    points = _points(layout)
    handles = [*_draw_ranges(axes, layout), *_draw_wires(axes, layout, points), *_draw_moves(axes, layout)]
    _draw_nodes(axes, layout, points)
    _draw_flows(axes, layout, points)
    axes.set_xlabel("x (m)")
    axes.set_ylabel("y (m)")
    style.tidy(axes, grid="both")
    columns = 3 if width > 6 else 1
    figure.legend(handles=handles, frameon=False, ncols=columns, loc="outside lower center", fontsize=9)
    return figure


def _limits(layout: Layout) -> tuple[float, float, float, float]:
    """Choose the visible area: all nodes and arrows, and the radio range around a line of nodes."""
    points = _points(layout)
    ways = [(x, y) for move in layout.moves for _, x, y in move.points]
    shown = [*points, *ways, *(_top_of_bow(points, flow.source, flow.destination) for flow in layout.flows)]
    xs, ys = zip(*shown, strict=True)
    left, right, bottom, top = min(xs), max(xs), min(ys), max(ys)
    extent = max(right - left, top - bottom) or 2 * layout.decode_range_m
    margin = 0.08 * extent
    left, right, bottom, top = left - margin, right + margin, bottom - margin, top + margin
    middle = (min(y for _, y in layout.nodes_m) + max(y for _, y in layout.nodes_m)) / 2
    reach = min(1.15 * layout.decode_range_m, 0.3 * extent)
    return left, right, min(bottom, middle - reach), max(top, middle + reach)


def _points(layout: Layout) -> list[tuple[float, float]]:
    """Place the wired hosts: each near its neighbour, as far as possible from all others."""
    points = list(layout.nodes_m)
    placed = set(range(len(points)))
    xs, ys = zip(*points, strict=True)
    distance = 0.25 * max(max(xs) - min(xs), max(ys) - min(ys)) or layout.decode_range_m
    points += [(0.0, 0.0)] * len(layout.hosts)
    waiting = {host.number for host in layout.hosts}
    while waiting:
        neighbours = {
            a: b for link in layout.wired for a, b in (link.ends, link.ends[::-1]) if a in waiting and b in placed
        }
        # A host that is not linked to a node has no neighbour: any place will do.
        number, neighbour = min(neighbours.items(), default=(min(waiting), 0))
        x0, y0 = points[neighbour]
        around = [math.tau * (0.25 + eighth / 8) for eighth in range(8)]
        choices = [(x0 + distance * math.cos(a), y0 + distance * math.sin(a)) for a in around]
        known = [points[other] for other in placed]
        # Rounded, so that the first of equally good places is taken.
        points[number] = max(choices, key=lambda p: round(min(math.dist(p, other) for other in known), 3))
        placed.add(number)
        waiting.remove(number)
    return points


def _top_of_bow(points: list[tuple[float, float]], source: int, destination: int) -> tuple[float, float]:
    """Find the top of an arrow's arc: half the control point's distance from the chord."""
    (x1, y1), (x2, y2) = points[source], points[destination]
    return (x1 + x2) / 2 - _BEND / 2 * (y2 - y1), (y1 + y2) / 2 + _BEND / 2 * (x2 - x1)


def _size(width_m: float, height_m: float) -> tuple[float, float]:
    """Derive the figure's size in inches from that of the area in metres."""
    scale = min(9.3 / width_m, 7.0 / height_m)
    return max(5.5, width_m * scale + 0.7), height_m * scale + 1.2


def _draw_ranges(axes: Axes, layout: Layout) -> list[Line2D]:
    handles = []
    decode_m, sense_m = layout.decode_range_m, layout.sense_range_m
    if len(layout.nodes_m) <= _MOST_LINKED:
        nodes = layout.nodes_m
        pairs = [(a, b) for i, a in enumerate(nodes) for b in nodes[i + 1 :] if math.dist(a, b) <= decode_m]
        axes.add_collection(LineCollection(pairs, colors=style.FAINT, linewidths=1.0, zorder=1))
        handles.append(Line2D([], [], color=style.FAINT, label="within decoding range"))
    # The ranges of the first flow's source, or of its destination if the source is wired.
    ends = [end for flow in layout.flows[:1] for end in (flow.source, flow.destination)]
    node = next((end for end in ends if end < len(layout.nodes_m)), 0)
    styles: dict[str, tuple[float, Literal["--", ":"]]] = {
        "decoding": (decode_m, "--"),
        "carrier-sense": (sense_m, ":"),
    }
    for name, (radius_m, dashes) in styles.items():
        circle = Circle(layout.nodes_m[node], radius_m, fill=False, linestyle=dashes, edgecolor=style.MUTED, zorder=1)
        axes.add_patch(circle)
        label = f"{name} range of node {node}: {radius_m:.0f} m"
        handles.append(Line2D([], [], color=style.MUTED, linestyle=dashes, label=label))
    return handles


def _draw_wires(axes: Axes, layout: Layout, points: list[tuple[float, float]]) -> list[Line2D]:
    """Draw each wired link, with its rate and delay at its middle."""
    for link in layout.wired:
        (x1, y1), (x2, y2) = (points[end] for end in link.ends)
        axes.plot([x1, x2], [y1, y2], color=style.INK, linewidth=2.5, solid_capstyle="butt", zorder=2)
        axes.annotate(
            f"{link.rate_kbps / 1000:g} Mbit/s, {link.delay_ms:g} ms",
            ((x1 + x2) / 2, (y1 + y2) / 2),
            xytext=(6, 0),
            textcoords="offset points",
            ha="left",
            va="center",
            fontsize=8,
            color=style.INK,
            zorder=5,
        )
    return [Line2D([], [], color=style.INK, linewidth=2.5, label="wired link")] if layout.wired else []


def _draw_moves(axes: Axes, layout: Layout) -> list[Line2D]:
    """Draw the path of each moving node, with the times at its waypoints."""
    for move in layout.moves:
        # A waypoint where a node waits, or to which it returns, has one label with several times.
        times: dict[tuple[float, float], list[float]] = {}
        for time_s, x, y in move.points:
            times.setdefault((x, y), []).append(time_s)
        if len(times) < 2:
            continue
        # A line that is traversed twice is drawn once: dashes on dashes would fill the gaps.
        lines = {tuple(sorted([(x1, y1), (x2, y2)])) for (_, x1, y1), (_, x2, y2) in pairwise(move.points)}
        for start, end in sorted(lines):
            axes.plot(*zip(start, end, strict=True), color=style.INK, linestyle=_WAY, linewidth=1.2, zorder=2)
        for (x, y), moments in times.items():
            axes.plot(x, y, "x", color=style.INK, markersize=6, zorder=2)
            axes.annotate(
                ", ".join(f"{moment:g}" for moment in moments) + " s",
                (x, y),
                xytext=(7, 5),
                textcoords="offset points",
                ha="left",
                va="bottom",
                fontsize=7,
                color=style.INK,
                bbox={"boxstyle": "round,pad=0.1", "facecolor": "white", "edgecolor": "none", "alpha": 0.8},
                zorder=5,
            )
    label = "path of a moving node, with times"
    return [Line2D([], [], color=style.INK, linestyle=_WAY, linewidth=1.2, label=label)] if layout.moves else []


def _draw_nodes(axes: Axes, layout: Layout, points: list[tuple[float, float]]) -> None:
    many = len(layout.nodes_m) > 60
    ends = {end for flow in layout.flows for end in (flow.source, flow.destination)}
    names = {host.number: f"{host.name} ({host.number})" for host in layout.hosts}
    for number, (x, y) in enumerate(points):
        colour = style.INK if number in ends or number in names else style.MUTED
        axes.plot(x, y, "s" if number in names else "o", color=colour, markersize=5 if many else 8, zorder=3)
        if not many or number in ends or number in names:
            # Away from a wired link below the node.
            above = any(number in link.ends and y > min(points[end][1] for end in link.ends) for link in layout.wired)
            axes.annotate(
                names.get(number, str(number)),
                (x, y),
                xytext=(0, 6 if above else -6),
                textcoords="offset points",
                ha="center",
                va="bottom" if above else "top",
                fontsize=8,
                zorder=5,
            )


def _draw_flows(axes: Axes, layout: Layout, points: list[tuple[float, float]]) -> None:
    """Draw one arrow per flow, or per group of flows between the same two nodes."""
    bundles: dict[tuple[int, int], list[str]] = {}
    for flow in layout.flows:
        bundles.setdefault((flow.source, flow.destination), []).append(flow.name)
    for index, ((source, destination), names) in enumerate(bundles.items()):
        start, end = points[source], points[destination]
        arrow = FancyArrowPatch(
            start,
            end,
            connectionstyle=f"arc3,rad={-_BEND}",
            arrowstyle="-|>",
            mutation_scale=14,
            shrinkA=6,
            shrinkB=6,
            linewidth=1.8,
            color=style.colour(index),
            linestyle=style.dashes(index),
            zorder=4,
        )
        axes.add_patch(arrow)
        axes.annotate(
            names[0] if len(names) == 1 else f"{names[0]} to {names[-1]}",
            _top_of_bow(points, source, destination),
            ha="center",
            va="center",
            fontsize=8,
            color="white",
            bbox={"boxstyle": "round,pad=0.25", "facecolor": style.colour(index), "edgecolor": "none"},
            zorder=6,
        )
