"""Application pools: threads, memory and queues of their processes, and the programs of the classes in them."""

import pytest

from models.load import load
from simulator.network.distribution import constant, exponential
from simulator.network.resources import MemoryRegion, TokenPool
from simulator.network.roles import Role
from simulator.network.steps import Allocate, Delay, Free, Leak, Lookup, Release, ResponseBytes, Seize, Serve
from simulator.translate.translate import translate
from tests.shipped import FOLDER
from tests.translate.conftest import ASP, CACHED, PAGE
from tests.translate.named import names, request_class, resource

SEND = Serve("network cards", ResponseBytes())
CONTENT = {"catalogue": "5 GiB", "object_size": "30 kB", "popularity": {"zipf": 0.8}}


def work(seconds: float) -> float:
    return seconds * 1.25 / 2


def test_a_request_holds_queue_thread_and_memory_while_its_process_works(farm):
    network = translate(farm()).network
    assert request_class(network, "page").steps == (
        Seize("ASP queue", 1.0),
        Seize("ASP threads", 1.0),
        Allocate("ASP memory", 1e6),
        Serve("CPU", constant(work(0.025)), 0, "ASP memory"),
        Delay(exponential(0.027), 1),
        Leak("ASP memory", 20e3),
        Free("ASP memory", 1e6),
        Release("ASP threads", 1.0),
        Release("ASP queue", 1.0),
        SEND,
    )


def test_what_the_kernel_answers_enters_no_process(farm):
    cached = request_class(translate(farm()).network, "cached")
    assert cached.steps == (Serve("CPU", constant(work(0.2e-3))), SEND)
    assert cached.catalogue is None


def test_the_pool_has_its_resources_and_there_is_no_single_process(farm):
    translation = translate(farm())
    network = translation.network
    assert names(network) == ["CPU", "network cards", "kernel pool", "ASP queue", "ASP threads", "ASP memory"]
    queue = TokenPool("ASP queue", 1000.0, "refuse", "requests", role=Role.REQUEST_QUEUE)
    assert resource(network, "ASP queue") == queue
    threads = TokenPool("ASP threads", 24.0, "wait", "threads", role=Role.THREADS)
    assert resource(network, "ASP threads") == threads
    memory = resource(network, "ASP memory")
    known = {"recycle": memory.recycle, "role": Role.MEMORY, "owner": "ASP"}
    assert memory == MemoryRegion("ASP memory", memory.ceiling, 100e6, None, 1.8e9, **known)
    assert memory.recycle.at == 1.6e9 and memory.ceiling == 4 * 2.0**30 - 256 * 2.0**20
    paths = {name: origin.path for name, origin in translation.origins.items()}
    assert paths["ASP queue"] == "web_server.pools[0].queue_limit"
    assert paths["ASP threads"] == "web_server.pools[0].threads"
    assert paths["ASP memory"] == "server.ram"


def test_shares_are_in_proportion_to_the_rates_and_their_sum_is_offered(farm):
    network = translate(farm()).network
    assert [each.share for each in network.classes] == [0.25, 0.75]
    assert network.source.rate == pytest.approx(3 * 120.0 / 10)
    assert translate(farm({"workload.offered": "400 /s"})).network.source.rate == pytest.approx(3 * 400.0 / 10)


def test_a_web_garden_is_so_many_processes_that_get_even_shares(farm):
    pools = [{**ASP, "processes": 2}]
    network = translate(farm({"web_server.pools": pools})).network
    of_pool = [name for name in names(network) if name.startswith("ASP")]
    assert of_pool == ["ASP queue", "ASP 1 threads", "ASP 1 memory", "ASP 2 threads", "ASP 2 memory"]
    shares = {each.name: each.share for each in network.classes}
    assert shares == {"page (process 1 of 2)": 0.125, "page (process 2 of 2)": 0.125, "cached": 0.75}
    second = request_class(network, "page (process 2 of 2)").steps
    assert second[:3] == (Seize("ASP queue", 1.0), Seize("ASP 2 threads", 1.0), Allocate("ASP 2 memory", 1e6))
    assert second[3].process == "ASP 2 memory"


def test_a_pool_without_limits_growth_or_recycling_only_allocates(farm):
    plain = {"name": "ASP", "base_memory": "100 MB", "request_memory": "1 MB", "growth": "0 B"}
    page = {key: value for key, value in PAGE.items() if key != "wait"}
    network = translate(farm({"web_server.pools": [plain], "workload.classes": [page, CACHED]})).network
    assert request_class(network, "page").steps == (
        Allocate("ASP memory", 1e6),
        Serve("CPU", constant(work(0.025))),
        Free("ASP memory", 1e6),
        SEND,
    )


def test_requests_are_counted_where_a_process_recycles_without_growing(farm):
    steps = request_class(translate(farm({"web_server.pools": [{**ASP, "growth": "0 B"}]})).network, "page").steps
    assert Leak("ASP memory", 0.0) in steps


def test_a_pool_that_no_class_names_has_no_process(farm):
    network = translate(farm({"web_server.pools": [ASP, {**ASP, "name": "idle"}]})).network
    assert not [name for name in names(network) if name.startswith("idle")]


def test_every_process_of_a_pool_has_a_file_cache_of_its_own(farm):
    network = translate(farm({"web_server.pools": [{**ASP, "processes": 2}], "workload.content": CONTENT})).network
    assert resource(network, "ASP 2 memory").cache == "ASP 2 file cache"
    assert resource(network, "ASP 2 file cache").capacity == 2500e6
    second = request_class(network, "page (process 2 of 2)")
    (lookup,) = (step for step in second.steps if isinstance(step, Lookup))
    assert lookup.cache == "ASP 2 file cache" and lookup.on_miss[0] == Allocate("ASP 2 memory", 65536.0)
    assert second.catalogue.objects == int(5 * 2**30 / 30e3)
    assert request_class(network, "cached").catalogue is None


def test_the_server_holds_so_many_requests_of_all_classes(farm):
    network = translate(farm({"web_server.queue_limit": 500})).network
    for each in network.classes:
        assert each.steps[0] == Seize("request queue", 1.0) and each.steps[-1] == Release("request queue", 1.0)


def test_sessions_that_are_open_at_the_start_wait_for_the_mean_of_the_classes(farm):
    reading = (0.25 * 20e3 + 0.75 * 8e3) / 80e3 + 0.25 * 0.027
    assert translate(farm()).network.source.open_at_start == round(36.0 * (9 * 2.0 + 10 * reading))


def test_classes_of_files_are_served_by_a_web_server_without_pools_as_one_kind_is():
    """Packages and images of a mirror on nginx: the steps of each class are those of a request of its own, caches and
    disks included."""
    file = FOLDER / "downloads_today.yaml"
    one = load(file)
    size = {"mean": "4 MB", "distribution": "exponential"}
    kinds = [
        {"name": name, "rate": rate, "cpu": "400 us", "size": size} for name, rate in (("a", "1 /s"), ("b", "3 /s"))
    ]
    content = {
        "catalogue": "2 TB",
        "object_size": {"mean": "4 MB", "distribution": "constant"},
        "popularity": {"zipf": 0.9},
    }
    changes = {"workload.request": "none", "workload.classes": kinds, "workload.content": content}
    several, alone = (translate(scenario).network for scenario in (load(file, changes), one))
    assert {(each.steps, each.catalogue) for each in several.classes} == {
        (alone.classes[0].steps, alone.classes[0].catalogue)
    }
    assert names(several) == names(alone)
    assert [(each.name, each.share) for each in several.classes] == [("a", 0.25), ("b", 0.75)]
