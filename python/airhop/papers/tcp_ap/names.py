"""Transports and settings of the TCP-AP paper's simulations."""

from __future__ import annotations

from airhop.papers.point import Effort, Settings

AP = "tcp-ap"
AP_LDA = "tcp-ap+lda"
SYNC = "tcp-ap+sync"
SYNC_LDA = "tcp-ap+sync+lda"
NEWRENO = "newreno"
NEWRENO_LDA = "newreno+lda"
BEST_UDP = "udp-paced=best"

VARIANTS = {
    "TCP NewReno": NEWRENO,
    "TCP NewReno, delayed ACK": NEWRENO_LDA,
    "TCP-AP": AP,
    "TCP-AP, delayed ACK": AP_LDA,
}
"""The four variants of most figures, by their names in the figures."""

SETTINGS: Settings = (("transport.rto_min", 1.0), ("transport.lda_restart", True))
"""Settings of all simulations of the paper, in addition to the defaults of the scenarios."""

SETTINGS_IN_WORDS = (
    "Radio profile `ns2-wavelan` (2 Mbit/s, RTS/CTS always, ranges of 250 m and 550 m, queues of 50 packets), AODV"
    " as in ns-2, packets of 1460 bytes, as in the paper's section 3 and the defaults of the built-in scenarios. Two"
    " settings differ: a minimum RTO of 1 s (`transport.rto_min`), ns-2's default when the paper was written, and a"
    " delayed-ACK timer that every packet restarts (`transport.lda_restart`). TCP-AP uses its defaults, alpha 0.7"
    " and a history of 50. Delayed ACK is the dynamic scheme of Altman and Jiménez, with 1 to 4 packets per ACK"
    " (`+lda`)."
)


def effort_in_words(effort: Effort) -> str:
    """Describe the length and number of runs in the paper and here."""
    same = effort.network_packets == effort.packets
    networks = "the same number of packets" if same else f"{effort.network_packets:,} packets"
    return (
        "The paper runs each point once until 55,000 packets are delivered, discards the first of 11 batches and"
        f" takes the 95 % interval over the others. Here each point runs until {effort.packets:,} packets are"
        f" delivered, without the first of {effort.batches} batches, with {effort.seeds} seeds. Intervals are 95 %"
        " Student intervals over the seeds, which are independent, whereas batches of one run need not be. There are"
        f" {effort.networks} random networks, one per seed, each run until {networks} are delivered. Transients are"
        f" judged over {effort.transient_seeds} seeds; the figures show the first. The search for the best rate of"
        f" paced UDP uses {effort.search_seeds} seeds of {effort.search_s:g} s per rate."
    )
