"""What a sweep's folder holds, as data frames."""

from __future__ import annotations

import os
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING

from airhop._native import ScenarioError
from airhop.runs.columns import NESTED, flow_names
from airhop.sweeps import columns
from airhop.sweeps.status import Status, status_of
from airhop.sweeps.store import Store

if TYPE_CHECKING:
    import pandas as pd
    import pyarrow as pa


class Sweep:
    """Results of a sweep: read from its folder when first looked at."""

    def __init__(self, folder: Path) -> None:
        """Name the folder; users call `open`."""
        self.folder = folder
        """Where the sweep is kept."""

    @classmethod
    def open(cls, folder: str | os.PathLike[str]) -> Sweep:
        """Open the folder of a sweep, also of one in progress."""
        store = Store(Path(folder))
        if not store.plan_table.exists():
            msg = f"{os.fspath(folder)}: no sweep is kept here; `airhop sweep PLAN.toml --output DIR` makes one"
            raise ScenarioError(msg)
        return cls(Path(folder))

    @cached_property
    def runs(self) -> pd.DataFrame:
        """One row per point that was run, in the plan's order: which it is, and what was measured over all flows."""
        names = [name for name in self._points.column_names if name not in (*NESTED, columns.ERROR)]
        return self._frame(self._well.select(names))

    @cached_property
    def flows(self) -> pd.DataFrame:
        """One row per point and flow: which point it is, and what was measured of the flow."""
        import pandas as pd

        identity = self._plan.column_names
        rows = []
        for row in self._well.select([*identity, "flows"]).to_pylist():
            flows = row.pop("flows")
            for flow in flows:
                flow["flow_transport"] = flow.pop("transport")
                rows.append({**row, "flow": flow.pop("name"), **flow})
        names = [name for name in flow_names() if name not in ("name", "transport")]
        return pd.DataFrame(rows, columns=[*identity, "flow", *names, "flow_transport"])

    @cached_property
    def errors(self) -> pd.DataFrame:
        """One row per point that failed: which it is, and its error."""
        import pyarrow.compute as pc

        failed = self._points.filter(pc.is_valid(self._points[columns.ERROR]))
        return self._frame(failed.select([*self._plan.column_names, columns.ERROR]))

    @cached_property
    def plan(self) -> pd.DataFrame:
        """One row per point of the plan, made or not."""
        return self._frame(self._plan)

    def status(self) -> Status:
        """Tell how far it is now."""
        names = [name for name in self._plan.column_names if name not in columns.NO_PARAMETERS]
        keys = self._plan[columns.KEY].to_pylist()
        return status_of(Store(self.folder), list(zip(keys, self._plan.select(names).to_pylist(), strict=True)))

    @cached_property
    def _plan(self) -> pa.Table:
        return Store(self.folder).read_plan()

    @cached_property
    def _points(self) -> pa.Table:
        """Every stored point, in the plan's order."""
        import pyarrow as pa

        points = Store(self.folder).read()
        order = {key: index for index, key in enumerate(self._plan[columns.KEY].to_pylist())}
        rows = sorted((order[key], row) for row, key in enumerate(points[columns.KEY].to_pylist()) if key in order)
        return points.take(pa.array([row for _, row in rows], pa.int64()))

    @cached_property
    def _well(self) -> pa.Table:
        import pyarrow.compute as pc

        return self._points.filter(pc.is_null(self._points[columns.ERROR]))

    @staticmethod
    def _frame(table: pa.Table) -> pd.DataFrame:
        frame: pd.DataFrame = table.to_pandas()
        return frame

    def __repr__(self) -> str:
        """Show where it is and how much of it there is."""
        return f"<airhop.Sweep {self.folder}: {self._points.num_rows} of {self._plan.num_rows} points>"
