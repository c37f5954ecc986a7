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
"""The four variants of most figures, by the name that the figures give them."""

SETTINGS: Settings = (("transport.rto_min", 1.0), ("transport.lda_restart", True))
"""What all simulations of the paper share beside the defaults of the scenarios."""

SETTINGS_IN_WORDS = (
    "Radio profile `ns2-wavelan` (2 Mbit/s, RTS/CTS always, ranges of 250 m and 550 m, queues of 50 packets),"
    " AODV as ns-2"
    " has it, packets of 1460 bytes: the paper's section 3 and the defaults of the built-in scenarios. Beside them two"
    " settings: a least retransmission time-out of 1 s (`transport.rto_min`), ns-2's default when the paper was"
    " written,"
    " and a timer of delayed ACKs that every packet starts anew (`transport.lda_restart`). TCP-AP has its"
    " defaults, alpha"
    " 0.7 and a history of 50. Delayed ACK is the dynamic kind of Altman and Jiménez, 1 to 4 packets an ACK (`+lda`)."
)


def effort_in_words(effort: Effort) -> str:
    """Say how the paper ran its simulations and how long they run here."""
    networks = "as long" if effort.network_packets == effort.packets else f"until {effort.network_packets:,} packets"
    return (
        "The paper runs each point once until 55,000 packets are delivered, leaves out the first of 11 batches and"
        " takes the 95 % interval from the others. Here each point runs until"
        f" {effort.packets:,} packets are delivered, the first of {effort.batches} batches left out, under"
        f" {effort.seeds} seeds, and the interval is Student's 95 % over the seeds, which are independent where batches"
        f" of one run need not be. Random networks are {effort.networks}, one a seed, and run {networks}. Transients"
        f" are judged over {effort.transient_seeds} seeds and drawn from the first. The best rate of paced UDP is"
        f" searched with {effort.search_seeds} seeds of {effort.search_s:g} s a rate."
    )
