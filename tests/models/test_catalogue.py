"""Every value of the catalogue has a source, or is assumed within a range and for a reason."""

import pytest

from models import catalogue
from models.datacenter import Prices
from models.errors import ScenarioError
from models.hardware import Server
from models.load import load
from models.operating_system import OperatingSystem
from models.unit import Balancer
from models.web_server import WebServer
from models.written import Written, dotted, plain

PARTS = (Server, OperatingSystem, WebServer, Balancer, Prices)
ENTRIES = [(part, name) for part in PARTS for name in catalogue.names(part.catalogue_folder)]


def scalars(written: Written, path=()):
    if not isinstance(written.value, dict | list):
        yield path, written
    for key, child in written.children:
        yield from scalars(child, (*path, key))


def test_every_folder_of_the_catalogue_belongs_to_a_part():
    folders = {folder.name for folder in catalogue._FOLDER.iterdir() if folder.is_dir()}
    assert folders == {part.catalogue_folder for part in PARTS}


@pytest.mark.parametrize(("part", "name"), ENTRIES, ids=[name for _, name in ENTRIES])
def test_an_entry_is_complete_and_valid(part, name):
    problems = []
    entry = part.model_validate(plain(catalogue.entry(part, name, problems)), context={"units_required": True})
    assert not problems
    assert entry.name == name


@pytest.mark.parametrize(("part", "name"), ENTRIES, ids=[name for _, name in ENTRIES])
def test_every_value_has_a_source_or_an_assumed_range(part, name):
    entry = catalogue.entry(part, name, [])
    assert set(entry.value) == set(part.model_fields), "an entry leaves nothing to defaults"
    for path, value in scalars(entry):
        assert value.origin.source, f"{dotted(path)} has no source"
        if value.origin.kind == "assumed":
            assert value.origin.low and value.origin.high, f"{dotted(path)} has no range"


def test_the_editions_of_windows_have_the_address_spaces_of_the_documents():
    gib = 1024.0**3
    spaces = {"x86": 2 * gib, "x86-3gb": 3 * gib, "x64": 8 * 1024 * gib, "x64-wow64": 4 * gib}
    for edition, space in spaces.items():
        entry = plain(catalogue.entry(OperatingSystem, f"windows-2003-{edition}", []))
        assert OperatingSystem.model_validate(entry).process_address_space == space


def test_the_kernel_pool_grows_with_ram_only_where_the_system_lets_it():
    x86, x64 = (
        OperatingSystem.model_validate(plain(catalogue.entry(OperatingSystem, f"windows-2003-{edition}", [])))
        for edition in ("x86", "x64")
    )
    gib = 1024.0**3
    assert x86.kernel_pool_for(4 * gib) == x86.kernel_pool_for(64 * gib) == 256 * 1024.0**2
    assert x64.kernel_pool_for(4 * gib) == pytest.approx(1.56 * gib)
    assert x64.kernel_pool_for(1024 * gib) == 128 * gib


def test_a_mistake_in_the_catalogue_is_told_at_its_file(tmp_path, monkeypatch, smallest):
    folder = tmp_path / "catalog" / "servers"
    folder.mkdir(parents=True)
    original = (catalogue._FOLDER / "servers" / "dl585-2.2ghz-4gb.yaml").read_text()
    (folder / "dl585-2.2ghz-4gb.yaml").write_text(original.replace("ram: 4 GiB", "ram: 4"))
    for other in ("operating_systems", "web_servers", "balancers", "prices"):
        (tmp_path / "catalog" / other).symlink_to(catalogue._FOLDER / other)
    monkeypatch.setattr(catalogue, "_FOLDER", tmp_path / "catalog")
    (tmp_path / "shop.yaml").write_text(smallest)
    with pytest.raises(ScenarioError, match=r"models/catalog/servers/dl585.*yaml:\d+: server.ram = 4: which unit"):
        load(tmp_path / "shop.yaml")
