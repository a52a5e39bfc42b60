"""The download server: one process with a file cache, in full, and with recycling."""

import pytest

from simulator.network.distribution import Distribution, Family, constant, exponential
from simulator.network.network import Balancer, RequestClass
from simulator.network.resources import Cache, Catalogue, MemoryRegion, MultiServer, SharedCapacity, TokenPool
from simulator.network.roles import Role
from simulator.network.session_source import SessionSource
from simulator.network.steps import Admit, Allocate, Free, Leak, Lookup, Release, ResponseBytes, Seize, Serve
from simulator.network.transport import TCP
from simulator.translate.translate import translate
from tests.translate.conftest import RECYCLING
from tests.translate.named import names, resource

RAM = 4 * 2.0**30 - 256 * 2.0**20
WORK = 0.8e-3 * 1.25 / 2
ON_MISS = (
    Allocate("process memory", 65536.0),
    Serve("disks", constant(0.009)),
    Admit("file cache"),
    Free("process memory", 65536.0),
)
STEPS = (Serve("CPU", constant(WORK)), Lookup("file cache", ON_MISS), Serve("network cards", ResponseBytes()))


def test_the_network_of_a_download_server_is_this_one(scenario):
    network = translate(scenario({})).network
    assert network.nodes == 3 and network.balancer == Balancer("hash") and network.background == ()
    assert network.resources == (
        SharedCapacity("CPU", 4.0, (1.0,), "cores", role=Role.CPU),
        MultiServer("disks", 6, role=Role.DISK),
        SharedCapacity("network cards", 125e6, (TCP.wire_rate(80e3),), "bytes", role=Role.CARD),
        TokenPool("kernel pool", 0.39 * 4 * 2.0**30, "refuse", "bytes", role=Role.KERNEL_POOL),
        MemoryRegion("process memory", RAM, 100e6, "file cache", role=Role.MEMORY),
        Cache("file cache", 2500e6, warm=True, role=Role.CACHE),
    )
    catalogue = Catalogue(int(5 * 2**30 / 30e3), 0.8, constant(30e3))
    told = "range request"
    assert network.classes == (RequestClass(told, 1.0, exponential(30e3), 350.0, STEPS, catalogue, told),)
    assert network.source == SessionSource(
        rate=300.0,
        requests=Distribution(Family.GEOMETRIC, 10.0),
        think_time=exponential(2.0),
        client_shares=(1.0,),
        connect=(Seize("kernel pool", 2600.0, 20 * 2.0**20), Seize("kernel pool", 16384.0 - 2600.0)),
        close=(Release("kernel pool", 2600.0), Release("kernel pool", 16384.0 - 2600.0)),
        back_off=600.0,
        open_at_start=round(300.0 * (9 * 2.0 + 10 * 30e3 / 80e3)),
    )


def test_a_queue_of_none_takes_what_can_be_served_at_once(scenario):
    found = translate(scenario({"web_server.queue_limit": 0, "server.sockets": 2, "server.cores_per_socket": 2}))
    (queue,) = [pool for pool in found.network.pools if pool.name == "request queue"]
    assert queue.size == 4.0
    assert found.origins["request queue"].limit == "4 requests, one for each core"


def test_a_queue_limit_holds_a_request_from_its_arrival_to_its_last_byte(scenario):
    network = translate(scenario({"web_server.queue_limit": 1000})).network
    assert network.resources[-1] == TokenPool("request queue", 1000.0, "refuse", "requests", role=Role.REQUEST_QUEUE)
    assert network.classes[0].steps == (Seize("request queue", 1.0), *STEPS, Release("request queue", 1.0))


def test_every_resource_has_an_origin_in_the_scenario(scenario):
    translation = translate(scenario({"operating_system.model": "windows-2003-x86"}))
    assert list(translation.origins) == names(translation.network)
    memory = translation.origins["process memory"]
    assert memory.path == "operating_system.address_space.process_32_large_aware"
    assert memory.limit == "2 GiB of address space a process"


@pytest.mark.parametrize(
    ("system", "process", "space"),
    [
        ("windows-2003-x86", {}, 2 * 2.0**30),
        ("windows-2003-x86-3gb", {}, 3 * 2.0**30),
        ("windows-2003-x64", {"bits": 32}, 4 * 2.0**30),
        ("windows-2003-x64", {"bits": 32, "large_address_aware": False}, 2 * 2.0**30),
        ("windows-2003-x64", {}, 16 * 2.0**30 - 256 * 2.0**20),
    ],
)
def test_a_process_may_use_its_address_space_or_the_ram_that_the_system_leaves(scenario, system, process, space):
    changes = {"operating_system.model": system, "web_server.process": process, "server.model": "dl585-2.2ghz-16gb"}
    changes["web_server.file_cache"] = "1 GiB"
    assert resource(translate(scenario(changes)).network, "process memory").ceiling == space


def test_the_single_process_recycles_with_what_it_caches_and_counts_its_requests_at_their_end(scenario):
    recycling = RECYCLING | {"private_memory": "1.5 GB", "requests": 35000, "period": "29 h", "start_limit": "60 s"}
    network = translate(scenario({"web_server.recycling": recycling})).network
    region = resource(network, "process memory")
    assert region.cache == "file cache" and region.plateau is None
    recycle = region.recycle
    assert recycle.cpu == "CPU" and recycle.at == 1.52e9, "private and shared memory come before 1.6 GB"
    assert (recycle.requests, recycle.period) == (35000, 29 * 3600.0)
    assert (recycle.initialise, recycle.start_up_work) == (4.0 * 1.25 / 2, 150.0 * 1.25 / 2)
    assert (recycle.start_up_jobs, recycle.cold_factor, recycle.warm_time) == (8, 2.5, 60.0)
    assert (recycle.start_limit, recycle.stop_limit) == (60.0, 90.0)
    work = Serve("CPU", constant(WORK), 0, "process memory")
    inside = (work, *STEPS[1:], Leak("process memory", 0.0))
    assert network.classes[0].steps == (Allocate("process memory", 0.0), *inside, Free("process memory", 0.0))


def test_a_share_of_the_address_space_moves_with_the_address_space(scenario):
    recycling = {**RECYCLING, "virtual_memory": "none", "address_space_share": "50 %"}
    at = {}
    for system in ("windows-2003-x86", "windows-2003-x86-3gb"):
        changes = {"operating_system.model": system, "web_server.recycling": recycling}
        at[system] = resource(translate(scenario(changes)).network, "process memory").recycle.at
    assert at == {"windows-2003-x86": 2.0**30, "windows-2003-x86-3gb": 1.5 * 2.0**30}


def test_a_process_that_recycles_by_age_only_has_no_threshold(scenario):
    recycling = {**RECYCLING, "virtual_memory": "none", "period": "29 h"}
    region = resource(translate(scenario({"web_server.recycling": recycling})).network, "process memory")
    assert region.recycle.at is None and region.recycle.period == 29 * 3600.0


def test_drawn_work_and_drawn_reads_have_streams_of_their_own(scenario):
    changes = {"workload.request.cpu_distribution": "exponential", "server.disks.distribution": "exponential"}
    work, lookup, _ = translate(scenario(changes)).network.classes[0].steps
    assert work.demand == exponential(WORK)
    assert lookup.on_miss[1].demand == exponential(0.009)
    assert work.stream != lookup.on_miss[1].stream
