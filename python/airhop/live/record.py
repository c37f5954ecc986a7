"""Records of live networks: one file each, locked while its process lives, to identify leftovers."""

from __future__ import annotations

import contextlib
import fcntl
import json
import os
from collections.abc import Sequence
from pathlib import Path
from types import TracebackType

from airhop.live import allowed, namespace
from airhop.live.errors import LiveError

FOLDER = Path("/run/airhop-live")
PREFIX = "airhop-"
"""Prefix of the names of all namespaces."""
_MOST_NETWORKS = 1000


class Record:
    """This process's claim to a live network's number; the lock ends with the process, however it ends."""

    def __init__(self, folder: Path = FOLDER) -> None:
        """Take the smallest free number."""
        folder.mkdir(parents=True, exist_ok=True)
        for number in range(1, _MOST_NETWORKS + 1):
            path = folder / f"{number}.json"
            handle = os.open(path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o644)
            if _lock(handle) and path.exists() and os.fstat(handle).st_size == 0:
                self.number = number
                self._path = path
                self._handle = handle
                self._allowed: list[str] = []
                self.write({})
                return
            # Belongs to another network, or to a dead one, which `--clean` removes.
            os.close(handle)
        msg = f"there are already {_MOST_NETWORKS} live networks; `airhop live --clean` removes dead ones"
        raise LiveError(msg)

    @property
    def prefix(self) -> str:
        """Prefix of the names of this network's namespaces."""
        return f"{PREFIX}{self.number}-"

    def write(self, content: dict[str, object]) -> None:
        """Record what has to be undone, in addition to the namespaces."""
        text = json.dumps({"pid": os.getpid(), **content}).encode()
        os.pwrite(self._handle, text, 0)
        os.ftruncate(self._handle, len(text))

    def allow(self, names: Sequence[str]) -> list[str]:
        """Let namespaces use these congestion controls; give those that had to be added."""
        added = allowed.allow(names)
        self._allowed += added
        self.write({"allowed": self._allowed})
        return added

    def close(self) -> None:
        """Undo what was recorded, and release the number."""
        if self._allowed:
            allowed.withdraw(self._allowed, self._path.parent, self._path)
        with contextlib.suppress(FileNotFoundError):
            self._path.unlink()
        os.close(self._handle)

    def __enter__(self) -> Record:
        """Hold the number."""
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Release it."""
        self.close()


def _lock(handle: int) -> bool:
    try:
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    return True


def clean(folder: Path = FOLDER) -> list[str]:
    """Remove what dead live networks left: namespaces, interfaces, their processes. Lists what was removed."""
    # Namespaces first: one created meanwhile belongs to a network that already has a record.
    there = namespace.existing(PREFIX)
    living, dead = _sort(folder)
    left = _without(there, living)
    try:
        namespace.remove(left)
        for path, _ in dead:
            with contextlib.suppress(ValueError, AttributeError):
                allowed.withdraw(json.loads(path.read_text(encoding="utf-8")).get("allowed", []), folder, path)
            path.unlink()
    finally:
        for _, handle in dead:
            os.close(handle)
    return left


def leftovers(folder: Path = FOLDER) -> list[str]:
    """List the namespaces of dead live networks."""
    there = namespace.existing(PREFIX)
    living, dead = _sort(folder)
    for _, handle in dead:
        os.close(handle)
    return _without(there, living)


def _sort(folder: Path) -> tuple[set[str], list[tuple[Path, int]]]:
    """Give the prefixes of living networks, and the locked records of dead ones."""
    living: set[str] = set()
    dead: list[tuple[Path, int]] = []
    for path in sorted(folder.glob("*.json")):
        try:
            handle = os.open(path, os.O_RDWR | os.O_CLOEXEC)
        except FileNotFoundError:
            # Its network has just ended.
            continue
        if _lock(handle):
            dead.append((path, handle))
        else:
            living.add(f"{PREFIX}{path.stem}-")
            os.close(handle)
    return living, dead


def _without(names: list[str], living: set[str]) -> list[str]:
    return [name for name in names if not any(name.startswith(prefix) for prefix in living)]
