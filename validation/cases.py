"""The scenarios that airhop and its peers are run on, one `Case` a row of the comparison.

A case says once what is run; `Case.ns2_options` and `Case.airhop_keywords` put it in each simulator's own words.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

#: ns-2's maximum window in packets where a case names none.
DEFAULT_WINDOW_PACKETS = 20


@dataclass(frozen=True)
class Case:
    """One row: a scenario, a transport and how long to run them.

    `transport` is one of the names shared by all simulators (newreno, sack, vegas, reno, tahoe, udp-paced);
    `routing` is airhop's name: `static` is run over DSDV in ns-2, which has no other proactive protocol for wireless.
    """

    scenario: str
    transport: str = "newreno"
    routing: str = "aodv"
    hops: int | None = None
    flows: int = 1
    window_packets: int = DEFAULT_WINDOW_PACKETS
    delayed_ack: bool = False
    rate_kbps: float | None = None
    data_rate_mbps: int = 2
    packet_error: float = 0.0
    duration_s: float = 300.0
    warmup_s: float = 30.0
    #: The row's name in the stored reference: scenario, transport, routing, radio, hops. None where it has no row.
    reference: tuple[str, str, str, str, str] | None = None
    #: Part of the short comparison.
    quick: bool = False
    #: Node positions drawn from the seed: every simulator is given the same ones.
    random_layout: bool = False

    @property
    def name(self) -> str:
        """Name that tells the rows apart."""
        parts = [self.scenario]
        if self.hops is not None:
            parts.append(f"{self.hops}h")
        if self.flows > 1 and not self.random_layout:
            parts.append(f"{self.flows}f")
        parts += [self.transport_label, self.routing]
        if self.data_rate_mbps != 2:
            parts.append(f"{self.data_rate_mbps}M")
        if self.packet_error:
            parts.append(f"per={self.packet_error:g}")
        return " ".join(parts)

    @property
    def transport_label(self) -> str:
        """The transport with its parts, as airhop writes it but for the default window."""
        label = self.transport
        if self.rate_kbps is not None:
            return f"{label}={self.rate_kbps:g}"
        if self.delayed_ack:
            label += "+delack"
        if self.window_packets != DEFAULT_WINDOW_PACKETS:
            label += f"+cwl={self.window_packets}"
        return label

    def ns2_options(self, seed: int, layout_path: str | None = None) -> list[str]:
        """Give the options of `ns2/scenario.tcl` for one seed; a layout file overrides the topology."""
        options: dict[str, object] = {
            "topology": self.scenario,
            "flows": self.flows,
            "transport": "udp" if self.transport == "udp-paced" else self.transport,
            "sink": "delack" if self.delayed_ack else "every",
            "window": self.window_packets,
            "routing": {"aodv": "AODV", "dsr": "DSR", "static": "DSDV"}[self.routing],
            "datarate": f"{self.data_rate_mbps}Mb",
            "error": self.packet_error,
            "duration": self.duration_s,
            "warmup": self.warmup_s,
            "seed": seed,
            # Under DSDV ns-2 counts the IP header twice unless told otherwise.
            "ipheader": "once",
        }
        if self.hops is not None:
            options["hops"] = self.hops
        if self.rate_kbps is not None:
            options["udpkbps"] = self.rate_kbps
        if layout_path is not None:
            options["layout"] = layout_path
        return [word for key, value in options.items() for word in (f"-{key}", str(value))]

    def airhop_keywords(self, seed: int) -> dict[str, object]:
        """Give the keywords of `airhop.run` for one seed."""
        keywords: dict[str, object] = {
            "scenario": self.scenario,
            "routing": self.routing,
            "radio": "ns2-wavelan" if self.data_rate_mbps == 2 else f"ns2-wavelan-{self.data_rate_mbps}M",
            "seeds": [seed],
            "duration": self.duration_s,
            "warmup": self.warmup_s,
            "jobs": 1,
        }
        if self.transport == "udp-paced":
            keywords["transports"] = [self.transport_label]
        else:
            delayed = "+delack" if self.delayed_ack else ""
            keywords["transports"] = [f"{self.transport}{delayed}+cwl={self.window_packets}"]
        if self.hops is not None:
            keywords["hops"] = self.hops
        if self.flows > 1 and self.scenario in {"chain", "grid"}:
            keywords["flows"] = self.flows
        if self.packet_error:
            keywords["settings"] = {"errors.packet": self.packet_error}
        return keywords

    def lasting(self, seconds: float) -> Case:
        """Give the case with another duration, its warm-up a tenth of that at most.

        Static routing keeps its warm-up, in which ns-2's DSDV finds the routes, and measures for `seconds` after it.
        """
        if self.routing == "static":
            return replace(self, duration_s=self.warmup_s + seconds)
        return replace(self, duration_s=seconds, warmup_s=min(self.warmup_s, seconds / 10))

    def tolerance(self) -> float:
        """Give the largest relative difference accepted: 1 % at 1 and 2 hops of a chain, 5 % at 4, else 10 %."""
        if self.scenario == "chain" and self.flows == 1 and not self.packet_error:
            return {1: 0.01, 2: 0.01, 4: 0.05}.get(self.hops or 0, 0.10)
        return 0.10

    @property
    def interval_counts(self) -> bool:
        """Whether overlapping 95 % intervals suffice; not where a row is held to less than 10 %."""
        return self.tolerance() >= 0.10


def _chain(
    hops: int, transport: str = "newreno", reference_transport: str | None = None, routing: str = "aodv", **more: object
) -> Case:
    """Make a chain that has a row in the stored reference."""
    radio = "11M" if more.get("data_rate_mbps") == 11 else "2M"
    reference_routing = "dsdv" if routing == "static" else routing
    row = ("chain", reference_transport or transport, reference_routing, radio, str(hops))
    return Case("chain", transport, routing, hops, reference=row, **more)  # type: ignore[arg-type]


def _several(name: str, case: Case, transport: str) -> Case:
    """Give a case of several flows, or of errors, its row `name` in the stored reference."""
    return replace(case, reference=(name, transport, "aodv", "2M", str(case.hops)))


#: Every row of the stored reference that needs no more than one run a seed.
REFERENCE_CASES: tuple[Case, ...] = (
    _chain(1, quick=True),
    _chain(2, quick=True),
    _chain(4, quick=True),
    _chain(7, quick=True),
    _chain(8),
    _chain(12),
    _chain(1, routing="static", duration_s=450.0, warmup_s=150.0),
    _chain(4, routing="static", duration_s=450.0, warmup_s=150.0),
    _chain(7, routing="static", quick=True, duration_s=450.0, warmup_s=150.0),
    _chain(2, routing="dsr"),
    _chain(6, routing="dsr"),
    _chain(10, routing="dsr"),
    _chain(7, "sack"),
    _chain(7, "vegas"),
    _chain(7, reference_transport="newreno+delack", delayed_ack=True),
    _chain(7, reference_transport="newreno+cwl=1", window_packets=1),
    _chain(7, reference_transport="newreno+cwl=2", window_packets=2, quick=True),
    _chain(7, reference_transport="newreno+cwl=4", window_packets=4),
    _chain(7, reference_transport="newreno+cwl=8", window_packets=8),
    _chain(7, reference_transport="newreno+delack+cwl=3", delayed_ack=True, window_packets=3),
    _chain(2, data_rate_mbps=11, quick=True),
    _chain(8, data_rate_mbps=11),
    _chain(1, "vegas"),
    _chain(4, "vegas"),
    _chain(10, "vegas"),
    _chain(1, "udp-paced", "udp-paced-best", rate_kbps=1700),
    _chain(4, "udp-paced", "udp-paced-best", rate_kbps=370),
    _chain(7, "udp-paced", "udp-paced-best", rate_kbps=330),
    _several("parallel", Case("parallel", hops=4, flows=2), "newreno"),
    _several("chain-10-flows", Case("chain", hops=5, flows=10), "newreno"),
    _several("chain-10-flows", Case("chain", hops=5, flows=10, window_packets=3), "newreno+cwl=3"),
    _several(
        "chain-10-flows", Case("chain", hops=5, flows=10, window_packets=3, delayed_ack=True), "newreno+delack+cwl=3"
    ),
    _several("grid-3-flows", Case("grid", hops=4, flows=3), "newreno"),
    _several("grid-3-flows", Case("grid", "sack", hops=4, flows=3), "sack"),
    _several("grid-3-flows", Case("grid", "vegas", hops=4, flows=3), "vegas"),
    _several("chain-packet-error-0.03", Case("chain", hops=5, packet_error=0.03), "newreno"),
)

#: Scenarios beyond the stored reference.
FURTHER_CASES: tuple[Case, ...] = (
    *(Case("chain", hops=hops) for hops in (3, 5, 6, 10)),
    Case("cross", hops=4, flows=2),
    Case("asymmetric", hops=4, flows=2),
    Case("grid-tcp-ap", hops=4, flows=6),
    Case("random", flows=10, random_layout=True, duration_s=100.0, warmup_s=10.0, quick=True),
)

ALL_CASES: tuple[Case, ...] = REFERENCE_CASES + FURTHER_CASES
