"""Transports and settings of the TCTC paper's simulations."""

from __future__ import annotations

from airhop.papers.point import Effort, Settings

NEWRENO = "newreno"
TCTC = "tctc"
SCHEMES = {"default (TCP NewReno)": NEWRENO, "TCTC": TCTC}
"""The two that the paper compares, by the name that the figures give them."""

SPACING_M = 90
"""Distance between neighbours, which the paper does not give."""

SETTINGS: Settings = (
    ("radio.profile", "hamadani"),
    ("routing.protocol", "dsr"),
    ("transport.rto_min", 1.0),
)
"""What all simulations of the paper share beside the defaults of the scenarios."""

SETTINGS_IN_WORDS = (
    "Radio profile `hamadani`, the paper's section V-A: free space without external noise, frames decoded up"
    " to 100 m, interference by SINR, 2 Mbit/s, queues of 20 packets, RTS/CTS above 256 bytes, 4 tries of long"
    " frames and 7 of short ones and of RTS. DSR, packets of 1460 bytes, windows of at most 64 KiB, a probe"
    " interval of 10 packets.\n\nWhat the paper leaves open: as in OPNET, which it used, a frame below the"
    " receiver's sensitivity is not even sensed but interferes; the sensitivity is -95 dBm, over thermal noise"
    f" of -100.6 dBm. Nodes stand {SPACING_M} m apart: neighbours are well within range, and the next but one"
    " are out of it. The least retransmission time-out is 1 s (`transport.rto_min`), as RFC 2988 asked for"
    " when the paper was written. The receiver acknowledges every segment. Stages follow the paper's Algorithm"
    " 1 with the reset to two segments that its text says in severe contention (`tctc_rule=listing`). A"
    " second figure of each claim varies these choices, one at a time."
)


def effort_in_words(effort: Effort) -> str:
    """Say how the paper ran its simulations and how long they run here."""
    return (
        "The paper does not say how long it ran, nor how often. Here a chain runs for"
        f" {effort.duration_s:g} s under {effort.seeds} seeds, the first {effort.warmup_s:g} s left out, and"
        " `interference-4hop` for 450 s under"
        f" {effort.transient_seeds} seeds. Intervals are Student's 95 % over the seeds; where means are taken over"
        " numbers of hops, they come from those at each."
    )
