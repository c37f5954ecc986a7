"""Network namespaces: created, entered by a thread, emptied and removed."""

from __future__ import annotations

import contextlib
import ctypes
import os
import signal
import subprocess
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from threading import Thread
from typing import TypeVar

from airhop.live.errors import LiveError

MOUNTS = Path("/run/netns")
"""Directory of the named namespaces of `ip netns`."""
_CLONE_NEWNET = 0x40000000
_TERM_S = 2.0

T = TypeVar("T")


def ip(*arguments: str, script: Sequence[str] = ()) -> None:
    """Run `ip`, with a script of its commands if given; raise `LiveError` with its error message."""
    command = ["ip", *arguments, *(["-batch", "-"] if script else [])]
    done = subprocess.run(  # noqa: S603 - fixed words and names of our own
        command, input="".join(f"{line}\n" for line in script), capture_output=True, text=True, check=False
    )
    if done.returncode != 0:
        msg = f"`{' '.join(command)}` failed: {done.stderr.strip() or done.stdout.strip()}"
        raise LiveError(msg)


def inside(name: str, action: Callable[[], T]) -> T:
    """Run an action in a namespace: in a thread that enters the namespace and ends with the action.

    A socket or TUN interface stays in the namespace where it was created, whoever uses it later.
    """
    results: list[T] = []
    errors: list[BaseException] = []

    def body() -> None:
        try:
            _enter(MOUNTS / name)
            results.append(action())
        except BaseException as error:
            errors.append(error)

    thread = Thread(target=body, name=f"in {name}")
    thread.start()
    thread.join()
    if errors:
        raise errors[0]
    return results[0]


def _enter(path: Path) -> None:
    libc = ctypes.CDLL(None, use_errno=True)
    handle = os.open(path, os.O_RDONLY | os.O_CLOEXEC)
    try:
        if libc.setns(handle, _CLONE_NEWNET) != 0:
            error = ctypes.get_errno()
            raise OSError(error, os.strerror(error), str(path))
    finally:
        os.close(handle)


def existing(prefix: str) -> list[str]:
    """List the namespaces whose names have this prefix."""
    return sorted(path.name for path in MOUNTS.glob(f"{prefix}*")) if MOUNTS.is_dir() else []


def processes(name: str) -> list[int]:
    """List the processes in a namespace."""
    try:
        wanted = (MOUNTS / name).stat()
    except OSError:
        return []
    found = []
    for entry in Path("/proc").iterdir():
        if entry.name.isdigit():
            with contextlib.suppress(OSError):
                own = (entry / "ns" / "net").stat()
                if (own.st_dev, own.st_ino) == (wanted.st_dev, wanted.st_ino):
                    found.append(int(entry.name))
    return found


def remove(names: Sequence[str]) -> None:
    """End all processes in these namespaces and remove the namespaces."""
    for number in (signal.SIGTERM, signal.SIGKILL):
        deadline = time.monotonic() + _TERM_S
        pending = {pid for name in names for pid in processes(name)} - {os.getpid()}
        for pid in pending:
            with contextlib.suppress(ProcessLookupError):
                os.kill(pid, number)
        while pending and time.monotonic() < deadline:
            time.sleep(0.02)
            pending = {pid for name in names for pid in processes(name)} - {os.getpid()}
        if not pending:
            break
    there = [name for name in names if (MOUNTS / name).exists()]
    if there:
        ip("-force", script=[f"netns del {name}" for name in there])
