"""Compare transports over multihop wireless networks: which one to use, and how well it performs.

    import airhop
    result = airhop.run("chain", transports=["newreno", "vegas"], hops=7, seeds=5, duration=300)
    result.summary      # one row per transport: means with 95 % intervals
    result.flows        # one row per run and flow

    advice = airhop.advise("chain", goal="goodput", min_jain=0.8)
    advice.recommended  # the transport to use; `advice.reasons` explains why

Importing this module only defines names; pandas and matplotlib are loaded on first use.
"""

from airhop._native import ScenarioError, __version__
from airhop.advice.advice import Advice
from airhop.advice.api import advise
from airhop.api import run
from airhop.catalogue import Parameter, Part, Radio, Transport, parameters, parts, radios, scenarios, transports
from airhop.result import Result
from airhop.runs.cache import default_folder as default_cache
from airhop.runs.runner import Interrupted, Progress
from airhop.scenario import Scenario
from airhop.sweeps.api import sweep
from airhop.sweeps.results import Sweep

__all__ = [
    "Advice",
    "Interrupted",
    "Parameter",
    "Part",
    "Progress",
    "Radio",
    "Result",
    "Scenario",
    "ScenarioError",
    "Sweep",
    "Transport",
    "__version__",
    "advise",
    "default_cache",
    "parameters",
    "parts",
    "radios",
    "run",
    "scenarios",
    "sweep",
    "transports",
]
