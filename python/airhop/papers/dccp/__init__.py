"""Kunz and Zhang: Transport Layer Fairness and Congestion Control in Multihop Wireless Networks."""

from airhop.papers.dccp import single_flow, two_flows
from airhop.papers.dccp.names import SETTINGS, SETTINGS_IN_WORDS, effort_in_words
from airhop.papers.point import Effort
from airhop.papers.study import Paper

PAPER = Paper(
    name="dccp",
    title="Transport Layer Fairness and Congestion Control in Multihop Wireless Networks",
    source="T. Kunz, H. Zhang, Carleton University",
    settings=SETTINGS,
    settings_in_words=SETTINGS_IN_WORDS,
    effort_in_words=effort_in_words,
    studies=(single_flow.STUDY, two_flows.EACH, two_flows.MIXED_PROTOCOLS, two_flows.RELIABLE_FLOWS),
    full=Effort(seeds=5, transient_seeds=5),
    quick=Effort(seeds=2, transient_seeds=2),
)

__all__ = ["PAPER"]
