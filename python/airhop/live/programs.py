"""Programs in namespaces: servers that start before the command, and the command."""

from __future__ import annotations

import contextlib
import signal
import subprocess
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from types import TracebackType

from airhop.live.errors import LiveError

_LISTENING_S = 5.0
"""Longest wait for a server to listen in its namespace; the run goes on with a server that never listens."""
_TCP_LISTEN = "0A"
_UDP_BOUND = "07"


def in_namespace(name: str, command: Sequence[str]) -> list[str]:
    """Give the command line that runs a command in a namespace."""
    return ["ip", "netns", "exec", name, *command]


class Server:
    """A program that runs as long as the network exists."""

    def __init__(self, namespace: str, command: str) -> None:
        """Start a shell command in a namespace; its errors go to the caller's standard error."""
        self.command = command
        # A session of its own: Ctrl-C is for the command, or for airhop, which ends servers itself.
        self._process = subprocess.Popen(  # noqa: S603 - the user's own command
            in_namespace(namespace, ["sh", "-c", command]),
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            start_new_session=True,
        )

    def await_listening(self, sockets_before: int, count: Callable[[], int]) -> None:
        """Wait until more sockets listen in the namespace than before; raise `LiveError` if the program ends."""
        deadline = time.monotonic() + _LISTENING_S
        while time.monotonic() < deadline:
            status = self._process.poll()
            if status is not None and status != 0:
                msg = f"--serve: `{self.command}` exited immediately with status {status}"
                raise LiveError(msg)
            if count() > sockets_before:
                return
            time.sleep(0.02)


def listening() -> int:
    """Count the sockets that listen in the namespace of this thread."""
    count = 0
    for table, state in (("tcp", _TCP_LISTEN), ("tcp6", _TCP_LISTEN), ("udp", _UDP_BOUND), ("udp6", _UDP_BOUND)):
        path = Path(f"/proc/thread-self/net/{table}")
        if path.exists():
            lines = path.read_text(encoding="ascii").splitlines()[1:]
            count += sum(line.split()[3] == state for line in lines)
    return count


class Command:
    """The command of a live run."""

    def __init__(self, namespace: str, arguments: Sequence[str]) -> None:
        """Start it; its input and output are the caller's own."""
        self._process = subprocess.Popen(in_namespace(namespace, arguments))  # noqa: S603 - the user's own command

    def poll(self) -> int | None:
        """Give its exit status as in a shell, or None while it runs."""
        status = self._process.poll()
        return None if status is None else status if status >= 0 else 128 - status

    def end(self) -> int:
        """Terminate it, and give its exit status."""
        if self._process.poll() is None:
            with contextlib.suppress(ProcessLookupError):
                self._process.send_signal(signal.SIGTERM)
        try:
            self._process.wait(2)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()
        return self.poll() or 0

    def __enter__(self) -> Command:
        """Run."""
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """End it, if it still runs."""
        self.end()
