"""The JSON Schema accepts what loads and marks what an editor can know to be wrong."""


import pytest
import yaml
from jsonschema import Draft202012Validator

from models.schema import scenario_schema
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
    header = SCHEMA["$defs"]["workload"]["properties"]["request"]["anyOf"][0]["properties"]["header"]
    assert "Allowed: 0 B to 64 KiB. Default: 350 B. Source: " in header["description"]
    assert header["anyOf"][0]["x-unit"] == "B"
