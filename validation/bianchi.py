"""Saturation throughput of the 802.11 distributed coordination function, one hop, ideal channel.

Three models of the same cell of n stations that always have a frame to send, all of them fixed points between the
probability tau that a station transmits in a slot and the probability p that such a transmission collides:

* `Model.BIANCHI`: G. Bianchi, "Performance Analysis of the IEEE 802.11 Distributed Coordination Function", IEEE JSAC
  18(3), 2000; with a retry limit by H. Wu et al., "Performance of Reliable Transport Protocol over IEEE 802.11 Wireless
  LAN", INFOCOM 2002. A backoff counter is decremented in every slot, including busy ones.
* `Model.POST_BUSY_SLOT`: I. Tinnirello, G. Bianchi, Y. Xiao, "Refinements on IEEE 802.11 Distributed Coordination
  Function Modeling Approaches", IEEE Trans. Vehicular Technology 59(3), 2010, in the form in which ns-3's reference
  tables for 802.11b were computed: Bianchi's tau; a station that has sent successfully may draw zero and send
  immediately; a slot passes after each success.
* `Model.FREEZING`: the same refinement applied consistently: counters freeze while the medium is busy, so that a slot
  passes after every busy period, including collisions; a station that draws zero after a busy period sends immediately
  and without a collision. A simulated DCF behaves in this way; this model is the reference for airhop.

These models neglect that the stations in a collision count from their timeout and the others from EIFS. The two times
differ by only a few microseconds if ACKs are sent at 1 Mbit/s; `slotted_cell.py` simulates the difference.
"""

from __future__ import annotations

import enum
import math
from collections.abc import Callable
from dataclasses import dataclass, replace

RTS_BYTES = 20
CTS_BYTES = 14
ACK_BYTES = 14
#: IEEE 802.11-2016, 10.3.2.3.7: EIFS counts an ACK at the lowest mandatory rate, 1 Mbit/s for DSSS.
LOWEST_RATE_MBPS = 1.0


class Model(enum.Enum):
    """The models of this module."""

    BIANCHI = "bianchi"
    POST_BUSY_SLOT = "post-busy-slot"
    FREEZING = "freezing"


@dataclass(frozen=True)
class Cell:
    """Timing and rules of a cell of 802.11 DSSS stations. Defaults: airhop's profile `standard` at 2 Mbit/s."""

    data_rate_mbps: float = 2.0
    control_rate_mbps: float = 1.0
    rts: bool = False
    #: Payload of a frame that counts as throughput, bytes.
    payload_bytes: int = 1500
    #: Everything else in the MAC frame, bytes: header, FCS, and headers between MAC and payload.
    overhead_bytes: int = 28
    slot_us: float = 20.0
    sifs_us: float = 10.0
    plcp_us: float = 192.0
    propagation_us: float = 0.0
    #: The backoff is drawn from 0 to cw inclusive.
    cw_min: int = 31
    cw_max: int = 1023
    #: Transmissions of one frame before it is dropped; None for no limit. Without RTS, and for the RTS itself, this is
    #: the short retry limit (IEEE 802.11-2016, 10.3.4.4); with RTS data frames do not collide in a single cell.
    attempts: int | None = 7

    def __post_init__(self) -> None:
        """Check the values. Raises ValueError."""
        if self.cw_min < 1 or self.cw_max < self.cw_min:
            raise ValueError(f"contention windows must be 1 <= cw_min <= cw_max, got {self.cw_min} and {self.cw_max}")
        if self.attempts is not None and self.attempts < 1:
            raise ValueError(f"attempts must be at least 1, got {self.attempts}")
        if self.data_rate_mbps <= 0 or self.control_rate_mbps <= 0 or self.payload_bytes < 1:
            raise ValueError("rates and payload must be positive")

    @property
    def difs_us(self) -> float:
        """DIFS: SIFS and two slots."""
        return self.sifs_us + 2 * self.slot_us

    @property
    def eifs_us(self) -> float:
        """EIFS: SIFS, an ACK at 1 Mbit/s, DIFS."""
        return self.sifs_us + self.plcp_us + 8 * ACK_BYTES / LOWEST_RATE_MBPS + self.difs_us

    @property
    def data_us(self) -> float:
        """Duration of the data frame."""
        return self.plcp_us + 8 * (self.payload_bytes + self.overhead_bytes) / self.data_rate_mbps

    def control_us(self, frame_bytes: int) -> float:
        """Duration of a control frame."""
        return self.plcp_us + 8 * frame_bytes / self.control_rate_mbps

    @property
    def success_us(self) -> float:
        """Time from the start of a successful exchange until the medium has been idle for DIFS."""
        exchange = self.data_us + self.sifs_us + self.control_us(ACK_BYTES) + 2 * self.propagation_us
        if self.rts:
            exchange += self.control_us(RTS_BYTES) + self.control_us(CTS_BYTES) + 2 * self.sifs_us
            exchange += 2 * self.propagation_us
        return exchange + self.difs_us

    @property
    def collided_us(self) -> float:
        """Duration of the frames in a collision."""
        return (self.control_us(RTS_BYTES) if self.rts else self.data_us) + self.propagation_us

    @property
    def collision_us(self) -> float:
        """Time from the start of a collision until the stations that heard it have waited for EIFS."""
        return self.collided_us + self.eifs_us

    def window(self, stage: int) -> int:
        """Return the number of values of the backoff at this stage, starting from 0."""
        return min((self.cw_min + 1) << stage, self.cw_max + 1)

    @property
    def stages(self) -> int:
        """Number of different backoff stages; without a retry limit, the last one repeats for ever."""
        if self.attempts is not None:
            return self.attempts
        stage = 0
        while self.window(stage) <= self.cw_max:
            stage += 1
        return stage + 1


@dataclass(frozen=True)
class Saturation:
    """Result of a model for a saturated cell."""

    #: Payload delivered, summed over all stations.
    throughput_mbps: float
    #: Probability that a station transmits in a slot.
    transmit_probability: float
    #: Probability that a transmission collides.
    collision_probability: float


def saturation(cell: Cell, stations: int, model: Model = Model.FREEZING) -> Saturation:
    """Compute the saturation throughput of `stations` stations that all hear each other.

    Raises ValueError for less than one station.
    """
    if stations < 1:
        raise ValueError(f"a cell has at least one station, got {stations}")
    transmit = _freezing_transmit_probability if model is Model.FREEZING else bianchi_transmit_probability
    tau, collides = _fixed_point(lambda p: transmit(cell, p), stations)
    idle = (1 - tau) ** stations
    succeeds = stations * tau * (1 - tau) ** (stations - 1)
    fails = 1 - idle - succeeds
    payload_bits = 8 * cell.payload_bytes
    zero = 1 / cell.window(0)
    if model is Model.BIANCHI:
        bits = succeeds * payload_bits
        time_us = idle * cell.slot_us + succeeds * cell.success_us + fails * cell.collision_us
    elif model is Model.POST_BUSY_SLOT:
        bits = succeeds * payload_bits / (1 - zero)
        success_us = cell.success_us / (1 - zero) + cell.slot_us
        time_us = idle * cell.slot_us + succeeds * success_us + fails * cell.collision_us
    else:
        # Frames sent immediately after a busy period: after a success by its sender, after a collision by its stations.
        sends = stations * tau
        immediate = succeeds * zero + sends * _immediate_after_collision(cell, collides)
        frames = succeeds + immediate / (1 - zero)
        bits = frames * payload_bits
        time_us = idle * cell.slot_us + frames * cell.success_us + fails * cell.collision_us
        time_us += (succeeds + fails) * cell.slot_us
    return Saturation(bits / time_us, tau, collides)


def bianchi_transmit_probability(cell: Cell, collides: float) -> float:
    """Compute tau from p: Bianchi 2000, equation (7), or Wu et al. 2002 with a retry limit.

    Both are the mean number of transmissions of a frame divided by its mean number of slots; a stage with W values
    takes (W + 1) / 2 slots.
    """
    transmissions, slots = 0.0, 0.0
    for stage in range(cell.stages):
        reached = collides**stage
        if cell.attempts is None and stage == cell.stages - 1:
            reached /= 1 - collides
        transmissions += reached
        slots += reached * (cell.window(stage) + 1) / 2
    return transmissions / slots


class PublishedCell(Cell):
    """The cell of ns-3's reference tables: EIFS with the ACK at the control rate, frames in whole microseconds."""

    @property
    def eifs_us(self) -> float:
        """EIFS with the ACK at the control rate."""
        return self.sifs_us + self.control_us(ACK_BYTES) + self.difs_us

    @property
    def data_us(self) -> float:
        """Duration of the data frame, rounded up as in the LENGTH field of the PLCP."""
        return float(math.ceil(super().data_us))


def published_80211b_mbps(stations: int, rate_mbps: float) -> float:
    """Recompute the value of ns-3's reference table for 802.11b with EIFS after a collision.

    The tables are `bianchi_11b_eifs.txt` in ns-3's `src/wifi/examples/reference`: 1500 bytes of payload in a frame of
    1536 (28 of MAC, 8 of LLC/SNAP), no RTS, no retry limit, backoff from 0 to 31 doubling to 1023, control frames at
    the data rate, but at most 2 Mbit/s. They were computed on a grid of tau with steps of 1e-4, which affects their
    last digits.
    """
    cell = PublishedCell(
        data_rate_mbps=rate_mbps, control_rate_mbps=min(rate_mbps, 2.0), overhead_bytes=36, attempts=None
    )
    return saturation(cell, stations, Model.POST_BUSY_SLOT).throughput_mbps


def _stage_shares(cell: Cell, collides: float) -> list[float]:
    """Give the shares of the backoff stages among transmissions that follow a backoff of at least one slot.

    A collision and a nonzero draw lead to the next stage; after a draw of zero, the station sends immediately, without
    a collision, and succeeds.
    """
    shares = [1.0]
    for stage in range(1, cell.stages):
        shares.append(shares[-1] * collides * (1 - 1 / cell.window(stage)))
    if cell.attempts is None:
        shares[-1] /= 1 - collides * (1 - 1 / cell.window(cell.stages - 1))
    total = sum(shares)
    return [share / total for share in shares]


def _freezing_transmit_probability(cell: Cell, collides: float) -> float:
    """Compute tau from p with freezing counters: W values without zero have the mean W / 2."""
    shares = _stage_shares(cell, collides)
    return 1 / sum(share * cell.window(stage) / 2 for stage, share in enumerate(shares))


def _immediate_after_collision(cell: Cell, collides: float) -> float:
    """Compute the probability that a transmission collides and its sender then draws zero."""
    result = 0.0
    for stage, share in enumerate(_stage_shares(cell, collides)):
        last = cell.attempts is not None and stage == cell.stages - 1
        following = 0 if last else min(stage + 1, cell.stages - 1)
        result += share * collides / cell.window(following)
    return result


def _fixed_point(transmit: Callable[[float], float], stations: int) -> tuple[float, float]:
    """Find tau and p with tau = transmit(p) and p = 1 - (1 - tau)^(n - 1), Bianchi 2000, equation (9).

    transmit falls with p and the right-hand side rises with tau, so that bisection over p finds the one solution.
    """
    low, high = 0.0, 1.0 - 1e-12
    for _ in range(200):
        middle = (low + high) / 2
        if 1 - (1 - transmit(middle)) ** (stations - 1) > middle:
            low = middle
        else:
            high = middle
    collides = (low + high) / 2
    return transmit(collides), collides


def airhop_standard(data_rate_mbps: int, *, rts: bool, control_rate_mbps: float = 1.0) -> Cell:
    """Build the cell of airhop's profile `standard`: IP packets of 1500 bytes, 28 bytes of MAC header and FCS."""
    return replace(Cell(), data_rate_mbps=float(data_rate_mbps), control_rate_mbps=control_rate_mbps, rts=rts)
