"""Huh, Lee and Kim: the largest congestion window from bandwidth and round-trip time, 2006."""

from airhop.papers.bw_rtt import background, chain, estimator
from airhop.papers.bw_rtt.names import SETTINGS, SETTINGS_IN_WORDS, effort_in_words
from airhop.papers.point import Effort
from airhop.papers.study import Paper

PAPER = Paper(
    name="bw-rtt",
    title="Decision of Maximum Congestion Window Size for TCP Performance Improvement by Bandwidth and RTT Measurement"
    " in Wireless Multi-Hop Networks",
    source="I. Huh, J. Y. Lee, B. C. Kim, 2006",
    settings=SETTINGS,
    settings_in_words=SETTINGS_IN_WORDS,
    effort_in_words=effort_in_words,
    studies=(estimator.STUDY, chain.STUDY, background.STUDY),
    full=Effort(seeds=5, repeated_seeds=20, duration_s=300.0, warmup_s=30.0, transient_seeds=20),
    quick=Effort(seeds=3, repeated_seeds=3, duration_s=60.0, warmup_s=10.0, transient_seeds=3),
)

__all__ = ["PAPER"]
