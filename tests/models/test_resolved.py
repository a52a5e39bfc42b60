"""What a resolved scenario holds: SI numbers, properties, sources, and the file cache that fits."""

import pytest
from pydantic import ValidationError

from models.errors import ScenarioError
from models.parts.workload import Content, Request
from models.ram_ledger import file_cache_bytes
from models.reading.source_tree import dotted
from models.reading.sources import parameters

GIB = 1024.0**3


def test_values_are_in_si_units(loaded, smallest):
    scenario = loaded(smallest)
    assert scenario.workload.request.size.mean == 30_000.0
    assert scenario.workload.clients[0].rate == 80_000.0
    assert scenario.workload.clients[0].share == 1.0
    assert scenario.server.cards[0].rate == 1.25e8
    assert scenario.server.cores == 4
    assert scenario.run.confidence == 0.95
    assert scenario.demand is None
    assert scenario.web_server.time_to_live is None


def test_the_object_size_is_that_of_a_request_unless_stated(loaded, smallest):
    content = loaded(smallest).workload.content
    assert (content.object_size.mean, content.object_size.distribution) == (30_000.0, "constant")
    assert content.objects == int(5 * GIB / 30_000)
    stated = smallest.replace("catalogue: 5 GiB", 'catalogue: 5 GiB, object_size: "30,720 B"')
    assert loaded(stated).workload.content.objects == int(5 * GIB / 30_720)


@pytest.mark.parametrize("session", ["", "  session: {}\n", "  session: {requests: 1}\n", "  session: {tls: none}\n"])
def test_a_session_is_a_single_request_without_a_pause_unless_more_is_said(loaded, smallest, session):
    lines = smallest.splitlines(keepends=True)
    text = "".join(session if line.lstrip().startswith("session:") else line for line in lines)
    scenario = loaded(text)
    assert scenario.workload.session.requests == 1.0
    assert scenario.workload.session.think_time.mean == 0.0
    assert "a single request" in scenario.sources["workload.session.think_time.mean"].source


def test_sessions_of_several_requests_state_their_pause(loaded, smallest):
    lines = smallest.splitlines(keepends=True)
    text = "".join("  session: {requests: 3}\n" if line.lstrip().startswith("session:") else line for line in lines)
    with pytest.raises(ScenarioError, match="workload.session.think_time: missing; write `think_time: ...`"):
        loaded(text)


def test_every_parameter_has_a_source(loaded, smallest):
    scenario = loaded(smallest)
    assert set(scenario.sources) == {dotted(path) for path, _, _ in parameters(scenario)}
    assert all(provenance.source for provenance in scenario.sources.values())


@pytest.mark.parametrize(
    ("path", "kind", "text"),
    [
        ("workload.request.cpu", "scenario", "0.7 ms"),
        ("workload.request.header", "default", "350 B"),
        ("server.ram", "given", "4 GiB"),
        ("server.price", "assumed", "18,000 USD"),
        ("server.cards[0].rate", "given", "1 Gbps"),
        ("web_server.connection_timeout", "vendor", "120 s"),
        ("workload.content.object_size.mean", "default", "30 kB"),
    ],
)
def test_a_source_says_where_a_value_comes_from(loaded, smallest, path, kind, text):
    provenance = loaded(smallest).sources[path]
    assert (provenance.kind, provenance.value_text) == (kind, text)
    assert (provenance.low is not None) == (kind == "assumed" or path == "workload.request.header")


def test_a_scenario_may_cite_its_own_sources(loaded, smallest):
    text = smallest.replace("cpu: 0.7 ms", "cpu: {value: 0.7 ms, assumed: 0.5 ms to 1 ms, why: measured elsewhere}")
    provenance = loaded(text).sources["workload.request.cpu"]
    assert (provenance.kind, provenance.source) == ("assumed", "measured elsewhere")
    assert (provenance.low, provenance.high) == ("0.5 ms", "1 ms")


@pytest.mark.parametrize(
    ("system", "ram", "asked", "expected"),
    [
        ("windows-2003-x64", "4 GiB", "{up_to: 2.9 GiB}", 2.9 * GIB),
        ("windows-2003-x86", "4 GiB", "{up_to: 2.9 GiB}", 1.5 * GIB),
        ("windows-2003-x86-3gb", "4 GiB", "{up_to: 2.9 GiB}", 2.25 * GIB),
        ("windows-2003-x64", "4 GiB", "{up_to: 100 GiB}", 3.5 * GIB - 100e6),
        ("windows-2003-x86", "4 GiB", "1.5 GiB", 1.5 * GIB),
        ("windows-2003-x86", "1 GiB", "{up_to: 1.5 GiB}", 0.5 * GIB - 100e6),
    ],
)
def test_a_file_cache_is_what_was_asked_for_as_far_as_it_fits(loaded, smallest, system, ram, asked, expected):
    text = smallest.replace("windows-2003-x64", system).replace("iis-6", f"{{model: iis-6, file_cache: {asked}}}")
    text = text.replace("server: dl585-2.2ghz-4gb", f"server: {{model: dl585-2.2ghz-4gb, ram: {ram}}}", 1)
    assert file_cache_bytes(loaded(text)) == pytest.approx(expected)


def test_a_part_can_be_built_in_python_from_numbers_or_text():
    from_numbers = Request(size={"mean": 30_000.0}, cpu=0.0007)
    assert from_numbers == Request(size={"mean": "30 kB"}, cpu="0.7 ms")
    with pytest.raises(ValidationError, match="must not be negative"):
        Request(size={"mean": -1.0}, cpu=0.0007)


def test_a_scenario_is_immutable(loaded, smallest):
    with pytest.raises(ValidationError):
        loaded(smallest).server.ram = 1.0


def test_a_catalogue_holds_at_least_one_object():
    content = Content(catalogue=1e6, object_size={"mean": 9e5}, popularity={"zipf": 1.0})
    assert (content.objects, content.zipf) == (1, 1.0)


def test_every_parameter_is_described_where_it_is_declared(loaded, smallest):
    for path, field, _ in parameters(loaded(smallest)):
        assert field.description and field.description.endswith("."), dotted(path)
        assert field.is_required() or field.json_schema_extra is not None, dotted(path)
