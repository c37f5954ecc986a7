"""Compare transports over multihop wireless networks: which one should run over this network, and how well will it do.

    import airhop
    result = airhop.run("chain", transports=["newreno", "vegas"], hops=7, seeds=5, duration=300)
    result.summary      # one row a transport: means with 95 % intervals
    result.flows        # one row a run and flow

    advice = airhop.advise("chain", goal="goodput", min_jain=0.8)
    advice.recommended  # the transport to use; `advice.reasons` say why

Importing this module does nothing but define names; pandas and matplotlib are loaded when first used.
"""

from airhop._native import ScenarioError, __version__
from airhop.advice.advice import Advice
from airhop.advice.api import advise
from airhop.api import run
from airhop.campaign import Interrupted
from airhop.catalogue import Parameter, Part, Radio, Transport, parameters, parts, radios, scenarios, transports
from airhop.result import Result
from airhop.scenario import Scenario
from airhop.sweeps.api import SweepInterrupted, sweep
from airhop.sweeps.results import Sweep

__all__ = [
    "Advice",
    "Interrupted",
    "Parameter",
    "Part",
    "Radio",
    "Result",
    "Scenario",
    "ScenarioError",
    "Sweep",
    "SweepInterrupted",
    "Transport",
    "__version__",
    "advise",
    "parameters",
    "parts",
    "radios",
    "run",
    "scenarios",
    "sweep",
    "transports",
]
