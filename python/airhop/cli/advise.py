"""`airhop advise`: which transport to use on a network, from as few runs as settle it."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated

import typer

from airhop import keys, outputs
from airhop.advice.advice import Advice
from airhop.advice.goal import make_limits, parse_goal
from airhop.advice.quantities import parse_time_s
from airhop.advice.race import Rule
from airhop.advice.request import Request, make_rule
from airhop.api import choose_workers
from airhop.cli import advice_table
from airhop.cli.console import notes_console, results_console
from airhop.cli.options import (
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
            help=f"Simulated seconds: sets {keys.DURATION}. The scenario's if left out, cut if the budget is small.",
        ),
    ] = None,
    warmup: WarmupOption = None,
    goal: Annotated[
        str,
        typer.Option(
            "--for",
            metavar="GOAL",
            help="What counts: goodput, fairness, delay, energy; or several with weights, as in goodput=2,fairness=1.",
        ),
    ] = "goodput",
    min_goodput: Annotated[
        float | None, typer.Option("--min-goodput", metavar="KBPS", help="Least goodput, kbit/s.")
    ] = None,
    min_jain: Annotated[
        float | None, typer.Option("--min-jain", metavar="X", help="Least Jain's index, up to 1.")
    ] = None,
    max_delay: Annotated[
        str | None,
        typer.Option("--max-delay", metavar="TIME", help="Highest p99 delay of the worst flow, as in 100ms."),
    ] = None,
    max_energy: Annotated[
        float | None,
        typer.Option("--max-energy", metavar="J", help="Most energy of all nodes for a Mbit delivered, J."),
    ] = None,
    transport: Annotated[
        list[str] | None,
        typer.Option(
            "--transport",
            metavar="NAME",
            help="A candidate; may be given again. If left out, what systems have, the papers' five, and crossings.",
        ),
    ] = None,
    without: Annotated[
        list[str] | None,
        typer.Option(
            "--without",
            metavar="NEED",
            help="Rule out what needs changes at the sender, the receiver or the nodes, knowledge of the path,"
            " synchronised clocks, or another protocol; may be given again.",
        ),
    ] = None,
    seeds: Annotated[
        int, typer.Option("--seeds", metavar="MAX", help="Most seeds that a candidate runs.")
    ] = _RULE.most_seeds,
    margin: Annotated[
        float, typer.Option("--margin", metavar="X", help="Part of the best below which a difference is indifferent.")
    ] = _RULE.margin,
    budget: Annotated[
        str,
        typer.Option(
            "--budget", metavar="TIME", help="Computing time, counted in events: 40 million a second, as of two cores."
        ),
    ] = "60s",
    bound: Annotated[
        bool | None,
        typer.Option(
            "--bound/--no-bound",
            help="Search the best paced UDP, or do not; where it is cheap if left out.",
            show_default=False,
        ),
    ] = None,
    json_file: JsonOption = None,
    results: Annotated[
        Path | None,
        typer.Option(
            "--results", metavar="DIR", help="Keep every run in DIR as it finishes, and use those kept there."
        ),
    ] = None,
    plot: Annotated[Path | None, typer.Option("--plot", metavar="DIR", help="Draw a figure into DIR.")] = None,
    plot_format: Annotated[PlotFormat, typer.Option("--plot-format", help="Form of the figure.")] = PlotFormat.PNG,
    jobs: JobsOption = None,
    quiet: QuietOption = False,
) -> None:
    """Find the transport to use on a network: run what is worth running, and recommend, with numbers and intervals."""
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
        results=results,
        command=command,
    )
    json_path = Path(json_file) if json_file is not None and json_file != STANDARD_OUTPUT else None
    # Nothing is touched for a request that is wrong.
    request.check()
    if results is not None:
        outputs.check_directory("--results", results)
    if json_path is not None:
        outputs.check_file("--json", json_path)
    if plot is not None:
        outputs.check_directory("--plot", plot)

    notes = notes_console()
    with ProgressBar(notes, quiet=quiet) as bar:
        advice = request.answer(bar.update)
    if not advice.ranked:
        sys.stderr.write("airhop: interrupted: too little was finished to say anything\n")
        raise typer.Exit(EXIT_FAILURE)
    if json_file == STANDARD_OUTPUT:
        typer.echo(advice.to_json(), nl=False)
    else:
        console = results_console()
        console.print(advice_table.render(advice, console))
    written = _write(advice, json_path, plot, plot_format)
    if advice.interrupted:
        sys.stderr.write(f"airhop: interrupted: this is what {advice.runs_made} finished runs say\n")
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
