"""Where the RAM goes: a table of the report and of describe, for systems that keep one ledger of it."""

import json
from dataclasses import replace

import pytest

from models.load import load
from simulator.output.blocks import Table
from simulator.studies.describe.command import run_describe
from simulator.studies.plan.sections.ram_table import section
from tests.fabricated import outcome
from tests.models.test_ram_ledger import EDGE


@pytest.fixture
def edge(tmp_path):
    file = tmp_path / "edge.yaml"
    file.write_text(EDGE)
    return file


def test_the_report_shows_every_entry_and_all_of_it(edge):
    blocks = section(replace(outcome(), scenario=load(edge), baseline=None))
    (table,) = [block for block in blocks if isinstance(block, Table)]
    held = {row[0]: row[1] for row in table.rows}
    assert list(held)[:2] == ["kernel", "sockets, at most"] and held["all of it"] == 64.0
    assert sum(held.values()) == pytest.approx(2 * 64.0)
    assert table.columns[1].unit == "GiB"


def test_a_system_without_a_ledger_has_no_such_section():
    assert section(outcome()) == []


def test_describe_prints_the_ledger_and_its_data_has_it_in_bytes(edge, tmp_path, capsys):
    assert run_describe(edge, str(tmp_path / "data.json"), []) == 0
    printed = capsys.readouterr().out
    assert "RAM of one server, 64 GiB" in printed and "sockets, at most     6 GiB" in printed
    data = json.loads((tmp_path / "data.json").read_text())
    assert sum(entry["bytes"] for entry in data["ram"]) == pytest.approx(64 * 1024.0**3)
