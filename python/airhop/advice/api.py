"""`airhop.advise`: what the command of the same name does, from Python."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from pathlib import Path

from airhop import keys, outputs
from airhop.advice.advice import Advice
from airhop.advice.goal import make_limits, parse_goal
from airhop.advice.race import Rule
from airhop.advice.request import DEFAULT_BUDGET_S, Request, make_rule
from airhop.choices import choose_workers
from airhop.runs.runner import Listener
from airhop.scenario import Scenario, Setting


def advise(
    scenario: str | os.PathLike[str] | Scenario,
    *,
    goal: str = "goodput",
    min_goodput: float | None = None,
    min_jain: float | None = None,
    max_delay_ms: float | None = None,
    max_energy: float | None = None,
    transports: Sequence[str] = (),
    without: str | Sequence[str] = (),
    hops: int | None = None,
    flows: int | None = None,
    routing: str | None = None,
    radio: str | None = None,
    settings: Mapping[str, Setting] | None = None,
    duration: float | None = None,
    warmup: float | None = None,
    seeds: int = Rule().most_seeds,
    margin: float = Rule().margin,
    budget: float = DEFAULT_BUDGET_S,
    bound: bool | None = None,
    cache: str | os.PathLike[str] | None = None,
    jobs: int | None = None,
    progress: Listener | None = None,
) -> Advice:
    """Find the transport to use on a network, from as few runs as settle it.

    scenario: a `Scenario`, the name of a built-in one, or the path of a TOML file. A `Scenario` is not changed.
    goal: what counts: `goodput`, `fairness`, `delay`, `energy`, or several with weights: `goodput=2,fairness=1`.
    min_goodput, min_jain, max_delay_ms, max_energy: limits that the means must keep: kbit/s, Jain's index, ms of the
        99th percentile of the worst flow, J/Mbit.
    transports: the candidates; stock TCPs, the papers' schemes, and combinations if left out.
    without: needs that rule a transport out, such as `receiver` or `nodes` (`airhop.needs.Need`).
    hops, flows, routing, radio, settings, duration, warmup: as in `airhop.run`. Without a duration, the scenario's is
        cut where the budget is small for it.
    seeds: the most seeds that a candidate runs, from 1 on.
    margin: part of the best's score below which a difference is indifferent.
    budget: computing time in seconds, counted in events: 40 million a second, about what two cores do.
    bound: search the best paced UDP too; if left out, where that is cheap.
    cache: a folder in which every run is kept as it finishes, and looked up: `airhop.default_cache()` names the one
        that the commands share. Nothing is kept if left out.
    jobs: runs made at a time; as many as there are cores if left out.
    progress: called now and then with how far it is, an `airhop.Progress`.

    Raises `ScenarioError` if something asked for is wrong, and `OutputError` if `cache` cannot be written, before
    anything is simulated. After Ctrl-C the advice is what stands by then, and says so (`interrupted`).
    """
    base = scenario.copy() if isinstance(scenario, Scenario) else Scenario.find(scenario)
    # The radio first: a profile may bring other values with it.
    named: dict[str, Setting | None] = {
        keys.RADIO: radio,
        keys.HOPS: hops,
        keys.FLOWS: flows,
        keys.ROUTING: routing,
        keys.DURATION: duration,
        keys.WARMUP: warmup,
    }
    base.update({key: value for key, value in named.items() if value is not None})
    base.update(settings or {})
    limits = make_limits(min_goodput=min_goodput, min_jain=min_jain, max_delay_ms=max_delay_ms, max_energy=max_energy)
    folder = None if cache is None else Path(cache)
    if folder is not None:
        outputs.check_directory("cache", folder)
    request = Request(
        scenario=base,
        goal=parse_goal(goal, limits),
        transports=list(transports),
        without=[without] if isinstance(without, str) else list(without),
        rule=make_rule(seeds, margin),
        budget_s=budget,
        bound=bound,
        workers=choose_workers(jobs),
        fixed_extent=duration is not None,
        cache=folder,
    )
    return request.answer(progress)
