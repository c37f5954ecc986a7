"""What the page on sweeps shows works as it says."""

import re
import shutil
from pathlib import Path

import duckdb
import pytest

import airhop
from airhop.runs.columns import WALL
from airhop.sweeps import columns
from airhop.sweeps.plan import Plan
from airhop.sweeps.points import expand

ROOT = Path(__file__).parent.parent
PAGE = (ROOT / "docs" / "sweep.md").read_text(encoding="utf-8")
PLAN = ROOT / "plans" / "errors.toml"


def blocks(language):
    return re.findall(rf"^```{language}\n(.*?)^```$", PAGE, re.M | re.S)


@pytest.fixture(scope="module")
def swept(tmp_path_factory):
    """Keep short runs of the page's plan where the page says."""
    folder = tmp_path_factory.mktemp("page")
    shutil.copytree(ROOT / "plans", folder / "plans")
    plan = folder / "plans" / "errors.toml"
    plan.write_text(plan.read_text().replace("= 200", "= 4").replace("= 20\n", "= 1\n").replace("= 10\n", "= 2\n"))
    airhop.sweep(plan, folder / "out" / "sweeps" / "errors")
    return folder


def test_the_page_shows_the_plan():
    assert blocks("toml")[0] == PLAN.read_text(encoding="utf-8")
    assert "600 points" in PAGE
    assert len(expand(Plan.load(PLAN))) == 600


def test_every_plan_on_the_page_can_be_run(tmp_path):
    for number, text in enumerate(blocks("toml")):
        path = tmp_path / f"{number}.toml"
        path.write_text(text)
        assert expand(Plan.load(path))


def test_queries(swept, monkeypatch):
    monkeypatch.chdir(swept)
    means, flows, missing = (duckdb.sql(query.strip().rstrip(";")).df() for query in blocks("sql"))
    head = re.search(r"^\| (transport \|.*) \|$", PAGE, re.M)
    assert list(means.columns) == head[1].split(" | ")
    assert len(means) == 8
    assert len(flows) == 120
    assert len(missing) == 0


def test_python(swept, monkeypatch):
    monkeypatch.chdir(swept)
    monkeypatch.setenv("MPLBACKEND", "agg")
    read, make, own, *_ = blocks("python")
    names: dict[str, object] = {}
    for code in (read, make, own):
        exec(code, names)
    assert (swept / "errors.png").stat().st_size > 10_000
    assert len(airhop.Sweep.open(swept / "out" / "sweeps" / "mesh").runs) == 12


def test_every_column_is_there(swept):
    table = duckdb.sql(f"SELECT * FROM '{swept}/out/sweeps/errors/points/*.parquet'").df()
    rows = re.search(r"^Columns of a point:\n\n(.*?)\n\n", PAGE, re.M | re.S)[1].splitlines()[2:]
    named = [name for row in rows for name in re.findall(r"`([\w.]+)`", row.split("|")[1])]
    assert set(named) <= set(table.columns)
    assert {columns.KEY, columns.ERROR, WALL} <= set(named)
