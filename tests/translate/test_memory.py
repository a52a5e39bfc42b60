"""Page faults with and without an allocator that keeps memory, and the heap of a Java runtime."""

import pytest

from simulator.network.distribution import constant
from simulator.network.resources import Cache, Catalogue, GarbageCollection, MemoryRegion, SharedCapacity
from simulator.network.roles import Role
from simulator.network.steps import Admit, Leak, Lookup, ResponseBytes, Serve
from simulator.translate.translate import translate
from tests.translate.conftest import ASP, CACHED, PAGE, RECYCLING
from tests.translate.named import names, request_class, resource

GIB = 2.0**30
FAULTS = {
    "workload.content": ...,
    "workload.request.page_faults": 80,
    "operating_system.page_faults": "2500 /s",
}
ALLOCATOR = {"share": "25 %", "keeps": True, "patterns": 5000, "zipf": 0.9}
KEEPS = {**FAULTS, "web_server.allocator": ALLOCATOR}
WORK = 0.8e-3 * 1.25 / 2
SEND = Serve("network cards", ResponseBytes())
JAVA = {
    "heap": "2 GiB",
    "live_data": "256 MiB",
    "garbage": "40 kB",
    "reference_share": "50 %",
    "compressed_growth": "5 %",
    "cache_pressure": 1.15,
    "compression_work": 1.04,
    "shift_work": 1.03,
    "pause_per_live": "0.8 s",
    "name": "a runtime",
}


def faults(number: float) -> Serve:
    return Serve("page faults", constant(number))


def test_page_faults_are_resolved_at_the_rate_of_the_system(scenario):
    translation = translate(scenario(FAULTS))
    network = translation.network
    assert names(network) == ["CPU", "network cards", "kernel pool", "page faults"]
    station = SharedCapacity("page faults", 2500.0, (2500.0,), "page faults", role=Role.PAGE_FAULTS)
    assert resource(network, "page faults") == station
    assert translation.origins["page faults"].path == "operating_system.page_faults"
    assert network.classes[0].steps == (Serve("CPU", constant(WORK)), faults(80.0), SEND)
    assert network.classes[0].name == "request" and network.classes[0].catalogue is None


def test_an_allocator_that_gives_memory_back_saves_nothing(scenario):
    giving = {**KEEPS, "web_server.allocator": {**ALLOCATOR, "keeps": False}}
    assert translate(scenario(giving)).network == translate(scenario(FAULTS)).network


def test_an_allocator_that_keeps_memory_saves_the_faults_of_blocks_it_has_seen(scenario):
    network = translate(scenario(KEEPS)).network
    lists = Lookup("free lists", (faults(20.0), Admit("free lists")))
    assert network.classes[0].steps == (Serve("CPU", constant(WORK)), faults(60.0), lists, SEND)
    assert network.classes[0].catalogue == Catalogue(5000, 0.9, constant(1.0))
    assert resource(network, "free lists") == Cache("free lists", 5000.0, role=Role.FREE_LISTS)


def test_free_lists_are_lost_with_their_process(scenario):
    network = translate(scenario({**KEEPS, "web_server.recycling": RECYCLING})).network
    assert resource(network, "process memory").cache == "free lists"


def test_every_process_of_a_pool_has_free_lists_and_the_kernel_has_none(farm):
    changes = {"workload.classes": [{**PAGE, "page_faults": 80}, {**CACHED, "page_faults": 9}]}
    changes |= {"web_server.allocator": ALLOCATOR, "operating_system.page_faults": "2500 /s"}
    network = translate(farm({**changes, "web_server.pools": [{**ASP, "processes": 2}]})).network
    page = request_class(network, "page (process 2 of 2)")
    assert Lookup("ASP 2 free lists", (faults(20.0), Admit("ASP 2 free lists"))) in page.steps
    assert resource(network, "ASP 2 memory").cache == "ASP 2 free lists"
    cached = request_class(network, "cached")
    assert cached.catalogue is None and [step.at for step in cached.steps] == ["CPU", "network cards"]


@pytest.mark.parametrize("change", [{"operating_system.page_faults": "none"}, {"workload.request.page_faults": 0}])
def test_page_faults_that_take_no_time_are_left_out(scenario, change):
    network = translate(scenario({**KEEPS, **change})).network
    assert names(network) == ["CPU", "network cards", "kernel pool"]
    assert network.classes[0].steps == (Serve("CPU", constant(WORK)), SEND)


@pytest.mark.parametrize(
    ("pointers", "heap", "growth", "factor"),
    [
        ("32-bit", "1.5 GiB", 1.0, 1.0),
        ("64-bit", "3 GiB", 1.5, 1.15),
        ("compressed", "1 GiB", 1.05, 1.04),
        ("compressed", "3 GiB", 1.05, 1.04 * 1.03),
    ],
)
def test_pointers_change_live_data_garbage_and_work(scenario, pointers, heap, growth, factor):
    changes = {"workload.content": ..., "runtime": {**JAVA, "pointers": pointers, "heap": heap}}
    changes |= {"server.model": "dl585-2.2ghz-16gb"}
    translation = translate(scenario(changes))
    live, size = 0.25 * GIB * growth, float(heap.split()[0]) * GIB
    region = resource(translation.network, "Java heap")
    collect = GarbageCollection("CPU", pytest.approx(0.8 * 0.25 * growth))
    assert region == MemoryRegion("Java heap", size, live, collect=collect, role=Role.HEAP)
    assert translation.origins["Java heap"].path == "runtime.heap"
    work, retain, send = translation.network.classes[0].steps
    assert work.demand.mean == pytest.approx(WORK * factor)
    assert retain == Leak("Java heap", pytest.approx(40e3 * growth)) and send == SEND


def test_garbage_is_left_before_a_request_waits_and_the_kernel_leaves_none(farm):
    network = translate(farm({"runtime": {**JAVA, "pointers": "64-bit"}})).network
    page, cached = (request_class(network, name).steps for name in ("page", "cached"))
    assert page[3].demand.mean == pytest.approx(0.025 * 1.25 / 2 * 1.15)
    assert page[4] == Leak("ASP Java heap", 60e3)
    assert cached[0].demand.mean == pytest.approx(0.2e-3 * 1.25 / 2)
    assert resource(network, "ASP Java heap").collect == GarbageCollection("CPU", pytest.approx(0.3))
