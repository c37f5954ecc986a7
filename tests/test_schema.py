"""The JSON keeps the form that its schema promises."""

import copy
import json
from importlib import resources

import jsonschema
import pytest

import airhop


@pytest.fixture(scope="module")
def schema():
    text = resources.files("airhop").joinpath("schema/run.schema.json").read_text(encoding="utf-8")
    found = json.loads(text)
    jsonschema.Draft202012Validator.check_schema(found)
    return found


def test_a_comparison(schema, comparison):
    jsonschema.validate(json.loads(comparison.to_json()), schema)


@pytest.mark.parametrize(
    "request_",
    [
        {"scenario": "chain", "hops": 2, "seeds": 1},
        {"scenario": "chain", "hops": 2, "seeds": 1, "transports": "udp-paced=200"},
        {"scenario": "chain", "hops": 1, "packets": 300, "batches": 3},
        {"scenario": "cross", "seeds": 1, "routing": "static"},
        {"scenario": "grid", "seeds": 1, "settings": {"errors.packet": 0.03}},
        {"scenario": "random-files", "seeds": 1},
    ],
    ids=lambda request_: request_["scenario"],
)
def test_every_kind_of_run(schema, request_):
    limits = {} if "packets" in request_ else {"duration": 3, "warmup": 1}
    result = airhop.run(**request_, **limits)
    jsonschema.validate(json.loads(result.to_json()), schema)


def test_keys_stand_in_the_order_of_the_documentation(comparison):
    content = json.loads(comparison.to_json())
    assert list(content) == ["schema", "scenario", "parameters", "duration_s", "warmup_s", "runs", "summary"]
    assert list(content["runs"][0]) == [
        "transport", "seed", "aggregate_goodput_kbps", "jain", "jain_10s", "flows", "mac", "energy_j",
        "route_failures", "events", "wall_s",
    ]  # fmt: skip


def test_the_schema_notices_what_is_wrong(schema, comparison):
    content = json.loads(comparison.to_json())
    for damage in (
        lambda broken: broken["runs"][0].pop("mac"),
        lambda broken: broken["runs"][0]["flows"][0].update(goodput_kbps=-1),
        lambda broken: broken["summary"][0].update(surprise=1),
        lambda broken: broken.update(schema=2),
    ):
        broken = copy.deepcopy(content)
        damage(broken)
        with pytest.raises(jsonschema.ValidationError):
            jsonschema.validate(broken, schema)
