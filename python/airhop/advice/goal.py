"""What the network is for: the quantity that counts, or several with weights, and limits that must be kept."""

from __future__ import annotations

import difflib
import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import Enum

from airhop._native import ScenarioError
from airhop.measures import Measures
from airhop.stats import Mean


class Quantity(str, Enum):
    """What a transport can be chosen for."""

    GOODPUT = "goodput"
    FAIRNESS = "fairness"
    DELAY = "delay"
    ENERGY = "energy"

    @property
    def text(self) -> QuantityText:
        """Its title, unit and format."""
        return _TEXTS[self]

    def of(self, measures: Measures) -> float:
        """Read it off a run."""
        return float(getattr(measures, _FIELDS[self]))


_FIELDS: Mapping[Quantity, str] = {
    Quantity.GOODPUT: "goodput_kbps",
    Quantity.FAIRNESS: "jain",
    Quantity.DELAY: "delay_p99_ms",
    Quantity.ENERGY: "energy_j_per_mbit",
}


@dataclass(frozen=True, slots=True)
class QuantityText:
    """Title, unit and format of a quantity."""

    title: str
    unit: str
    digits: int
    more_is_better: bool
    limit_option: str
    """The option of the command that limits it."""


_TEXTS: Mapping[Quantity, QuantityText] = {
    Quantity.GOODPUT: QuantityText("goodput", "kbit/s", 1, True, "--min-goodput"),
    Quantity.FAIRNESS: QuantityText("Jain's index", "", 3, True, "--min-jain"),
    Quantity.DELAY: QuantityText("p99 delay", "ms", 0, False, "--max-delay"),
    Quantity.ENERGY: QuantityText("energy", "J/Mbit", 2, False, "--max-energy"),
}


@dataclass(frozen=True, slots=True)
class Limit:
    """A bound on the mean of a quantity."""

    quantity: Quantity
    value: float

    def slack(self, measures: Measures) -> float:
        """Tell by how much a run meets the limit; negative if it violates it."""
        difference = self.quantity.of(measures) - self.value
        return difference if self.quantity.text.more_is_better else -difference

    @property
    def words(self) -> str:
        """The limit as the command's option says it."""
        text = self.quantity.text
        return f"{text.limit_option} {self.value:g}{f' {text.unit}' if text.unit else ''}"


@dataclass(frozen=True, slots=True)
class Goal:
    """What counts, and what must be kept."""

    weights: Mapping[Quantity, float]
    """Of what counts; they add up to 1."""
    limits: Sequence[Limit] = ()

    @property
    def single(self) -> Quantity | None:
        """The quantity that alone counts, if there is one."""
        return next(iter(self.weights)) if len(self.weights) == 1 else None

    @property
    def words(self) -> str:
        """The goal in words."""
        counts = " and ".join(
            quantity.value if self.single else f"{100 * weight:.0f} % {quantity.value}"
            for quantity, weight in self.weights.items()
        )
        return ", ".join([counts, *(limit.words for limit in self.limits)])

    def score(self, measures: Measures, unit: Measures) -> float:
        """Score a run: more is better.

        Of a single quantity the score is its value or, where less is better, the negative of its logarithm. Of several
        it is the weighted sum of each beside the reference, `unit`: its ratio, or the negative logarithm of that.
        """
        if self.single is not None:
            return _score(self.single, self.single.of(measures), 1.0)
        return math.fsum(
            weight * _score(quantity, quantity.of(measures), quantity.of(unit))
            for quantity, weight in self.weights.items()
        )

    def scale(self, best: float) -> float:
        """Give what differences of scores are parts of: the best's score; of logarithms and weighted sums, 1."""
        linear = self.single is not None and self.single.text.more_is_better
        return (abs(best) or 1.0) if linear else 1.0

    def as_part(self, difference: Mean) -> Mean:
        """Turn a difference of scores, in parts of the scale, into the part by which the quantity itself differs."""
        if self.single is None or self.single.text.more_is_better:
            return difference
        # By the delta method.
        ratio = math.exp(difference.mean)
        return Mean(ratio - 1, ratio * difference.error, difference.count)


_LEAST = 1e-6
"""Minimum of a quantity whose logarithm is taken."""


def _score(quantity: Quantity, value: float, unit: float) -> float:
    """Score a value beside that of the reference.

    Delays, and the energy of what hardly gets through, have a long tail over seeds: of logarithms one bad run counts as
    one bad run, of the values themselves it would count for all others together, and the t-test would not hold.
    """
    if quantity.text.more_is_better:
        return value / (unit or 1.0)
    return -math.log(max(value, _LEAST) / max(unit, _LEAST))


def parse_goal(text: str, limits: Sequence[Limit] = ()) -> Goal:
    """Read a goal: `goodput`, or with weights `goodput=2,fairness=1`."""
    weights: dict[Quantity, float] = {}
    for item in text.split(","):
        name, separator, number = item.strip().partition("=")
        quantity = _quantity(name.strip(), text)
        if quantity in weights:
            msg = f"--for {text}: {quantity.value} is given twice"
            raise ScenarioError(msg)
        weights[quantity] = _weight(number.strip(), text) if separator else 1.0
    total = sum(weights.values())
    return Goal({quantity: weight / total for quantity, weight in weights.items()}, tuple(limits))


def _quantity(name: str, text: str) -> Quantity:
    names = [quantity.value for quantity in Quantity]
    if name in names:
        return Quantity(name)
    near = difflib.get_close_matches(name, names, n=1)
    hint = f"did you mean {near[0]}? " if near else ""
    msg = f"--for {text}: no goal {name!r}: {hint}goals are {', '.join(names)}, or several as in goodput=2,fairness=1"
    raise ScenarioError(msg)


def _weight(number: str, text: str) -> float:
    try:
        weight = float(number)
    except ValueError:
        weight = -1.0
    if not 0 < weight < float("inf"):
        msg = f"--for {text}: weight {number!r}: expected a number > 0"
        raise ScenarioError(msg)
    return weight


def make_limits(
    *, min_goodput: float | None, min_jain: float | None, max_delay_ms: float | None, max_energy: float | None
) -> list[Limit]:
    """Make the limits that are given, in kbit/s, as Jain's index, in ms and in J/Mbit."""
    given = {
        Quantity.GOODPUT: min_goodput,
        Quantity.FAIRNESS: min_jain,
        Quantity.DELAY: max_delay_ms,
        Quantity.ENERGY: max_energy,
    }
    limits = []
    for quantity, value in given.items():
        if value is None:
            continue
        most = 1.0 if quantity is Quantity.FAIRNESS else float("inf")
        if not (0 < value <= most and value < float("inf")):
            allowed = "a number > 0" + (" and <= 1" if most == 1.0 else "")
            msg = f"{quantity.text.limit_option} {value:g}: expected {allowed}"
            raise ScenarioError(msg)
        limits.append(Limit(quantity, value))
    return limits
