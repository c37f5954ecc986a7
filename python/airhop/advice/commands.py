"""What to run next."""

from __future__ import annotations

import shlex
from collections.abc import Sequence

from airhop.advice.ranking import Choice

IN_KERNEL = {
    "newreno": "reno",
    "sack": "reno",
    "cubic": "cubic",
    "vegas": "vegas",
    "westwood": "westwood",
    "tcp-ap": "tcp-ap",
    "newreno+cwl=h/4": "cwl",
}
"""Congestion controls of the Linux kernel that do what a transport's sender does, as `airhop live` names them."""
_TO_LOAD = ("tcp-ap", "cwl")
"""Those that `airhop kernel load` installs."""


def next_commands(
    command: Sequence[str], choice: Choice, reference: str, seeds: int, flows: Sequence[str]
) -> list[str]:
    """Give commands that examine the recommended transport more closely.

    flows: names of the flows that use it.
    """
    if choice.recommended is None:
        return []
    names = list(dict.fromkeys([choice.recommended, str(choice.best), reference]))
    base = shlex.join(command)
    transports = " ".join(f"--transport {shlex.quote(name)}" for name in names)
    commands = [f"airhop run {base} {transports} --seeds {max(seeds, 5)} --plot out"]
    if len(flows) > 1 and choice.recommended != reference:
        old = shlex.quote(f"flows.{flows[0]}.transport={reference}")
        new = shlex.quote(choice.recommended)
        commands.append(f"airhop run {base} --transport {new} --set {old}  # beside one flow of {reference}")
    return [*commands, *_live(command, choice.recommended)]


def _live(command: Sequence[str], transport: str) -> list[str]:
    """Give the commands that run the same in real time, where the kernel has the transport.

    Its receivers delay ACKs by default.
    """
    control = IN_KERNEL.get(transport.removesuffix("+delack"))
    if control is None:
        return []
    load = [f"sudo airhop kernel load {control}"] if control in _TO_LOAD else []
    length = [] if "--duration" in command else ["--duration", "60", "--warmup", "10"]
    words = shlex.join([*command, *length])
    return [
        *load,
        f"sudo airhop live {words} --traffic --transport kernel:{control}  # the kernel's implementation, in real time",
    ]
