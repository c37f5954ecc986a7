"""What keeps a live run from beginning."""

from __future__ import annotations


class LiveError(ValueError):
    """Something that a live run needs is missing, or what was asked for is wrong: the message says what."""
