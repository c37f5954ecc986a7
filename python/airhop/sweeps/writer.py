"""Makes a folder that of a plan, and writes its points."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from pathlib import Path

from airhop._native import __version__
from airhop.outputs import OutputError, write_whole
from airhop.records import RunRecord
from airhop.runs.columns import build_name, row_of, write_rows
from airhop.runs.job import Variant, digest
from airhop.sweeps import columns
from airhop.sweeps.files import file_of, keys_in, read_row
from airhop.sweeps.plan import Plan
from airhop.sweeps.points import Point
from airhop.sweeps.store import Store


class Writer:
    """Writes the points of one plan into a folder whose lock is held."""

    def __init__(self, store: Store, plan: Plan, points: Sequence[Point]) -> None:
        """Make the folder that of the plan. If killed at any time and restarted, it loses nothing."""
        self._store = store
        combinations = list({id(point.combination): point.combination for point in points}.values())
        self._parameters = columns.of_parameters(
            {key: [each.values.get(key) for each in combinations] for key in plan.swept}
        )
        self._schema = columns.point(self._parameters)
        stored = store.parameters()
        same = stored is not None and stored.equals(self._parameters)
        if not same:
            # From here to the end files may differ in their columns: without the plan's table all are looked at.
            store.plan_table.unlink(missing_ok=True)
        wanted = {point.key: point for point in points}
        unwanted = [key for key in keys_in(store.points) if key not in wanted]
        self.set_aside = Counter(_made_by(file_of(store.points, key)) for key in unwanted)
        """Points that were set aside by version and build of the airhop that made them."""
        for key in unwanted:
            file_of(store.points, key).replace(file_of(store.aside, key))
        back = [key for key in keys_in(store.aside) if key in wanted]
        for key in back:
            file_of(store.aside, key).replace(file_of(store.points, key))
        for key in back if same else keys_in(store.points):
            self._fit_columns(wanted[key])
        for each in combinations:
            self._keep_scenario(each.toml, each.scenario_hash)
        if plan.text is None:
            store.plan_text.unlink(missing_ok=True)
        else:
            write_whole(store.plan_text, plan.text.encode())
        write_rows(store.plan_table, [self._identity(point) for point in points], columns.identity(self._parameters))

    def write(self, point: Point, record: RunRecord, run: Variant) -> None:
        """Store the result of a point and its scenario, which a search determines only at its end."""
        self._keep_scenario(run.toml, digest(run.toml))
        # How the transport is called is the plan's to say.
        known = {columns.SCENARIO_HASH: digest(run.toml)}
        row = {**row_of(record), **self._identity(point), **known}
        write_rows(file_of(self._store.points, point.key), [row], self._schema)

    def write_error(self, point: Point, error: str) -> None:
        """Store the reason for a failed point."""
        row = {columns.ERROR: error, **self._identity(point)}
        write_rows(file_of(self._store.points, point.key), [row], self._schema)

    def _fit_columns(self, point: Point) -> None:
        """Give a stored point the columns of the plan, which knows the values of all of its parameters."""
        import pyarrow.parquet

        path = file_of(self._store.points, point.key)
        if not pyarrow.parquet.read_schema(path).equals(self._schema):
            row = read_row(path)
            # Of a search the row knows what was run in the end, the point does not.
            known = {columns.SCENARIO_HASH: row[columns.SCENARIO_HASH]}
            kept = {name: value for name, value in row.items() if name in self._schema.names}
            write_rows(path, [{**kept, **self._identity(point), **known}], self._schema)

    def _identity(self, point: Point) -> dict[str, object]:
        of = point.combination
        return {
            columns.KEY: point.key,
            columns.VERSION: __version__,
            columns.BUILD: build_name(),
            columns.SCENARIO: of.scenario,
            columns.SCENARIO_HASH: of.scenario_hash,
            columns.TRANSPORT: of.transport,
            columns.SEED: point.seed,
            **{field.name: columns.fit(of.values.get(field.name), field.type) for field in self._parameters},
        }

    def _keep_scenario(self, toml: str, name: str) -> None:
        path = self._store.scenarios / f"{name}.toml"
        if not path.exists():
            write_whole(path, toml.encode())


def _made_by(path: Path) -> tuple[str, str]:
    """Tell version and build of the airhop that made a point."""
    try:
        row = read_row(path)
        return str(row[columns.VERSION]), str(row[columns.BUILD])
    except (KeyError, ValueError) as error:
        msg = f"{path} is no point of a sweep: choose another folder"
        raise OutputError(msg) from error
