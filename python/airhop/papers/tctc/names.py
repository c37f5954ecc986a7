"""Transports and settings of the TCTC paper's simulations."""

from __future__ import annotations

from airhop.papers.point import Effort, Settings

NEWRENO = "newreno"
TCTC = "tctc"
SCHEMES = {"default (TCP NewReno)": NEWRENO, "TCTC": TCTC}
"""The two schemes that the paper compares, by their names in the figures."""

SPACING_M = 90
"""Distance between neighbours; the paper does not give it."""

SETTINGS: Settings = (
    ("radio.profile", "hamadani"),
    ("routing.protocol", "dsr"),
    ("transport.rto_min", 1.0),
)
"""Settings of all simulations of the paper, in addition to the defaults of the scenarios."""

SETTINGS_IN_WORDS = (
    "Radio profile `hamadani`, as in the paper's section V-A: free space without external noise, frames decoded up"
    " to 100 m, interference by SINR, 2 Mbit/s, queues of 20 packets, RTS/CTS above 256 bytes, at most 4 attempts"
    " for long frames and 7 for short frames and RTS. DSR, packets of 1460 bytes, windows of at most 64 KiB, a probe"
    " interval of 10 packets.\n\nThe paper leaves some settings open. As in OPNET, which the paper used, a frame"
    " below the receiver's sensitivity is not sensed but interferes; the sensitivity is -95 dBm, with thermal noise"
    f" of -100.6 dBm. Nodes are {SPACING_M} m apart: neighbours are well within range, and nodes two hops apart are"
    " out of range. The minimum RTO is 1 s (`transport.rto_min`), as RFC 2988 required when the paper was written."
    " The receiver acknowledges every segment. Stages follow the paper's Algorithm 1, with the reset to two segments"
    " that its text prescribes for severe contention (`tctc_rule=listing`). A second figure for each claim varies"
    " these choices one at a time."
)


def effort_in_words(effort: Effort) -> str:
    """Describe the length and number of runs in the paper and here."""
    return (
        f"The paper states neither the length nor the number of its runs. Here a chain runs for {effort.duration_s:g}"
        f" s with {effort.seeds} seeds, excluding the first {effort.warmup_s:g} s, and `interference-4hop` for 450 s"
        f" with {effort.transient_seeds} seeds. Intervals are 95 % Student intervals over the seeds; the interval of"
        " a mean over numbers of hops is derived from those at each number of hops."
    )
