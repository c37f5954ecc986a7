"""Entry point of the command: sub-commands and error handling."""

from __future__ import annotations

import os
import sys
from typing import Annotated

import typer

from airhop._native import KernelError, ScenarioError, __version__
from airhop.cli.advise import advise_command
from airhop.cli.catalogue import list_command
from airhop.cli.kernel import kernel_app
from airhop.cli.live import live_command
from airhop.cli.matrix import matrix_command
from airhop.cli.reproduce import reproduce_command
from airhop.cli.run import run_command
from airhop.cli.show import show_command
from airhop.cli.sweep import sweep_command
from airhop.live import LiveError
from airhop.outputs import OutputError
from airhop.runs.cluster import ClusterError

EXIT_WRONG_REQUEST = 2
EXIT_FAILURE = 1

app = typer.Typer(
    name="airhop",
    help="Compare transports over multihop wireless networks: which one to use, and how well it performs.",
    no_args_is_help=True,
    add_completion=False,
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)
app.command("run")(run_command)
app.command("sweep")(sweep_command)
app.command("advise")(advise_command)
app.command("reproduce")(reproduce_command)
app.command("matrix")(matrix_command)
app.command("live")(live_command)
app.command("list")(list_command)
app.command("show")(show_command)
app.add_typer(kernel_app, name="kernel")


def _print_version(wanted: bool) -> None:
    if wanted:
        typer.echo(f"airhop {__version__}")
        raise typer.Exit


@app.callback()
def _options(
    version: Annotated[
        bool, typer.Option("--version", callback=_print_version, is_eager=True, help="Print the version and exit.")
    ] = False,
) -> None:
    """Compare transports over multihop wireless networks."""


def main() -> None:
    """Run the command: exit status 0 for success, 2 for an invalid request, 1 for other failures."""
    try:
        app(prog_name="airhop")
    except (KernelError, ScenarioError, OutputError, LiveError, ClusterError) as error:
        _fail(str(error), EXIT_WRONG_REQUEST)
    except BrokenPipeError:
        # The reader of standard output is gone. The interpreter must not flush again.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        sys.exit(EXIT_FAILURE)
    except OSError as error:
        _fail(f"{error.filename}: {error.strerror}" if error.filename else str(error), EXIT_FAILURE)


def _fail(message: str, status: int) -> None:
    sys.stderr.write(f"airhop: {message}\n")
    sys.exit(status)
