"""The statements about the matrix: conclusions, and the numbers that must support them."""

from __future__ import annotations

from airhop.matrix.comparisons import more, of, of_all, of_bound, over, these, value
from airhop.matrix.findings import Statement
from airhop.matrix.setup import Family
from airhop.measures import DELAY_P99, ENERGY, JAIN, JAIN_10S, RETRANSMISSIONS
from airhop.papers.checks import NEAR_ONE

_LOSSY_CHAINS = these("ap-chain-4", "bw-chain-4", "tctc-chain-4", "dccp-chain-4", "daa-chain-5")
"""Short chains, but long enough for hidden nodes."""
_WIRED = of(Family.WIRED)
_LONG = of(Family.LONG)
_CHAINS = of(Family.SHORT, Family.LONG)

STATEMENTS: tuple[Statement, ...] = (
    Statement(
        "On chains of 8 or more hops, plain NewReno gets less than three quarters of the bound",
        of_bound("newreno", _LONG),
        high=75,
    ),
    Statement(
        "Delayed ACK, which needs no new code, gets more than NewReno on every chain",
        over("newreno+delack", "newreno", _CHAINS),
        low=0,
    ),
    Statement(
        "TCP-AP gets more than NewReno on every chain of 8 or more hops",
        over("tcp-ap", "newreno", _LONG),
        low=0,
    ),
    Statement(
        "Vegas, which needs no new code either, gets more than NewReno on every chain of 8 or more hops",
        over("vegas", "newreno", _LONG),
        low=0,
    ),
    Statement(
        "On chains of up to 5 hops, TCP-DAA gets more than NewReno with delayed ACK",
        over("tcp-daa", "newreno+delack", of(Family.SHORT)),
        low=0,
    ),
    Statement(
        "On chains of up to 5 hops, TCP-DAA spends at least 5 % less energy per bit than NewReno",
        over("tcp-daa", "newreno", of(Family.SHORT), ENERGY),
        high=-5,
    ),
    Statement(
        "Ten flows of TCP-AP share a chain fairly (Jain's index above 0.95)",
        value("tcp-ap", JAIN, of(Family.SHARED)),
        "",
        low=0.95,
    ),
    Statement(
        "Ten flows of NewReno share a chain unfairly (Jain's index below 0.75)",
        value("newreno", JAIN, of(Family.SHARED)),
        "",
        high=0.75,
    ),
    Statement(
        "With 5 % of the frames lost, TCP-DAAp gets more than TCP-DAA",
        over("tcp-daap", "tcp-daa", these("daa-errors-5")),
        low=0,
    ),
    Statement(
        "On chains of 4 and 5 hops, TCP-AP retransmits less than a quarter as much as NewReno",
        over("tcp-ap", "newreno", _LOSSY_CHAINS, RETRANSMISSIONS),
        high=-75,
    ),
    Statement(
        "On chains of 4 and 5 hops, the 99th percentile of TCP-AP's delay is less than half of NewReno's",
        over("tcp-ap", "newreno", _LOSSY_CHAINS, DELAY_P99),
        high=-50,
    ),
    Statement(
        "TCP-AP with TCP-DAA's ACK policy, a combination that no paper tried, gets more than TCP-AP on every chain"
        " of 8 to 12 hops",
        over("tcp-ap+daa", "tcp-ap", these("ap-chain-8", "tctc-chain-8", "bw-chain-8-11M", "ap-chain-12")),
        low=0,
    ),
    Statement(
        "TCP-AP with TCP-DAA's ACK policy gets more than TCP-DAA on every chain of 8 or more hops",
        over("tcp-ap+daa", "tcp-daa", _LONG),
        low=0,
    ),
    Statement(
        "On the chain of 8 hops with TCTC's radio, TCP-AP with TCP-DAA's ACK policy gets more than UDP at any"
        " constant rate",
        of_bound("tcp-ap+daa", these("tctc-chain-8")),
        low=100,
    ),
    Statement(
        "Where flows cross or run side by side, TCP-AP with TCP-DAA's ACK policy gets more than NewReno",
        over("tcp-ap+daa", "newreno", these("ap-cross", "ap-grid", "daa-grid-3", "ap-parallel", "ap-asymmetric")),
        low=0,
    ),
    Statement(
        "Where flows cross or run side by side, TCP-AP with TCP-DAA's ACK policy shares more evenly than NewReno"
        " (difference of Jain's indices)",
        more("tcp-ap+daa", "newreno", JAIN, these("ap-cross", "ap-grid", "daa-grid-3", "ap-parallel", "ap-asymmetric")),
        "",
        low=0,
    ),
    Statement(
        "Over windows of 10 s, TCP-AP shares parallel chains more evenly than NewReno (difference of Jain's indices)",
        more("tcp-ap", "newreno", JAIN_10S, these("ap-parallel")),
        "",
        low=0,
    ),
    Statement(
        "TCP-AP shares more evenly than NewReno between a chain of 4 hops and a parallel one of 10 (difference of"
        " Jain's indices)",
        more("tcp-ap", "newreno", JAIN, these("ap-asymmetric")),
        "",
        low=0,
    ),
    Statement(
        "Beside a flow of one hop, a flow of 4 hops starves under every transport (Jain's index below 0.75)",
        of_all(JAIN, these("tctc-interference")),
        "",
        high=0.75,
    ),
    Statement(
        "In random networks, no transport shares fairly (Jain's index below 0.75)",
        of_all(JAIN, these("ap-random")),
        "",
        high=0.75,
    ),
    Statement(
        "In random networks, TCP-AP shares more evenly than NewReno (difference of Jain's indices)",
        more("tcp-ap", "newreno", JAIN, these("ap-random")),
        "",
        low=0,
    ),
    Statement(
        "In random networks, TCP-AP gets less than three quarters of NewReno's goodput",
        over("tcp-ap", "newreno", these("ap-random")),
        high=-25,
    ),
    Statement(
        "Behind a wired link, a window limit by hops gets less than half of the bound",
        of_bound("newreno+cwl=h/4", _WIRED),
        high=50,
    ),
    Statement(
        "Behind a wired link, TCP-AP, which mistakes the wire's delay for queueing, gets less than two thirds of"
        " the bound",
        of_bound("tcp-ap", _WIRED),
        high=200 / 3,
    ),
    Statement(
        "Behind a wired link, DCCP's delay-based window shares fairly in every direction (Jain's index)",
        value("dccp", JAIN, _WIRED),
        "",
        low=NEAR_ONE,
    ),
    Statement(
        "Behind a wired link, Vegas, which needs no new code, shares fairly in every direction (Jain's index)",
        value("vegas", JAIN, _WIRED),
        "",
        low=NEAR_ONE,
    ),
    Statement(
        "Behind a wired link, NewReno shares unfairly between an incoming and an outgoing flow (Jain's index below"
        " 0.9)",
        value("newreno", JAIN, these("dccp-access-in-out-110", "dccp-access-in-out-60")),
        "",
        high=0.9,
    ),
)
"""Statements; the page lists those that hold, and all of them with their outcome."""
