"""The papers that can be reproduced."""

from __future__ import annotations

from airhop.papers.study import Paper
from airhop.papers.tcp_ap import PAPER as TCP_AP
from airhop.papers.tcp_daa import PAPER as TCP_DAA

PAPERS: tuple[Paper, ...] = (TCP_AP, TCP_DAA)
"""Every paper, in the order in which they are listed."""
