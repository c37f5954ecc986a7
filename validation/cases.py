"""The scenarios of the comparison of airhop with its peers, one `Case` per row.

A case describes a run once; `Case.ns2_options` and `Case.airhop_keywords` translate it for each simulator.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

#: ns-2's maximum window in packets, unless a case specifies another.
DEFAULT_WINDOW_PACKETS = 20

#: When the first flow starts in every simulator, s.
START_S = 1.0

#: Payload of a packet, bytes: ns-2's `packetSize_`.
PAYLOAD_BYTES = 1460

#: TCP and IP headers, bytes.
HEADERS_BYTES = 40

#: UDP header, bytes.
UDP_HEADER_BYTES = 8

#: airhop's options for the behaviour of ns-2's TCP: it takes one round-trip time sample per window, its limited
#: transmit resends the next segment after a timeout, and its SACK sender discards SACK information at a timeout.
NS2_TCP: dict[str, object] = {
    "transport.rtt_samples": "window",
    "transport.limited_transmit": "ns2",
    "transport.sack_after_timeout": "forget",
}


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
    #: Key of the row in the stored reference: scenario, transport, routing, radio, hops. None if there is no such row.
    reference: tuple[str, str, str, str, str] | None = None
    #: Part of the short comparison.
    quick: bool = False
    #: Node positions are drawn from the seed; every simulator uses the same ones.
    random_layout: bool = False
    #: Default number of seeds, 1 to N. More than five where five are misleading.
    seeds: int = 5
    #: Each packet carries a second IP header of 20 bytes, as in ns-2's own DSDV; otherwise ns-2 omits it.
    second_ip_header: bool = False
    #: AODV's local repair in airhop, `ns2`, `rfc3561` or `off`; None leaves the default. ns-2 has only its own.
    local_repair: str | None = None
    #: Minimum RTO of a sender without backoff, s; ns-2 has no switch for that and gets the same value as maximum RTO.
    #: None leaves the defaults.
    constant_rto_s: float | None = None

    @property
    def name(self) -> str:
        """Unique name of the row."""
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
        if self.second_ip_header:
            parts.append("+20B")
        return " ".join(parts)

    @property
    def transport_label(self) -> str:
        """The transport with its parts in airhop's notation, without the default window."""
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
            "start": START_S,
            "payload": PAYLOAD_BYTES,
            # Under DSDV, ns-2 counts the IP header twice by default.
            "ipheader": "stock" if self.second_ip_header else "once",
        }
        if self.hops is not None:
            options["hops"] = self.hops
        if self.rate_kbps is not None:
            options["udpkbps"] = self.rate_kbps
        if self.constant_rto_s is not None:
            options |= {"minrto": self.constant_rto_s, "maxrto": self.constant_rto_s}
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
        if self.rate_kbps is not None:
            # The same number of packets per second as in ns-2.
            own_kbps = self.rate_kbps * self.airhop_payload_bytes / PAYLOAD_BYTES
            keywords["transports"] = [f"{self.transport}={own_kbps:.6g}"]
        else:
            delayed = "+delack" if self.delayed_ack else ""
            constant = "" if self.constant_rto_s is None else "+no-backoff"
            keywords["transports"] = [f"{self.transport}{delayed}{constant}+cwl={self.window_packets}"]
        if self.hops is not None:
            keywords["hops"] = self.hops
        if self.flows > 1 and self.scenario in {"chain", "grid"}:
            keywords["flows"] = self.flows
        keywords["settings"] = self._airhop_settings()
        return keywords

    def _airhop_settings(self) -> dict[str, object]:
        """Give the settings in which airhop's defaults differ from ns-2 here."""
        settings: dict[str, object] = {f"flows.f{flow}.start_s": START_S for flow in range(self.flows)}
        if self.flows > 1:
            settings["traffic.start_spread_s"] = 1.0
        if self.transport == "udp-paced":
            settings["traffic.packet_bytes"] = self.airhop_payload_bytes
        else:
            settings |= NS2_TCP | {"transport.mss": self.airhop_payload_bytes}
        if self.constant_rto_s is not None:
            settings["transport.rto_min"] = self.constant_rto_s
        if self.local_repair is not None:
            settings["routing.aodv.local_repair"] = self.local_repair
        if self.second_ip_header:
            # airhop has no second IP header; a longer MAC header gives frames the same length on the air.
            settings["mac.header_bytes"] = 54
        if self.packet_error:
            settings |= {"errors.model": "packet", "errors.packet": self.packet_error}
        return settings

    @property
    def airhop_payload_bytes(self) -> int:
        """Payload of a packet in airhop that gives it the same length on the air as in ns-2.

        ns-2's Vegas adds no headers to `packetSize_`: its packets have 1,460 bytes on the network, headers included;
        those of other senders have 1,500. Its UDP has an IP header but no UDP header.
        """
        if self.transport == "vegas":
            return PAYLOAD_BYTES - HEADERS_BYTES
        return PAYLOAD_BYTES - UDP_HEADER_BYTES if self.transport == "udp-paced" else PAYLOAD_BYTES

    @property
    def goodput_factor(self) -> float:
        """Factor that converts airhop's goodput to the same number of bytes per packet as in ns-2.

        ns-2's sinks count bytes with headers, of which 1,460 in 1,500 count as payload: 1,421.1 per packet of Vegas.
        """
        counted = float(PAYLOAD_BYTES)
        if self.transport == "vegas":
            counted *= PAYLOAD_BYTES / (PAYLOAD_BYTES + HEADERS_BYTES)
        return counted / self.airhop_payload_bytes

    def lasting(self, seconds: float) -> Case:
        """Give the case with another duration, and a warm-up of at most a tenth of it.

        Static routing keeps its warm-up, in which ns-2's DSDV converges, and measures for `seconds` after it.
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
        """Whether overlapping 95 % intervals suffice; only for rows with a tolerance of 10 %."""
        return self.tolerance() >= 0.10


def _chain(
    hops: int, transport: str = "newreno", reference_transport: str | None = None, routing: str = "aodv", **more: object
) -> Case:
    """Make a chain that has a row in the stored reference."""
    radio = "11M" if more.get("data_rate_mbps") == 11 else "2M"
    reference_routing = "dsdv" if routing == "static" else routing
    row = ("chain", reference_transport or transport, reference_routing, radio, str(hops))
    return Case("chain", transport, routing, hops, reference=row, **more)  # type: ignore[arg-type]


def _stored_static(hops: int) -> Case:
    """Make a chain over static routes as in the reference: 150 s for DSDV to converge, 20 more bytes per packet."""
    return _chain(hops, routing="static", duration_s=450.0, warmup_s=150.0, second_ip_header=True)


def _static(hops: int, *, quick: bool = False) -> Case:
    """Make a chain over static routes with packets of the same size as over AODV."""
    return Case("chain", routing="static", hops=hops, duration_s=450.0, warmup_s=150.0, quick=quick)


def _several(name: str, case: Case, transport: str) -> Case:
    """Assign the row `name` of the stored reference to a case with several flows or with errors."""
    return replace(case, reference=(name, transport, "aodv", "2M", str(case.hops)))


#: Simulated time of chains stored over 2,000 s and more: from 4 hops on, runs of 300 s vary by up to 20 %.
LONG_S = 2000.0

#: Seeds where five are misleading: ns-2's mean over twenty runs of 300 s differs by up to 9 % from its first five.
MANY_SEEDS = 20

#: Every row of the stored reference that needs a single run per seed.
REFERENCE_CASES: tuple[Case, ...] = (
    _chain(1, quick=True),
    _chain(2, quick=True),
    _chain(4, quick=True, duration_s=LONG_S),
    _chain(7, quick=True, duration_s=LONG_S),
    _chain(8, duration_s=LONG_S),
    _chain(12, duration_s=LONG_S),
    _stored_static(1),
    _stored_static(4),
    _stored_static(7),
    _chain(2, routing="dsr"),
    _chain(6, routing="dsr"),
    _chain(10, routing="dsr"),
    _chain(7, "sack", duration_s=LONG_S),
    _chain(7, "vegas", duration_s=LONG_S),
    _chain(7, reference_transport="newreno+delack", delayed_ack=True, duration_s=LONG_S),
    _chain(7, reference_transport="newreno+cwl=1", window_packets=1),
    _chain(7, reference_transport="newreno+cwl=2", window_packets=2, quick=True),
    _chain(7, reference_transport="newreno+cwl=4", window_packets=4),
    _chain(7, reference_transport="newreno+cwl=8", window_packets=8),
    _chain(7, reference_transport="newreno+delack+cwl=3", delayed_ack=True, window_packets=3),
    _chain(2, data_rate_mbps=11, quick=True),
    _chain(8, data_rate_mbps=11, seeds=MANY_SEEDS),
    _chain(1, "vegas"),
    _chain(4, "vegas", seeds=MANY_SEEDS),
    _chain(10, "vegas", seeds=MANY_SEEDS),
    _chain(1, "udp-paced", "udp-paced-best", rate_kbps=1700),
    _chain(4, "udp-paced", "udp-paced-best", rate_kbps=370),
    _chain(7, "udp-paced", "udp-paced-best", rate_kbps=330, seeds=MANY_SEEDS),
    _several("parallel", Case("parallel", hops=4, flows=2, duration_s=LONG_S), "newreno"),
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

#: Scenarios without a row in the stored reference.
FURTHER_CASES: tuple[Case, ...] = (
    *(Case("chain", hops=hops, seeds=MANY_SEEDS) for hops in (3, 5, 6, 10)),
    _static(1),
    _static(4),
    _static(7, quick=True),
    *(Case("chain", routing="dsr", hops=hops, duration_s=LONG_S) for hops in (4, 8)),
    Case("chain", routing="dsr", hops=12, seeds=MANY_SEEDS),
    Case("cross", routing="dsr", hops=4, flows=2),
    Case("grid", routing="dsr", hops=4, flows=3),
    Case("random", routing="dsr", flows=10, random_layout=True, duration_s=100.0, warmup_s=10.0),
    Case("cross", hops=4, flows=2),
    Case("asymmetric", hops=4, flows=2),
    Case("grid-tcp-ap", hops=4, flows=6),
    Case("random", flows=10, random_layout=True, duration_s=100.0, warmup_s=10.0, quick=True),
)

ALL_CASES: tuple[Case, ...] = REFERENCE_CASES + FURTHER_CASES
