"""The table of `airhop run`."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence

from rich import box
from rich.console import Console, Group, RenderableType
from rich.table import Table
from rich.text import Text

from airhop.records import EstimateRecord, FlowRecord
from airhop.result import Result

_NOTHING = "—"
Row = list[str]


def render(result: Result, console: Console) -> RenderableType:
    """Lay out the results: tables if they fit the console, otherwise a short list of values per row."""
    headline = f"{result.scenario}: {result.extent}; {result.sampling}; means ± 95 % interval"
    parts: list[RenderableType] = [Text(headline, style="bold")]
    parts.append(fit(_TRANSPORT_COLUMNS, _transport_rows(result), console))
    if any(len(summary["flows"]) > 1 for summary in result.summary_records):
        parts += [Text("\nFlows", style="bold"), fit(_FLOW_COLUMNS, _flow_rows(result), console)]
    parts += [Text(line) for line in _reasons(result)]
    return Group(*parts)


# Heading over a column, and name before a value.
_TRANSPORT_COLUMNS = {
    "Transport": "Transport",
    "Goodput\nkbit/s": "Goodput, kbit/s",
    "Jain's\nindex": "Jain's index",
    "Delay\nms": "Delay, ms",
    "Retrans-\nmissions": "Retransmissions",
    "Time-\nouts": "Timeouts",
    "Route\nfailures": "Route failures",
    "Runs": "Runs",
}
_FLOW_COLUMNS = {
    "Transport": "Transport",
    "Flow": "Flow",
    "Path": "Path",
    "Goodput\nkbit/s": "Goodput, kbit/s",
    "Delay\nms": "Delay, ms",
    "Retrans-\nmissions": "Retransmissions",
    "Time-\nouts": "Timeouts",
    "Longest\ngap s": "Longest gap, s",
}


def _transport_rows(result: Result) -> list[Row]:
    rows = []
    for summary in result.summary_records:
        runs = [run for run in result.run_records if run["transport"] == summary["transport"]]
        flows = [flow for run in runs for flow in run["flows"]]
        rows.append(
            [
                result.label(summary["transport"]),
                _interval(summary["aggregate_goodput_kbps"], 1),
                _interval(summary["jain"], 3),
                _delay(flows),
                _count(sum(flow["retransmissions"] for flow in flows) / len(runs)),
                _count(sum(flow["timeouts"] for flow in flows) / len(runs)),
                _count(sum(run["route_failures"] for run in runs) / len(runs)),
                str(summary["runs"]),
            ]
        )
    return rows


def _flow_rows(result: Result) -> list[Row]:
    rows = []
    for summary in result.summary_records:
        runs = [run for run in result.run_records if run["transport"] == summary["transport"]]
        for index, flow_summary in enumerate(summary["flows"]):
            flows = [run["flows"][index] for run in runs]
            rows.append(
                [
                    flows[0]["transport"],
                    flow_summary["name"],
                    _path(flows),
                    _interval(flow_summary["goodput_kbps"], 1),
                    _delay(flows),
                    _count(sum(flow["retransmissions"] for flow in flows) / len(runs)),
                    _count(sum(flow["timeouts"] for flow in flows) / len(runs)),
                    f"{max(flow['longest_gap_s'] for flow in flows):.1f}",
                ]
            )
    return rows


def _reasons(result: Result) -> list[str]:
    """Give the simulator's reason why flows delivered nothing."""
    seeds: dict[tuple[str, str, str], list[str]] = {}
    for run in result.run_records:
        for flow in run["flows"]:
            if "reason" in flow:
                key = (run["transport"], flow["name"], flow["reason"])
                seeds.setdefault(key, []).append(str(run["seed"]))
    return [
        f"{transport}, flow {name}, seed {', '.join(of)}: nothing delivered: {reason}"
        for (transport, name, reason), of in seeds.items()
    ]


def fit(
    columns: Mapping[str, str], rows: Sequence[Row], console: Console, words: Collection[str] = ()
) -> RenderableType:
    """Make a table or, where the console is too narrow for it, one `name: value` a line.

    columns: heading over a column, and name before a value; words: names of columns that hold words, not numbers.
    """
    table = make_table(columns, rows, words)
    if fits(table, console):
        return table
    names = list(columns.values())
    blocks = ["\n".join([row[0], *(f"  {n}: {v}" for n, v in zip(names[1:], row[1:], strict=True))]) for row in rows]
    return Text("\n".join(blocks), overflow="fold")


def make_table(columns: Mapping[str, str], rows: Sequence[Row], words: Collection[str] = ()) -> Table:
    """Make a table: words aligned left, numbers right."""
    table = Table(box=box.SIMPLE_HEAD, pad_edge=False)
    for index, (heading, name) in enumerate(columns.items()):
        table.add_column(heading, justify="left" if index == 0 or name in words else "right", no_wrap=True)
    for row in rows:
        table.add_row(*row)
    return table


def fits(table: Table, console: Console) -> bool:
    """Tell whether a console is wide enough for a table."""
    return console.measure(table, options=console.options.update(width=_UNBOUNDED)).maximum <= console.width


_UNBOUNDED = 10_000


def _interval(estimate: EstimateRecord, digits: int) -> str:
    half_width = estimate["ci95"]
    return f"{estimate['mean']:.{digits}f} ± {_NOTHING if half_width is None else f'{half_width:.{digits}f}'}"


def _delay(flows: Sequence[FlowRecord]) -> str:
    """Mean over the flows that delivered anything, with equal weight for each packet of a flow."""
    delays = [flow["delay_ms"]["mean"] for flow in flows if flow["delivered_bytes"] > 0]
    return f"{sum(delays) / len(delays):.1f}" if delays else _NOTHING


def _count(value: float) -> str:
    return f"{value:.0f}" if value >= 100 or value == int(value) else f"{value:.1f}"


def _path(flows: Sequence[FlowRecord]) -> str:
    """Name the end nodes, if they are the same in all runs."""
    ends = {(flow["src"], flow["dst"]) for flow in flows}
    return "{} → {}".format(*ends.pop()) if len(ends) == 1 else "varies"
