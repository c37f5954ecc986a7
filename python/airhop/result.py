"""The result of `airhop.run`: the content of the JSON, also as data frames."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

from airhop.records import SCHEMA_VERSION, ResultRecord, RunRecord, SummaryRecord, flatten

if TYPE_CHECKING:
    import pandas as pd

    from airhop.layout import Layout
    from airhop.samples import Samples


@dataclass(frozen=True, slots=True)
class RunSamples:
    """Time series of one run."""

    transport: str
    seed: int
    samples: Samples


@dataclass(frozen=True)
class Result:
    """Results of one scenario under one or more transports and seeds."""

    scenario: str
    """Name of the scenario."""
    parameters: dict[str, object]
    """The scenario's parameters, as nested dictionaries."""
    duration_s: float
    """Simulated time, in seconds."""
    warmup_s: float
    """The part of it excluded from all means, in seconds."""
    run_records: list[RunRecord]
    """All runs, as in the JSON: transports in the requested order, seeds ascending."""
    summary_records: list[SummaryRecord]
    """One summary per transport, as in the JSON."""
    layout: Layout
    """Node positions and flows of the first seed."""
    run_samples: list[RunSamples]
    """Time series, if requested."""
    interrupted: bool = False
    """Whether Ctrl-C ended the simulation before all runs had finished."""

    @property
    def extent(self) -> str:
        """The simulated time and the excluded warm-up, in words."""
        batches = self.run_records[0].get("batches")
        if batches:
            packets = self.parameters["run"]["packets"]  # type: ignore[index]
            return f"{packets} packets in {len(batches) + 1} batches, the first discarded"
        return f"{self.duration_s:g} s simulated, the first {self.warmup_s:g} s excluded"

    @property
    def sampling(self) -> str:
        """The samples of means and intervals, in words."""
        seeds = sorted({run["seed"] for run in self.run_records})
        if len(seeds) == 1:
            batches = self.run_records[0].get("batches")
            return f"seed {seeds[0]}" + (f", {len(batches)} batches" if batches else "")
        contiguous = seeds == list(range(seeds[0], seeds[-1] + 1))
        return "seeds " + (f"{seeds[0]} to {seeds[-1]}" if contiguous else ", ".join(map(str, seeds)))

    def label(self, transport: str) -> str:
        """Name a transport, with the rate that a search found, if any."""
        flows = [flow for run in self.run_records if run["transport"] == transport for flow in run["flows"]]
        used = {flow["transport"] for flow in flows}
        if transport.endswith("=best") and len(used) == 1:
            return f"{transport} ({used.pop().rpartition('=')[2]} kbit/s)"
        return transport

    @cached_property
    def flows(self) -> pd.DataFrame:
        """One row per run and flow."""
        rows = []
        for run in self.run_records:
            for flow in run["flows"]:
                fields = flatten(flow)
                fields["flow_transport"] = fields.pop("transport")
                fields["flow"] = fields.pop("name")
                rows.append({"transport": run["transport"], "seed": run["seed"], "flow": flow["name"], **fields})
        return _frame(rows)

    @cached_property
    def runs(self) -> pd.DataFrame:
        """One row per run: aggregate, link layer, energy."""
        return _frame([flatten({k: v for k, v in run.items() if not isinstance(v, list)}) for run in self.run_records])

    @cached_property
    def summary(self) -> pd.DataFrame:
        """One row per transport: means with the half-widths of their 95 % intervals."""
        rows = []
        for summary in self.summary_records:
            row = flatten({key: value for key, value in summary.items() if key != "flows"})
            for flow in summary["flows"]:
                row |= flatten({f"{flow['name']}_goodput_kbps": flow["goodput_kbps"]})
            rows.append(row)
        return _frame(rows)

    @cached_property
    def series(self) -> pd.DataFrame:
        """One row per sample: transport, seed, time_s, subject, quantity, value; empty unless series were requested."""
        import pandas as pd

        columns = ["transport", "seed", "time_s", "subject", "quantity", "value"]
        frames = []
        for run in self.run_samples:
            frame = run.samples.frame()
            frame.insert(0, "transport", run.transport)
            frame.insert(1, "seed", run.seed)
            frames.append(frame)
        return pd.concat(frames, ignore_index=True) if frames else pd.DataFrame(columns=columns)

    def to_dict(self) -> ResultRecord:
        """Give the content of the JSON of `airhop run`."""
        return {
            "schema": SCHEMA_VERSION,
            "scenario": self.scenario,
            "parameters": self.parameters,
            "duration_s": self.duration_s,
            "warmup_s": self.warmup_s,
            "runs": self.run_records,
            "summary": self.summary_records,
        }

    def to_json(self) -> str:
        """Write the JSON of `airhop run`; its schema is the file `schema/run.schema.json` of the package."""
        return json.dumps(self.to_dict(), indent=2, allow_nan=False, ensure_ascii=False) + "\n"


def _frame(rows: Sequence[Mapping[str, object]]) -> pd.DataFrame:
    import pandas as pd

    return pd.DataFrame(list(rows))
