"""Claims T1 to T6, on chains of 2 to 10 hops."""

from __future__ import annotations

from airhop.papers.study import Study
from airhop.papers.tctc import attempts, chain, delay, drops, goodput, queueing, retransmissions

_SETTING = f"`chain` of {chain.HOPS[0]} to {chain.HOPS[-1]} hops, one saturated flow"

DROPS = Study(
    claim="T1",
    short="drops are due to contention; TCTC nearly eliminates them",
    figures=(8,),
    says="with default TCP most link-layer drops are due to contention and a considerable number to overload; TCTC"
    " drops almost no packets",
    setting=f"{_SETTING}. A contention drop is a packet discarded at the retry limit; an overload drop is a packet"
    " that finds the interface queue full.",
    points=chain.points,
    judge=drops.judge,
    draw=drops.draw,
    reason="Overload causes 42 % of the drops on 2 hops and almost none on longer chains: once contention losses"
    " occur, the windows of default TCP do not fill queues of 20 packets. At a spacing of 90 m TCTC still drops a"
    " third as many packets as default TCP. With nodes 55 or 70 m apart, or carrier sense up to 220 m, it drops 4 to"
    " 7 % as many, as in the paper; node spacing therefore decides the result. At 90 m the ratio of the signal to"
    " noise plus the interference of a sender two hops away is 3.2 dB, below the 4 dB needed to detect a preamble,"
    " so RTS frames stay unanswered even when few packets are in flight. At 73 m and below the ratio suffices."
    " Static routes, AODV, delayed ACKs and a minimum RTO of 0.2 s make no difference. With the rule in the paper's"
    " text half of the drops remain; with Algorithm 1 as printed all of them do. Most likely cause: the paper's"
    " nodes were closer together, or its receivers were unaffected by weak interference.",
)
DELAY = Study(
    claim="T2",
    short="TCTC's delay is short and steady",
    figures=(9,),
    says="the segment delay is 8 to 40 ms under TCTC, depending on the number of hops, and up to 800 ms under"
    " default TCP; it fluctuates by about 3 % under TCTC and by up to 44 % under default TCP, where the fluctuation"
    " increases with the number of hops",
    setting=f"{_SETTING}. The paper does not define fluctuation; the coefficient of variation is used here.",
    points=chain.points,
    judge=delay.judge,
    draw=delay.draw,
    reason="All directions hold; the magnitudes do not. Sending one segment over one hop occupies the channel for"
    " 7.7 ms (RTS, CTS, data frame, ACK, interframe spaces and the mean backoff at 2 Mbit/s), hence 77 ms over ten"
    " hops without any waiting. The paper's 8 to 40 ms correspond to one to five hops of air time. Random backoff"
    " alone makes the delay of one undisturbed hop vary by 2.4 %, so a fluctuation of 3 % can only be that of"
    " averages, not of single segments. Tried: each setting of the second figure. TCTC's delay then fluctuates by 34"
    " to 70 % (AODV: 181 %) and is a quarter to a half of default TCP's (with the rule as printed, equal to it)."
    " Most likely cause: shorter chains, and another measure of fluctuation in the paper.",
)
GOODPUT = Study(
    claim="T3",
    short="TCTC's goodput is 34 % higher on average",
    figures=(10,),
    says="goodput under TCTC is 34 % higher on average, over all scenarios",
    setting=f"{_SETTING}.",
    points=chain.points,
    judge=goodput.judge,
    draw=goodput.draw,
    reason="The gain depends on what the paper leaves open; see the second figure. With a minimum RTO of 0.2 s TCTC"
    " gains a fifth. Over AODV it doubles the goodput, because NewReno's nearly halves on 8 hops. With a smaller"
    " spacing or wider carrier sense it gains 6 to 10 %; over static routes it loses a fifth. A window of two or"
    " three segments yields too few duplicate ACKs for a fast retransmit, so nearly every loss costs TCTC a timeout"
    " of 1 s. Default TCP pays with route failures, which static routes do not have. With delayed ACKs in both"
    " schemes, with the rule in the text and with Algorithm 1 as printed, TCTC gains nothing. With `ns2-wavelan`,"
    " AODV and a minimum RTO of 0.2 s it gains 14 % on 4 hops and 102 % on 7. Most likely cause: a shorter RTO in"
    " the paper, or a DSR that suffers more from false route failures.",
)
RETRANSMISSIONS = Study(
    claim="T4",
    short="TCTC retransmits far less",
    figures=(11,),
    says="TCTC dramatically reduces the number of TCP retransmissions",
    setting=f"{_SETTING}.",
    points=chain.points,
    judge=retransmissions.judge,
    draw=retransmissions.draw,
    reason="The full runs reproduce this claim; quick runs may miss it by chance.",
)
QUEUEING = Study(
    claim="T5",
    short="TCTC's queueing delay is low and constant",
    figures=(12,),
    says="TCTC keeps the queueing delay very low and practically constant for any number of hops",
    setting=f"{_SETTING}. The queueing delay is the time from entering an interface queue to reaching the MAC,"
    " averaged over all nodes.",
    points=chain.points,
    judge=queueing.judge,
    draw=queueing.draw,
    reason="The queueing delay is low on all chains, 7 to 30 % of default TCP's and less than the time of one frame,"
    " but it falls from 4.7 ms on 2 hops to 1.1 ms on 10. The window stays at two to three segments, which are"
    " spread over more queues on a longer chain. Tried: each setting of the second figure. Most likely cause: on the"
    " scale of default TCP's delays the paper's curve looked flat.",
)
ATTEMPTS = Study(
    claim="T6",
    short="TCTC needs 32 % fewer transmissions for the same traffic",
    figures=(13,),
    says="TCTC needs 32 % fewer transmissions on average for the same link-layer traffic",
    setting=f"{_SETTING}. An attempt is a frame exchange begun, with or without RTS; attempts are counted per packet"
    " acknowledged by the next hop.",
    points=chain.points,
    judge=attempts.judge,
    draw=attempts.draw,
    reason="The saving increases with the number of hops, to a tenth and more from 9 hops on. On 2 to 4 hops TCTC"
    " needs more attempts than default TCP, probably because its small window makes data and ACKs alternate and"
    " collide, whereas NewReno's queue sends several frames in a row. With delayed ACKs in both schemes, which the"
    " paper's remark on the lower bound of the window suggests, the saving is 18 %; with a smaller spacing or wider"
    " carrier sense it is 7 to 9 %. Also tried: other routing protocols, a shorter minimum RTO, the other rules."
    " Most likely cause: the paper used delayed ACKs and a smaller spacing, and counted each RTS and each frame as"
    " an attempt.",
)
