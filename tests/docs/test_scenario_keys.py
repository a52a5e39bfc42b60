"""The page of scenario keys is what the declarations say today, and leaves none out."""

import re
import sys
from pathlib import Path

from models.load import load
from models.reference import scenario_keys
from models.schema import scenario_schema
from simulator.cli import main
from tests.shipped import SCENARIOS

PAGE = Path(__file__).parents[2] / "docs/scenario-keys.md"


def test_the_page_is_up_to_date():
    """Else run `python -m simulator schema --markdown docs/scenario-keys.md`."""
    assert PAGE.read_text(encoding="utf-8") == scenario_keys()


def test_every_parameter_of_every_shipped_scenario_has_a_row():
    rows = PAGE.read_text(encoding="utf-8")
    keys = set(re.findall(r"^\| `([^`]+)` \|", rows, flags=re.MULTILINE))
    shared = [
        (path, key)
        for paths, table in re.findall(r"^### ([^\n]+, [^\n]+)\n(.*?)(?=^##|\Z)", rows, flags=re.MULTILINE | re.DOTALL)
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


def test_the_command_writes_the_page_and_the_schema_when_both_are_asked(tmp_path, monkeypatch, capsys):
    page, schema = tmp_path / "keys.md", tmp_path / "schema.json"
    monkeypatch.setattr(sys, "argv", ["headroom", "schema", "--markdown", str(page)])
    assert main() == 0 and page.read_text() == scenario_keys() and capsys.readouterr().out == ""
    monkeypatch.setattr(sys, "argv", ["headroom", "schema", "--markdown", str(page), "--json", str(schema)])
    assert main() == 0 and schema.read_text().startswith("{")
