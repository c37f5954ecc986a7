"""The papers that can be reproduced."""

from __future__ import annotations

from airhop.papers.study import Paper
from airhop.papers.tcp_ap import PAPER as TCP_AP

PAPERS: tuple[Paper, ...] = (TCP_AP,)
"""Every paper, in the order in which they are listed."""
