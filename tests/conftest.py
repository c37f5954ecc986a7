"""What several tests share."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

import airhop
from airhop.runs.cache import FOLDER_VARIABLE
from sweep_support import HARDY

Command = Callable[..., subprocess.CompletedProcess[str]]


@pytest.fixture(scope="session", autouse=True)
def cache(tmp_path_factory: pytest.TempPathFactory) -> None:
    """Keep the runs of fixtures that several tests share out of this folder."""
    os.environ[FOLDER_VARIABLE] = str(tmp_path_factory.mktemp("cache"))


@pytest.fixture(autouse=True)
def own_cache(tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> None:
    """Let no test find the runs of another, unless it names their folder."""
    monkeypatch.setenv(FOLDER_VARIABLE, str(tmp_path_factory.mktemp("cache")))


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
def left_alone(tmp_path_factory: pytest.TempPathFactory) -> airhop.Sweep:
    """Sweep the plan that others are killed at, undisturbed."""
    folder = tmp_path_factory.mktemp("left-alone")
    plan = folder / "plan.toml"
    plan.write_text(HARDY)
    return airhop.sweep(plan, folder / "sweep")


@pytest.fixture(scope="session")
def comparison() -> airhop.Result:
    """Two transports, two flows, two seeds, with time series."""
    return airhop.run(
        "chain", transports=["newreno", "vegas"], hops=3, flows=2, seeds=2, duration=20, warmup=2, series=True
    )
