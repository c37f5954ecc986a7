"""Types of the native module: the simulator behind this package. Use the package's own names, not these."""

from typing import Literal, final

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

@final
class Live:
    """A live run: real programs over the simulated network in real time. Only on Linux."""

    def __init__(
        self,
        scenario: Scenario,
        seed: int,
        warmup_s: float,
        duration_s: float | None,
        scenario_flows: bool,
        series: bool,
        pcap_dir: str | None,
    ) -> None: ...
    @property
    def addresses(self) -> list[str]:
        """Addresses of the nodes, those of the wired hosts behind those of the radio nodes."""
    @property
    def hosts(self) -> list[str]: ...
    @property
    def hops(self) -> list[list[int]]: ...
    @property
    def flows(self) -> str:
        """The scenario's flows with their ports, as JSON."""
    def run(self, interfaces: list[int]) -> LiveOutput:
        """Relay between the TUN interfaces with these file descriptors, one a node."""
    def stop(self) -> None:
        """End the run soon."""
    def status(self) -> str:
        """How the run does, as JSON."""

@final
class LiveOutput:
    """What a live run gave."""

    @property
    def output(self) -> Output: ...
    @property
    def real_time(self) -> str:
        """Lateness, as JSON."""
    @property
    def packets(self) -> str:
        """Packets at the interfaces, as JSON."""

def builtin_scenarios() -> list[tuple[str, str]]: ...
def transports() -> list[tuple[str, str, str, list[str]]]:
    """List name, description, source and needs of every transport."""

def need_names() -> list[str]:
    """List every need by its name, in the order of listings."""

def needs(name: str) -> tuple[list[str], str, str]:
    """Tell what a transport needs: names of needs, what has to be done, and where that is said."""

def contenders() -> list[tuple[str, str, str, list[tuple[str, str]]]]:
    """List what `airhop matrix` compares, family by family: label, transport, family, settings."""

def candidates() -> list[str]:
    """Name what `airhop advise` compares unless others are named, in order."""

def parts() -> list[tuple[str, str, str, str]]: ...
def radios() -> list[tuple[str, str]]: ...
def parameters() -> str: ...

class KernelError(Exception):
    """The kernel's transports cannot do what was asked for: the message names what is missing, wrong or refused."""

@final
class KernelConnection:
    """What a scheme knows of one connection."""

    @property
    def netns(self) -> int:
        """The kernel's number of the network namespace."""
    @property
    def source(self) -> str:
        """Address and port of this side."""
    @property
    def destination(self) -> str:
        """Address and port of the other side."""
    @property
    def cwnd(self) -> int:
        """Congestion window in segments."""
    @property
    def ssthresh(self) -> int | None:
        """Slow-start threshold in segments; None before the first loss."""
    @property
    def srtt_ms(self) -> float:
        """Smoothed round-trip time."""
    @property
    def mss(self) -> int:
        """Payload of a full segment in bytes."""
    @property
    def hops(self) -> int | None:
        """Hops of the path; None if no path is known."""
    @property
    def link_rate_kbps(self) -> int | None:
        """Link rate of the path; None if no path is known."""
    @property
    def rate_kbps(self) -> float | None:
        """TCP-AP's rate in force, of payload; None if the connection is not paced."""
    @property
    def fhd_ms(self) -> float | None:
        """TCP-AP's n-hop propagation delay; None before the first sample."""
    @property
    def cov(self) -> float | None:
        """TCP-AP's coefficient of variation; None if the connection is not paced."""
    @property
    def samples(self) -> int | None:
        """Samples it is taken of, at most 50."""
    @property
    def limit(self) -> int | None:
        """The window limit in segments, once one holds."""
    @property
    def bandwidth_kbps(self) -> float | None:
        """The bandwidth that ACKs show, of payload, where the scheme estimates it."""

def kernel_unavailable() -> str | None: ...
def kernel_schemes() -> list[tuple[str, str]]: ...
def kernel_load(name: str, n: int, alpha_permille: int, overhead_bytes: int, cov: str) -> None: ...
def kernel_unload(name: str | None = None) -> None: ...
def kernel_state(name: str) -> Literal["absent", "loaded", "held"]: ...
def kernel_set_path(destination: str, from_: str | None, hops: int, rate_kbps: int, /) -> None: ...
def kernel_delete_path(destination: str, from_: str | None, /) -> None: ...
def kernel_paths() -> list[tuple[str, str | None, int, int]]: ...
def kernel_set_acks(ifindex: int, every: int, window: str | None, /) -> None: ...
def kernel_clear_acks(ifindex: int, /) -> bool: ...
def kernel_set_delack(delay_ms: int, /) -> None: ...
def kernel_clear_delack() -> bool: ...
def kernel_connections(name: str) -> list[KernelConnection]: ...
