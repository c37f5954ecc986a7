"""`airhop.sweep`: every point once, kept in files that are read as one table."""

import duckdb
import pandas as pd
import pytest

import airhop
from airhop.outputs import OutputError
from airhop.runs import cache, columns, executor
from airhop.sweeps.files import keys_in
from airhop.sweeps.store import Store
from sweep_support import TINY, content, tiny


@pytest.fixture(scope="module")
def swept(tmp_path_factory):
    return airhop.sweep(tiny(), tmp_path_factory.mktemp("sweep"))


def written(sweep):
    """Tell when the file of each point was written last."""
    return {path.name: path.stat().st_mtime_ns for path in (sweep.folder / "points").iterdir()}


def test_a_row_a_point_in_the_order_of_the_plan(swept):
    runs = swept.runs
    assert list(runs["topology.hops"]) == [1] * 4 + [2] * 4
    assert list(runs["transport"]) == ["newreno", "newreno", "vegas", "vegas"] * 2
    assert list(runs["seed"]) == [1, 2] * 4
    assert set(runs["version"]) == {airhop.__version__}
    assert len(swept.errors) == 0


def test_the_numbers_are_those_of_a_run(swept):
    result = airhop.run("chain", transports=["newreno", "vegas"], hops=2, seeds=2, duration=3, warmup=1)
    two_hops = swept.runs[swept.runs["topology.hops"] == 2].reset_index(drop=True)
    for column in result.runs.columns.drop("wall_s"):
        assert list(two_hops[column]) == list(result.runs[column]), column
    flows = swept.flows[swept.flows["topology.hops"] == 2].reset_index(drop=True)
    for column in result.flows.columns:
        assert list(flows[column]) == list(result.flows[column]), column


def test_files_are_one_table_to_duckdb_and_pandas(swept):
    query = f"""SELECT "topology.hops", transport, avg(aggregate_goodput_kbps) AS goodput, count(*) AS seeds
        FROM '{swept.folder}/points/*.parquet' WHERE error IS NULL GROUP BY ALL ORDER BY ALL"""
    table = duckdb.sql(query).df()
    expected = swept.runs.groupby(["topology.hops", "transport"])["aggregate_goodput_kbps"].mean()
    assert list(table["goodput"]) == pytest.approx(list(expected))
    assert set(table["seeds"]) == {2}
    flows = duckdb.sql(f"SELECT seed, unnest(flows, recursive := true) FROM '{swept.folder}/points/*.parquet'").df()
    assert sorted(flows["goodput_kbps"]) == sorted(swept.flows["goodput_kbps"])
    assert len(pd.read_parquet(swept.folder / "points")) == 8


def test_every_number_of_every_kind_of_run_is_kept(tmp_path):
    kinds = [
        {"scenario": "access", "set": {"run.duration_s": 4, "traffic.bytes": 100_000}},
        {"scenario": "chain", "set": {"topology.hops": 1, "run.packets": 200, "run.batches": 4}},
        {
            "scenario": "chain",
            "set": {"topology.hops": 2, "run.duration_s": 3, "run.warmup_s": 1, "errors.packet": 1.0},
        },
    ]
    seen = set()
    for number, kind in enumerate(kinds):
        swept = airhop.sweep({**kind, "seeds": 1}, tmp_path / str(number))
        scenario = airhop.Scenario.builtin(kind["scenario"])
        scenario.update(kind["set"])
        (record,) = airhop.run(scenario, seeds=1).run_records
        (row,) = Store(swept.folder).read().to_pylist()
        expected = columns.row_of(record)
        seen |= expected.keys() | {name for flow in expected["flows"] for name in flow}
        for name in expected.keys() - {columns.WALL, *columns.NESTED}:
            assert row[name] == expected[name], name
        for name in columns.NESTED:
            assert [present(item) for item in row[name] or []] == expected.get(name, []), name
    assert {"wired", "batches", "measured_s", "active_goodput_kbps", "reason"} <= seen


def present(item):
    """Leave out what a flow or a link does not have."""
    return {name: value for name, value in item.items() if value is not None}


def test_the_scenario_of_a_point_gives_its_numbers_again(swept):
    row = swept.runs.iloc[5]
    scenario = airhop.Scenario.load(swept.folder / "scenarios" / f"{row['scenario_hash']}.toml")
    again = airhop.run(scenario, seeds=[int(row["seed"])])
    assert again.runs["aggregate_goodput_kbps"][0] == row["aggregate_goodput_kbps"]


def test_what_is_there_is_not_made_again(tmp_path):
    first = airhop.sweep(tiny(), tmp_path)
    before = written(first)
    assert written(airhop.sweep(tiny(), tmp_path)) == before
    keys = keys_in(tmp_path / "points")
    (tmp_path / "points" / f"{keys[3]}.parquet").unlink()
    again = airhop.sweep(tiny(), tmp_path)
    assert content(again) == content(first)
    assert [name for name, when in written(again).items() if before[name] != when] == [f"{keys[3]}.parquet"]


def test_a_file_that_a_failure_cut_off_is_made_again(tmp_path):
    first = airhop.sweep(tiny(), tmp_path)
    whole = content(first)
    empty, cut, *_ = (tmp_path / "points").glob("*.parquet")
    empty.write_bytes(b"")
    cut.write_bytes(cut.read_bytes()[:-100])
    (tmp_path / "points" / ".begun.parquet.tmp").write_bytes(b"PAR1")
    assert content(airhop.sweep(tiny(), tmp_path)) == whole
    assert len(list((tmp_path / "points").iterdir())) == 8


def test_files_of_others_are_left_alone(tmp_path):
    (tmp_path / "points").mkdir()
    other = tmp_path / "points" / "other.parquet"
    pd.DataFrame({"a": [1, 2]}).to_parquet(other)
    with pytest.raises(OutputError, match=r"other\.parquet is no point of a sweep"):
        airhop.sweep(tiny(), tmp_path)
    assert other.exists()


def test_a_larger_plan_adds_points(tmp_path, swept):
    small = airhop.sweep(tiny(), tmp_path)
    before = written(small)
    large = airhop.sweep(tiny(seeds=3, transports=["newreno", "vegas", "sack"]), tmp_path)
    assert len(large.runs) == 18
    assert before.items() <= written(large).items()


def test_a_smaller_plan_sets_points_aside_and_a_larger_takes_them_back(tmp_path):
    full = content(airhop.sweep(tiny(), tmp_path))
    assert len(airhop.sweep(tiny(transports=["vegas"]), tmp_path).runs) == 4
    assert len(list((tmp_path / "points").glob("*.parquet"))) == 4
    back = airhop.sweep(tiny(), tmp_path)
    assert content(back) == full
    assert not list((tmp_path / "aside").iterdir())


def test_another_swept_parameter_is_a_column_of_all_points(tmp_path):
    before = airhop.sweep(tiny(), tmp_path)
    wall_s = dict(zip(before.runs["key"], before.runs["wall_s"], strict=True))
    after = airhop.sweep(tiny(grid={"topology.hops": [1, 2], "queue.packets": [50, 5]}), tmp_path)
    assert len(after.runs) == 16
    assert sorted(after.runs["queue.packets"]) == [5] * 8 + [50] * 8
    # Points that were there are kept, under one more column.
    kept = after.runs[after.runs["queue.packets"] == 50]
    assert dict(zip(kept["key"], kept["wall_s"], strict=True)) == wall_s


def test_a_list_has_cases_of_its_own(tmp_path):
    cases = [{"topology.hops": 3}, {"name": "two lanes", "scenario": "parallel", "transports": "tcp-ap", "seeds": [7]}]
    sweep = airhop.sweep(
        {"scenario": "chain", "transports": ["newreno"], "seeds": 2, "set": TINY, "list": cases}, tmp_path
    )
    assert list(sweep.runs["scenario"]) == ["chain", "chain", "two lanes"]
    assert list(sweep.runs["seed"]) == [1, 2, 7]
    assert list(sweep.runs["transport"]) == ["newreno", "newreno", "tcp-ap"]
    assert list(sweep.flows["flow"]) == ["f0", "f0", "f0", "f1"]


def test_a_combination_that_cannot_be_run_fails_alone(tmp_path):
    grid = {"run.duration_s": [2, 20], "run.warmup_s": [1, 10]}
    sweep = airhop.sweep({"scenario": "chain", "transports": ["newreno"], "seeds": 2, "grid": grid}, tmp_path)
    assert len(sweep.runs) == 6
    assert len(sweep.errors) == 2
    assert set(sweep.errors["run.warmup_s"]) == {10}
    assert all("run.warmup_s = 10: must be less than run.duration_s = 2" in error for error in sweep.errors["error"])
    counts = duckdb.sql(f"SELECT error IS NULL, count(*) FROM '{tmp_path}/points/*.parquet' GROUP BY 1 ORDER BY 1")
    assert counts.fetchall() == [(False, 2), (True, 6)]


def test_a_run_that_breaks_fails_alone_and_is_made_again_only_when_asked(tmp_path, monkeypatch):
    def breaks(job, control):
        if job.seed == 2:
            raise BaseException("panicked at: index out of bounds")
        return simulate(job, control)

    simulate = executor.simulate
    monkeypatch.setattr(executor, "simulate", breaks)
    broken = airhop.sweep(tiny(), tmp_path)
    assert len(broken.runs) == 4
    assert set(broken.errors["error"]) == {"BaseException: panicked at: index out of bounds"}
    monkeypatch.setattr(executor, "simulate", simulate)
    assert len(airhop.sweep(tiny(), tmp_path).errors) == 4
    assert len(airhop.sweep(tiny(), tmp_path, retry=True).runs) == 8


def test_the_best_rate_is_that_of_a_run(tmp_path):
    plan = tiny(transports=["newreno", "udp-paced=best"], grid={"topology.hops": [3]})
    swept = airhop.sweep(plan, tmp_path)
    best = swept.flows[swept.flows["transport"] == "udp-paced=best"]
    run = airhop.run("chain", transports="udp-paced=best", hops=3, seeds=2, duration=3, warmup=1)
    assert list(best["flow_transport"]) == list(run.flows["flow_transport"])
    assert list(best["goodput_kbps"]) == list(run.flows["goodput_kbps"])


def test_a_search_broken_off_goes_on_where_it_was(tmp_path, monkeypatch):
    plan = tiny(transports=["udp-paced=best"], grid={"topology.hops": [3]})
    whole = airhop.sweep(plan, tmp_path / "whole")
    runs = len(keys_in(tmp_path / "whole" / "runs"))
    saved = []
    save = cache.Cache.save

    def interrupt_at_half(kept, job, finished):
        save(kept, job, finished)
        saved.append(job.key)
        if len(saved) == runs // 2:
            raise KeyboardInterrupt

    monkeypatch.setattr(cache.Cache, "save", interrupt_at_half)
    with pytest.raises(airhop.Interrupted) as interrupted:
        airhop.sweep(plan, tmp_path / "broken")
    assert len(interrupted.value.finished.runs) == 0
    # The run at which the interruption came is saved again, because it could have come before the end of saving.
    first = set(saved)
    assert len(first) >= runs // 2
    saved.clear()
    monkeypatch.setattr(
        cache.Cache, "save", lambda kept, job, finished: (save(kept, job, finished), saved.append(job.key))
    )
    assert content(airhop.sweep(plan, tmp_path / "broken")) == content(whole)
    assert first.isdisjoint(saved), "nothing is simulated twice"
    assert len(first) + len(saved) == runs


def test_progress_ends_with_everything(tmp_path):
    told = []
    airhop.sweep(tiny(), tmp_path, progress=told.append)
    assert (told[-1].points, told[-1].done, told[-1].failed, told[-1].fraction) == (8, 8, 0, 1.0)
    assert [each.done for each in told] == sorted(each.done for each in told)
