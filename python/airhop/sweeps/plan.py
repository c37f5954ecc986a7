"""What a sweep is to simulate: scenarios, parameters, transports and seeds, from a TOML file or a mapping."""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from airhop import keys
from airhop._native import ScenarioError
from airhop.choices import choose_seeds
from airhop.scenario import Scenario, Setting
from airhop.sweeps.words import check_keys, wrong

if sys.version_info >= (3, 11):
    import tomllib
else:
    import tomli as tomllib

Source = str | os.PathLike[str] | Scenario
"""A built-in scenario's name, the path of a TOML file, or the scenario itself."""

_HEAD = ("name", "description", "scenario", "transports", "seeds", "set", "grid", "list")
_OWN = ("scenario", "transports", "seeds")
"""What an entry of the list can have of its own beside parameters."""


@dataclass(frozen=True, slots=True)
class Case:
    """Part of a plan: every combination of its grid, under each transport and seed."""

    where: str
    """Where it stands in the plan, for messages; empty where there is only one."""
    scenarios: tuple[Scenario, ...]
    fixed: Mapping[str, Setting]
    """Keys of the scenario that have one value here."""
    grid: Mapping[str, tuple[Setting, ...]]
    transports: tuple[str, ...]
    """Those to compare; none for the scenario's own."""
    seeds: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Plan:
    """A sweep as it was asked for."""

    name: str
    description: str
    origin: str
    """What messages call the plan: its file."""
    text: str | None
    """The file's text; none for a plan given from Python."""
    cases: tuple[Case, ...]
    swept: tuple[str, ...]
    """Parameters that have columns of their own in the results: those of the grid and of the list."""

    @classmethod
    def load(cls, path: str | os.PathLike[str]) -> Plan:
        """Read a plan from a TOML file; files it names are sought beside it."""
        origin = os.fspath(path)
        try:
            text = Path(path).read_text(encoding="utf-8")
        except OSError as error:
            msg = f"cannot read plan {origin}: {error.strerror}"
            raise ScenarioError(msg) from error
        except UnicodeDecodeError as error:
            msg = f"plan {origin} is not UTF-8 text: see its byte {error.start}"
            raise ScenarioError(msg) from error
        try:
            content = tomllib.loads(text)
        except tomllib.TOMLDecodeError as error:
            raise ScenarioError(_syntax(origin, str(error))) from error
        return cls._read(content, origin, Path(path).parent, Path(path).stem, text)

    @classmethod
    def of(cls, content: Mapping[str, object], origin: str = "plan") -> Plan:
        """Take a plan as a mapping of the same form as the file; scenarios may be `Scenario` objects."""
        return cls._read(content, origin, Path(), "sweep", None)

    @classmethod
    def _read(cls, content: Mapping[str, object], origin: str, folder: Path, name: str, text: str | None) -> Plan:
        check_keys(origin, "", content, _HEAD)
        reader = _Reader(origin, folder)
        fixed = reader.settings("set", content.get("set", {}))
        grid = reader.grid(content.get("grid", {}))
        both = [key for key in fixed if key in grid]
        if both:
            raise wrong(origin, f"{both[0]} stands in [set] and in [grid]: a parameter is either fixed or swept")
        entries = content.get("list")
        if entries is not None and (not isinstance(entries, list) or not entries):
            raise wrong(origin, "list: expected tables [[list]], one an entry")
        cases = []
        swept = dict.fromkeys(grid)
        for number, entry in enumerate([{}] if entries is None else entries, 1):
            where = "" if entries is None else f"entry {number} of the list: "
            if not isinstance(entry, Mapping):
                raise wrong(origin, f"{where}expected a table, not {entry!r}")
            own = {key: value for key, value in entry.items() if key not in _OWN}
            settings = reader.settings(where or "list", own)
            for key in settings:
                if key in grid:
                    raise wrong(origin, f"{where}{key} stands in [grid] too: in the list it would have one value only")
            swept |= dict.fromkeys(key for key in settings if key not in ("name", "description"))
            head = {key: entry.get(key, content.get(key)) for key in _OWN}
            cases.append(
                Case(
                    where=where,
                    scenarios=reader.scenarios(where, head["scenario"]),
                    fixed={**fixed, **settings},
                    grid=grid,
                    transports=reader.transports(where, head["transports"]),
                    seeds=reader.seeds(where, head["seeds"], in_batches=keys.PACKETS in {*fixed, *settings, *grid}),
                )
            )
        return cls(
            name=reader.text("name", content.get("name", name)),
            description=reader.text("description", content.get("description", "")),
            origin=origin,
            text=text,
            cases=tuple(cases),
            swept=tuple(swept),
        )


class _Reader:
    """Takes the parts of a plan, each with the error that says what is wrong with it."""

    def __init__(self, origin: str, folder: Path) -> None:
        self.origin = origin
        self.folder = folder

    def text(self, key: str, value: object) -> str:
        if not isinstance(value, str):
            raise wrong(self.origin, f"{key} = {value!r}: expected text")
        return value

    def settings(self, where: str, table: object) -> dict[str, Setting]:
        if not isinstance(table, Mapping):
            raise wrong(self.origin, f"{where} = {table!r}: expected a table of parameters and their values")
        flat: dict[str, Setting] = {}
        for key, value in _flatten(table):
            if key == keys.TRANSPORT:
                raise wrong(self.origin, f"{key} = {value!r}: name transports in the plan's `transports`")
            if not _is_setting(value):
                raise wrong(self.origin, f"{key} = {value!r}: expected a number, text, true, false or a list of them")
            flat[key] = value  # type: ignore[assignment]
        return flat

    def grid(self, table: object) -> dict[str, tuple[Setting, ...]]:
        grid = {}
        for key, values in self.settings("grid", table).items():
            if not isinstance(values, list | tuple) or not values:
                raise wrong(
                    self.origin,
                    f"grid: {key} = {values!r}: expected a list of values, as in {key} = [VALUE, VALUE]; one value"
                    " for all points belongs in [set]",
                )
            grid[key] = tuple(values)
        return grid

    def scenarios(self, where: str, value: object) -> tuple[Scenario, ...]:
        if value is None:
            msg = f"{where}expected scenario = NAME: a built-in name, a TOML file, or a list of them"
            raise wrong(self.origin, msg)
        sources = list(value) if isinstance(value, list | tuple) else [value]
        if not sources:
            raise wrong(self.origin, f"{where}scenario = []: expected one scenario or more")
        return tuple(self._scenario(where, source) for source in sources)

    def _scenario(self, where: str, source: object) -> Scenario:
        if isinstance(source, Scenario):
            return source
        if not isinstance(source, str | os.PathLike):
            raise wrong(self.origin, f"{where}scenario = {source!r}: expected a built-in name or a TOML file")
        beside = self.folder / source
        try:
            return Scenario.load(beside) if beside.suffix == ".toml" else Scenario.find(source)
        except ScenarioError as error:
            raise wrong(self.origin, f"{where}{error}") from error

    def transports(self, where: str, value: object) -> tuple[str, ...]:
        if value is None:
            return ()
        names = [value] if isinstance(value, str) else value
        if not isinstance(names, list | tuple) or not names or not all(isinstance(name, str) for name in names):
            msg = f"{where}transports = {value!r}: expected a list of names (`airhop list transports`)"
            raise wrong(self.origin, msg)
        return tuple(dict.fromkeys(names))

    def seeds(self, where: str, value: object, *, in_batches: bool) -> tuple[int, ...]:
        number = isinstance(value, int) and not isinstance(value, bool)
        several = isinstance(value, list | tuple | range) and all(
            isinstance(seed, int) and not isinstance(seed, bool) for seed in value
        )
        if value is not None and not number and not several:
            raise wrong(self.origin, f"{where}seeds = {value!r}: expected a number of seeds, or a list of seeds")
        try:
            return tuple(choose_seeds(value, in_batches=in_batches))  # type: ignore[arg-type]
        except ScenarioError as error:
            raise wrong(self.origin, f"{where}{error}") from error


def _flatten(table: Mapping[str, object], prefix: str = "") -> list[tuple[str, object]]:
    """List keys with dots and their values, whether the plan has tables or quoted keys."""
    flat: list[tuple[str, object]] = []
    for key, value in table.items():
        if isinstance(value, Mapping):
            flat += _flatten(value, f"{prefix}{key}.")
        else:
            flat.append((f"{prefix}{key}", value))
    return flat


def _is_setting(value: object) -> bool:
    if isinstance(value, list | tuple):
        return all(_is_setting(item) for item in value)
    return isinstance(value, bool | int | float | str)


def _syntax(origin: str, message: str) -> str:
    """Word a TOML error as for scenarios: file, line, column."""
    at = re.search(r" \(at line (\d+), column (\d+)\)$", message)
    if at is None:
        return f"{origin}: {message}"
    return f"{origin}:{at[1]}:{at[2]}: {message[: at.start()]}"
