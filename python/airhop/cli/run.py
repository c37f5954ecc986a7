"""`airhop run`: one scenario, one or more transports, several seeds."""

from __future__ import annotations

import sys
from enum import Enum
from pathlib import Path
from typing import Annotated

import typer

from airhop import keys, outputs
from airhop._native import ScenarioError
from airhop.campaign import Campaign
from airhop.choices import choose_seeds, choose_workers
from airhop.cli import table
from airhop.cli.console import notes_console, results_console
from airhop.cli.options import (
    CacheOption,
    FlowsOption,
    HopsOption,
    JobsOption,
    JsonOption,
    QuietOption,
    RadioOption,
    RoutingOption,
    ScenarioArgument,
    SetOption,
    WarmupOption,
    cache_folder,
    scenario_from_options,
)
from airhop.cli.progress import ProgressBar
from airhop.result import Result
from airhop.runs.cache import Cache
from airhop.runs.runner import Interrupted, Runner

EXIT_FAILURE = 1
STANDARD_OUTPUT = "-"


class PlotFormat(str, Enum):
    """Formats of the figures."""

    PNG = "png"
    SVG = "svg"
    PDF = "pdf"


def run_command(
    scenario: ScenarioArgument,
    transport: Annotated[
        list[str] | None,
        typer.Option(
            "--transport",
            metavar="NAME",
            help="Transport of all flows without a transport of their own (see `airhop list transports`). Repeatable:"
            " the transports are compared in separate runs with the same seeds. Default: the scenario's.",
        ),
    ] = None,
    hops: HopsOption = None,
    flows: FlowsOption = None,
    routing: RoutingOption = None,
    radio: RadioOption = None,
    set_: SetOption = None,
    seeds: Annotated[
        int | None,
        typer.Option("--seeds", metavar="N", help="Run seeds 1 to N; default: 5, or 1 with --packets."),
    ] = None,
    seed: Annotated[int | None, typer.Option("--seed", metavar="S", help="Run only this seed.")] = None,
    duration: Annotated[
        float | None, typer.Option("--duration", metavar="S", help=f"Simulated seconds: sets {keys.DURATION}.")
    ] = None,
    warmup: WarmupOption = None,
    packets: Annotated[
        int | None,
        typer.Option("--packets", metavar="N", help=f"Run until N packets are delivered: sets {keys.PACKETS}."),
    ] = None,
    batches: Annotated[
        int | None,
        typer.Option(
            "--batches",
            metavar="B",
            help=f"Split these packets into B batches for the interval and discard the first: sets {keys.BATCHES}.",
        ),
    ] = None,
    json_file: JsonOption = None,
    plot: Annotated[Path | None, typer.Option("--plot", metavar="DIR", help="Draw figures into DIR.")] = None,
    plot_format: Annotated[PlotFormat, typer.Option("--plot-format", help="Format of the figures.")] = PlotFormat.PNG,
    pcap: Annotated[
        Path | None,
        typer.Option(
            "--pcap", metavar="DIR", help="Write the frames that each node receives to DIR/TRANSPORT-seedS/, as pcapng."
        ),
    ] = None,
    series: Annotated[
        Path | None,
        typer.Option("--series", metavar="FILE", help="Write time series of all runs to FILE.parquet or FILE.csv."),
    ] = None,
    cache: CacheOption = None,
    jobs: JobsOption = None,
    quiet: QuietOption = False,
) -> None:
    """Simulate a scenario with one or more transports. Runs several seeds and prints a table with 95 % intervals."""
    base = scenario_from_options(scenario, hops=hops, flows=flows, routing=routing, radio=radio, settings=set_)
    for key, value in {
        keys.DURATION: duration,
        keys.WARMUP: warmup,
        keys.PACKETS: packets,
        keys.BATCHES: batches,
    }.items():
        if value is not None:
            base.set(key, value)
    if seed is not None and seeds is not None:
        msg = "--seeds N runs seeds 1 to N, --seed S only S: give only one of them"
        raise ScenarioError(msg)
    campaign = Campaign(
        scenario=base,
        transports=transport or [],
        seeds=choose_seeds([seed] if seed is not None else seeds, in_batches=packets is not None),
        series=True if series is not None else "first" if plot is not None else False,
        pcap_dir=pcap,
    )
    workers = choose_workers(jobs)
    json_path = Path(json_file) if json_file is not None and json_file != STANDARD_OUTPUT else None
    # An invalid request writes nothing.
    campaign.check()
    _check_outputs(json_path, plot, pcap, series)
    kept = Cache(cache_folder(cache))

    notes = notes_console()
    interrupted = False
    with ProgressBar(notes, quiet=quiet) as bar, Runner.on_threads(workers, kept, bar.update) as runner:
        try:
            result = campaign.simulate(runner)
        except Interrupted as stop:
            if not isinstance(stop.finished, Result):
                sys.stderr.write("airhop: interrupted: no run has finished\n")
                raise typer.Exit(EXIT_FAILURE) from None
            result, interrupted = stop.finished, True
    if json_file == STANDARD_OUTPUT:
        typer.echo(result.to_json(), nl=False)
    else:
        console = results_console()
        console.print(table.render(result, console))
    written = _write(result, json_path, plot, plot_format, series)
    if pcap is not None:
        written.append(pcap)
    if interrupted:
        wanted = len(campaign.seeds) * max(1, len(campaign.transports))
        sys.stderr.write(
            f"airhop: interrupted: the results contain the {len(result.run_records)} finished runs of {wanted}\n"
        )
        raise typer.Exit(EXIT_FAILURE)
    if written and not quiet:
        notes.print(f"written: {', '.join(map(str, written))}")


def _check_outputs(json_path: Path | None, plot: Path | None, pcap: Path | None, series: Path | None) -> None:
    if json_path is not None:
        outputs.check_file("--json", json_path)
    if series is not None:
        outputs.check_series_suffix("--series", series)
        outputs.check_file("--series", series)
    if plot is not None:
        outputs.check_directory("--plot", plot)
    if pcap is not None:
        outputs.check_directory("--pcap", pcap)


def _write(
    result: Result, json_path: Path | None, plot: Path | None, plot_format: PlotFormat, series: Path | None
) -> list[Path]:
    written = []
    if json_path is not None:
        outputs.write_text(json_path, result.to_json())
        written.append(json_path)
    if series is not None:
        outputs.write_series(series, result.series)
        written.append(series)
    if plot is not None:
        # Matplotlib takes half a second to import.
        from airhop import plots

        written += plots.draw_all(result, plot, plot_format.value)
    return written
