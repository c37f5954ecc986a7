"""Figures: there, and showing what they say."""

import subprocess
import sys

import matplotlib.image
import pytest

import airhop
from airhop import plots
from airhop.plots import style


def test_every_figure_is_drawn(comparison, tmp_path):
    written = plots.draw_all(comparison, tmp_path)
    assert [path.name for path in written] == ["goodput.png", "topology.png", "over-time.png"]
    for path in written:
        pixels = matplotlib.image.imread(path)
        assert min(pixels.shape[:2]) > 300
        # Something is drawn, in more than one colour.
        assert pixels[..., :3].std() > 0.05
        assert len({tuple(pixel) for row in pixels[::7, ::7, :3].round(1).tolist() for pixel in row}) > 5


@pytest.mark.parametrize(("form", "magic"), [("svg", b"<?xml"), ("pdf", b"%PDF")])
def test_other_forms(comparison, tmp_path, form, magic):
    for path in plots.draw_all(comparison, tmp_path, form):
        assert path.suffix == f".{form}"
        assert path.read_bytes().startswith(magic)


def test_goodput_bars_have_the_height_of_the_means(comparison):
    figure = plots.draw_goodput(comparison)
    above, below = figure.axes
    assert "kbit/s" in above.get_ylabel()
    heights = [bar.get_height() for bar in above.patches]
    assert heights == [summary["aggregate_goodput_kbps"]["mean"] for summary in comparison.summary_records]
    assert [tick.get_text() for tick in above.get_xticklabels()] == ["newreno", "vegas"]
    by_flow = [flow["goodput_kbps"]["mean"] for summary in comparison.summary_records for flow in summary["flows"]]
    assert [bar.get_height() for bar in below.patches] == by_flow


def test_curves_show_every_flow_of_every_transport(comparison):
    figure = plots.draw_over_time(comparison)
    assert len(figure.axes) == 4
    for axes in figure.axes:
        assert len(axes.lines) == 2
        assert all(len(line.get_xdata()) > 5 for line in axes.lines)
        assert axes.get_ylim()[0] == 0
    assert {"goodput (kbit/s)", "window (segments)"} == {axes.get_ylabel() for axes in figure.axes}
    assert "time (s)" in figure.axes[-1].get_xlabel()


def test_topology_shows_nodes_and_flows_to_scale(comparison):
    (axes,) = plots.draw_topology(comparison).axes
    nodes = [(line.get_xdata()[0], line.get_ydata()[0]) for line in axes.lines]
    assert nodes == comparison.layout.nodes_m
    assert axes.get_aspect() == 1
    assert any("f0" in text.get_text() for text in axes.texts)


@pytest.mark.parametrize("name", [scenario.name for scenario in airhop.scenarios()])
def test_every_scenario_can_be_drawn(name, tmp_path):
    result = airhop.run(name, seeds=1, duration=2, warmup=0.5, series="first")
    assert len(plots.draw_all(result, tmp_path)) == 3


def test_styles_tell_many_transports_apart():
    looks = {(style.colour(index), style.hatch(index), str(style.dashes(index))) for index in range(28)}
    assert len(looks) == 28


DRAWS = """
import pathlib, sys
import airhop, airhop.plots
result = airhop.run("chain", seeds=1, duration=2, warmup=0.5, series="first")
airhop.plots.draw_all(result, pathlib.Path(sys.argv[1]))
sys.exit("pyplot was loaded" if "matplotlib.pyplot" in sys.modules else 0)
"""


def test_drawing_leaves_no_global_state(tmp_path):
    # In a process of its own: what other tests run may load pyplot.
    done = subprocess.run([sys.executable, "-c", DRAWS, tmp_path], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert len(list(tmp_path.iterdir())) == 3


def test_topology_shows_wired_hosts_beside_the_nodes():
    scenario = airhop.Scenario.parse("""
        [topology]
        kind = "nodes"
        positions = [[0, 0], [200, 0], [400, 0]]
        [wired.a]
        ends = ["server", "router"]
        rate_kbps = 1500.0
        [wired.b]
        ends = ["router", 2]
        [flows.f]
        src = "server"
        dst = 0
    """)
    figure = plots.draw_topology(airhop.run(scenario, duration=2, warmup=0, seeds=1))
    (axes,) = figure.axes
    texts = [text.get_text() for text in axes.texts]
    assert {"server (4)", "router (3)", "1.5 Mbit/s, 10 ms"} <= set(texts)
    squares = [(line.get_xdata()[0], line.get_ydata()[0]) for line in axes.lines if line.get_marker() == "s"]
    assert len(set(squares)) == 2
    # Neither on a node nor beyond the picture.
    assert not set(squares) & {(0.0, 0.0), (200.0, 0.0), (400.0, 0.0)}
    (left, right), (bottom, top) = axes.get_xlim(), axes.get_ylim()
    assert all(left < x < right and bottom < y < top for x, y in squares)


def test_topology_shows_the_ways_of_nodes_that_move():
    scenario = airhop.Scenario.builtin("chain")
    scenario.set("mobility.waypoints.2", [[1, 400, 0], [3, 400, 300], [5, 400, 0]])
    (axes,) = plots.draw_topology(airhop.run(scenario, duration=2, warmup=0, seeds=1)).axes
    ways = [list(line.get_ydata()) for line in axes.lines if len(line.get_xdata()) == 2 and line.get_linestyle() != "-"]
    assert [0, 300] in ways
    assert [300, 0] not in ways
    assert {"0, 1, 5 s", "3 s"} <= {text.get_text() for text in axes.texts}
    assert axes.get_ylim()[1] > 300
