"""Table 1: how long the medium is busy with data and with ACKs (D1)."""

from __future__ import annotations

from collections.abc import Sequence

from airhop.papers.checks import Check, check
from airhop.papers.figure import FigureData
from airhop.papers.measured import Measured
from airhop.papers.point import Point, Value
from airhop.papers.study import Study
from airhop.papers.tcp_daa.names import DAA, TCP, TCP_DA
from airhop.papers.tcp_daa.points import chain
from airhop.records import RunRecord

TOLERANCE = 0.10
"""The ratio is a count of frames and their lengths, not a matter of chance."""
SECOND_IP_HEADER: tuple[str, Value] = ("mac.header_bytes", 54)
"""20 bytes more in each data frame, for the second IP header of AODV in older versions of ns-2."""
ROWS = (("no delayed ACK", TCP, 0.089), ("standard DA", TCP_DA, 0.044), ("TCP-DAA", DAA, 0.022))
"""The table: what it calls them, the transports, and ACK/DATA."""


def point(transport: str, *more: tuple[str, Value]) -> Point:
    """Give one flow over one hop for 10 s."""
    return chain(transport, 1, 1, ("run.duration_s", 10.0), *more)


def ack_to_data(run: RunRecord) -> float:
    """Air time of frames with TCP ACKs over that of frames with data."""
    air = run["mac"]["airtime_s"]
    return air["tcp_ack"] / max(air["data"], 1e-9)


def judge(measured: Measured) -> Sequence[Check]:
    """Hold the three ratios against the table's, and say what they are with ns-2.35's frames."""
    checks = []
    for name, transport, ratio in ROWS:
        plain = measured.estimate(point(transport), ack_to_data)
        value = measured.estimate(point(transport, SECOND_IP_HEADER), ack_to_data)
        statement = f"{name}: ACK/DATA is {ratio} (with one IP header, as in ns-2.35: {plain.mean:.3f})"
        checks.append(check(statement, value, low=(1 - TOLERANCE) * ratio, high=(1 + TOLERANCE) * ratio))
    return checks


def draw(_: Measured) -> Sequence[FigureData]:
    """Draw nothing: the checks hold the whole table."""
    return []


STUDY = Study(
    claim="D1",
    short="air time of ACKs: a quarter with TCP-DAA",
    figures=(),
    tables=(1,),
    says="over 10 s of one flow on one hop the medium is busy with ACKs for 0.089 of the time that it is busy with"
    " data, with delayed ACK for 0.044, with TCP-DAA for 0.022",
    setting="`chain` of 1 hop, one flow, 10 s. The paper's 0.089 is the ratio of frames of 60 and 1520 bytes, not of 40"
    " and 1500 (0.077): older versions of ns-2's AODV added a second IP header to TCP's packets, which 2.35 says in a"
    " comment that it no longer does. So `mac.header_bytes` is 54 here, 20 more than ns-2's 34. Bounds: 10 % of the"
    " ratio.",
    points=lambda: [point(transport, *more) for _, transport, _ in ROWS for more in ((), (SECOND_IP_HEADER,))],
    judge=judge,
    draw=draw,
    reason="The ratio follows from the number of ACKs and the lengths of frames; what is left of the difference are the"
    " start of the flow and its disturbances.",
)
