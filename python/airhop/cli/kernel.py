"""`airhop kernel`: airhop's transports as congestion controls of the Linux kernel."""

from __future__ import annotations

import re
from typing import Annotated

import typer

from airhop import kernel
from airhop.cli.console import notes_console
from airhop.cli.kernel_status import print_paths, print_status
from airhop.kernel import routes

kernel_app = typer.Typer(
    help="Use airhop's schemes in the Linux kernel. TCP-AP and window limits become congestion controls.",
    no_args_is_help=True,
    add_completion=False,
    rich_markup_mode=None,
)

NameArgument = Annotated[str, typer.Argument(metavar="NAME", help="tcp-ap, cwl or bwrtt.", show_default=False)]

_KBPS_PER = {"": 0.001, "k": 1.0, "M": 1e3, "G": 1e6}


def parse_rate(text: str) -> int:
    """Read a bit rate such as `2M`, `5.5M` or `500k`; give kbit/s."""
    match = re.fullmatch(r"(\d+(?:\.\d+)?)([kMG]?)(?:bit|bit/s)?", text.strip())
    rate_kbps = round(float(match[1]) * _KBPS_PER[match[2]]) if match else 0
    if not 1 <= rate_kbps <= 1_000_000_000:
        msg = f"--rate: {text} is not allowed: expected bits per second with k, M or G, such as 2M or 5.5M"
        raise kernel.KernelError(msg)
    return rate_kbps


@kernel_app.command("load")
def load_command(
    name: NameArgument,
    n: Annotated[int, typer.Option(help="tcp-ap: number of hops after which the next segment can follow.")] = 4,
    alpha: Annotated[float, typer.Option(help="tcp-ap: weight of the past in the mean n-hop delay, 0 to 0.999.")] = 0.7,
    overhead: Annotated[int, typer.Option(help="tcp-ap: bytes of headers on the air, without TCP options.")] = 112,
    cov: Annotated[
        str,
        typer.Option(help="tcp-ap: deviation in the coefficient of variation: mad (mean absolute) or std (standard)."),
    ] = "mad",
) -> None:
    """Load a scheme as a congestion control. It stays loaded until `unload`."""
    if cov not in ("mad", "std"):
        msg = f"--cov: {cov} is not allowed: expected mad or std"
        raise kernel.KernelError(msg)
    kernel.load(name, kernel.Settings(n, alpha, overhead, "mad" if cov == "mad" else "std"))
    registered = kernel.kernel_name(name)
    notes_console().print(f"{registered} is loaded; to use it: sysctl -w net.ipv4.tcp_congestion_control={registered}")


@kernel_app.command("unload")
def unload_command(
    name: Annotated[
        str | None, typer.Argument(metavar="[NAME]", help="Default: all schemes, and the paths.", show_default=False)
    ] = None,
) -> None:
    """Unload a scheme. Sockets that use it keep it until they close."""
    kernel.unload(name)


@kernel_app.command("status")
def status_command(
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON instead of tables.")] = False,
) -> None:
    """Show loaded schemes, paths and connections."""
    print_status(as_json)


@kernel_app.command("path")
def path_command(
    destination: Annotated[
        str | None, typer.Argument(metavar="[DST]", help="Address, or ADDRESS/BITS.", show_default=False)
    ] = None,
    hops: Annotated[int | None, typer.Option(help="Number of wireless hops, 1 to 255.", show_default=False)] = None,
    rate: Annotated[str | None, typer.Option(help="Bit rate of the links, such as 2M.", show_default=False)] = None,
    source: Annotated[
        str | None, typer.Option("--from", help="Only for connections from this address.", show_default=False)
    ] = None,
    list_: Annotated[bool, typer.Option("--list", help="List the paths.")] = False,
    delete: Annotated[bool, typer.Option("--delete", help="Delete the path to DST.")] = False,
    from_routes: Annotated[bool, typer.Option("--from-routes", help="Set paths from a route table.")] = False,
    table: Annotated[str, typer.Option(help="With --from-routes: the route table.")] = "main",
    netns: Annotated[
        str | None, typer.Option(help="With --from-routes: routes of this network namespace.", show_default=False)
    ] = None,
    device: Annotated[
        str | None,
        typer.Option("--dev", metavar="IFACE", help="With --from-routes: only routes via IFACE.", show_default=False),
    ] = None,
    protocol: Annotated[
        str | None, typer.Option(help="With --from-routes: only routes of this origin.", show_default=False)
    ] = None,
    metric_per_hop: Annotated[int, typer.Option(help="With --from-routes: metric per hop.")] = 1,
    watch: Annotated[bool, typer.Option("--watch", help="With --from-routes: follow changes of the table.")] = False,
) -> None:
    """Set, list or delete paths. A path is the number of hops and the bit rate to a destination."""
    chosen = [option for option, on in (("--list", list_), ("--delete", delete), ("--from-routes", from_routes)) if on]
    if len(chosen) > 1:
        msg = f"{' and '.join(chosen)} cannot be combined"
        raise kernel.KernelError(msg)
    if watch and not from_routes:
        msg = "--watch follows a route table and needs --from-routes"
        raise kernel.KernelError(msg)
    if list_:
        print_paths()
    elif delete:
        kernel.delete_path(_needed(destination, "DST", "--delete"), source)
    elif from_routes:
        if destination is not None or hops is not None or source is not None:
            msg = "--from-routes takes destinations and hops from the table: omit DST, --hops and --from"
            raise kernel.KernelError(msg)
        if metric_per_hop < 1:
            msg = f"--metric-per-hop: {metric_per_hop} is not allowed: expected a number >= 1"
            raise kernel.KernelError(msg)
        chosen_table = routes.Table(table, netns, device, protocol, metric_per_hop)
        _follow(chosen_table, parse_rate(_needed(rate, "--rate", "--from-routes")), watch=watch)
    else:
        target = _needed(destination, "DST", "a path")
        if hops is None:
            msg = "a path needs --hops"
            raise kernel.KernelError(msg)
        kernel.set_path(target, hops, parse_rate(_needed(rate, "--rate", "a path")), source)


@kernel_app.command("acks")
def acks_command(
    device: Annotated[
        str | None, typer.Option("--dev", metavar="IFACE", help="The receiver's device.", show_default=False)
    ] = None,
    every: Annotated[int | None, typer.Option(help="Full segments per ACK, 1 to 16.", show_default=False)] = None,
    window: Annotated[
        str | None,
        typer.Option(
            help="Maximum advertised window: segments, or h/4 for a quarter of the path's hops.", show_default=False
        ),
    ] = None,
    delack: Annotated[
        int | None, typer.Option(metavar="MS", help="Maximum ACK delay on known paths.", show_default=False)
    ] = None,
    off: Annotated[bool, typer.Option("--off", help="Remove the policy of IFACE, or the delay.")] = False,
) -> None:
    """Set a receiver's ACK policy. Thins ACKs and limits the window at a device, or shortens the ACK delay."""
    if off:
        if every is not None or window is not None or delack is not None:
            msg = "--off removes a policy: omit --every, --window and --delack"
            raise kernel.KernelError(msg)
        found = kernel.clear_acks(device) if device else kernel.clear_delack()
        if not found:
            msg = f"no policy is set at {device}" if device else "no delay is set"
            raise kernel.KernelError(msg)
        return
    if delack is None and every is None and window is None:
        msg = "nothing to set: expected --every N or --window LIMIT with --dev IFACE, or --delack MS"
        raise kernel.KernelError(msg)
    if every is not None or window is not None:
        kernel.set_acks(_needed(device, "--dev", "--every or --window"), 1 if every is None else every, window)
    elif device is not None:
        msg = "--delack applies to all devices: omit --dev"
        raise kernel.KernelError(msg)
    if delack is not None:
        kernel.set_delack(delack)


def _needed(value: str | None, what: str, whose: str) -> str:
    if value is None:
        msg = f"{whose} needs {what}"
        raise kernel.KernelError(msg)
    return value


def _follow(table: routes.Table, rate_kbps: int, *, watch: bool) -> None:
    notes = notes_console()
    found = routes.read(table)
    for destination, reason in found.ignored.items():
        notes.print(f"ignored: {destination}: {reason}")
    if not watch:
        changes = routes.apply(found, rate_kbps)
        for change in changes:
            typer.echo(change)
        if not changes:
            notes.print("no changes" if found.hops else "no route with a number of hops")
        return
    try:
        routes.watch(table, rate_kbps, typer.echo)
    except KeyboardInterrupt:
        notes.print("stopped; the paths remain set")
