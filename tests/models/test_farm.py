"""What a web farm resolves to: classes, pools, a process's address space, and the word none for whole parts."""

import pytest
import yaml
from jsonschema import Draft202012Validator

from models.description.schema import scenario_schema
from models.errors import ScenarioError
from models.load import load
from models.parts.workload import Workload
from models.reading.source_tree import dotted
from models.reading.sources import parameters

GIB = 1024.0**3


def test_a_farm_has_everything_it_says(loaded, farm):
    scenario = loaded(farm)
    pages, images = scenario.workload.classes
    assert (pages.pool, pages.wait.mean, pages.page_faults) == ("applications", 0.027, 30.0)
    assert (images.pool, images.wait, images.cpu_distribution) == (None, None, "constant")
    (pool,) = scenario.web_server.pools
    assert (pool.recycling.start_limit, pool.recycling.stop_limit) == (90.0, 90.0)
    assert pool.recycling.shared_memory == 20e6
    assert (scenario.workload.ramp.shape, scenario.workload.ramp.until_failed) == ("linear", 0.01)
    assert scenario.workload.content is scenario.workload.population is scenario.runtime is None


def test_everything_in_a_farm_is_described_and_has_a_source(loaded, farm):
    scenario = loaded(farm)
    assert set(scenario.sources) == {dotted(path) for path, _, _ in parameters(scenario)}
    assert all(provenance.source for provenance in scenario.sources.values())
    assert scenario.sources["web_server.process.bits"].value_text == "32"
    assert scenario.sources["workload.classes[0].cpu"].source == "a measurement"
    for path, field, _ in parameters(scenario):
        assert field.description and field.description.endswith("."), dotted(path)


def test_a_farm_satisfies_the_schema_and_a_spoilt_one_does_not(farm):
    schema = Draft202012Validator(scenario_schema())
    schema.validate(yaml.safe_load(farm))
    schema.validate(yaml.safe_load(farm.replace("wait: 27 ms", "wait: none")) | {"runtime": "none"})
    for piece, spoilt in (("wait: 27 ms", "wait: 27"), ("threads: 24", "treads: 24"), ("over: 600 s", "over: 6")):
        assert not schema.is_valid(yaml.safe_load(farm.replace(piece, spoilt)))


def test_none_is_a_word_for_a_whole_part_that_is_absent(loaded, farm):
    text = farm.replace("wait: 27 ms", "wait: none").replace("{over: 600 s}", "none")
    text = text.replace("{share: 80 %, keeps: true, patterns: 1000, zipf: 0.8}", "none") + "runtime: none\n"
    scenario = loaded(text)
    assert scenario.workload.classes[0].wait is scenario.workload.ramp is scenario.web_server.allocator is None
    assert scenario.sources["runtime"].value_text == "none"


def test_a_baseline_may_leave_a_part_out(loaded, farm):
    scenario = loaded(farm + "baseline: {workload: {half_open: none, ramp: none}, web_server: {allocator: none}}\n")
    assert scenario.workload.half_open is not None
    assert scenario.baseline.workload.half_open is scenario.baseline.web_server.allocator is None


def test_a_file_with_classes_may_extend_one_with_a_single_request(tmp_path, monkeypatch, smallest, farm):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "base.yaml").write_text(smallest)
    classes = "workload:\n  classes: [{name: a, rate: 1 /s, size: 1 kB, cpu: 1 ms}]\n"
    (tmp_path / "shop.yaml").write_text("extends: base.yaml\n" + classes)
    with pytest.raises(ScenarioError, match="there are `classes` of requests too"):
        load("shop.yaml")
    text = "extends: base.yaml\n" + classes + "  request: none\n  content: none\n"
    (tmp_path / "shop.yaml").write_text(text)
    assert load("shop.yaml").workload.offered_rate == 2000.0


@pytest.mark.parametrize(
    ("offer", "rate"),
    [("", 50.0), ("  offered: 120 /s\n", 120.0), ("  population: 400\n  ramp: none\n", None)],
)
def test_what_is_offered(loaded, farm, offer, rate):
    assert loaded(farm.replace("  ramp: {over: 600 s}\n", offer)).workload.offered_rate == rate


def test_a_workload_can_be_built_in_python():
    tcp = {"name": "tcp", "packet": 1500.0, "headers": 40.0, "acknowledged": 2, "client_packets": 4, "round_trips": 1}
    tcp |= {"tls_round_trips": 1, "resumed_round_trips": 1, "backlog": True, "cpu_per_byte": 0.0}
    only = Workload(
        request={"size": {"mean": 3e4}, "cpu": 1e-3},
        session={"requests": 1, "think_time": {"mean": 0.0}, "transport": tcp | {"encrypted_packets": False}},
        clients=[{"rate": 8e4}],
        population=10,
    )
    assert only.content is only.offered_rate is None
    assert only.request.size.mean == 3e4


@pytest.mark.parametrize(
    ("system", "process", "gib"),
    [
        ("windows-2003-x86", "{}", 2),
        ("windows-2003-x86", "{large_address_aware: false}", 2),
        ("windows-2003-x86-3gb", "{}", 3),
        ("windows-2003-x86-3gb", "{large_address_aware: false}", 2),
        ("windows-2003-x64", "{bits: 32}", 4),
        ("windows-2003-x64", "{bits: 32, large_address_aware: false}", 2),
        ("windows-2003-x64", "{}", 8 * 1024),
        ("windows-2003-x64", "{bits: 64}", 8 * 1024),
        ("sles-10-32", "{bits: none}", 3),
        ("rhel-4", "{bits: 32}", 4),
        ("solaris-10", "{}", 128 * 1024),
    ],
)
def test_the_address_space_of_a_process_follows_from_its_kind_and_the_kernel(loaded, smallest, system, process, gib):
    text = smallest.replace("windows-2003-x64", system)
    text = text.replace("web_server: iis-6", f"web_server: {{model: iis-6, process: {process}}}")
    assert loaded(text).process_address_space == gib * GIB
