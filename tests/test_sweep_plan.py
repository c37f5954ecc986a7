"""Plans: what they say, and how wrong ones are refused."""

import pytest

import airhop
from airhop.sweeps.plan import Plan
from airhop.sweeps.points import expand
from sweep_support import tiny

PLAN = """
name = "errors"
scenario = ["chain", "mesh.toml"]
transports = ["newreno", "tcp-ap"]
seeds = [3, 5]

[set]
run.duration_s = 3
run.warmup_s = 1

[grid]
"errors.packet" = [0, 0.01]
queue.packets = [10, 20, 30]
"""
MESH = 'name = "mesh"\n[topology]\nkind = "cross"\nhops = 2\n'


def refused(content, *words):
    with pytest.raises(airhop.ScenarioError) as error:
        expand(Plan.of(content, "p.toml") if isinstance(content, dict) else Plan.load(content))
    message = str(error.value)
    for word in ("p.toml", *words):
        assert word in message, message
    return message


def write(tmp_path, text):
    path = tmp_path / "p.toml"
    path.write_text(text)
    return path


def test_a_plan_is_a_grid_of_parameters_transports_and_seeds(tmp_path):
    (tmp_path / "mesh.toml").write_text(MESH)
    plan = Plan.load(write(tmp_path, PLAN))
    points = expand(plan)
    assert plan.name == "errors"
    assert plan.swept == ("errors.packet", "queue.packets")
    assert len(points) == len({point.key for point in points}) == 2 * 2 * 2 * 2 * 3
    assert {point.combination.scenario for point in points} == {"chain", "mesh"}
    assert {point.combination.values["errors.packet"] for point in points} == {0.0, 0.01}
    assert {point.combination.variant.scenario.get("run.duration_s") for point in points} == {3.0}


def test_a_plan_is_called_after_its_file(tmp_path):
    assert Plan.load(write(tmp_path, 'scenario = "chain"')).name == "p"


def test_equal_points_are_one():
    twice = tiny(list=[{"topology.hops": 2}, {"topology.hops": 2}, {"topology.hops": 7}], grid=None)
    assert len(expand(Plan.of(twice))) == 2 * 2 * 2


def test_the_key_tells_everything_that_decides_a_result():
    keys = {point.key for point in expand(Plan.of(tiny()))}
    others = [
        tiny(seeds=[3, 4]),
        tiny(transports=["sack"]),
        tiny(set={"run": {"duration_s": 4, "warmup_s": 1}}),
        tiny(scenario="cross", grid={"topology.hops": [2, 4]}),
    ]
    for other in others:
        assert not keys & {point.key for point in expand(Plan.of(other))}


def test_the_best_rate_is_judged_by_all_seeds_and_its_key_tells_them():
    few, more = ({point.key: point for point in expand(Plan.of(tiny(seeds=seeds, transports=names)))}
                 for seeds, names in [(2, ["vegas", "udp-paced=best"]), (3, ["vegas", "udp-paced=best"])])  # fmt: skip
    shared = few.keys() & more.keys()
    assert {few[key].combination.transport for key in shared} == {"vegas"}
    assert len(shared) == 4


def test_the_radio_comes_first():
    content = tiny(set={"queue.packets": 7, "radio.profile": "hamadani", "topology.spacing_m": 90.0})
    assert {point.combination.variant.scenario.get("queue.packets") for point in expand(Plan.of(content))} == {7}


def test_a_scenario_from_python():
    scenario = airhop.Scenario.builtin("chain")
    scenario.set("topology.hops", 1)
    points = expand(Plan.of({"scenario": scenario, "seeds": 1}))
    assert [
        (point.combination.transport, point.combination.variant.scenario.get("topology.hops")) for point in points
    ] == [("newreno", 1)]


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"transport": ["newreno"]}, ["unknown key transport", "did you mean transports"]),
        ({"scenario": None}, ["scenario = NAME"]),
        ({"scenario": []}, ["scenario = []"]),
        ({"scenario": 3}, ["scenario = 3"]),
        ({"scenario": "chian"}, ["chian", "did you mean chain"]),
        ({"scenario": "absent.toml"}, ["absent.toml", "No such file"]),
        ({"transports": ["newrno"]}, ["newrno", "newreno"]),
        ({"transports": []}, ["transports = []"]),
        ({"transports": [1]}, ["transports = [1]"]),
        ({"seeds": 0}, ["seeds = 0"]),
        ({"seeds": "many"}, ["seeds = 'many'"]),
        ({"seeds": True}, ["seeds = True"]),
        ({"seeds": [1, 1]}, ["seeds = [1, 1]"]),
        ({"seeds": [-1]}, ["seeds = [-1]"]),
        ({"set": 3}, ["set = 3"]),
        ({"set": {"topology.hop": 3}}, ["topology.hop", "topology.hops"]),
        ({"set": {"queue.packets": 0}}, ["queue.packets = 0", "1 to 1000000"]),
        ({"set": {"transport.name": "sack"}}, ["transport.name", "`transports`"]),
        ({"set": {"topology.hops": 3}}, ["topology.hops", "[set]", "[grid]"]),
        ({"grid": {"topology.hops": 3}}, ["topology.hops = 3", "list of values", "[set]"]),
        ({"grid": {"topology.hops": []}}, ["topology.hops = []"]),
        ({"grid": {"topology.hops": [2, 0]}}, ["topology.hops = 0", "1 to 5000"]),
        ({"grid": {"topology.hopps": [2, 0]}}, ["topology.hopps", "topology.hops"]),
        ({"grid": {"run.warmup_s": [1, 300]}, "set": {}}, ["run.warmup_s = 300", "run.duration_s"]),
        ({"list": {"a": 1}}, ["[[list]]"]),
        ({"list": []}, ["[[list]]"]),
        ({"list": [3]}, ["entry 1", "table"]),
        ({"list": [{"queue.packets": 5}, {"queue.packets": 0}]}, ["entry 2", "queue.packets = 0"]),
        ({"list": [{"topology.hops": 5}]}, ["entry 1", "topology.hops", "[grid]"]),
        ({"list": [{"seeds": 0}]}, ["entry 1", "seeds = 0"]),
        ({"name": 3}, ["name = 3"]),
    ],
)
def test_wrong_plan(changes, words):
    refused(tiny(**changes), *words)


def test_two_scenarios_of_one_name(tmp_path):
    for file in ("a.toml", "b.toml"):
        (tmp_path / file).write_text(MESH.replace("2", "4" if file == "b.toml" else "2"))
    refused(write(tmp_path, 'scenario = ["a.toml", "b.toml"]'), "two different scenarios", "mesh")


def test_broken_toml_is_refused_with_file_line_and_column(tmp_path):
    refused(write(tmp_path, 'scenario = "chain"\nseeds = = 3\n'), "p.toml:2:9")


def test_a_file_that_is_no_text(tmp_path):
    path = tmp_path / "p.toml"
    path.write_bytes(b"\xff\xfe\x00")
    refused(path, "UTF-8")


def test_missing_plan(tmp_path):
    refused(tmp_path / "p.toml", "No such file")
