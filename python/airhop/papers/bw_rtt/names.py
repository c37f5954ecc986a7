"""Transports, radios and settings of the bandwidth x RTT paper's simulations."""

from __future__ import annotations

from airhop.papers.point import Effort, Settings

NEWRENO = "newreno"
QUARTER = "newreno+cwl=h/4"
FIFTH = "newreno+cwl=rthc/5"
BW_RTT = "bw-rtt"

SCHEMES = {"TCP NewReno": NEWRENO, "CWL h/4": QUARTER, "CWL rthc/5": FIFTH, "bw-rtt": BW_RTT}
"""The transports of the figures, by their names in the figures."""

BESIDE = {"TCP NewReno": NEWRENO, "CWL h/4": QUARTER, "bw-rtt": BW_RTT}
"""Those that are also shown with other routing protocols."""

RADIOS = {2: "ns2-wavelan", 11: "ns2-wavelan-11M"}
"""Radio profiles by the rate of the links in Mbit/s."""

ROUTING = "dsr"
"""The paper used DSR."""
OTHER_ROUTINGS = ("aodv", "static")
"""Routing protocols shown in addition."""
NAMES = {"dsr": "DSR", "aodv": "AODV", "static": "static routes"}

SETTINGS: Settings = (("transport.rto_min", 1.0), ("routing.protocol", ROUTING), ("routing.dsr.max_route_nodes", 17))
"""Settings of all simulations of the paper, in addition to the defaults of the scenarios."""

SETTINGS_IN_WORDS = (
    "Radio profiles `ns2-wavelan` (2 Mbit/s, RTS/CTS always, ranges of 250 m and 550 m, queues of 50 packets) and"
    " `ns2-wavelan-11M`, nodes 200 m apart, packets of 1460 bytes, routing by DSR, as in the paper's section 4 and"
    " the defaults of the built-in scenarios, with a minimum RTO of 1 s (`transport.rto_min`) as in ns-2 of the"
    " time. DSR routes may have the 17 nodes of 16 hops (`routing.dsr.max_route_nodes`; 16 in ns-2 2.35). Where"
    " routing decides a claim, results with AODV (as in ns-2) and static routes are shown next to those with DSR."
    " The scheme (`bw-rtt`) uses its defaults: smoothed round-trip time, rounded to the nearest segment; alpha,"
    " deviation and warm-up, which the paper leaves open, were chosen by goodput on chains (see Transports)."
)


def effort_in_words(effort: Effort) -> str:
    """Describe the length and number of runs in the paper and here."""
    return (
        "The paper simulates 300 s and mentions neither seeds nor intervals. Here each point is simulated for"
        f" {effort.duration_s:g} s with {effort.seeds} seeds, excluding the first {effort.warmup_s:g} s. Runs with"
        f" background traffic vary more and use {effort.repeated_seeds} seeds ({effort.seeds} for other routing"
        f" protocols and interpretations); the estimator uses {effort.transient_seeds}. Intervals are 95 % Student"
        " intervals over the seeds."
    )
