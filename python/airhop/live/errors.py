"""Errors that prevent a live run from starting."""

from __future__ import annotations


class LiveError(ValueError):
    """A requirement of a live run is missing, or the request is invalid: the message names it."""
