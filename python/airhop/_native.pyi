"""Types of the native module: the simulator behind this package. Use the package's own names, not these."""

from typing import final

__version__: str

class ScenarioError(ValueError):
    """What was asked for is wrong: the message names what, where, and what is allowed."""

class Cancelled(Exception):  # noqa: N818 - not an error: somebody asked for it
    """A run was ended through its `Control`."""

@final
class Control:
    """A hand on a run in another thread."""

    def __init__(self) -> None: ...
    def cancel(self) -> None:
        """End the run soon: `Scenario.run` raises `Cancelled`."""
    @property
    def progress(self) -> float:
        """Simulated part of the run, 0 to 1."""

@final
class Output:
    """What one run gave."""

    @property
    def json(self) -> str:
        """One element of `runs` of the result's JSON."""
    @property
    def series(self) -> tuple[list[float], list[str], list[str], list[float]] | None:
        """Time in s, subject, quantity and value, one row a sample, if asked for."""

@final
class Scenario:
    """A network, its traffic and its parameters."""

    @staticmethod
    def builtin(name: str) -> Scenario: ...
    @staticmethod
    def from_toml(text: str, origin: str) -> Scenario: ...
    def set(self, key: str, value: str) -> None: ...
    @property
    def name(self) -> str: ...
    @property
    def description(self) -> str: ...
    def to_toml(self) -> str: ...
    def to_json(self) -> str: ...
    def copy(self) -> Scenario: ...
    def layout(self, seed: int) -> str: ...
    def run(self, seed: int, control: Control | None, series: bool, pcap_dir: str | None) -> Output: ...

def builtin_scenarios() -> list[tuple[str, str]]: ...
def transports() -> list[tuple[str, str, str]]: ...
def parts() -> list[tuple[str, str, str, str]]: ...
def radios() -> list[tuple[str, str]]: ...
def parameters() -> str: ...
