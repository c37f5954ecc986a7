"""The JSON keeps the form that its schema promises."""

import copy
import json
from importlib import resources
from typing import Optional, get_args, get_origin, get_type_hints, is_typeddict

import jsonschema
import numpy as np
import pytest

import airhop
from airhop import records


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


JSON_TYPES = {float: {"number"}, int: {"integer"}, str: {"string"}, bool: {"boolean"}, type(None): {"null"}}


def shape_of(hint):
    """Give the JSON types of a type of `airhop.records`."""
    if get_origin(hint) is list:
        return {"array"}
    if is_typeddict(hint) or get_origin(hint) is dict:
        return {"object"}
    if hint in JSON_TYPES:
        return JSON_TYPES[hint]
    return set().union(*map(shape_of, get_args(hint)))


def agree(record, found, definitions, path="result"):
    """Compare a record of `airhop.records` with its part of the schema, and those within it."""
    found = definitions.get(found.get("$ref", "").rpartition("/")[2], found)
    optional = {name for name, hint in record.__annotations__.items() if "NotRequired" in str(hint)}
    hints = get_type_hints(record, localns={"NotRequired": Optional})
    assert set(found["properties"]) == set(hints), path
    assert set(found["required"]) <= set(hints) - optional, path
    for name, hint in hints.items():
        inner = definitions.get(found["properties"][name].get("$ref", "").rpartition("/")[2], found["properties"][name])
        if name in optional:
            hint = get_args(hint)[0]
        types = {"integer"} if name == "schema" else set(np.atleast_1d(inner.get("type", "integer")).tolist())
        assert types == shape_of(hint), f"{path}.{name}"
        if get_origin(hint) is list and is_typeddict(item := get_args(hint)[0]):
            agree(item, inner["items"], definitions, f"{path}.{name}[]")
        elif is_typeddict(hint) and "properties" in inner:
            agree(hint, inner, definitions, f"{path}.{name}")


def test_the_schema_and_the_records_have_the_same_shape(schema):
    agree(records.ResultRecord, schema, schema["$defs"])


def test_a_field_of_one_alone_is_noticed(schema):
    broken = copy.deepcopy(schema)
    broken["$defs"]["mac"]["properties"]["surprise"] = {"type": "number"}
    with pytest.raises(AssertionError, match=r"runs\[\]\.mac"):
        agree(records.ResultRecord, broken, broken["$defs"])
    broken = copy.deepcopy(schema)
    broken["$defs"]["flow"]["properties"]["hops"]["type"] = "number"
    with pytest.raises(AssertionError, match=r"flows\[\]\.hops"):
        agree(records.ResultRecord, broken, broken["$defs"])
