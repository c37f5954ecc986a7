"""Addresses in commands: `{dst}`, `{src}`, `{node3}` and `{HOST}` stand for addresses of nodes."""

from __future__ import annotations

import re
from collections.abc import Sequence

from airhop.live.errors import LiveError

_WORD = re.compile(r"\{([A-Za-z_][A-Za-z0-9_-]*)\}")


class Places:
    """The nodes of a live network, by number and name."""

    def __init__(
        self, names: Sequence[str], addresses: Sequence[str], hosts: Sequence[str], *, source: int, destination: int
    ) -> None:
        """Name nodes; `source` and `destination` are `src` and `dst` in commands."""
        self._addresses = list(addresses)
        self._by_name = {name: number for number, name in enumerate(names)}
        self._by_name |= {"src": source, "dst": destination}
        self._hosts = list(hosts)
        self._radio_nodes = len(addresses) - len(hosts)

    def find(self, option: str, text: str) -> int:
        """Find a node by number or name; raise `LiveError` that lists the nodes."""
        word = text.strip()
        if word.isdecimal() and int(word) < len(self._addresses):
            return int(word)
        if word in self._by_name:
            return self._by_name[word]
        hosts = f", the host{'s' if len(self._hosts) > 1 else ''} {', '.join(self._hosts)}" if self._hosts else ""
        msg = f"{option}: unknown node {word!r}: nodes are 0 to {self._radio_nodes - 1}{hosts}, and src and dst"
        raise LiveError(msg)

    def fill(self, text: str) -> str:
        """Replace names in braces by addresses; other braces are unchanged."""

        def address(match: re.Match[str]) -> str:
            word = match.group(1)
            if word in self._by_name:
                return self._addresses[self._by_name[word]]
            if re.fullmatch(r"node\d+", word):
                self.find(match.group(0), word.removeprefix("node"))
            return match.group(0)

        return _WORD.sub(address, text)

    def address(self, node: int) -> str:
        """Give a node's address."""
        return self._addresses[node]
