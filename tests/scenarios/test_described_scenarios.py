"""What `describe` says of every shipped scenario, and of the address space that its processes have."""

import json

import pytest

from models.load import load
from simulator.exits import DONE
from simulator.studies.describe.command import run_describe
from simulator.translate.translate import translate
from simulator.uncertainty.resolution import resolve
from tests.shipped import FOLDER
from tests.shipped import SCENARIOS as FILES

SMALL = FOLDER / "single_server.yaml"
GIB = 2**30


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_a_shipped_scenario_translates_with_an_origin_for_every_resource(file):
    scenario = load(file)
    for each in filter(None, (scenario, scenario.baseline)):
        translation = translate(each)
        names = [resource.name for resource in translation.network.resources]
        assert len(set(names)) == len(names) and list(translation.origins) == names
        assert sum(asked.share for asked in translation.network.classes) == pytest.approx(1.0)


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_describe_names_every_resource_of_a_shipped_scenario_and_fits_the_page(file, capsys):
    assert run_describe(file, "", ()) == DONE
    page = capsys.readouterr().out
    # Equal servers of a tier are told once, and those that nobody states are counted first.
    network = translate(resolve(load(file))).network
    names = {resource.name for resource in network.resources} | {*network.limit_names.values()}
    told = {name for name in names if f"\n  {name}: " in page or f"\n  {name}, each of " in page}
    assert all({resource.name, network.limit_names[resource.name]} & told for resource in network.resources)
    assert max(map(len, page.splitlines())) <= 104


TABLES = [
    ("windows-2003-x64", (), ("2 GiB", "4 GiB", "8 TiB", "8 TiB"), "64-bit: 8 TiB"),
    ("windows-2003-x86", (), ("2 GiB", "2 GiB", "not applicable", "2 GiB"), "32-bit, large-address-aware: 2 GiB"),
    ("windows-2003-x86-3gb", (), ("2 GiB", "3 GiB", "not applicable", "1 GiB"), "32-bit, large-address-aware: 3 GiB"),
    (
        "windows-2003-x64",
        ("web_server.process={bits: 32, large_address_aware: false}",),
        ("2 GiB", "4 GiB", "8 TiB", "8 TiB"),
        "32-bit, not large-address-aware: 2 GiB",
    ),
]


@pytest.mark.parametrize(("system", "process", "spaces", "here"), TABLES)
def test_the_address_space_table_says_what_a_process_has_here(system, process, spaces, here, capsys):
    run_describe(SMALL, "", (f"operating_system={system}", *process))
    _, _, table = capsys.readouterr().out.partition(f"Address space of {system}\n")
    total, *rows, last = (line.strip() for line in table.splitlines())
    assert total.startswith("Total virtual address space")
    assert [row.split("  ")[-1].strip() for row in rows] == list(spaces)
    assert last == f"a worker process of this scenario is {here}"


def test_the_address_space_table_is_in_the_data(capsys):
    run_describe(SMALL, "-", ("operating_system=windows-2003-x86",))
    said = capsys.readouterr()
    data = json.loads(said.out)["address_space"]
    assert "Address space of windows-2003-x86" in said.err
    assert data["operating_system"] == "windows-2003-x86"
    assert [row["bytes"] for row in data["rows"]] == [4 * GIB, 2 * GIB, 2 * GIB, None, 2 * GIB]
    assert data["process"] == {"bits": 32, "large_address_aware": True, "bytes": 2 * GIB}
