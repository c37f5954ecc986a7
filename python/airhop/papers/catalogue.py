"""The papers that can be reproduced."""

from __future__ import annotations

from airhop.papers.bw_rtt import PAPER as BW_RTT
from airhop.papers.dccp import PAPER as DCCP
from airhop.papers.study import Paper
from airhop.papers.tcp_ap import PAPER as TCP_AP
from airhop.papers.tcp_daa import PAPER as TCP_DAA
from airhop.papers.tctc import PAPER as TCTC

PAPERS: tuple[Paper, ...] = (TCP_AP, TCTC, TCP_DAA, BW_RTT, DCCP)
"""Every paper, in the order in which they are listed."""
