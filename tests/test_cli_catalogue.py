"""`airhop list` and `airhop show`."""

import json

import pytest
from typer.testing import CliRunner

import airhop
from airhop.cli.main import app


def invoke(*arguments):
    done = CliRunner().invoke(app, list(arguments))
    assert done.exit_code == 0, done.output
    return done.stdout


def test_list_names_everything():
    out = invoke("list")
    for entry in [*airhop.scenarios(), *airhop.transports(), *airhop.parts(), *airhop.radios()]:
        assert any(line.strip().startswith(entry.name) for line in out.splitlines()), entry.name


@pytest.mark.parametrize("kind", ["scenarios", "transports", "parts", "radios", "parameters"])
def test_list_one_kind(kind):
    entries = getattr(airhop, kind)()
    out = invoke("list", kind)
    assert out.splitlines()[0].strip() == kind
    assert all(entry[0] in out for entry in entries)
    content = json.loads(invoke("list", kind, "--json"))
    assert content == {kind: [entry._asdict() for entry in entries]}


def test_show_prints_a_scenario_that_can_be_copied():
    for scenario in airhop.scenarios():
        shown = invoke("show", scenario.name)
        assert airhop.Scenario.parse(shown).to_toml() == shown


def test_show_takes_what_run_takes():
    shown = invoke("show", "chain", "--hops", "12", "--set", "routing.protocol=static")
    scenario = airhop.Scenario.parse(shown)
    assert scenario.get("topology.hops") == 12
    assert scenario.get("routing.protocol") == "static"


def test_version_and_help():
    assert invoke("--version") == f"airhop {airhop.__version__}\n"
    assert "SCENARIO" in invoke("run", "--help")
