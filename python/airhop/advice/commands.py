"""What to run next."""

from __future__ import annotations

import shlex
from collections.abc import Sequence

from airhop.advice.ranking import Choice


def next_commands(command: Sequence[str], choice: Choice, reference: str, seeds: int) -> list[str]:
    """Give commands that look closer at the recommended transport."""
    if choice.recommended is None:
        return []
    names = list(dict.fromkeys([choice.recommended, str(choice.best), reference]))
    base = shlex.join(command)
    transports = " ".join(f"--transport {shlex.quote(name)}" for name in names)
    return [f"airhop run {base} {transports} --seeds {max(seeds, 5)} --plot out"]
