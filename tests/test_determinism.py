"""The same request gives the same result to the last bit."""

import json

import airhop

REQUEST = {"transports": ["newreno", "vegas"], "hops": 4, "seeds": 3, "duration": 15, "warmup": 1}


def without_wall_time(result, but_for=()):
    content = json.loads(result.to_json())
    for run in content["runs"]:
        assert run.pop("wall_s") >= 0
        for key in but_for:
            run.pop(key)
    return json.dumps(content)


def test_again_on_any_number_of_cores():
    first = without_wall_time(airhop.run("chain", **REQUEST, jobs=1))
    assert without_wall_time(airhop.run("chain", **REQUEST, jobs=1)) == first
    assert without_wall_time(airhop.run("chain", **REQUEST, jobs=4)) == first


def test_series_change_nothing_but_the_count_of_events():
    with_series = airhop.run("chain", **REQUEST, series=True)
    assert without_wall_time(with_series, ["events"]) == without_wall_time(airhop.run("chain", **REQUEST), ["events"])


def test_captures_change_nothing(tmp_path):
    request = {**REQUEST, "seeds": 1, "duration": 3}
    assert without_wall_time(airhop.run("chain", **request)) == without_wall_time(
        airhop.run("chain", **request, pcap=tmp_path)
    )


def test_a_run_does_not_depend_on_what_else_is_compared():
    together = airhop.run("chain", **REQUEST)
    alone = airhop.run("chain", **{**REQUEST, "transports": "vegas", "seeds": [2]})
    (run,) = (run for run in together.run_records if (run["transport"], run["seed"]) == ("vegas", 2))
    assert {**run, "wall_s": 0} == {**alone.run_records[0], "wall_s": 0}


def test_seeds_differ():
    result = airhop.run("chain", **{**REQUEST, "transports": "newreno"})
    assert len({run["aggregate_goodput_kbps"] for run in result.run_records}) > 1
