"""The peers themselves, in short runs where they are installed."""

from pathlib import Path

import pytest

import layouts
from cases import Case
from layouts import Layout
from ns3.build import Ns3MissingError, ensure_built
from runs import Run
from simulators import Ns2, Ns3, SimulatorError, execute

NS2 = Ns2()
SHORT = Case("chain", hops=1, duration_s=10.0, warmup_s=2.0)


def ns2_run(case: Case, layout: Layout | None = None) -> Run | None:
    """A run, or None where ns-2 is missing, which it must then say how to mend."""
    missing = NS2.missing()
    if missing is not None:
        assert "install ns2" in missing
        return None
    return NS2.run(case, 1, layout)


def test_ns2_reproduces_the_goodput_of_one_hop() -> None:
    run = ns2_run(SHORT)
    assert run is None or run.goodput_kbps == pytest.approx(1256.2, rel=0.005)


def test_ns2_carries_the_same_bytes_over_dsdv_as_over_aodv() -> None:
    case = Case("chain", routing="static", hops=1, duration_s=40.0, warmup_s=20.0)
    run = ns2_run(case)
    assert run is None or run.goodput_kbps == pytest.approx(1256.2, rel=0.005)


def test_ns2_takes_positions_and_flows_from_a_file() -> None:
    line = Layout(tuple((200.0 * node - 300.0, -50.0) for node in range(3)), ((2, 0),))
    run = ns2_run(Case("random", random_layout=True, duration_s=10.0, warmup_s=2.0), line)
    assert run is None or run.goodput_kbps == pytest.approx(630.0, rel=0.01)


@pytest.mark.parametrize("scenario", ["cross", "parallel", "asymmetric", "grid", "grid-tcp-ap"])
def test_ns2_has_every_topology(scenario: str) -> None:
    flows = {"grid": 3, "grid-tcp-ap": 6}.get(scenario, 2)
    run = ns2_run(Case(scenario, hops=4, flows=flows, duration_s=5.0, warmup_s=2.0))
    assert run is None or (len(run.flows_kbps) == flows and run.goodput_kbps > 0)


@pytest.mark.parametrize("options", [["-hops"], ["-speed", "9"], ["-transport", "telepathy"], ["-topology", "moon"]])
def test_ns2_script_refuses_what_it_does_not_know(options: list[str]) -> None:
    if NS2.missing() is None:
        with pytest.raises(SimulatorError, match="exit status 2"):
            execute(["ns", str(Path(__file__).parents[1] / "ns2" / "scenario.tcl"), *options])


def test_ns3_delivers_over_one_hop_or_says_how_to_install_it(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    ns3 = Ns3()
    missing = ns3.missing()
    if missing is None:
        run = ns3.run(SHORT, 1, Layout(((0.0, 0.0), (200.0, 0.0)), ((0, 1),)))
        assert run.goodput_kbps == pytest.approx(1267.3, rel=0.01)
    else:
        assert "pip install ns3" in missing
    monkeypatch.setenv("NS3_PACKAGE", str(tmp_path))
    with pytest.raises(Ns3MissingError, match=r"pip install ns3==3\.44"):
        ensure_built()


def test_a_program_that_fails_is_an_error_with_its_words() -> None:
    with pytest.raises(SimulatorError, match="cannot start"):
        execute(["/nonexistent/program"])
    with pytest.raises(SimulatorError, match="exit status 3: sorry"):
        execute(["sh", "-c", "echo sorry >&2; exit 3"])
    finished = execute(["sh", "-c", "echo done"])
    assert finished.output == "done\n"


def test_random_layouts_are_joined() -> None:
    layout = layouts.random_layout(1)
    assert len(layout.nodes_m) == 120
    assert len({end for flow in layout.flows for end in flow}) == 20
