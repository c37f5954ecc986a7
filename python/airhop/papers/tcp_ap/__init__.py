"""ElRakabawy, Klemm and Lindemann: TCP with Adaptive Pacing for Multihop Wireless Networks, MobiHoc 2005."""

from airhop.papers.point import Effort
from airhop.papers.study import Paper
from airhop.papers.tcp_ap import (
    asymmetric,
    chain,
    contention,
    files,
    grid,
    parallel,
    random_network,
    responsiveness,
    tuning,
)
from airhop.papers.tcp_ap.names import SETTINGS, SETTINGS_IN_WORDS, effort_in_words

PAPER = Paper(
    name="tcp-ap",
    title="TCP with Adaptive Pacing for Multihop Wireless Networks",
    source="S. M. ElRakabawy, A. Klemm, C. Lindemann, MobiHoc 2005",
    settings=SETTINGS,
    settings_in_words=SETTINGS_IN_WORDS,
    effort_in_words=effort_in_words,
    studies=(
        contention.STUDY,
        tuning.STUDY,
        responsiveness.STUDY,
        chain.UNAIDED,
        chain.INFORMED,
        parallel.SHARES,
        parallel.VARIATION,
        asymmetric.STUDY,
        grid.STUDY,
        random_network.CONTINUOUS,
        files.STUDY,
        random_network.FILES,
    ),
    full=Effort(
        packets=55_000,
        batches=11,
        seeds=5,
        networks=10,
        network_packets=22_000,
        transient_seeds=60,
        search_s=300.0,
        search_seeds=3,
    ),
    quick=Effort(
        packets=5_500,
        batches=11,
        seeds=3,
        networks=3,
        network_packets=5_500,
        transient_seeds=5,
        search_s=60.0,
        search_seeds=2,
    ),
)

__all__ = ["PAPER"]
