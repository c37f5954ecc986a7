"""Rakocevic and Hamadani: TCP Contention Control, Journal of Internet Engineering 2(1), 2008."""

from airhop.papers.point import Effort
from airhop.papers.study import Paper
from airhop.papers.tctc import chain_studies, probe_interval
from airhop.papers.tctc.names import SETTINGS, SETTINGS_IN_WORDS, effort_in_words

PAPER = Paper(
    name="tctc",
    title="A Cross Layer Solution to Address TCP Intra-flow Performance Degradation in Multihop Ad hoc Networks",
    source="V. Rakocevic, E. Hamadani, Journal of Internet Engineering 2(1), 2008",
    settings=SETTINGS,
    settings_in_words=SETTINGS_IN_WORDS,
    effort_in_words=effort_in_words,
    studies=(
        chain_studies.DROPS,
        chain_studies.DELAY,
        chain_studies.GOODPUT,
        chain_studies.RETRANSMISSIONS,
        chain_studies.QUEUEING,
        chain_studies.ATTEMPTS,
        probe_interval.STUDY,
    ),
    full=Effort(seeds=5, duration_s=300.0, warmup_s=30.0, transient_seeds=60),
    quick=Effort(seeds=3, duration_s=60.0, warmup_s=10.0, transient_seeds=4),
)

__all__ = ["PAPER"]
