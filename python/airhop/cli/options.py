"""Options shared by several sub-commands, and the scenario that they define."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from airhop import keys, outputs
from airhop._native import ScenarioError
from airhop.runs.cache import FOLDER_VARIABLE, default_folder
from airhop.scenario import Scenario

ScenarioArgument = Annotated[
    str, typer.Argument(metavar="SCENARIO", help="A built-in name (see `airhop list scenarios`) or a TOML file.")
]
HopsOption = Annotated[int | None, typer.Option("--hops", metavar="N", help=f"Number of hops: sets {keys.HOPS}.")]
FlowsOption = Annotated[int | None, typer.Option("--flows", metavar="N", help=f"Number of flows: sets {keys.FLOWS}.")]
RoutingOption = Annotated[
    str | None, typer.Option("--routing", metavar="NAME", help=f"Routing protocol: sets {keys.ROUTING}.")
]
RadioOption = Annotated[
    str | None, typer.Option("--radio", metavar="PROFILE", help=f"Radio profile: sets {keys.RADIO}.")
]
SetOption = Annotated[
    list[str] | None,
    typer.Option("--set", metavar="KEY=VALUE", help="Set any key of the scenario; repeatable."),
]
WarmupOption = Annotated[
    float | None, typer.Option("--warmup", metavar="S", help=f"Seconds excluded from all means: sets {keys.WARMUP}.")
]
JobsOption = Annotated[
    int | None, typer.Option("--jobs", metavar="N", help="Number of parallel runs; default: number of cores.")
]
ClusterOption = Annotated[
    str | None,
    typer.Option(
        "--cluster",
        metavar="ADDRESS",
        help="Run on a Dask cluster: tcp://HOST:PORT, or local:N for N processes on this machine.",
    ),
]
CacheOption = Annotated[
    Path | None,
    typer.Option(
        "--cache",
        metavar="DIR",
        help="Directory that stores each finished run, and is searched first. All commands share it; default:"
        f" ${FOLDER_VARIABLE}, or out/runs.",
        show_default=False,
    ),
]
QuickOption = Annotated[bool, typer.Option("--quick", help="Shorter runs, with wider intervals.")]
JsonOption = Annotated[
    str | None, typer.Option("--json", metavar="FILE", help="Write JSON to FILE, or to standard output for `-`.")
]
QuietOption = Annotated[bool, typer.Option("--quiet", help="Print only errors on standard error.")]


def check_one_place(jobs: int | None, cluster: str | None) -> None:
    """Refuse `--jobs` together with `--cluster`."""
    if cluster is not None and jobs is not None:
        msg = "--jobs N uses the cores of this machine, --cluster ADDRESS other machines: give only one of them"
        raise ScenarioError(msg)


def cache_folder(chosen: Path | None) -> Path:
    """Return the folder of runs, and check that it can be written."""
    folder = default_folder() if chosen is None else chosen
    outputs.check_directory("--cache", folder)
    return folder


def scenario_from_options(
    name: str,
    *,
    hops: int | None,
    flows: int | None,
    routing: str | None,
    radio: str | None,
    settings: list[str] | None,
) -> Scenario:
    """Find the scenario and apply the options: the radio first, `--set` last."""
    scenario = Scenario.find(name)
    scenario.update(
        {
            key: value
            for key, value in {
                keys.RADIO: radio,
                keys.HOPS: hops,
                keys.FLOWS: flows,
                keys.ROUTING: routing,
            }.items()
            if value is not None
        }
    )
    for setting in settings or []:
        key, separator, value = setting.partition("=")
        if not separator or not key.strip():
            msg = f"--set {setting}: expected KEY=VALUE, as in --set topology.hops=4"
            raise ScenarioError(msg)
        scenario.set_text(key.strip(), value.strip())
    return scenario
