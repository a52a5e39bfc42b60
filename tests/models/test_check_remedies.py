"""What a check of a file says to write ends what it found: every rule is broken, and each way out is taken.

A finding carries the values that it names; what it leaves to the reader ("give each a name of its own") stands here as
a reader would write it. A scenario that takes one of them is read without another word.
"""

from dataclasses import dataclass, field

import pytest

from models.checks import checks
from models.errors import ScenarioError
from models.load import load
from models.reading.override import parse_value

FIRST, SMALL, TIERS, WEB = (
    f"scenarios/{name}.yaml" for name in ("first_farm", "single_server", "three_tiers", "web_farm")
)
PODS = "scenarios/api_in_pods.yaml"
SHOP, EDGE, GROWING = "tests/models/farm.yaml", "scenarios/downloads_today.yaml", "scenarios/growing_downloads.yaml"


@dataclass(frozen=True)
class Broken:
    """A rule, what breaks it in which file, how many values the finding names, and what a reader writes otherwise."""

    rule: str
    file: str
    changes: dict[str, object]
    values: int = 0
    readers: tuple[dict[str, object], ...] = field(default=())


DIES = {"at": "60 s", "lasts": "5 min"}
SLOW_TIER = {"at": "60 s", "lasts": "30 s", "what": "slow", "tier": "database"}
CROWDS = [{**DIES, "what": "crowd"}, {"at": "2 min", "lasts": "1 min", "what": "crowd"}]
PATIENCE = {"response": "9 s", "retries": {"count": 2, "jitter": "100 %"}}
AGE = {"max_age": "60 s", "unchanged": "90 %"}
ORIGIN = {"latency": "30 ms", "rate": "10 Gbps"}
SCALING = {"target": "60 %", "minimum": 1, "maximum": 9}
GROWTH = {"start": "2026-12", "a_year": "40 %"}
CLOUD = {"server": "c7g.2xlarge", "datacenter.prices": "us-2026"}
VOLUMES = {"server": "m7i.xlarge", "datacenter.prices": "aws-us-2026"}
GP3 = {"server.disks.volume": "gp3", "server.disks.size": "20 TB"}
HASHED = {"unit.balancer": {"model": "nlb", "policy": "by-url", "affinity": "none"}}
SERVER = "dl585-2.2ghz-4gb"
BOXES = [{"name": "pages", "nodes": 3, "spare_nodes": 0, "classes": ["pages"]},
         {"name": "images", "nodes": 2, "spare_nodes": 0, "classes": ["images"]}]  # fmt: skip
GROUPS = {"unit.nodes": 5, "unit.paths": BOXES, "workload.ramp": "none"}


def tier(name: str, *calls: str, **more) -> dict:
    return {"name": name, "server": SERVER, "calls": [{"tier": each, "cpu": "1 ms"} for each in calls], **more}


def shield(**call: object) -> dict[str, object]:
    """A shield that keeps what nodes fetch from the origin, of whose calls one thing is otherwise."""
    calls = [{"tier": "shield", "when": "miss", "answer": "20 kB", **call}]
    keeps = {"software": "memcached", "memory": "100 MB"}
    return {"tiers": [tier("shield", kind="cache", cache=keeps)], "workload.request.calls": calls,
            "workload.content": {**CONTENT, "origin": ORIGIN}, "workload.cpu_measured_on": 1}  # fmt: skip


def queued(**post: object) -> dict[str, object]:
    """A queue that requests post to, and its workers."""
    queue = tier("mail", "workers", kind="queue", queue={"software": "rabbitmq-4"})
    calls = [*CALL, {"tier": "mail", **post}]
    return {"tiers": [tier("application"), queue, tier("workers")], "workload.request.calls": calls,
            "workload.cpu_measured_on": 1}  # fmt: skip


def followed(of: object = "database", servers: int = 1, *more: dict) -> dict[str, object]:
    """A database, and a tier of replicas of one, beside more tiers."""
    kept = {"kind": "database", "software": "mysql-8", "data": "40 GB", "log": "1 ms"}
    replicas = tier("replicas", **kept, replica_of=of)
    return {"tiers": [tier("application", "database"), tier("database", **kept, servers=servers), replicas, *more],
            "workload.request.calls": CALL, "workload.cpu_measured_on": 1}  # fmt: skip


def boxes(**more) -> dict[str, object]:
    """The groups of nodes, of which the first is otherwise."""
    return {**GROUPS, "unit.paths": [{**BOXES[0], **more}, BOXES[1]]}


def pod_unit(**more) -> dict[str, object]:
    """A unit of pods, of which one thing is otherwise."""
    told = {"cpu": 1, "memory": "8 GB", **more}
    return {"unit.pods": told, "unit.spare_nodes": 0, "operating_system": "linux-6", "workload.content": "none"}


def pods(**more) -> dict[str, object]:
    """The pods of the first tier, of which one thing is otherwise."""
    return {"tiers[0].pods": {"cpu": 1, "memory": "1 GB", **more}}


def failing(*outages: dict) -> dict[str, object]:
    return {"unit.failures": {"timetable": list(outages)}}


def page(**more) -> list[dict]:
    return [{"name": "page", "rate": "10 /s", "size": "30 kB", "cpu": "1 ms", **more}]


CALL = [{"tier": "application", "cpu": "1 ms"}]
KEYS = {"tiers[1].kind": "cache", "tiers[1].cache": {"software": "redis-7", "items": {"count": 1000, "size": "1 kB"}}}
KEEPS = {"tiers[1].kind": "database", "tiers[1].software": "mysql-8", "tiers[1].data": "400 GB", "tiers[1].log": "1 ms"}
STORES = {"tiers[1].kind": "object-store", "tiers[1].objects": {"size": "1 TB"}, "tiers[1].servers": 3}
POOLED_MISSES = {"tiers[0].kind": "cache", "tiers[0].cache": KEYS["tiers[1].cache"], "tiers[0].calls[0].pool": 5}
TOUCHED, WRITTEN, MISSES = "tiers[0].calls[0].pages", "tiers[0].calls[0].writes", "workload.request.calls[0].when"
POOL = "tiers[0].calls[0].pool"
SHORT = "5 USD/Mbps-month"
SIZE, HEADER = "workload.request.size.mean", "workload.request.header"
TOGETHER = {"first": "workload.request.cpu", "second": SIZE, "correlation": 0.9}
MISSED = {"workload.request.calls": [{**CALL[0], "when": "miss"}]}
CONTENT = {"catalogue": "1 GB", "object_size": "1 kB", "popularity": {"zipf": 1}}
OWN = {"catalogue": "1 GB", "popularity": {"zipf": 1}}


def kinds(**of_last) -> dict[str, object]:
    """Two classes in place of one kind of requests, of which the last is otherwise."""
    return {"workload.request": "none", "workload.classes": [*page(name="live", content=OWN), *page(**of_last)]}


J9 = {"model": "j9-6", "pointers": "64-bit"}
SLES = {"operating_system": "sles-10"}
LARGE_POOL = {
    "server.ram": "32 GiB",
    "web_server.pools[0].base_memory": "2.5 GiB",
    "web_server.pools[0].recycling": "none",
}
BUDGET = {"workload.patience": {"response": "9 s", "retries": {"budget": {"share": "9 %"}}}}
CONSTANT = {"mean": "33.6 kB", "distribution": "constant"}
PIECES = {
    "cpu": "1 ms",
    "size": {"mean": "24 kB", "distribution": "constant"},
    "pieces": {"count": 200, "pause": "50 ms", "size": "120 B"},
}
LOG = {"workload.trace": {"file": "logs/example.log.gz"}, "workload.offered": "none"}
MISSPELT = {"workload.request.calls": [*CALL, {"tier": "aplication", "cpu": "1 ms"}]}
BROKEN = [
    Broken("_own_content_stands_beside_what_others_ask_for", SMALL, {**kinds(), "workload.content": "none"}, 1),
    Broken("_somebody_asks_for_shared_content", SMALL, {**kinds(content=OWN), "workload.content": CONTENT}, 1),
    Broken("_caches_have_a_policy_that_they_can_have", EDGE, {"web_server.file_cache.policy": "clock"}, 1),
    Broken("_caches_have_a_policy_that_they_can_have", SMALL, {"web_server.file_cache.policy": "clock",
           "web_server.time_to_live": "60 s"}, 2),
    Broken("_what_is_new_has_no_uses", SMALL, {**kinds(content={**OWN, "life": "60 s"}, pool="none"),
           "workload.classes[0].content": "none",
           "workload.content": CONTENT, "web_server.file_cache.policy": "tiny-lfu"}, 2),
    Broken("_copies_are_asked_for_at_their_origin", SMALL, {"workload.content": {**CONTENT, "revalidation": AGE}}, 1),
    Broken("_copies_are_asked_for_at_their_origin", TIERS, {**shield(), "workload.content.revalidation": AGE},
           readers=({"workload.request.calls": [], "tiers": []},)),
    Broken("_what_ends_is_not_asked_for_again", SMALL, {**kinds(content={**OWN, "life": "60 s", "revalidation": AGE},
           pool="none"), "workload.classes[0].content": "none",
           "workload.content": {**CONTENT, "origin": ORIGIN}}, 2),
    Broken("_slices_are_parts_of_objects", EDGE, {"workload.content.slice": "5 MB"}, 2),
    Broken("_slices_are_parts_of_objects", EDGE, {"workload.content.slice": "1 MB", "workload.content.object_size":
           {"mean": "4 MB", "distribution": "exponential"}}, 2),
    Broken("_what_is_sliced_stays_as_it_is", EDGE, {"workload.content.slice": "1 MB", "workload.content.revalidation":
           AGE, "workload.content.origin": ORIGIN}, 1),
    Broken("_what_is_joined_is_fetched", SMALL, {"web_server.collapse": "500 ms"}, 1),
    Broken("_disks_that_wear_are_written", EDGE, {"server.disks.endurance": "14 PB"}, 1),
    Broken("_own_content_has_an_object", SMALL, {**kinds(), "workload.content": CONTENT,
           "workload.classes[0].content.catalogue": "2 kB"}, 1),
    Broken("_requests_have_cores", SMALL, {"operating_system.cpu_without_requests": "80 %",
           "targets.utilisation": "60 %"}, 1, ({"targets.utilisation": "85 %"},)),
    Broken("_kernel_is_as_wide_as_its_processes", SMALL, {"operating_system.bits": 32}, 2),
    Broken(
        "_process_runs",
        SMALL,
        {"operating_system": "windows-2003-x86", "web_server.process.bits": 64},
        1,
        ({"operating_system": "windows-2003-x64"},),
    ),
    Broken(
        "_process_fits",
        SMALL,
        {"operating_system": "windows-2003-x86", "web_server.process_base_memory": "3 GiB"},
        0,
        ({"web_server.process_base_memory": "100 MB"},),
    ),
    Broken("_process_fits", SMALL, {"server.ram": "200 MiB", "web_server.file_cache": "0 B"}, 1),
    Broken("_file_cache_fits", SMALL, {"web_server.file_cache": "9 GiB"}, 2),
    Broken("_file_cache_fits", FIRST, {"operating_system": "windows-2003-x86", "web_server.file_cache": "1.9 GiB"}, 2),
    Broken(
        "_clients_stay_connected",
        SMALL,
        {"workload.session.think_time": "1234.567 s"},
        1,
        ({"web_server.connection_timeout": "3 h"},),
    ),
    Broken(
        "_clients_stay_connected",
        SMALL,
        {"workload.clients": "100 B/s"},
        0,
        ({"workload.clients": "1 kB/s"}, {"web_server.minimum_client_rate": "50 B/s"}),
    ),
    Broken(
        "_returning_clients_let_time_pass",
        SMALL,
        {"workload.population": 5, "workload.offered": "none", "workload.retries.back_off": "0 s"},
        1,
    ),
    Broken(
        "_pool_has_room",
        SMALL,
        {"operating_system": "windows-2003-x86", "operating_system.pool_reserve": "1 GiB"},
        0,
        ({"operating_system.pool_reserve": "1 MiB"}, {"operating_system.kernel_pool": "2 GiB"}),
    ),
    Broken("_power_rises_with_load", SMALL, {"server.idle_power": "1234.5 W", "server.busy_power": "300 W"}, 1),
    Broken(
        "_what_leaves_a_cloud_has_a_price", EDGE, CLOUD, 1, ({"datacenter.prices": "cloud-us-2026"},)
    ),
    Broken(
        "_instances_have_a_price_on_their_terms",
        EDGE,
        {"server": "c7g.2xlarge", "datacenter.prices": "cloud-us-2026", "datacenter.rent": "spot"},
        1,
    ),
    Broken(
        "_gateways_have_a_price",
        EDGE,
        {"server": "c7g.2xlarge", "datacenter.prices": "cloud-us-2026", "datacenter.load_balancers": 2},
        1,
    ),
    Broken(
        "_burst_is_more_than_the_baseline",
        EDGE,
        {"server": "c7g.2xlarge", "datacenter.prices": "cloud-us-2026", "server.instance.burst": "1 Mbps"},
        1,
        ({"server.instance.burst": "15 Gbps"},),
    ),
    Broken("_unit_has_a_working_node", FIRST, {"unit.spare_nodes": 5}, 1),
    Broken("_server_fits_the_rack", FIRST, {"server.rack_units": 43, "datacenter.prices.rack_height": 42}, 1),
    Broken(
        "_server_fits_the_rack", FIRST, {"server.busy_power": "1234.5 W", "datacenter.prices.rack_power": "1 kW"}, 1
    ),
    Broken("_run_has_windows", FIRST, {"run.duration": "10 s", "run.window": "12.3456 s"}, 1, ({"run.window": "1 s"},)),
    Broken(
        "_every_node_has_a_weight",
        FIRST,
        {"unit.balancer": {"model": "nlb", "weights": [2, 1]}},
        1,
        ({"unit.balancer.weights": [2, 1, 1, 1, 1]},),
    ),
    Broken("_a_hash_starts_nobody_slowly", FIRST, {"unit.balancer": {"model": "nlb", "slow_start": "10 s"}}, 2),
    Broken(
        "_only_a_hash_keeps_clients_together",
        FIRST,
        {"unit.balancer": {"model": "round-robin", "affinity": "class-c"}},
        2,
    ),
    Broken(
        "_objects_have_nodes_of_their_own",
        FIRST,
        {**HASHED, "workload.content": "none"},
        1,
        ({"workload.content": {"catalogue": "5 GiB", "popularity": {"zipf": 0.8}}},),
    ),
    Broken(
        "_objects_have_nodes_of_their_own",
        FIRST,
        {**HASHED, "unit.failures": {"mtbf": "99 h", "mttr": "1 h"}},
        1,
        ({"unit.failures": "none"},),
    ),
    Broken(
        "_load_is_shed_before_it_is_refused",
        FIRST,
        {"web_server.shed_at": 5_000, "web_server.queue_limit": 2_000},
        2,
    ),
    Broken(
        "_classes_name_pools",
        SHOP,
        {"workload.classes[0].pool": "aplications"},
        2,
        ({"workload.classes[0].pool": "applications"},),
    ),
    Broken(
        "_classes_name_pools",
        SHOP,
        {"workload.ramp": "none", "workload.classes": [], "workload.request": {"size": "30 kB", "cpu": "1 ms"}},
        1,
        ({"workload.request": "none", "workload.classes": page(pool="applications")},),
    ),
    Broken("_pools_fit_the_address_space", SHOP, LARGE_POOL, 1),
    Broken("_pools_fit_the_ram", SHOP, {"web_server.pools[0].processes": 64}, 1),
    Broken(
        "_processes_outlive_their_start",
        SHOP,
        {"web_server.pools[0].recycling.private_memory": "100 MB"},
        0,
        ({"web_server.pools[0].recycling.private_memory": "151 MB"}, {"web_server.pools[0].base_memory": "50 MB"}),
    ),
    Broken(
        "_processes_can_reach_their_limits",
        SHOP,
        {"server.ram": "1 GiB"},
        0,
        ({"web_server.pools[0].recycling": "none"}, {"server.ram": "2 GiB"}),
    ),
    Broken(
        "_processes_start_in_time",
        SHOP,
        {"web_server.pools[0].recycling.initialise": "10 min"},
        0,
        (
            {"web_server.pools[0].recycling.initialise": "1 s"},
            {"web_server.pools[0].recycling.start_limit": "30 min"},
        ),
    ),
    Broken(
        "_measured_rows_are_of_this_server",
        SMALL,
        {"server.measured_scaling": [{"threads": 1, "rate": 100}, {"threads": 2, "rate": 195},
                                     {"threads": 8, "rate": 380}]},
        1,
        ({"server.sockets": 8},),
    ),
    Broken(
        "_measured_rows_are_of_this_server",
        SMALL,
        {"server.contention": "1 %", "server.measured_scaling": [{"threads": 1, "rate": 100},
                                                                  {"threads": 2, "rate": 195},
                                                                  {"threads": 4, "rate": 370}]},
        1,
        ({"server.measured_scaling": []},),
    ),
    Broken(
        "_scaling_is_described_by_a_law",
        SMALL,
        {"server.measured_scaling": [{"threads": 1, "rate": 100}]},
        0,
        (
            {
                "server.measured_scaling": [
                    {"threads": 1, "rate": 100},
                    {"threads": 2, "rate": 195},
                    {"threads": 4, "rate": 370},
                ]
            },
        ),
    ),
    Broken("_more_threads_do_more", SMALL, {"server.sockets": 16, "server.coherence": "1 %"}, 1),
    Broken(
        "_more_threads_do_more",
        SMALL,
        {"server.threads_per_core": 2, "server.second_thread": "90 %", "server.clock_all_busy": "60 %"},
        0,
        ({"server.clock_all_busy": "100 %"}, {"server.second_thread": "0 %"}),
    ),
    Broken(
        "_users_think",
        FIRST,
        {"demand": {"users": "5000"}, "workload.session": {"requests": 1}},
        0,
        ({"workload.session": {"requests": 20, "think_time": "10 s"}}, {"demand": "100 requests/s"}),
    ),
    Broken("_users_think", FIRST, {"demand": {"users": "5000"}, "workload.session.think_time": "0 s"}, 1),
    Broken("_a_population_sizes_by_itself", FIRST, {"workload.population": 50}, 3),
    Broken("_a_load_is_stated", FIRST, {"sized_by": "stated load"}, 2),
    Broken(
        "_content_has_an_object",
        FIRST,
        {"workload.content": {"catalogue": "1 kB", "object_size": "33.3337 kB", "popularity": {"zipf": 1}}},
        1,
    ),
    Broken(
        "_somebody_reads_the_content",
        SHOP,
        {"workload.classes[0].pool": "none", "workload.content": CONTENT},
        1,
    ),
    *(
        Broken(
            "_a_trace_is_all_that_comes",
            SMALL,
            {**LOG, f"workload.{key}": value},
            1,
            ({f"workload.{key}": "none"},),
        )
        for key, value in {"offered": "20 /s", "patience": {"response": "9 s"}}.items()
    ),
    Broken(
        "_a_trace_is_all_that_comes",
        SMALL,
        {**LOG, "workload.request": PIECES},
        1,
        ({"workload.request.pieces": "none"},),
    ),
    Broken(
        "_responses_can_be_so_fast",
        FIRST,
        {"workload.request": PIECES},
        1,
    ),
    Broken(
        "_a_connection_can_be_set_up_in_time",
        FIRST,
        {"workload.session.round_trip_time": "2 s", "workload.patience": {"connect": "1 s"}},
        1,
        ({"workload.patience.connect": "3 s"},),
    ),
    Broken(
        "_encrypted_packets_have_tls", EDGE, {"workload.session.transport": "quic", "workload.session.tls": "none"}, 2
    ),
    Broken(
        "_encrypted_packets_have_tls",
        EDGE,
        {
            "workload.session.transport": "quic",
            "workload.session.tls": {"key": "ecdsa-p256"},
            "web_server.encryption": "card",
        },
        2,
    ),
    Broken(
        "_a_response_can_arrive_in_time",
        FIRST,
        {"workload.patience": {"response": "100 ms"}},
        1,
        ({"workload.patience.response": "1 s"},),
    ),
    Broken(
        "_pauses_grow_up_to_the_longest",
        FIRST,
        {"workload.patience": {"response": "9 s", "retries": {"count": 2, "back_off": "12.3456 s", "longest": "1 s"}}},
        1,
        ({"workload.patience.retries.back_off": "1 s"},),
    ),
    Broken(
        "_a_budget_is_for_retries", FIRST, BUDGET, 2
    ),
    Broken(
        "_connections_have_memory",
        EDGE,
        {"operating_system.socket_memory": "none"},
        0,
        (
            {"operating_system.socket_memory": {"share": "10 %", "idle": "4 KiB", "sending": "128 KiB"}},
        ),
    ),
    Broken("_connections_have_memory", EDGE, {"operating_system.kernel_pool": "1 GiB"}, 1),
    Broken(
        "_sockets_have_room",
        EDGE,
        {"operating_system.socket_memory.limit": "1 MiB", "operating_system.socket_memory.sending": "2 MiB"},
        0,
        ({"operating_system.socket_memory.sending": "128 KiB"}, {"operating_system.socket_memory.limit": "1 GiB"}),
    ),
    Broken(
        "_pages_are_in_a_ledger",
        EDGE,
        {"operating_system.page_cache": True, "operating_system.kernel_base_memory": "none"},
        2,
    ),
    Broken("_ledger_fits", EDGE, {"server.ram": "1 GiB"}, 1),
    Broken(
        "_ledger_fits", EDGE, {"operating_system.page_cache": False, "web_server.file_cache": "3 TiB"}, 2
    ),
    Broken(
        "_heap_is_possible",
        SMALL,
        {"operating_system": "windows-2003-x86", "runtime": "j9-6"},
        0,
        ({"runtime.pointers": "32-bit"}, {"operating_system": "windows-2003-x64"}),
    ),
    Broken(
        "_heap_is_possible",
        SMALL,
        {**SLES, "runtime": {"model": "j9-6", "pointers": "32-bit", "heap": "3.5 GiB"}},
        1,
        ({"runtime.pointers": "64-bit"}, {"runtime.pointers": "compressed"}),
    ),
    Broken("_heap_fits_the_ram", SMALL, {**SLES, "runtime": {**J9, "heap": "4 GiB"}}, 1, ({"server.ram": "8 GiB"},)),
    Broken(
        "_heap_holds_the_live_data",
        SMALL,
        {**SLES, "runtime": {**J9, "live_data": "800 MiB"}},
        1,
        ({"runtime.live_data": "100 MiB"},),
    ),
    Broken("_what_disks_do_not_keep_has_an_origin", EDGE, {"web_server.disk_cache": "1 TB"}, 2),
    Broken(
        "_content_has_room_on_the_disks",
        EDGE,
        {"workload.content.catalogue": "200 TB", "server.disks.size": "7.68 TB"},
        3,
    ),
    Broken(
        "_disk_cache_has_room",
        EDGE,
        {
            "workload.content.origin": ORIGIN,
            "server.disks": {"size": "7.68 TB", "count": 4},
            "web_server.disk_cache": "30.73 TB",
        },
        2,
        ({"server.disks.count": 8}, {"server.disks.size": "15.36 TB"}),
    ),
    Broken(
        "_disk_cache_has_room",
        EDGE,
        {"workload.content.origin": ORIGIN, "web_server.disk_cache.up_to": "20 TB"},
        2,
    ),
    Broken(
        "_one_ratio_of_peak_to_mean",
        FIRST,
        {
            "demand": {"volume_a_day": "20 TB", "peak_to_mean": 9},
            "workload.day": {"hours": [1.0] * 12 + [2.0] * 12},
        },
        1,
    ),
    Broken("_percentiles_rise", FIRST, {"targets.p95_response": "2.34567 s", "targets.p99_response": "1 s"}, 1),
    Broken("_a_first_piece_is_sent", FIRST, {"targets.first_piece": "500 ms"}, 1),
    Broken(
        "_clients_can_receive_so_fast",
        FIRST,
        {"targets.client_speed": "90 kB/s"},
        0,
        ({"targets.client_speed": "70 kB/s"}, {"workload.clients": "800 kB/s"}),
    ),
    Broken(
        "_responses_can_be_so_fast",
        FIRST,
        {"targets.p95_response": "100 ms", "workload.request.size": CONSTANT},
        1,
        ({"workload.clients": "80 MB/s"},),
    ),
    Broken("_tiers_differ", TIERS, {"workload.request.calls": CALL, "tiers": [tier("application")] * 2}, 0, (
        {"tiers": [tier("application", "other"), tier("other")]},)),
    Broken("_called_tiers_are_there", TIERS, MISSPELT, 1),
    Broken(
        "_nobody_waits_for_itself",
        TIERS,
        {"workload.request.calls": CALL, "tiers": [tier("application", "database"), tier("database", "application")]},
        0,
        ({"tiers[1].calls": []},),
    ),
    Broken("_every_tier_is_called", TIERS, {"workload.request.calls": CALL, "tiers[0].calls": []}, 0, (
        {"workload.request.calls": [*CALL, {"tier": "database", "cpu": "1 ms"}]},)),
    Broken(
        "_the_load_is_known",
        TIERS,
        {"workload.population": 50, "demand": "none"},
        1,
        ({"tiers": [], "workload.request.calls": []},),
    ),
    Broken("_shares_of_shortfall_rise", FIRST, {"price_of_short": []}, 1),
    Broken("_shares_of_shortfall_rise", FIRST, {"price_of_short": [{"up_to": "5 %", "price": SHORT}]}, 1),
    Broken(
        "_shares_of_shortfall_rise",
        FIRST,
        {"price_of_short": [{"price": SHORT}, {"price": SHORT}]},
        0,
        ({"price_of_short[0].up_to": "5 %"}, {"price_of_short": [{"price": SHORT}]}),
    ),
    Broken(
        "_shares_of_shortfall_rise",
        FIRST,
        {"price_of_short": [{"up_to": "5 %", "price": SHORT}, {"up_to": "3 %", "price": SHORT}, {"price": SHORT}]},
        0,
        ({"price_of_short[1].up_to": "6 %"},),
    ),
    Broken("_pairs_are_stated_once", FIRST, {"correlations": [TOGETHER, TOGETHER]}, 0, ({"correlations": [TOGETHER]},)),
    Broken(
        "_correlations_can_be",
        FIRST,
        {"correlations": [TOGETHER, TOGETHER | {"second": HEADER}, TOGETHER | {"first": HEADER, "correlation": -0.9}]},
        1,
    ),
    Broken("_calls_in_hand_fit", TIERS, {"tiers[0].memory": "10 GiB", "tiers[0].connections": 200}, 1),
    Broken(
        "_calls_in_hand_fit",
        TIERS,
        {"tiers[0].memory": "300 GiB", "tiers[0].connections": "none"},
        0,
        ({"tiers[0].memory": "3 GiB"},),
    ),
    Broken(
        "_a_miss_is_fetched", TIERS, MISSED, 1, ({"workload.content": {**CONTENT, "origin": ORIGIN}},)
    ),
    Broken("_databases_are_whole", TIERS, KEEPS | {"tiers[1].data": "none"}, 0, ({"tiers[1].data": "40 GB"},)),
    Broken("_databases_are_whole", TIERS, {"tiers[1].log": "1 ms"}, 0, ({"tiers[1].log": "none"},)),
    Broken("_stores_are_whole", TIERS, STORES | {"tiers[1].objects": "none"}, 0, ({"tiers[1].objects": "1 TB"},)),
    Broken("_stores_are_whole", TIERS, {"tiers[1].objects": "1 TB"}, 0, ({"tiers[1].objects": "none"},)),
    Broken("_stores_are_whole", TIERS, STORES | {"tiers[1].servers": 2}, 1),
    Broken("_only_stores_store", TIERS, {"tiers[0].calls[0].stores": "1 MB"}, 0, (
        {"tiers[0].calls[0].stores": "none"}, STORES)),
    Broken("_only_stores_store", TIERS, STORES | {
        "tiers[0].calls[0].stores": "1 MB", "tiers[0].calls[0].answer": "1 MB"}, 1),
    Broken("_replicas_have_a_primary", TIERS, followed("databse"), 1),
    Broken("_replicas_have_a_primary", TIERS, followed("application"), 0, ({"tiers[2].replica_of": "database"},)),
    Broken("_one_server_takes_writes", TIERS, followed(servers=2), 1, ({"tiers[1].sharding": "even"},)),
    Broken("_reads_are_shared_out_once", TIERS, followed(
        "database", 1, {**followed()["tiers"][2], "name": "further"}), 1),
    Broken("_replicas_take_no_writes", TIERS, {**followed(), "tiers[0].calls": [
        {"tier": "database", "cpu": "1 ms"}, {"tier": "replicas", "cpu": "1 ms", "writes": 1}]}, 1, (
        {"tiers[0].calls[1].tier": "database"},)),
    Broken("_buffer_pools_fit", TIERS, KEEPS | {"tiers[1].software.buffer_pool": "512 GiB"}, 0, (
        {"tiers[1].software.buffer_pool": "50 GiB"},)),
    Broken("_caches_are_whole", TIERS, KEYS | {"tiers[1].cache": "none"}, 0, (KEYS,)),
    Broken("_caches_are_whole", TIERS, {"tiers[1].cache": {"software": "redis-7", "hit_ratio": "80 %"}}, 0,
           ({"tiers[1].kind": "cache"}, {"tiers[1].cache": "none"})),
    Broken("_caches_are_whole", TIERS, KEYS | {"tiers[1].cache": {"software": "redis-7"}}, 0,
           ({"tiers[1].cache.hit_ratio": "80 %"},)),
    Broken("_keys_lie_at_one_server", TIERS, KEYS | {"tiers[1].prefer_zone": True}, 1),
    Broken("_keys_lie_at_one_server", TIERS, KEYS | {"tiers[1].pods": pods()["tiers[0].pods"]}, 1),
    Broken("_keys_lie_at_one_server", TIERS, POOLED_MISSES, 1),
    Broken("_shields_stand_before_the_origin", TIERS, shield(times=2), 1),
    Broken("_shields_stand_before_the_origin", TIERS, shield(share="50 %"), 1),
    Broken("_shields_stand_before_the_origin", TIERS, shield(answer=None), 1),
    Broken("_a_shield_is_asked_on_misses", TIERS, shield() | {"workload.request.calls": [
        *shield()["workload.request.calls"], {"tier": "shield", "cpu": "1 ms"}]}, 1),
    Broken("_shields_stand_before_the_origin", TIERS, shield() | {"web_server.admission_window": "9 s"}, 1),
    Broken("_items_on_disks_have_room", TIERS, KEYS | {
        "tiers[1].cache.disk": "900 TB", "tiers[1].server.disks.size": "1 TB"}, 1),
    Broken("_items_on_disks_have_room", TIERS, KEYS | {
        "tiers[1].cache.disk": "1 TB", "tiers[1].cache.memory": "1 GB"}, 2),
    Broken("_items_have_room", TIERS, KEYS | {"tiers[1].cache.memory": "512 GiB"}, 0,
           ({"tiers[1].cache.memory": "80 GB"},)),
    Broken("_items_have_room", TIERS, KEYS | {"tiers[1].cache.items": {"count": 10**9, "size": "1 kB"}}, 0,
           ({"tiers[1].cache.items.popularity": {"zipf": 0.9}},)),
    Broken("_calls_have_work", TIERS, {"tiers[0].calls[0].cpu": None}, 0, ({"tiers[0].calls[0].cpu": "2 ms"},)),
    Broken("_calls_have_work", TIERS, KEYS | {"tiers[0].calls[0].reads": 1}, 1),
    Broken("_only_databases_have_pages", TIERS, {TOUCHED: 3}, 0, ({TOUCHED: 0}, KEEPS)),
    Broken("_reads_are_said_once", TIERS, KEEPS | {TOUCHED: 3, "tiers[0].calls[0].reads": 1}, 1, ({TOUCHED: 0},)),
    Broken("_commits_are_logged", TIERS, KEEPS | {WRITTEN: 1, "tiers[1].log": "none"}, 0, ({"tiers[1].log": "1 ms"},)),
    Broken(
        "_misses_write_nothing",
        TIERS,
        KEEPS | {WRITTEN: 1, "workload.content": {**CONTENT, "origin": ORIGIN}, MISSES: "miss"},
        1,
        ({MISSES: "always"},),
    ),
    Broken(
        "_tiers_grow_as_units_do",
        TIERS,
        {"growth": GROWTH, "tiers[0].server": "c7g.2xlarge", "datacenter.prices.egress": "0.05 USD/GB"},
        1,
        ({"tiers[0].server": SERVER},),
    ),
    Broken(
        "_tiers_grow_as_units_do",
        TIERS,
        {"growth": GROWTH, "supply": {"autoscaling": {"hours": [1.0] * 24, "minimum": 1, "maximum": 9}}},
        1,
    ),
    Broken("_servers_of_tiers_fail", TIERS, failing({**SLOW_TIER, "tier": "databse"}), 1),
    Broken("_servers_of_tiers_fail", FIRST, failing(SLOW_TIER), 0),
    Broken("_servers_of_tiers_fail", TIERS, failing({**SLOW_TIER, "what": "drained"}), 2),
    Broken("_servers_of_tiers_fail", TIERS, failing({**SLOW_TIER, "node": 3}), 1),
    Broken("_servers_of_tiers_fail", TIERS, failing({**SLOW_TIER, "together": 3}), 1),
    Broken("_servers_of_tiers_fail", TIERS, failing(SLOW_TIER, {**SLOW_TIER, "at": "70 s"}), 1),
    Broken("_volumes_can_be_rented", FIRST, {"server.disks.volume": "gp3"}, 1),
    Broken("_volumes_can_be_rented", FIRST, {**VOLUMES, "server.disks.volume": "gp3"}, 1),
    Broken("_volumes_can_be_rented", FIRST, {**VOLUMES, **GP3, "server.disks.iops": 20000}, 1),
    Broken("_volumes_can_be_rented", FIRST, {**VOLUMES, **GP3, "server.disks.bandwidth": "2 GB/s"}, 1),
    Broken("_spot_instances_have_a_price", FIRST, {"datacenter.spot_share": "40 %"}, 1),
    Broken(
        "_spot_instances_have_a_price",
        FIRST,
        {**VOLUMES, "growth": GROWTH, "datacenter.spot_share": "40 %", "server.instance.spot": "0.08 USD/h",
         "server.instance.spot_loss": "5 %"},
        2,
    ),
    Broken("_no_zone_is_empty", TIERS, {"unit.zones": 4}, 1),
    Broken("_no_zone_is_empty", TIERS, {"unit.zones": 3, "tiers[1].zones": 3}, 1),
    Broken("_a_zone_is_left", TIERS, {"unit.spare_zones": 1}, 1),
    Broken("_a_zone_is_left", TIERS, {"unit.zones": 2, "unit.spare_zones": 1}, 1),
    Broken("_a_zone_is_left", TIERS, {"unit.zones": 3, "unit.spare_zones": 1, "tiers[1].servers": 1}, 1),
    Broken("_own_zones_get_the_same", TIERS, {"unit.zones": 3, "tiers[1].prefer_zone": True}, 1),
    Broken(
        "_zones_that_die_are_there",
        TIERS,
        {"unit.zones": 2, **failing({**DIES, "zone": "c"})},
        1,
    ),
    Broken(
        "_zones_that_die_are_there",
        TIERS,
        {"unit.zones": 2, **failing({**DIES, "zone": "a", "together": 2})},
        0,
        (failing({**DIES, "zone": "a"}), failing({**DIES, "together": 2})),
    ),
    Broken("_zones_that_die_are_there", TIERS, failing({**DIES, "zone": "a"}), 0, ({"unit.zones": 2},)),
    Broken("_nodes_are_there", FIRST, failing({**DIES, "node": 6}), 1),
    Broken("_nodes_are_there", FIRST, failing({**DIES, "together": 6}), 1),
    Broken("_nodes_are_there", FIRST, failing({**DIES, "node": 4, "together": 3}), 1),
    Broken("_a_node_is_away_once_at_a_time", FIRST, failing(DIES, {"at": "2 min", "lasts": "1 min"}), 1),
    Broken("_one_crowd_at_a_time", FIRST, failing(*CROWDS), 1),
    Broken("_maintenance_leaves_a_node", FIRST, failing({**DIES, "what": "patched", "together": 5}), 1, (
        {"unit.failures.timetable[0].together": 4},)),
    Broken("_maintenance_leaves_a_node", SMALL, failing({**DIES, "what": "patched"}), 0, ({"unit.nodes": 2},)),
    Broken(
        "check_retry_pauses", FIRST, {"unit.balancer": "least-connections", "workload.patience": PATIENCE}, 1
    ),
    Broken(
        "check_retry_pauses",
        FIRST,
        {**failing(DIES), "workload.retries": {"attempts": 2, "back_off": "0 s"}},
        1,
    ),
    Broken("_something_grows", FIRST, {"demand": "none", "growth": GROWTH}, 1, ({"demand": "4 Gbps"},)),
    Broken(
        "_a_table_is_stated_like_the_demand",
        FIRST,
        {
            "growth.start": "2026-12",
            "growth.horizon": "7 months",
            "growth.table": [{"month": "2027-06", "demand": "5 Gbps", "low": "6 Gbps", "high": "7 Gbps"}],
        },
        0,
        ({"growth.table[0].low": "4 Gbps"},),
    ),
    Broken(
        "_a_history_has_a_unit_of_the_demand",
        FIRST,
        {"growth": {"start": "2026-12", "history": {"file": "histories/traffic.csv", "unit": "requests/s"}}},
        6,
    ),
    Broken(
        "_an_order_arrives",
        GROWING,
        {"supply.delivery": "12 months", "growth.horizon": "10 months"},
        0,
        ({"supply.delivery": "3 months"}, {"growth.horizon": "13 months"}),
    ),
    Broken("_what_stands_has_begun", GROWING, {"supply.today[0].bought": "2027-02"}, 1),
    Broken("_what_stands_is_in_the_catalogue", GROWING, {"supply.today[0].server": "dl855-2.2ghz-4gb"}, 1),
    Broken(
        "_events_lie_ahead", GROWING, {"growth.events": [{"month": "2036-01", "times": 2}]}, 2,
        ({"growth.horizon": "120 months"},),
    ),
    Broken("_units_ahead_are_used_alike", GROWING, {"dns": {"time_to_live": "60 s", "resolvers": 50}}, 2),
    Broken(
        "_every_class_has_one_group",
        SHOP,
        boxes(classes=["page"]),
        1,
        ({"unit.paths[0].classes": ["pages"]},),
    ),
    Broken("_groups_are_the_nodes", SHOP, {**GROUPS, "unit.nodes": 6}, 1, ({"unit.paths[0].nodes": 4},)),
    Broken("_groups_are_the_nodes", SHOP, boxes(spare_nodes=3) | {"unit.spare_nodes": 3}, 1),
    Broken("_groups_are_the_nodes", SHOP, boxes(name="images"), 0, ({"unit.paths[0].name": "pages"},)),
    Broken(
        "_groups_are_rated_by_themselves",
        SHOP,
        {**GROUPS, "workload.addresses": {"count": 10}},
        1,
        ({"workload.addresses": "none"},),
    ),
    Broken("_groups_are_rated_by_themselves", SHOP, {**GROUPS, "sized_by": "stated load"}, 2),
    Broken("_pods_fit", TIERS, pods(cpu={"request": 2, "limit": 1}), 1),
    Broken("_pods_fit", TIERS, pods(memory={"request": "2 GB", "limit": "1 GB"}), 1),
    Broken("_pods_fit", TIERS, pods(cpu=4000), 0, (pods(),)),
    Broken("_pods_fit", TIERS, pods(memory="4 TB"), 0, (pods(),)),
    Broken("_pods_fit", PODS, pod_unit(cpu=4000), 0, (pod_unit(),)),
    Broken("_pods_fit", PODS, pod_unit(memory={"request": "8 GB", "limit": "7 GB"}), 1),
    Broken("_nodes_may_be_pods", PODS, pod_unit() | {"server.cpu_quota": 2}, 1),
    Broken("_nodes_may_be_pods", PODS, pod_unit() | {"operating_system": "windows-2003-x64"}, 2),
    Broken("_nodes_may_be_pods", PODS, pod_unit() | {"workload.content": CONTENT}, 2),
    Broken("_nodes_may_be_pods", PODS,
           pod_unit() | {"workload.content": {**CONTENT, "origin": {"rate": "10 Gbps", "latency": "20 ms"}},
                         "web_server.disk_cache": "10 GB"}, 1),
    Broken("_spare_pods_are_those_of_a_server", SHOP,
           {"unit.paths": [{**BOXES[0], "spare_nodes": 1}, BOXES[1]], "workload.ramp": "none",
            "server": "gold-6140-2x25gbe"} | pod_unit(replicas=5, most=3) | {"unit.spare_nodes": 1}, 1),
    Broken("_full_servers_are_units", PODS, pod_unit() | {"unit.spare_nodes": 1}, 1),
    Broken("_full_servers_are_units", PODS, pod_unit() | {"unit.zones": 2}, 1),
    Broken("_full_servers_are_units", TIERS, pod_unit(), 1),
    Broken("_spare_pods_are_those_of_a_server", PODS, pod_unit(replicas=4) | {"unit.spare_nodes": 2}, 2),
    Broken("_spare_pods_are_those_of_a_server", PODS, pod_unit(replicas=3) | {"unit.spare_nodes": 1}, 2),
    Broken("_spare_pods_are_those_of_a_server", PODS, pod_unit(replicas=40) | {"unit.spare_nodes": 13}, 3),
    Broken("other_servers_take_over", PODS, pod_unit() | {"unit.failures": {"mtbf": "1000 h", "mttr": "4 h"}}, 1),
    Broken("other_servers_take_over", PODS, pod_unit(replicas=1) | {"unit.failures": {}}, 1),
    Broken("other_servers_take_over", PODS, pod_unit(replicas=7) | {"unit.failures": {}}, 1),
    Broken("_a_pod_holds_its_processes", PODS, pod_unit(memory="10 MB"), 1),
    Broken("_a_pod_holds_its_processes", PODS, pod_unit(memory={"request": "10 MB", "limit": "20 MB"}), 1),
    Broken("_a_pod_holds_its_processes", PODS, pod_unit(cpu={"request": 1, "limit": 1.5}, memory="200 MiB"), 2),
    Broken("_pods_are_counted_once", TIERS, pods() | {"tiers[0].server.cpu_quota": 2}, 1),
    Broken("_pods_are_counted_once", TIERS, pods() | {"tiers[0].hosts": "application*"}, 1),
    Broken("_pods_are_counted_once", TIERS, pods() | {"workload.request.calls": [{"tier": "application", "cpu": "1 ms",
                                                                                 "reads": 1}]}, 1),
    Broken("_calls_of_one_caller_share_a_pool", TIERS,
           {"workload.request.calls": [{**CALL[0], "pool": 8}, {**CALL[0], "pool": 9}]}, 1),
    Broken("_calls_of_one_caller_share_a_pool", TIERS,
           {"workload.request.calls": [{**CALL[0], "pool": 8, "pool_timeout": "30 s"}, {**CALL[0], "pool": 8}]}, 1),
    Broken("_who_waits_has_something_to_wait_for", TIERS, {"tiers[0].calls[0].pool_timeout": "30 s"}, 1),
    Broken("_who_waits_has_something_to_wait_for", TIERS,
           {"tiers[1].connections": "none", "tiers[1].queue_timeout": "120 s"}, 1),
    Broken("_stated_pools_have_connections", TIERS, {POOL: 40}, 2),
    Broken("_stated_pools_have_connections", TIERS, {POOL: 40, "tiers[0].servers": 101}, 1),
    Broken("_stated_pools_have_connections", TIERS,
           {POOL: 40, "tiers[1].connections": "none", "tiers[1].memory": "4 GB"}, 1),
    Broken("_queues_are_whole", TIERS, queued() | {"tiers[1].queue": "none"}, 0, ({"tiers[1].queue": "rabbitmq-4"},)),
    Broken("_queues_are_whole", TIERS, queued() | {"tiers[1].calls[0].pool": 3}, 1),
    Broken("_queues_are_whole", TIERS, queued() | {"tiers[1].pods": {"cpu": 1, "memory": "1 GB"}}, 1),
    Broken("_messages_are_posted", TIERS, queued(reads=1), 1),
    Broken("_messages_are_posted", TIERS, queued(answer="1 kB"), 1),
    Broken("_messages_have_room", TIERS, queued() | {"tiers[1].queue.software.memory_share": "100 %"}, 0,
           ({"tiers[1].queue.software.memory_share": "50 %"},)),
    Broken("_jobs_are_judged", TIERS, {"targets.done_in": "10 s"}, 1),
    Broken("_jobs_are_judged", TIERS, {"targets.queue_room": "4 h"}, 1),
    Broken("_objects_are_written_to_an_origin", TIERS, {"workload.request.origin_writes": 2}, 1),
]  # fmt: skip


@pytest.fixture
def rules(monkeypatch):
    """The names of the rules that find something from now on."""
    broken: set[str] = set()

    def kept(rule):
        def look(farm):
            found = list(rule(farm))
            broken.update({rule.__name__} if found else ())
            return found

        return look

    monkeypatch.setattr(checks, "_RULES", tuple(map(kept, checks._RULES)))
    return broken


def read(file, changes, steps=2):
    """Reads a file with changes; what is said of them is followed, once."""
    written = {path: parse_value(value) if isinstance(value, str) else value for path, value in changes.items()}
    try:
        load(file, written)
    except ScenarioError as error:
        ways = [way.changes for problem in error.problems for way in problem.remedies]
        if steps == 1 or not ways:
            raise
        read(file, {**changes, **ways[0]}, steps - 1)


@pytest.mark.parametrize("case", BROKEN, ids=[f"{at}{case.rule}" for at, case in enumerate(BROKEN)])
def test_each_way_that_a_finding_names_ends_it(case, rules):
    with pytest.raises(ScenarioError) as error:
        load(case.file, case.changes)
    assert rules == {case.rule}, error.value
    named = {str(way): way.changes for problem in error.value.problems for way in problem.remedies}
    assert len(named) == case.values, error.value
    for way in (*named.values(), *case.readers):
        read(case.file, {**case.changes, **way})


def test_every_rule_is_broken_by_a_case():
    assert {case.rule for case in BROKEN} == {rule.__name__ for rule in checks._RULES}
