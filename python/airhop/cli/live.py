"""`airhop live`: real programs and the kernel's own TCP over a simulated network, in real time."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from airhop import keys, outputs
from airhop.cli.live_session import Request, Session
from airhop.cli.options import (
    FlowsOption,
    HopsOption,
    JsonOption,
    QuietOption,
    RadioOption,
    RoutingOption,
    SetOption,
    scenario_from_options,
)
from airhop.live import LiveError, clean

STANDARD_OUTPUT = "-"


def live_command(
    scenario: Annotated[
        str | None,
        typer.Argument(metavar="SCENARIO", help="A built-in name (see `airhop list scenarios`) or a TOML file."),
    ] = None,
    command: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="[-- COMMAND...]", help="Command to run in a node's namespace; the run ends when it exits."
        ),
    ] = None,
    at: Annotated[
        str | None,
        typer.Option(
            "--at", metavar="NODE", help="Node that runs COMMAND: a number, a host's name, src or dst; default: src."
        ),
    ] = None,
    serve: Annotated[
        list[str] | None,
        typer.Option(
            "--serve",
            metavar="'NODE: COMMAND'",
            help="Start a server, as a shell command on NODE, before COMMAND; repeatable.",
        ),
    ] = None,
    traffic: Annotated[
        bool, typer.Option("--traffic", help="Run the scenario's own flows over the kernel's transports.")
    ] = False,
    transport: Annotated[
        str | None,
        typer.Option(
            "--transport",
            metavar="kernel:NAME",
            help="Congestion control of every node's TCP: kernel:cubic, kernel:bbr, kernel:reno, kernel:tcp-ap, or any"
            " other of the kernel; default: the system's.",
        ),
    ] = None,
    quickack: Annotated[
        bool, typer.Option("--quickack", help="Every node acknowledges each segment immediately, like simulated nodes.")
    ] = False,
    hops: HopsOption = None,
    flows: FlowsOption = None,
    routing: RoutingOption = None,
    radio: RadioOption = None,
    set_: SetOption = None,
    seed: Annotated[int, typer.Option("--seed", metavar="S", help="Seed of the simulation's random streams.")] = 1,
    duration: Annotated[
        float | None,
        typer.Option(
            "--duration", metavar="S", help=f"End after S seconds; default: never, or {keys.DURATION} with --traffic."
        ),
    ] = None,
    warmup: Annotated[
        float | None,
        typer.Option(
            "--warmup",
            metavar="S",
            help=f"Seconds excluded from all means; default: 0, or {keys.WARMUP} with --traffic.",
        ),
    ] = None,
    json_file: JsonOption = None,
    pcap: Annotated[
        Path | None,
        typer.Option("--pcap", metavar="DIR", help="Write the frames that each node receives to DIR, as pcapng."),
    ] = None,
    series: Annotated[
        Path | None, typer.Option("--series", metavar="FILE", help="Write time series to FILE.parquet or FILE.csv.")
    ] = None,
    remove: Annotated[bool, typer.Option("--clean", help="Only remove what killed live networks left behind.")] = False,
    quiet: QuietOption = False,
) -> None:
    """Run real programs over a simulated network. Each node is a network namespace with the kernel's own TCP."""
    if remove:
        _clean(quiet=quiet)
        return
    if scenario is None:
        msg = "missing SCENARIO: expected a built-in name (see `airhop list scenarios`) or a TOML file"
        raise LiveError(msg)
    base = scenario_from_options(scenario, hops=hops, flows=flows, routing=routing, radio=radio, settings=set_)
    json_path = Path(json_file) if json_file is not None and json_file != STANDARD_OUTPUT else None
    if json_path is not None:
        outputs.check_file("--json", json_path)
    if series is not None:
        outputs.check_series_suffix("--series", series)
        outputs.check_file("--series", series)
    request = Request(
        scenario=base,
        command=command or [],
        at=at,
        servers=serve or [],
        traffic=traffic,
        transport=transport,
        quickack=quickack,
        seed=seed,
        duration_s=duration,
        warmup_s=warmup,
        series=series is not None,
        pcap_dir=pcap,
        quiet=quiet,
    )
    session = Session(request)
    if pcap is not None:
        outputs.check_directory("--pcap", pcap)
    status = session.run()
    result = session.result
    if result is not None:
        if json_file == STANDARD_OUTPUT:
            typer.echo(result.to_json(), nl=False)
        if json_path is not None:
            outputs.write_text(json_path, result.to_json())
        if series is not None:
            outputs.write_series(series, result.series)
    if status != 0:
        raise typer.Exit(status)


def _clean(*, quiet: bool) -> None:
    from airhop.live import requirements

    requirements.check()
    removed = clean()
    if not quiet:
        typer.echo(f"removed: {', '.join(removed)}" if removed else "nothing was left behind", err=True)
