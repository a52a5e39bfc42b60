"""The page of scenario keys is what the declarations say today, and leaves none out."""

import re
import sys
from copy import deepcopy
from pathlib import Path

import yaml

from models.description.schema import scenario_schema
from models.errors import ScenarioError
from models.load import load
from simulator.cli.main import main
from simulator.studies.schema.document import scenario_keys
from tests.shipped import SCENARIOS

PAGE = Path(__file__).parents[2] / "docs/scenario-keys.md"
SMALLEST = Path(__file__).parents[2] / "scenarios/single_server.yaml"


def test_the_page_is_up_to_date():
    """Else run `headroom schema --markdown docs/scenario-keys.md`."""
    assert PAGE.read_text(encoding="utf-8") == scenario_keys()


def test_every_parameter_of_every_shipped_scenario_has_a_row():
    rows = PAGE.read_text(encoding="utf-8")
    keys = set(re.findall(r"^\| `([^`]+)` \|", rows, flags=re.MULTILINE))
    shared = [
        (path, key)
        for paths, table in re.findall(r"^##+ ([^\n]+, [^\n]+)\n(.*?)(?=^##|\Z)", rows, flags=re.MULTILINE | re.DOTALL)
        for path in paths.split(", ")
        for key in re.findall(r"^\| `(\.[^`]+)` \|", table, flags=re.MULTILINE)
    ]
    keys |= {path + key for path, key in shared}
    stated = {re.sub(r"\[\d+\]", "[]", path) for file in SCENARIOS for path in load(file).sources} - {"name"}
    assert len(stated) > 100
    assert not sorted(stated - keys)


def test_every_key_of_a_file_is_on_the_page_as_in_the_schema():
    rows = PAGE.read_text(encoding="utf-8")
    for key in scenario_schema()["properties"]:
        assert f"\n| `{key}` |" in rows, key


def test_a_row_tells_meaning_unit_default_range_and_source():
    row = next(line for line in scenario_keys().splitlines() if line.startswith("| `workload.request.header` |"))
    _, _, meaning, unit, default, allowed, source, _ = row.split("|")
    assert (default.strip(), allowed.strip()) == ("`350 B`", "0 B to 64 KiB")
    assert "Header of a response" in meaning and "kB" in unit and source.strip().startswith("assumed: ")


def test_a_key_may_be_left_out_exactly_where_the_page_does_not_say_that_it_is_required(tmp_path):
    """`unit` and `datacenter` were said to be required, and left out without a word."""
    written = yaml.safe_load(SMALLEST.read_text(encoding="utf-8"))
    written |= {"unit": {"nodes": 2, "balancer": "nlb"}, "datacenter": {"prices": "us-2026"}, "demand": "1 Gbps"}
    written["workload"]["content"]["object_size"] = "30 kB"
    tried = {
        *written.keys() - {"scenario"}, *(f"workload.{key}" for key in written["workload"]),
        "unit.balancer", "datacenter.prices", "workload.content.object_size",
    }  # fmt: skip
    required = set(re.findall(r"^\| `([^`]+)` \|.*\| \*required\* \|", scenario_keys(), flags=re.MULTILINE))
    assert {"unit", "datacenter", "unit.balancer"} & required == set() and "server" in required
    needed = {key for key in tried if not _loads_without(key, written, tmp_path)}
    assert needed - {"workload.request"} == tried & required


def _loads_without(key: str, written: dict, folder: Path) -> bool:
    """Whether a scenario is one without a key. (Of `request` and `classes` there is one or the other.)"""
    left = deepcopy(written)
    *above, last = key.split(".")
    group = left
    for each in above:
        group = group[each]
    del group[last]
    file = folder / "without.yaml"
    file.write_text(yaml.safe_dump(left), encoding="utf-8")
    try:
        load(file)
    except ScenarioError:
        return False
    return True


def test_the_command_writes_the_page_and_the_schema_when_both_are_asked(tmp_path, monkeypatch, capsys):
    page, schema = tmp_path / "keys.md", tmp_path / "schema.json"
    monkeypatch.setattr(sys, "argv", ["headroom", "schema", "--markdown", str(page)])
    assert main() == 0 and page.read_text() == scenario_keys() and capsys.readouterr().out == ""
    monkeypatch.setattr(sys, "argv", ["headroom", "schema", "--markdown", str(page), "--json", str(schema)])
    assert main() == 0 and schema.read_text().startswith("{")
