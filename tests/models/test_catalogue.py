"""Every value of the catalogue has a source, or is assumed within a range and for a reason."""

import pytest

from models.errors import ScenarioError
from models.load import load
from models.parts.database import DatabaseSoftware
from models.parts.datacenter import Prices
from models.parts.hardware import Disks, Server
from models.parts.key_cache import CacheSoftware
from models.parts.message_queue import QueueSoftware
from models.parts.operating_system import OperatingSystem
from models.parts.runtime import Runtime
from models.parts.transport import Transport
from models.parts.unit import Balancer
from models.parts.volume import Volume
from models.parts.web_server import WebServer
from models.reading import catalogue
from models.reading.source_tree import SourceNode, dotted, plain
from models.variations.upgrade import Upgrade

PARTS = (
    Server, Disks, Volume, DatabaseSoftware, CacheSoftware, QueueSoftware, OperatingSystem, WebServer, Runtime,
    Balancer, Transport, Prices, Upgrade,
)  # fmt: skip
GIB = 1024.0**3
ENTRIES = [(part, name) for part in PARTS for name in catalogue.names(part.catalogue_folder)]


def scalars(written: SourceNode, path=()):
    if not isinstance(written.value, dict | list):
        yield path, written
    for key, child in written.children:
        yield from scalars(child, (*path, key))


def test_every_folder_of_the_catalogue_belongs_to_a_part():
    folders = {folder.name for folder in catalogue.FOLDER.iterdir() if folder.is_dir()}
    assert folders == {part.catalogue_folder for part in PARTS}


@pytest.mark.parametrize(("part", "name"), ENTRIES, ids=[name for _, name in ENTRIES])
def test_an_entry_is_complete_and_valid(part, name):
    problems = []
    entry = part.model_validate(
        plain(catalogue.catalogue_entry(part, name, problems)), context={"units_required": True}
    )
    assert not problems
    assert getattr(entry, "name", name) == name


@pytest.mark.parametrize(("part", "name"), ENTRIES, ids=[name for _, name in ENTRIES])
def test_every_value_has_a_source_or_an_assumed_range(part, name):
    entry = catalogue.catalogue_entry(part, name, [])
    left = {key: field for key, field in part.model_fields.items() if key not in entry.value}
    assert not set(entry.value) - set(part.model_fields)
    # What the years of these machines did not know is left to a default, which says why it is that.
    assert all((field.json_schema_extra or {}).get("source") for field in left.values()), "left out without a source"
    for path, value in scalars(entry):
        assert value.origin.source, f"{dotted(path)} has no source"
        if value.origin.kind == "assumed":
            assert value.origin.low and value.origin.high, f"{dotted(path)} has no range"


def system(name: str) -> OperatingSystem:
    return OperatingSystem.model_validate(plain(catalogue.catalogue_entry(OperatingSystem, name, [])))


@pytest.mark.parametrize(
    ("edition", "total", "kernel", "process_32", "large_aware", "process_64"),
    [
        ("x86", 4, 2, 2, 2, None),
        ("x86-3gb", 4, 1, 2, 3, None),
        ("x64", 16 * 1024, 8 * 1024, 2, 4, 8 * 1024),
    ],
)
def test_the_editions_of_windows_have_the_address_spaces_of_the_documents(
    edition, total, kernel, process_32, large_aware, process_64
):
    space = system(f"windows-2003-{edition}").address_space
    sizes = (space.total, space.process_32, space.process_32_large_aware, space.process_64, space.kernel)
    assert [size and size / GIB for size in sizes] == [total, process_32, large_aware, process_64, kernel]
    assert [size for _, size in space.rows()] == list(sizes)


def test_a_32_bit_linux_leaves_its_processes_3_gib_and_a_64_bit_one_reserves_from_there():
    narrow, wide = system("sles-10-32").address_space, system("sles-10").address_space
    assert (narrow.total, narrow.kernel, narrow.process_32) == (4 * GIB, 1 * GIB, 3 * GIB)
    assert narrow.process_64 is None
    assert (wide.process_32, wide.reservation) == (3 * GIB, 3 * GIB)


def test_the_kernel_pool_grows_with_ram_only_where_the_system_lets_it():
    x86, x64 = system("windows-2003-x86"), system("windows-2003-x64")
    assert x86.kernel_pool_for(4 * GIB) == x86.kernel_pool_for(64 * GIB) == 256 * 1024.0**2
    assert x64.kernel_pool_for(4 * GIB) == pytest.approx(1.56 * GIB)
    assert x64.kernel_pool_for(1024 * GIB) == 128 * GIB


def test_a_mistake_in_the_catalogue_is_told_at_its_file(tmp_path, monkeypatch, smallest):
    folder = tmp_path / "shipped" / "servers"
    folder.mkdir(parents=True)
    original = (catalogue.FOLDER / "servers" / "dl585-2.2ghz-4gb.yaml").read_text()
    (folder / "dl585-2.2ghz-4gb.yaml").write_text(original.replace("ram: 4 GiB", "ram: 4"))
    for other in ("operating_systems", "web_servers", "runtimes", "balancers", "prices"):
        (tmp_path / "shipped" / other).symlink_to(catalogue.FOLDER / other)
    monkeypatch.setattr(catalogue, "FOLDER", tmp_path / "shipped")
    (tmp_path / "shop.yaml").write_text(smallest)
    with pytest.raises(ScenarioError, match=r"models/catalog/servers/dl585.*yaml:\d+: server.ram = 4: which unit"):
        load(tmp_path / "shop.yaml")
