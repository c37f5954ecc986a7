"""What several tests share."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

import airhop

Command = Callable[..., subprocess.CompletedProcess[str]]


@pytest.fixture(scope="session")
def command() -> Command:
    """Run the command in a process of its own."""

    def run(*arguments: str | Path, **options: object) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            [sys.executable, "-m", "airhop", *map(str, arguments)],
            capture_output=True,
            text=True,
            timeout=300,
            check=False,
            **options,
        )

    return run


@pytest.fixture(scope="session")
def comparison() -> airhop.Result:
    """Two transports, two flows, two seeds, with time series."""
    return airhop.run(
        "chain", transports=["newreno", "vegas"], hops=3, flows=2, seeds=2, duration=20, warmup=2, series=True
    )
