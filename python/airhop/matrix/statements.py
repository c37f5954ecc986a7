"""The statements of judgement about the matrix."""

from __future__ import annotations

from airhop.matrix.findings import Statement

STATEMENTS: tuple[Statement, ...] = ()
