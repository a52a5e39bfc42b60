"""The JSON Schema accepts what loads and marks what an editor can know to be wrong."""

import json

import pytest
import yaml
from jsonschema import Draft202012Validator

from models.description.schema import scenario_schema
from models.quantities.declarations import part_type
from models.scenario import FarmParts
from tests.shipped import SCENARIOS as SHIPPED

SCHEMA = scenario_schema()


def test_the_schema_is_a_schema():
    Draft202012Validator.check_schema(SCHEMA)


@pytest.mark.parametrize("file", SHIPPED, ids=lambda file: file.stem)
def test_a_shipped_scenario_satisfies_the_schema(file):
    Draft202012Validator(SCHEMA).validate(yaml.safe_load(file.read_text(encoding="utf-8")))


@pytest.mark.parametrize(
    ("line", "spoilt"),
    [
        ("size: 30 kB", "siez: 30 kB"),
        ("size: 30 kB", "size: 30"),
        ("size: 30 kB", "size: 30 ms"),
        ("size: 30 kB", "size: {mean: 30 kB, distribution: parteo}"),
        ("server: dl585-2.2ghz-4gb", "server: dl585"),
        ("server: dl585-2.2ghz-4gb", "server: {model: dl585-2.2ghz-4gb, sockets: many}"),
        ("server: dl585-2.2ghz-4gb", ""),
        ("zipf: 0.8", "zipf: 3"),
    ],
)
def test_a_spoilt_scenario_does_not(line, spoilt, smallest):
    document = yaml.safe_load(smallest.replace(line, spoilt, 1))
    assert not Draft202012Validator(SCHEMA).is_valid(document)


def test_a_quantity_tells_its_unit_range_default_and_source():
    header = SCHEMA["$defs"]["Request"]["properties"]["header"]
    assert "Allowed: 0 B to 64 KiB. Default: 350 B. Source: " in header["description"]
    assert resolved(header["anyOf"][0])["x-unit"] == "B"
    assert header["anyOf"][0]["x-maximum"] == 64 * 1024.0


def test_a_value_with_its_source_is_judged_like_one_without(smallest):
    for written, valid in [
        ("{value: 30 kB, source: a document}", True),
        ("{value: 30 ms, source: a document}", False),
        ("{source: a document}", False),
        ("{value: 30 kB, sauce: a document}", False),
    ]:
        document = yaml.safe_load(smallest.replace("size: 30 kB", f"size: {written}", 1))
        assert Draft202012Validator(SCHEMA).is_valid(document) == valid, written


def test_every_reference_leads_somewhere_and_every_definition_is_used():
    used = set(references(SCHEMA))
    assert len(used) > 30 and used == {f"#/$defs/{name}" for name in SCHEMA["$defs"]}


def test_every_part_is_written_once():
    """The schema with every part written out wherever it may stand had 533 kB for 195 parameters, 2.7 kB each."""
    parameters = sum(len(part.model_fields) for part in parts_in(FarmParts))
    assert len(json.dumps(SCHEMA, indent=2)) < 1_025 * parameters
    assert {part.__name__ for part in parts_in(FarmParts)} == {name for name in SCHEMA["$defs"] if name[0].isupper()}


def test_no_two_parts_share_a_name_by_which_the_schema_would_take_them_for_one():
    names = [part.__name__ for part in parts_in(FarmParts)]
    assert len(names) == len(set(names)) > 20


def parts_in(part):
    """Every part within a part, each once."""
    found = {}
    for field in part.model_fields.values():
        inner = part_type(field.annotation)[0]
        if inner is not None and inner not in found:
            found |= {inner: None, **dict.fromkeys(parts_in(inner))}
    return found


def resolved(schema):
    """What a reference leads to."""
    return SCHEMA["$defs"][schema["$ref"].removeprefix("#/$defs/")]


def references(schema):
    """Every reference in a schema, but in descriptions."""
    if isinstance(schema, dict):
        if "$ref" in schema:
            yield schema["$ref"]
        for value in schema.values():
            yield from references(value)
    elif isinstance(schema, list):
        for value in schema:
            yield from references(value)
