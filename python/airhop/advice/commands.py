"""What to run next."""

from __future__ import annotations

import shlex
from collections.abc import Sequence

from airhop.advice.ranking import Choice


def next_commands(
    command: Sequence[str], choice: Choice, reference: str, seeds: int, flows: Sequence[str]
) -> list[str]:
    """Give commands that look closer at the recommended transport.

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
    return commands
