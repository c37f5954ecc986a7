"""Makes a folder that of a plan, and writes its points."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from pathlib import Path

from airhop import __version__
from airhop.build import fingerprint
from airhop.outputs import OutputError
from airhop.records import RunRecord
from airhop.sweeps import columns
from airhop.sweeps.files import file_of, keys_in, read_row, write_rows, write_whole
from airhop.sweeps.plan import Plan
from airhop.sweeps.points import Point, Variant
from airhop.sweeps.store import Store

_BUILD_DIGITS = 12
"""Of the simulator's fingerprint, in the results."""


class Writer:
    """Writes the points of one plan into a folder whose lock is held."""

    def __init__(self, store: Store, plan: Plan, points: Sequence[Point]) -> None:
        """Make the folder that of the plan. Killed at any moment and begun again, this loses nothing."""
        self._store = store
        variants = list({id(point.variant): point.variant for point in points}.values())
        self._parameters = columns.of_parameters(
            {key: [variant.values.get(key) for variant in variants] for key in plan.swept}
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
        for variant in variants:
            self._keep_scenario(variant)
        if plan.text is None:
            store.plan_text.unlink(missing_ok=True)
        else:
            write_whole(store.plan_text, plan.text.encode())
        write_rows(store.plan_table, [self._identity(point) for point in points], columns.identity(self._parameters))

    def write(self, point: Point, outcome: RunRecord | str) -> None:
        """Keep what a point gave: its run or, if it failed, its error."""
        measured = {columns.ERROR: outcome} if isinstance(outcome, str) else columns.measurements(outcome)
        # How the transport is called is the plan's to say.
        row = {**measured, **self._identity(point)}
        write_rows(file_of(self._store.points, point.key), [row], self._schema)

    def write_trial(self, key: str, variant: Variant, seed: int, record: RunRecord) -> None:
        """Keep a run that a search made."""
        import pyarrow as pa

        self._keep_scenario(variant)
        row = {**columns.measurements(record), **_identity(key, variant, seed)}
        write_rows(file_of(self._store.trials, key), [row], columns.point(pa.schema([])))

    def trial(self, key: str) -> dict[str, object] | None:
        """Give the stored row of a run that a search made, if it made it."""
        path = file_of(self._store.trials, key)
        return read_row(path) if path.exists() else None

    def write_trial_as(self, point: Point, key: str) -> None:
        """Keep a trial's run as what a point gave."""
        self._write_again(point, read_row(file_of(self._store.trials, key)))

    def _fit_columns(self, point: Point) -> None:
        """Give a stored point the columns of the plan, which knows the values of all of its parameters."""
        import pyarrow.parquet

        path = file_of(self._store.points, point.key)
        if not pyarrow.parquet.read_schema(path).equals(self._schema):
            self._write_again(point, read_row(path))

    def _write_again(self, point: Point, row: Mapping[str, object]) -> None:
        # Of a search the row knows what was run in the end, the point does not.
        known = {columns.SCENARIO_HASH: row[columns.SCENARIO_HASH]}
        kept = {name: value for name, value in row.items() if name in self._schema.names}
        write_rows(file_of(self._store.points, point.key), [{**kept, **self._identity(point), **known}], self._schema)

    def _identity(self, point: Point) -> dict[str, object]:
        values = point.variant.values
        swept = {field.name: columns.fit(values.get(field.name), field.type) for field in self._parameters}
        return {**_identity(point.key, point.variant, point.seed), **swept}

    def _keep_scenario(self, variant: Variant) -> None:
        path = self._store.scenarios / f"{variant.scenario_hash}.toml"
        if not path.exists():
            write_whole(path, variant.toml.encode())


def _made_by(path: Path) -> tuple[str, str]:
    """Tell version and build of the airhop that made a point."""
    try:
        row = read_row(path)
        return str(row[columns.VERSION]), str(row[columns.BUILD])
    except (KeyError, ValueError) as error:
        msg = f"{path} is no point of a sweep: choose another folder"
        raise OutputError(msg) from error


def build_name() -> str:
    """Name the simulator's build in the results."""
    return fingerprint()[:_BUILD_DIGITS]


def _identity(key: str, variant: Variant, seed: int) -> dict[str, object]:
    return {
        columns.KEY: key,
        columns.VERSION: __version__,
        columns.BUILD: build_name(),
        columns.SCENARIO: variant.scenario.name,
        columns.SCENARIO_HASH: variant.scenario_hash,
        columns.TRANSPORT: variant.transport,
        columns.SEED: seed,
    }
