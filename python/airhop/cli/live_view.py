"""The output of `airhop live`: the network while it is up, and a summary at the end."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rich import box
from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from airhop.live.programs import in_namespace

if TYPE_CHECKING:
    from collections.abc import Sequence

    from airhop.live.records import StatusRecord
    from airhop.live.run import LiveRun
    from airhop.records import PacketsRecord, RealTimeRecord, RunRecord

_MOST_FLOWS = 12
_MOST_NODES = 8
_MOST_LISTED = 12
GOOD_US = 1000


def entrances(live: LiveRun) -> list[str]:
    """Give the commands to enter each namespace."""
    width = max(len(name) for name in live.names)
    lines = [
        f"  {name:<{width}}  {address:<15}  {' '.join(in_namespace(namespace, ['bash']))}"
        for name, address, namespace in zip(live.names, live.addresses, live.network.namespaces, strict=True)
    ]
    if len(lines) <= _MOST_LISTED:
        return lines
    return [*lines[: _MOST_LISTED - 2], "  ...", lines[-1]]


def view(status: StatusRecord) -> RenderableType:
    """Draw the present state of the run."""
    flows = Table(box=box.SIMPLE_HEAD, pad_edge=False)
    for index, heading in enumerate(("Flow", "kbit/s", "MB total", "RTT ms", "Retransmitted", "Idle s")):
        flows.add_column(heading, justify="left" if index == 0 else "right", no_wrap=True)
    for flow in status["flows"][:_MOST_FLOWS]:
        flows.add_row(
            flow["name"],
            f"{flow['goodput_kbps']:.1f}",
            f"{flow['delivered_bytes'] / 1e6:.3f}",
            f"{flow['rtt_ms']:.0f}",
            str(flow["retransmissions"]),
            f"{flow['silent_s']:.0f}",
        )
    more = len(status["flows"]) - _MOST_FLOWS
    parts: list[RenderableType] = [flows]
    if more > 0:
        parts.append(Text(f"and {more} more"))
    parts += [Text(line) for line in _lines(status)]
    return Group(*parts)


def _lines(status: StatusRecord) -> list[str]:
    queues = sorted(status["nodes"], key=lambda node: -node["queue_packets"])
    waiting = [f"{node['node']}: {node['queue_packets']}" for node in queues[:_MOST_NODES] if node["queue_packets"]]
    lines = [f"queues    {', '.join(waiting) or 'empty'}"]
    if status["mac"] is not None:
        air, drops = status["mac"]["airtime_s"], status["mac"]["drops"]
        kinds = {"data": air["data"], "ack": air["tcp_ack"], "control": air["control"], "routing": air["routing"]}
        lines.append(f"air time  {', '.join(f'{kind} {seconds:.1f} s' for kind, seconds in kinds.items())}")
        lines.append(f"drops     {', '.join(f'{name} {count}' for name, count in drops.items())}")
    lines.append(f"lateness  {lateness(status['real_time'])}; {status['time_s']:.0f} s up")
    return lines


def lateness(real_time: RealTimeRecord) -> str:
    """Describe how late packets left."""
    if real_time["deliveries"] == 0:
        return "no packet has left yet"
    return (
        f"p50 {real_time['p50_us']:.0f} us, p99 {real_time['p99_us']:.0f} us, max {real_time['max_us']:.0f} us"
        f" over {real_time['deliveries']} deliveries"
    )


def summary(record: RunRecord, real_time: RealTimeRecord, packets: PacketsRecord) -> list[str]:
    """Summarise the run."""
    lines = [
        f"{flow['name']}: {flow['goodput_kbps']:.1f} kbit/s, {flow['delivered_bytes']} bytes"
        f" from node {flow['src']} to {flow['dst']}, RTT {flow['rtt_ms']['mean']:.0f} ms,"
        f" {flow['retransmissions']} retransmissions"
        for flow in record["flows"]
    ]
    if len(record["flows"]) > 1:
        lines.append(
            f"total {record['aggregate_goodput_kbps']:.1f} kbit/s, Jain's index of the data flows {record['jain']:.3f}"
        )
    lines.append(f"lateness {lateness(real_time)}")
    lines += _dropped(packets)
    if not real_time["good"]:
        lines.append(
            f"not real time: the 99th percentile of lateness is above {GOOD_US} us,"
            " so the machine affected the measurements"
        )
    return lines


def _dropped(packets: PacketsRecord) -> Sequence[str]:
    reasons = {
        "to an unknown address": packets["foreign"],
        "broadcast or multicast": packets["not_unicast"],
        "not IPv4": packets["not_ipv4"],
        "refused by an interface": packets["refused"],
        "dropped by an interface before the relay read them": packets.get("dropped_by_interfaces", 0),
    }
    kept_out = [f"{count} {reason}" for reason, count in reasons.items() if count]
    return [f"packets not forwarded: {', '.join(kept_out)}"] if kept_out else []
