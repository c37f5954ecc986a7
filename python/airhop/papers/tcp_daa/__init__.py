"""De Oliveira and Braun: A Smart TCP Acknowledgment Approach for Multihop Wireless Networks, IEEE TMC 2007."""

from airhop.papers.point import Effort
from airhop.papers.study import Paper
from airhop.papers.tcp_daa import adaptive, air_time, chain_goodput, energy, fairness, friendliness, grid_goodput, noise
from airhop.papers.tcp_daa.names import SETTINGS, SETTINGS_IN_WORDS, effort_in_words

PAPER = Paper(
    name="tcp-daa",
    title="A Smart TCP Acknowledgment Approach for Multihop Wireless Networks",
    source="R. de Oliveira, T. Braun, IEEE Transactions on Mobile Computing 6(2), 2007",
    settings=SETTINGS,
    settings_in_words=SETTINGS_IN_WORDS,
    effort_in_words=effort_in_words,
    studies=(
        air_time.STUDY,
        chain_goodput.ALL_TRANSPORTS,
        fairness.CHAIN,
        energy.STUDY,
        grid_goodput.STUDY,
        fairness.GRID,
        noise.GROWTH,
        chain_goodput.PLUS,
        noise.ERRORS,
        friendliness.BY_HOPS,
        friendliness.BY_FLOWS,
        adaptive.STUDY,
    ),
    full=Effort(seeds=20, duration_s=300.0),
    quick=Effort(seeds=3, duration_s=60.0),
)

__all__ = ["PAPER"]
