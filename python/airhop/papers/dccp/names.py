"""Transports and settings of the DCCP paper's simulations."""

from __future__ import annotations

from airhop.papers.point import Effort, Settings

TCP = "reno"
DCCP = "dccp+two-state"
RELIABLE = "dccp-reliable+two-state"

PACKET_BYTES = 1500
TRANSFER_BYTES = 10_000_000
PACKETS = -(-TRANSFER_BYTES // PACKET_BYTES)
"""The 6667 packets of table 1, which imply the packet size."""

TCP_WINDOW = 20
"""TCP's maximum window in packets: ns-2's default, as the paper gives none."""

SETTINGS: Settings = (
    ("radio.profile", "access"),
    ("routing.protocol", "static"),
    ("traffic.kind", "transfer"),
    ("traffic.bytes", TRANSFER_BYTES),
    ("transport.mss", PACKET_BYTES),
    ("transport.advertised_window", TCP_WINDOW * PACKET_BYTES),
    ("run.duration_s", 400.0),
    ("run.warmup_s", 0.0),
)
"""Settings of all simulations of the paper, in addition to the defaults of the scenarios."""

SETTINGS_IN_WORDS = (
    "Radio profile `access`: two-ray ground, ranges of 250 m and 550 m, RTS/CTS always, queues of 50 packets. The"
    " paper does not give the rate; two hops with 1.7 Mbit/s in total require 11 Mbit/s for data frames. Routes are"
    " static, since the paper's nodes do not move. Transfers are 10 MB in packets of 1500 bytes, as table 1 counts"
    f" 6667 of them. TCP is Reno, named in the paper's first experiment, with a window of at most {TCP_WINDOW}"
    " packets, the default of ns-2, which the paper used. DCCP is in the paper's two-state setting (`+two-state`):"
    " without link-failure notifications and ECN marks; a timeout triggers probes, a loss halves the window. Results"
    " are also shown for another interpretation, `dccp_loss=keep`: the paper's description of its implementation"
    " mentions the timeout alone.\n\nGoodput is payload delivered to the application, each packet counted once;"
    " throughput is payload received, including copies. The paper states neither its method nor the time over which"
    " it measured. A single flow is measured over its transfer. Two flows are measured over the time in which both"
    " are active, from the start until the first transfer is complete: in table 2 the two get 1.37 and 0.02 Mbit/s,"
    " and at 0.02 Mbit/s 10 MB would take over an hour, all but a minute of it without competition. For two flows"
    " the goodput is given; throughput would add the few copies. When both flows have the same direction, which of"
    " them is flow 1 is arbitrary."
)


def effort_in_words(effort: Effort) -> str:
    """Describe the length and number of runs in the paper and here."""
    return (
        f"The paper gives single numbers without intervals. Here each point runs with {effort.transient_seeds} seeds;"
        " intervals are 95 % Student intervals over the seeds."
    )
