"""Transports, radios and settings of the bandwidth x RTT paper's simulations."""

from __future__ import annotations

from airhop.papers.point import Effort, Settings

NEWRENO = "newreno"
QUARTER = "newreno+cwl=h/4"
FIFTH = "newreno+cwl=rthc/5"
BW_RTT = "bw-rtt"

SCHEMES = {"TCP NewReno": NEWRENO, "CWL h/4": QUARTER, "CWL rthc/5": FIFTH, "bw-rtt": BW_RTT}
"""The transports of the figures, by the name that the figures give them."""

BESIDE = {"TCP NewReno": NEWRENO, "CWL h/4": QUARTER, "bw-rtt": BW_RTT}
"""Those of them that are also shown over other routings."""

RADIOS = {2: "ns2-wavelan", 11: "ns2-wavelan-11M"}
"""Radio profiles by the rate of the links in Mbit/s."""

ROUTING = "dsr"
"""The paper ran over DSR."""
OTHER_ROUTINGS = ("aodv", "static")
"""What is shown beside it."""
NAMES = {"dsr": "DSR", "aodv": "AODV", "static": "static routes"}

SETTINGS: Settings = (("transport.rto_min", 1.0), ("routing.protocol", ROUTING), ("routing.dsr.max_route_nodes", 17))
"""What all simulations of the paper share beside the defaults of the scenarios."""

SETTINGS_IN_WORDS = (
    "Radio profiles `ns2-wavelan` (2 Mbit/s, RTS/CTS always, ranges of 250 m and 550 m, queues of 50 packets) and"
    " `ns2-wavelan-11M`, nodes 200 m apart, packets of 1460 bytes, routing by DSR, as in the paper's section 4 and the"
    " defaults of the built-in scenarios, with a least retransmission time-out of 1 s (`transport.rto_min`) as in ns-2"
    " of those years. DSR's routes may have the 17 nodes of 16 hops (`routing.dsr.max_route_nodes`; in ns-2 2.35 16)."
    " Where routing decides a claim, AODV (as ns-2 has it) and static routes stand beside DSR."
    " The scheme (`bw-rtt`) has its defaults: smoothed round-trip time, rounded to the nearest segment; alpha,"
    " deviation and warm-up, which the paper leaves open, were chosen by goodput over chains (see Transports)."
)


def effort_in_words(effort: Effort) -> str:
    """Say how the paper ran its simulations and how long they run here."""
    return (
        "The paper simulates 300 s and says nothing of seeds or intervals. Here each point is simulated for"
        f" {effort.duration_s:g} s, the first {effort.warmup_s:g} s left out, under {effort.seeds} seeds, beside"
        f" background traffic under {effort.repeated_seeds} because runs differ much there (other"
        f" routings and readings under {effort.seeds}), and the estimator under"
        f" {effort.transient_seeds}; the interval is Student's 95 % over the seeds."
    )
