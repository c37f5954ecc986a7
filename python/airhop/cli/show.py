"""`airhop show`: a scenario as TOML to copy and edit."""

from __future__ import annotations

import typer

from airhop.cli.options import (
    FlowsOption,
    HopsOption,
    RadioOption,
    RoutingOption,
    ScenarioArgument,
    SetOption,
    scenario_from_options,
)


def show_command(
    scenario: ScenarioArgument,
    hops: HopsOption = None,
    flows: FlowsOption = None,
    routing: RoutingOption = None,
    radio: RadioOption = None,
    set_: SetOption = None,
) -> None:
    """Print a scenario as TOML. Shows all keys with their units, to copy and edit."""
    chosen = scenario_from_options(scenario, hops=hops, flows=flows, routing=routing, radio=radio, settings=set_)
    typer.echo(chosen.to_toml(), nl=False)
