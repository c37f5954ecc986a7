"""Transports and settings of the TCP-DAA paper's simulations."""

from __future__ import annotations

from airhop.papers.point import Effort, Settings

DAA = "tcp-daa"
DAAP = "tcp-daap"
AUTO = "tcp-daa-auto"
TCP = "newreno"
TCP_DA = "newreno+delack"
ADJUSTED = "newreno+delack+cwl=3"
"""Regular TCP with delayed ACK and a window limit of 3: the paper's "adjusted TCP"."""
LDA = "newreno+lda+cwl=10"

DELAYS = {
    "TCP": TCP,
    "TCP, DA": TCP_DA,
    "TCP, DA, WL": ADJUSTED,
    "LDA": LDA,
    "TCP-DAA": DAA,
}
"""Regular TCP with ever fewer ACKs."""
VERSIONS = {
    "Tahoe, DA, WL": "tahoe+delack+cwl=3",
    "Reno, DA, WL": "reno+delack+cwl=3",
    "SACK, DA, WL": "sack+delack+cwl=3",
    "Vegas, DA, WL": "vegas+delack+cwl=3",
    "TCP-DAA": DAA,
}
"""The versions of TCP at their best: delayed ACK and a window limit of 3."""
ALL = DELAYS | VERSIONS
OTHERS = {name: transport for name, transport in ALL.items() if transport != DAA}

SETTINGS: Settings = (
    ("transport.rto_min", 1.0),
    ("transport.advertised_window", 29_200),
    ("transport.lda_immediate", False),
    ("energy.overhear_w", 0.0),
)
"""Settings of all simulations of the paper, in addition to the defaults of the scenarios."""

SETTINGS_IN_WORDS = (
    "Radio profile `ns2-wavelan` (2 Mbit/s, RTS/CTS always, ranges of 250 m and 550 m, queues of 50 packets), AODV"
    " as in ns-2, nodes 200 m apart, packets of 1460 bytes, as in the paper's section 4.1 and the defaults of the"
    " built-in scenarios. Four settings differ: a minimum RTO of 1 s (`transport.rto_min`), ns-2's default until"
    " October 2004; an advertised window of 20 packets, ns-2's default, for transports without a window limit; LDA"
    " that does not acknowledge out-of-order segments immediately (`transport.lda_immediate`), with a window limit"
    " of 10, as the paper describes it; and no energy for overhearing (`energy.overhear_w`). DA is delayed ACK; WL"
    " is a window limit of 3 packets. TCP-DAA and TCP-DAAp use their defaults, the paper's values with a lower bound"
    " of 100 ms on the receiver's timer (`transport.daa_min_timeout`)."
)


def effort_in_words(effort: Effort) -> str:
    """Describe the length and number of runs in the paper and here."""
    return (
        "The paper runs 300 s, or 1000 s for figure 11. It averages five runs for goodput, uses one run for fairness"
        f" and energy, and shows no intervals. Here each point runs for {effort.duration_s:g} s with {effort.seeds}"
        " seeds, without a warm-up, as in the paper; table 1 runs for its 10 s. Intervals are 95 % Student intervals"
        " over the seeds."
    )
