"""Reads the stored reference: a CSV file with means of ns-2 runs."""

from __future__ import annotations

import csv
from dataclasses import dataclass
from pathlib import Path

from runs import Estimate, estimate_from

Key = tuple[str, str, str, str, str]
"""Scenario, transport, routing, radio and hops, as in the file."""


@dataclass(frozen=True)
class StoredRow:
    """One row: goodput with its interval and, if counted, losses per seed."""

    goodput: Estimate
    retransmissions: float | None
    timeouts: float | None
    simulated_s: float
    note: str

    def retransmissions_in(self, seconds: float) -> float | None:
        """Scale the retransmissions to another simulated time."""
        return None if self.retransmissions is None else self.retransmissions * seconds / self.simulated_s

    def timeouts_in(self, seconds: float) -> float | None:
        """Scale the timeouts to another simulated time."""
        return None if self.timeouts is None else self.timeouts * seconds / self.simulated_s


class StoredFileError(ValueError):
    """A reference file that cannot be read."""


def load(path: Path) -> dict[Key, StoredRow]:
    """Read the file. Raises StoredFileError, which names the invalid line, or OSError."""
    rows: dict[Key, StoredRow] = {}
    with path.open(newline="", encoding="utf-8") as file:
        reader = csv.DictReader(file)
        for row in reader:
            try:
                key = (row["scenario"], row["transport"], row["routing"], row["radio"], row["hops"])
                rows[key] = StoredRow(
                    goodput=estimate_from(
                        float(row["goodput_kbps_mean"]), float(row["goodput_kbps_sd"]), int(row["seeds"])
                    ),
                    retransmissions=_number(row["retransmissions"]),
                    timeouts=_number(row["timeouts"]),
                    simulated_s=float(row["sim_s"]),
                    note=row["note"] or "",
                )
            except (KeyError, TypeError, ValueError) as error:
                raise StoredFileError(f"{path}, line {reader.line_num}: {error}") from error
    return rows


def _number(text: str) -> float | None:
    return float(text) if text else None
