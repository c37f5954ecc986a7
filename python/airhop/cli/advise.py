"""`airhop advise`: which transport to use on a network, from as few runs as suffice."""

from __future__ import annotations

import sys
from dataclasses import replace
from pathlib import Path
from typing import Annotated

import typer

from airhop import keys, outputs
from airhop.advice.advice import Advice
from airhop.advice.goal import make_limits, parse_goal
from airhop.advice.quantities import parse_time_s
from airhop.advice.race import Rule
from airhop.advice.request import Request, make_rule
from airhop.choices import choose_workers
from airhop.cli import advice_table
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
from airhop.cli.run import EXIT_FAILURE, STANDARD_OUTPUT, PlotFormat

_RULE = Rule()


def advise_command(
    scenario: ScenarioArgument,
    hops: HopsOption = None,
    flows: FlowsOption = None,
    routing: RoutingOption = None,
    radio: RadioOption = None,
    set_: SetOption = None,
    duration: Annotated[
        float | None,
        typer.Option(
            "--duration",
            metavar="S",
            help=f"Simulated seconds: sets {keys.DURATION}. Default: the scenario's, or less if the budget is small.",
        ),
    ] = None,
    warmup: WarmupOption = None,
    goal: Annotated[
        str,
        typer.Option(
            "--for",
            metavar="GOAL",
            help="Objective: goodput, fairness, delay or energy; or several with weights, as in goodput=2,fairness=1.",
        ),
    ] = "goodput",
    min_goodput: Annotated[
        float | None, typer.Option("--min-goodput", metavar="KBPS", help="Minimum goodput, kbit/s.")
    ] = None,
    min_jain: Annotated[
        float | None, typer.Option("--min-jain", metavar="X", help="Minimum Jain's index, at most 1.")
    ] = None,
    max_delay: Annotated[
        str | None,
        typer.Option("--max-delay", metavar="TIME", help="Maximum p99 delay of the worst flow, as in 100ms."),
    ] = None,
    max_energy: Annotated[
        float | None,
        typer.Option("--max-energy", metavar="J", help="Maximum energy of all nodes per Mbit delivered, J."),
    ] = None,
    transport: Annotated[
        list[str] | None,
        typer.Option(
            "--transport",
            metavar="NAME",
            help="A candidate; repeatable. Default: stock TCPs, the papers' schemes, and combinations.",
        ),
    ] = None,
    without: Annotated[
        list[str] | None,
        typer.Option(
            "--without",
            metavar="NEED",
            help="Exclude candidates that need changes at the sender, the receiver or the nodes, knowledge of the path,"
            " synchronised clocks, or another protocol; repeatable.",
        ),
    ] = None,
    seeds: Annotated[
        int, typer.Option("--seeds", metavar="MAX", help="Maximum number of seeds per candidate.")
    ] = _RULE.most_seeds,
    margin: Annotated[
        float, typer.Option("--margin", metavar="X", help="Smallest relevant difference, as a fraction of the best.")
    ] = _RULE.margin,
    budget: Annotated[
        str,
        typer.Option(
            "--budget",
            metavar="TIME",
            help="Computing time, counted in events: 40 million per second, as on two cores.",
        ),
    ] = "60s",
    bound: Annotated[
        bool | None,
        typer.Option(
            "--bound/--no-bound",
            help="Compare with paced UDP at its best rate, or not; default: only if the search is cheap.",
            show_default=False,
        ),
    ] = None,
    json_file: JsonOption = None,
    cache: CacheOption = None,
    plot: Annotated[Path | None, typer.Option("--plot", metavar="DIR", help="Draw a figure into DIR.")] = None,
    plot_format: Annotated[PlotFormat, typer.Option("--plot-format", help="Format of the figure.")] = PlotFormat.PNG,
    jobs: JobsOption = None,
    quiet: QuietOption = False,
) -> None:
    """Recommend a transport for a network. Races the candidates, and gives reasons, numbers and intervals."""
    base = scenario_from_options(scenario, hops=hops, flows=flows, routing=routing, radio=radio, settings=set_)
    for key, value in {keys.DURATION: duration, keys.WARMUP: warmup}.items():
        if value is not None:
            base.set(key, value)
    limits = make_limits(
        min_goodput=min_goodput,
        min_jain=min_jain,
        max_delay_ms=None if max_delay is None else 1000 * parse_time_s(max_delay, "--max-delay", plain_unit="ms"),
        max_energy=max_energy,
    )
    options = {"--hops": hops, "--flows": flows, "--routing": routing, "--radio": radio}
    command = [scenario, *(word for option, v in options.items() if v is not None for word in (option, str(v)))]
    command += [word for setting in set_ or [] for word in ("--set", setting)]
    extents = {"--duration": duration, "--warmup": warmup}
    command += [word for option, v in extents.items() if v is not None for word in (option, f"{v:g}")]
    request = Request(
        scenario=base,
        goal=parse_goal(goal, limits),
        transports=transport or [],
        without=without or [],
        rule=make_rule(seeds, margin),
        budget_s=parse_time_s(budget, "--budget", plain_unit="s"),
        bound=bound,
        workers=choose_workers(jobs),
        fixed_extent=duration is not None,
        command=command,
    )
    json_path = Path(json_file) if json_file is not None and json_file != STANDARD_OUTPUT else None
    # An invalid request writes nothing.
    request.check()
    if json_path is not None:
        outputs.check_file("--json", json_path)
    if plot is not None:
        outputs.check_directory("--plot", plot)
    request = replace(request, cache=cache_folder(cache))

    notes = notes_console()
    with ProgressBar(notes, quiet=quiet) as bar:
        advice = request.answer(bar.update)
    if not advice.ranked:
        sys.stderr.write("airhop: interrupted: too few runs have finished for a recommendation\n")
        raise typer.Exit(EXIT_FAILURE)
    if json_file == STANDARD_OUTPUT:
        typer.echo(advice.to_json(), nl=False)
    else:
        console = results_console()
        console.print(advice_table.render(advice, console))
    written = _write(advice, json_path, plot, plot_format)
    if advice.interrupted:
        sys.stderr.write(f"airhop: interrupted: the advice is based on {advice.runs_made} finished runs\n")
        raise typer.Exit(EXIT_FAILURE)
    if written and not quiet:
        notes.print(f"written: {', '.join(map(str, written))}")


def _write(advice: Advice, json_path: Path | None, plot: Path | None, plot_format: PlotFormat) -> list[Path]:
    written = []
    if json_path is not None:
        outputs.write_text(json_path, advice.to_json())
        written.append(json_path)
    if plot is not None:
        # Matplotlib takes half a second to import.
        from airhop.advice.draw import draw_advice

        written.append(draw_advice(advice, plot, plot_format.value))
    return written
