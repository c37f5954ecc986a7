"""Simulates a saturated cell of 802.11 stations from the rules alone.

This is an independent check of the closed forms of `bianchi.py` and of their assumption that collisions of different
stations are independent. It has no frames and no events, only counters: the station whose counter expires first
transmits, stations whose counters expire at the same time collide, and all others subtract the whole slots that have
passed.
"""

from __future__ import annotations

import random

from bianchi import ACK_BYTES, CTS_BYTES, Cell

#: Times that differ by less are considered equal.
_SAME_INSTANT_US = 1e-6


def simulate(
    cell: Cell, stations: int, successes: int, seed: int = 1, timeout_margin_us: float = 0.0, aligned: bool = False
) -> float:
    """Simulate a cell and give its throughput in Mbit/s of payload over `successes` delivered frames.

    The stations in a collision wait for DIFS after their timeout, which is SIFS and the missing response after the
    frame, plus `timeout_margin_us`. With `aligned`, they wait for EIFS like the others, as the closed forms assume.
    """
    draws = random.Random(seed)
    stage = [0] * stations
    # A station sends at `origin + left * slot` if the medium stays idle until then.
    left = [draws.randrange(cell.window(0)) for _ in range(stations)]
    origin = [0.0] * stations
    answer_us = cell.control_us(CTS_BYTES if cell.rts else ACK_BYTES)
    slot = cell.slot_us
    delivered = 0
    now = 0.0
    while delivered < successes:
        expiry = [start + counter * slot for start, counter in zip(origin, left, strict=True)]
        now = min(expiry)
        senders = [i for i, at in enumerate(expiry) if at - now < _SAME_INSTANT_US]
        for i in range(stations):
            if now > origin[i]:
                left[i] -= min(left[i], int((now - origin[i] + _SAME_INSTANT_US) / slot))
        if len(senders) == 1:
            sender = senders[0]
            delivered += 1
            stage[sender] = 0
            left[sender] = draws.randrange(cell.window(0))
            now += cell.success_us
            origin = [now] * stations
            continue
        end = now + cell.collided_us
        origin = [end + cell.eifs_us] * stations
        own = end + (cell.eifs_us if aligned else cell.sifs_us + answer_us + timeout_margin_us + cell.difs_us)
        for sender in senders:
            stage[sender] += 1
            if stage[sender] == cell.attempts:
                stage[sender] = 0
            left[sender] = draws.randrange(cell.window(min(stage[sender], cell.stages)))
            origin[sender] = own
    return delivered * 8 * cell.payload_bytes / now
