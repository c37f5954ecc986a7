"""Tables and files of the comparison with peers."""

from __future__ import annotations

import csv
import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path

from cases import Case
from runs import Run, cost_ms, goodput, mean_of
from stored import StoredRow
from verdicts import Verdict, judge

#: The simulator that the others are peers of.
SUBJECT = "airhop"
#: The peer to which the criteria apply; ns-3 is a second opinion without a verdict.
JUDGED = "ns-2"
STORED = "stored ns-2"


@dataclass(frozen=True)
class Row:
    """A case with all its runs, by simulator."""

    case: Case
    runs: Mapping[str, Sequence[Run]]
    stored: StoredRow | None = None

    def verdicts(self) -> dict[str, Verdict]:
        """Judge airhop against the ns-2 runs of this comparison and against the stored means."""
        own = self.runs.get(SUBJECT)
        result: dict[str, Verdict] = {}
        if not own:
            return result
        mean = goodput(own)
        if self.runs.get(JUDGED):
            result[JUDGED] = judge(self.case, mean, goodput(self.runs[JUDGED]))
        if self.stored is not None:
            result[STORED] = judge(self.case, mean, self.stored.goodput)
        return result

    def speedup(self, peer: str) -> float | None:
        """Return the ratio of the peer's processor time per simulated second to airhop's; None if unknown."""
        if not self.runs.get(SUBJECT) or not self.runs.get(peer):
            return None
        own = cost_ms(self.runs[SUBJECT])
        return cost_ms(self.runs[peer]) / own if own > 0 else None

    def losses(self, simulator: str) -> str:
        """Give mean retransmissions and timeouts per run."""
        runs = self.runs[simulator]
        retransmissions = mean_of([run.retransmissions for run in runs])
        timeouts = mean_of([run.timeouts for run in runs])
        return f"{_whole(retransmissions)}/{_whole(timeouts)}"

    def stored_losses(self) -> str:
        """Give the stored row's losses, scaled to the simulated time of this case."""
        if self.stored is None:
            return ""
        seconds = self.case.duration_s
        return f"{_whole(self.stored.retransmissions_in(seconds))}/{_whole(self.stored.timeouts_in(seconds))}"


def _whole(value: float | None) -> str:
    return "-" if value is None else f"{value:.0f}"


def table(header: Sequence[str], body: Iterable[Sequence[str]]) -> list[str]:
    """Format a table whose columns are as wide as their widest cell, two spaces apart."""
    rows = [list(header), *map(list, body)]
    widths = [max(len(row[i]) for row in rows) for i in range(len(header))]
    return ["  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip() for row in rows]


def print_table(rows: Sequence[Row], names: Sequence[str]) -> None:
    """Print goodput, losses and verdicts."""
    stored = any(row.stored is not None for row in rows)
    judged = JUDGED in names
    header = ["case", *(f"{name} kbit/s" for name in names), *(f"{name} rtx/to" for name in names)]
    header += [f"against {JUDGED}"] if judged else []
    header += [f"{STORED} kbit/s", "rtx/to", f"against {STORED}"] if stored else []
    body = []
    for row in rows:
        verdicts = row.verdicts()
        cells = [row.case.name]
        cells += [str(goodput(row.runs[name])) if name in row.runs else "" for name in names]
        cells += [row.losses(name) if name in row.runs else "" for name in names]
        cells += [str(verdicts[JUDGED]) if JUDGED in verdicts else ""] if judged else []
        if stored:
            cells += [str(row.stored.goodput) if row.stored else "", row.stored_losses()]
            cells += [str(verdicts[STORED]) if STORED in verdicts else ""]
        body.append(cells)
    print("Goodput of all flows, mean ± 95 % interval over seeds; retransmissions and timeouts per run (rtx/to)")
    print("\n".join(table(header, body)))
    for against in (JUDGED, STORED):
        found = [row.verdicts()[against] for row in rows if against in row.verdicts()]
        if found:
            print(
                f"against {against}: {sum(v.agreement.holds for v in found)} of {len(found)} rows within the criterion"
            )


def print_speed(rows: Sequence[Row], names: Sequence[str]) -> None:
    """Print the cost of a simulated second on one core, and how many times faster airhop is."""
    peers = [name for name in names if name != SUBJECT]
    header = ["case", *(f"{name} ms/s" for name in names), *(f"{SUBJECT}/{peer}" for peer in peers)]
    body = []
    for row in rows:
        cells = [row.case.name]
        cells += [f"{cost_ms(row.runs[name]):.3f}" if name in row.runs else "" for name in names]
        for peer in peers:
            ratio = row.speedup(peer)
            cells.append("" if ratio is None else f"{ratio:.1f}x")
        body.append(cells)
    print("\nProcessor time per simulated second on one core (median over seeds, without start-up), and speed")
    print("\n".join(table(header, body)))


def records(rows: Sequence[Row], names: Sequence[str]) -> list[dict[str, object]]:
    """Convert the comparison to flat records, one per case."""
    result: list[dict[str, object]] = []
    for row in rows:
        record: dict[str, object] = {"case": row.case.name, "simulated_s": row.case.duration_s}
        for name in names:
            runs = row.runs.get(name)
            mean = goodput(runs) if runs else None
            record[f"{name} goodput_kbps"] = None if mean is None else round(mean.mean, 3)
            record[f"{name} goodput_ci95_kbps"] = None if mean is None else round(mean.ci95, 3)
            record[f"{name} retransmissions"] = mean_of([run.retransmissions for run in runs]) if runs else None
            record[f"{name} timeouts"] = mean_of([run.timeouts for run in runs]) if runs else None
            record[f"{name} ms_per_simulated_s"] = round(cost_ms(runs), 4) if runs else None
        for peer in names:
            if peer != SUBJECT:
                ratio = row.speedup(peer)
                record[f"speed over {peer}"] = None if ratio is None else round(ratio, 2)
        verdicts = row.verdicts()
        for against in (JUDGED, STORED):
            verdict = verdicts.get(against)
            record[f"goodput over {against}"] = None if verdict is None else round(verdict.ratio, 4)
            record[f"verdict against {against}"] = None if verdict is None else verdict.agreement.value
        result.append(record)
    return result


def save(rows: Sequence[Row], names: Sequence[str], folder: Path) -> None:
    """Write peers.csv with one line per case, and peers.json, which also contains every run."""
    flat = records(rows, names)
    with (folder / "peers.csv").open("w", newline="", encoding="utf-8") as file:
        writer = csv.DictWriter(file, list(flat[0]), lineterminator="\n")
        writer.writeheader()
        writer.writerows(flat)
    full = [
        {**record, "runs": {name: [asdict(run) for run in runs] for name, runs in row.runs.items()}}
        for record, row in zip(flat, rows, strict=True)
    ]
    (folder / "peers.json").write_text(json.dumps(full, indent=1) + "\n", encoding="utf-8")
