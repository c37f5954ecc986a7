"""Scenarios: the network, its traffic and its parameters."""

from __future__ import annotations

import difflib
import json
import os
import re
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import cast

from airhop._native import Scenario as NativeScenario
from airhop._native import ScenarioError, builtin_scenarios

Setting = bool | int | float | str | Sequence["Setting"]
"""The value of a key."""


class Scenario:
    """A network, its traffic and its parameters.

    Start from a built-in scenario or a TOML file, change it, and pass it to `airhop.run`:

        scenario = airhop.Scenario.builtin("chain")
        scenario.set("topology.hops", 4)
        scenario.add_flow("back", source=4, destination=0, transport="vegas")
        result = airhop.run(scenario)

    Every mistake raises `ScenarioError`, whose message says what is wrong, where, and what is allowed.
    """

    def __init__(self, native: NativeScenario) -> None:
        """Wrap the simulator's scenario; users call `builtin`, `load` or `parse`."""
        self._native = native

    @classmethod
    def builtin(cls, name: str) -> Scenario:
        """Take a built-in scenario; `airhop.scenarios()` lists them."""
        return cls(NativeScenario.builtin(name))

    @classmethod
    def load(cls, path: str | os.PathLike[str]) -> Scenario:
        """Read a scenario from a TOML file."""
        try:
            text = Path(path).read_text(encoding="utf-8")
        except OSError as error:
            msg = f"cannot read scenario file {os.fspath(path)}: {error.strerror}"
            raise ScenarioError(msg) from error
        except UnicodeDecodeError as error:
            msg = f"scenario file {os.fspath(path)} is not UTF-8 text: invalid byte at offset {error.start}"
            raise ScenarioError(msg) from error
        return cls.parse(text, origin=os.fspath(path))

    @classmethod
    def parse(cls, text: str, origin: str = "scenario") -> Scenario:
        """Read a scenario from TOML text; messages name `origin`, line and column."""
        return cls(NativeScenario.from_toml(text, origin))

    @classmethod
    def find(cls, name_or_path: str | os.PathLike[str]) -> Scenario:
        """Take the built-in scenario of this name or, if there is none, read the TOML file."""
        text = os.fspath(name_or_path)
        names = [name for name, _ in builtin_scenarios()]
        if text in names:
            return cls.builtin(text)
        path = Path(text)
        if path.exists() or path.suffix == ".toml" or os.sep in text:
            return cls.load(path)
        near = difflib.get_close_matches(text, names, n=3)
        hint = f"did you mean {' or '.join(near)}? " if near else ""
        msg = f"unknown scenario {text!r}: {hint}built in: {', '.join(names)}; others are read from TOML files"
        raise ScenarioError(msg)

    @property
    def name(self) -> str:
        """Name of the scenario."""
        return self._native.name

    @property
    def description(self) -> str:
        """Description of the scenario, in one line."""
        return self._native.description

    @property
    def parameters(self) -> dict[str, object]:
        """A copy of all parameters, as nested dictionaries."""
        return cast("dict[str, object]", json.loads(self._native.to_json()))

    def get(self, key: str) -> object:
        """Look up a dotted key, such as `topology.hops`."""
        value: object = self.parameters
        for part in key.split("."):
            if not isinstance(value, dict) or part not in value:
                msg = f"unknown key {key} in scenario {self.name}"
                raise ScenarioError(msg)
            value = value[part]
        return value

    def number(self, key: str) -> float:
        """Look up a dotted key whose value is a number."""
        value = self.get(key)
        if isinstance(value, bool) or not isinstance(value, int | float):
            msg = f"{key} of scenario {self.name} is not a number: {value!r}"
            raise ScenarioError(msg)
        return float(value)

    def set(self, key: str, value: Setting) -> None:
        """Set a dotted key, such as `topology.hops`, to a value."""
        self._native.set(key, to_toml_value(value))

    def set_text(self, key: str, text: str) -> None:
        """Set a dotted key to a TOML value or, if the text is not one, to the text: `--set` of the command."""
        self._native.set(key, text)

    def update(self, settings: Mapping[str, Setting]) -> None:
        """Set several keys, in the order given."""
        for key, value in settings.items():
            self.set(key, value)

    def add_flow(
        self,
        name: str,
        source: int | str,
        destination: int | str,
        *,
        transport: str | None = None,
        start_s: float | None = None,
        stop_s: float | None = None,
        traffic: Mapping[str, Setting] | None = None,
    ) -> None:
        """Add a flow between two nodes, by default with the scenario's settings. Wired hosts are given by name.

        traffic: keys of the table `traffic` for this flow alone, as in `{"kind": "cbr", "rate_kbps": 200}`.
        """
        if not re.fullmatch(r"[A-Za-z0-9_-]+", name):
            msg = f"flow name {name!r}: expected letters, digits, `-` and `_`"
            raise ScenarioError(msg)
        if name in [flow["name"] for flow in json.loads(self._native.layout(1))["flows"]]:
            msg = f"flow {name} already exists: change it with set, as in set('flows.{name}.transport', 'vegas')"
            raise ScenarioError(msg)
        changed = self._native.copy()
        own = {"src": source, "dst": destination, "transport": transport, "start_s": start_s, "stop_s": stop_s}
        settings: dict[str, Setting | None] = {**own, **{f"traffic.{key}": v for key, v in (traffic or {}).items()}}
        for key, value in settings.items():
            if value is not None:
                changed.set(f"flows.{name}.{key}", to_toml_value(value))
        # All settings or none.
        self._native = changed

    def to_toml(self) -> str:
        """Write the whole scenario as TOML, with all keys and their units."""
        return self._native.to_toml()

    def copy(self) -> Scenario:
        """Make an independent copy."""
        return Scenario(self._native.copy())

    def __repr__(self) -> str:
        """Show name and description."""
        return f"<airhop.Scenario {self.name}: {self.description}>"


def to_toml_value(value: Setting) -> str:
    """Write a value as TOML."""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, int | float):
        return repr(value)
    if isinstance(value, str):
        # A JSON string is a TOML basic string except for DEL, which TOML requires to be escaped.
        return json.dumps(value, ensure_ascii=False).replace("\x7f", "\\u007f")
    return "[" + ", ".join(to_toml_value(item) for item in value) + "]"
