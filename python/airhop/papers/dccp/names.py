"""Transports and settings of the DCCP paper's simulations."""

from __future__ import annotations

from airhop.papers.point import Effort, Settings

TCP = "reno"
DCCP = "dccp+two-state"
RELIABLE = "dccp-reliable+two-state"

PACKET_BYTES = 1500
TRANSFER_BYTES = 10_000_000
PACKETS = -(-TRANSFER_BYTES // PACKET_BYTES)
"""The 6667 packets of table 1, which say how large a packet is."""

TCP_WINDOW = 20
"""TCP's largest window in packets: ns-2's default, as the paper gives none."""

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
"""What all simulations of the paper share beside the defaults of the scenarios."""

SETTINGS_IN_WORDS = (
    "Radio profile `access`: two-ray ground, ranges of 250 m and 550 m, RTS/CTS always, queues of 50 packets. The paper"
    " does not give the rate; two hops that carry 1.7 Mbit/s in all take 11 Mbit/s for data. Routes are static, as"
    " the paper's nodes stand still. Transfers of 10 MB in packets of 1500 bytes, since table 1 counts 6667 of them."
    f" TCP is Reno, which the paper names in its first experiment, with a window of at most {TCP_WINDOW} packets,"
    " the default of ns-2, which the paper used. DCCP is in the paper's two-state setting (`+two-state`): no link"
    " failures are told and no queue marks; a timeout leads to probes, a loss halves the window."
    " Another reading, `dccp_loss=keep`, stands beside it: the paper's account of its implementation"
    " names the timeout alone.\n\nGoodput is payload that"
    " reaches the application, each packet once; throughput is payload that arrives, copies included. The paper says"
    " neither how it measured nor over which time. A flow alone is measured over its transfer. Two flows are measured"
    " over the time in which both run, from the start until the first transfer is complete: in table 2 the two get"
    " 1.37 and 0.02 Mbit/s, and at 0.02 Mbit/s 10 MB would take over an hour, all but a minute of it alone. Of two"
    " flows the goodput is given; throughput would add copies, of which there are few. Which of two like flows is"
    " flow 1 is chance where both go the same way."
)


def effort_in_words(effort: Effort) -> str:
    """Say how the paper ran its simulations and how long they run here."""
    return (
        f"The paper gives one number each and no intervals. Here each point runs under {effort.transient_seeds} seeds;"
        " intervals are Student's 95 % over the seeds."
    )
