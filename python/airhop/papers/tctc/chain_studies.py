"""Claims T1 to T6, on chains of 2 to 10 hops."""

from __future__ import annotations

from airhop.papers.study import Study
from airhop.papers.tctc import attempts, chain, delay, drops, goodput, queueing, retransmissions

_SETTING = f"`chain` of {chain.HOPS[0]} to {chain.HOPS[-1]} hops, one flow that always has data"

DROPS = Study(
    claim="T1",
    short="drops come from contention; TCTC has almost none",
    figures=(8,),
    says="most packets that the default drops in the link layer are lost to contention, a considerable number to"
    " overload; TCTC drops almost none",
    setting=f"{_SETTING}. Contention: given up at the retry limit; overload: no room in an interface queue.",
    points=chain.points,
    judge=drops.judge,
    draw=drops.draw,
    reason="Overload causes 42 % of the drops on 2 hops and hardly any beyond: once contention losses set in, the"
    " default's windows do not fill queues of 20 packets. TCTC's drops are a third of the default's at 90 m,"
    " and 4 to 7 % of them, as in the paper, with nodes 55 or 70 m apart or carrier sense up to 220 m: node"
    " spacing decides. At 90 m the signal is 3.2 dB over noise and a sender two hops away, less than the 4 dB"
    " at which a preamble is found, so that RTS go unanswered also when few packets are under way; from 73 m"
    " down it is enough. Tried too, without effect: static routes, AODV, delayed ACK, a least time-out of 0.2"
    " s. By the rule of the text half of the drops remain, by Algorithm 1 as printed all of them. Most likely"
    " reason: the paper's nodes stood nearer, or its receivers took no harm from weak interference.",
)
DELAY = Study(
    claim="T2",
    short="TCTC's delay is short and steady",
    figures=(9,),
    says="segments take 8 to 40 ms under TCTC, by number of hops, and up to 800 ms under the default; their delay"
    " fluctuates by about 3 % under TCTC and by up to 44 % under the default, the more the more hops",
    setting=f"{_SETTING}. Fluctuation, which the paper does not define, is taken to be the coefficient of variation.",
    points=chain.points,
    judge=delay.judge,
    draw=delay.draw,
    reason="Every direction holds, the sizes do not. One hop of one segment takes 7.7 ms of the channel (RTS, CTS,"
    " frame, ACK, spaces and a mean back-off at 2 Mbit/s), 77 ms over ten hops without any wait: the paper's 8"
    " to 40 ms are the air time of one to five hops. The draws of the back-offs alone vary one undisturbed hop"
    " by 2.4 %, so that a fluctuation of 3 % must be one of averages, not of single segments. Tried: each"
    " setting of the second figure, under which TCTC's varies by 34 to 70 % (AODV: 181 %), and its delay is a"
    " quarter to a half of the default's (by the rule as printed: all of it). Most likely reason: shorter"
    " chains, and another measure of fluctuation, which the paper does not define.",
)
GOODPUT = Study(
    claim="T3",
    short="TCTC's goodput 34 % higher on average",
    figures=(10,),
    says="goodput under TCTC is on average 34 % higher, in all scenarios",
    setting=f"{_SETTING}.",
    points=chain.points,
    judge=goodput.judge,
    draw=goodput.draw,
    reason="What the paper leaves open decides the gain: see the second figure. With a least time-out of 0.2 s TCTC"
    " gains a fifth, over AODV it doubles the goodput, since NewReno nearly halts on 8 hops; with nearer nodes"
    " or a wider carrier sense it gains 6 to 10 %; over static routes it loses a fifth. A window of two or"
    " three segments leaves too few duplicate acknowledgements for a fast retransmit: nearly every loss costs"
    " TCTC a time-out of 1 s, while the default pays with route failures, which static routes do not have."
    " With delayed ACK at both, by the rule of the text and by Algorithm 1 as printed TCTC gains nothing. Over"
    " `ns2-wavelan` with AODV and a least time-out of 0.2 s it gains 14 % on 4 hops and 102 % on 7. Most"
    " likely reason: a shorter time-out, or a DSR that suffers more from false route failures.",
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
    reason="The full runs reproduce this claim; shortened runs may miss it by chance.",
)
QUEUEING = Study(
    claim="T5",
    short="TCTC's queueing delay is low and fixed",
    figures=(12,),
    says="TCTC keeps the queueing delay very low and literally fixed across all numbers of hops",
    setting=f"{_SETTING}. Time from entering an interface queue to reaching the MAC, over all nodes.",
    points=chain.points,
    judge=queueing.judge,
    draw=queueing.draw,
    reason="The wait is low everywhere, 7 to 30 % of the default's and below the time of one frame, but it falls"
    " from 4.7 ms on 2 hops to 1.1 ms on 10: the window stays at two to three segments, which share the more"
    " queues the longer the chain is. Tried: each setting of the second figure. Most likely reason: at the"
    " scale of the default's waits the paper's curve looked flat.",
)
ATTEMPTS = Study(
    claim="T6",
    short="TCTC transmits 32 % less for the same traffic",
    figures=(13,),
    says="TCTC needs on average 32 % fewer transmissions for the same link-layer traffic",
    setting=f"{_SETTING}. Exchanges begun, with RTS or without, for each packet acknowledged by its next hop.",
    points=chain.points,
    judge=attempts.judge,
    draw=attempts.draw,
    reason="The saving grows with the number of hops, to a tenth and more from 9 on; on 2 to 4 hops TCTC needs more"
    " attempts than the default, probably since its window is small enough for data and acknowledgements to"
    " alternate, each meeting the other, where NewReno's queue sends several frames in a row. With delayed ACK"
    " at both, which the paper's remark on the floor of the window suggests, the saving is 18 %; with nearer"
    " nodes or a wider carrier sense it is 7 to 9 %. Tried too: other routing, a shorter time-out, the other"
    " rules. Most likely reason: delayed ACK and nearer nodes in the paper, and attempts that counted each RTS"
    " and frame.",
)
