"""Performs one run of airhop in a separate process and measures its processor time; `simulators.Airhop` starts it.

The only argument contains the keywords of `airhop.run` as JSON. Prints the result's JSON with `cpu_s` added.
"""

from __future__ import annotations

import json
import resource
import sys
from typing import Any

import airhop


def processor_s() -> float:
    """Give the user and system time of this process so far, including all threads."""
    usage = resource.getrusage(resource.RUSAGE_SELF)
    return usage.ru_utime + usage.ru_stime


def main() -> int:
    """Run the command."""
    keywords: dict[str, Any] = json.loads(sys.argv[1])
    began = processor_s()
    try:
        result = airhop.run(**keywords)
    except airhop.ScenarioError as error:
        print(f"airhop: {error}", file=sys.stderr)
        return 2
    # Read the clock before the conversion, which is not part of the simulation.
    spent = processor_s() - began
    print(json.dumps({**result.to_dict(), "cpu_s": spent}))
    return 0


if __name__ == "__main__":
    sys.exit(main())
