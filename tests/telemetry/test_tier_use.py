"""A shop whose database counts its statements, its disks and its memory: what these are beside the model, from a
Prometheus that is asked and from its export."""

from dataclasses import replace

import pytest

import headroom
from models.errors import ScenarioError
from models.load import load
from models.tier_flows import NO_MISSES, tier_flows
from simulator.farm.tier_use import disk_use
from simulator.farm.tier_work import LIMITS, tier_works
from simulator.messages import review as words
from simulator.telemetry.host_use import is_no_disk
from simulator.telemetry.prometheus import OF_DATABASES
from simulator.telemetry.prometheus_query import OF_TIERS, prometheus_query, tiers_promql
from simulator.telemetry.tier_hosts import host_pattern
from simulator.translate.transport import transport
from tests.printed import printed
from tests.telemetry.prometheus_server import counters, serving
from tests.telemetry.test_tier_hosts import DATABASE, SHOP, shop
from tests.telemetry.written import START, STEP, answer, counter, series

RATES = [300.0 + 25.0 * (hour % 24) for hour in range(48)]
PEAK = max(RATES)
GB = 1e9
# MySQL that misses one page in twenty, for all are asked for alike: three calls of 4 pages a request read 0.6.
MYSQL = {
    "unit.nodes": 2, "unit.spare_nodes": 0, "tiers[1].kind": "database", "tiers[1].data": "40 GB",
    "tiers[1].software": {"model": "mysql-8", "buffer_pool": "38 GB", "checkpoint_log": "none", "page_writes": 1},
    "tiers[0].calls[0].pages": 4,
}  # fmt: skip
READS, PAGE = 3 * 4 * 0.05, 16_384.0
# One commit in ten calls changes two pages, and so does the other server, which reads what it needs for that too.
WRITING = {
    "tiers[1].log": "0.2 ms", "tiers[0].calls[0].writes": {"commits": 0.1, "pages": 2, "log": "4 kB"},
}  # fmt: skip
COMMITS = 3 * 0.1 * 2
HOSTS = {"hosts": host_pattern(load(SHOP, MYSQL).tiers)}
UNTIL = {"until": "2026-09-23", "days": 1}


def gauge(values):
    return [[START + place * STEP, repr(value)] for place, value in enumerate(values)]


def grown(a_request, times=1.0):
    """A counter of one of two hosts that grows by so much a request."""
    return counter([STEP * rate * a_request * times / DATABASE for rate in RATES])


def database(calls=3.0, reads=READS, writes=0.0, busy=0.126, used=40.0, ram=137.4, exporter=OF_DATABASES[0]):
    """What the hosts of the database count beside their CPU, with a system disk that does nothing."""
    for host in range(DATABASE):
        node = f"database-{host}.prod:9100"
        yield series(exporter, grown(calls), f"mysql://database-{host}.prod:3306")
        for device, share in (("sda", 1.0), ("nvme0n1", 0.0), ("dm-0", 1.0), ("sda1", 1.0)):
            found = {"reads_completed": reads, "writes_completed": writes, "read_bytes": reads * PAGE,
                     "written_bytes": writes * PAGE}  # fmt: skip
            for name, each in found.items():
                yield series(f"node_disk_{name}_total", grown(each, share), node, device=device)
            times = counter([24 * busy * share * STEP] * len(RATES))
            yield series("node_disk_io_time_seconds_total", times, node, device=device)
        yield series("node_memory_MemTotal_bytes", gauge([ram * GB] * 48), node)
        yield series("node_memory_MemAvailable_bytes", gauge([(ram - used) * GB] * 48), node)


@pytest.fixture
def review(reviewed, write):
    def review(*found, over=MYSQL, **others):
        return reviewed(write(answer([*shop(), *found])), scenario=SHOP, overrides=over, **others)

    return review


def at_peak(found, tier=1):
    return found.to_dict()["tiers"][tier]["at_peak"]


def near():
    """The mean of the loads that are nine tenths of the largest, and more."""
    loads = [rate for rate in RATES if rate >= 0.9 * PEAK]
    return sum(loads) / len(loads)


def test_calls_disks_and_memory_are_beside_the_model(review):
    """Worked out by hand; of disks with one arm the model has them busy for as long as their accesses take."""
    found = at_peak(review(*database()))
    load = near()
    busy = load * READS * 0.012 / DATABASE / 24
    for key, measured, model in (
        ("calls", 3.0 * load, 3.0 * load), ("disk_reads", READS * load, READS * load),
        ("disk_writes", 0.0, 0.0), ("disk_read_bytes", READS * load * PAGE, READS * load * PAGE),
        ("disk_written_bytes", 0.0, 0.0), ("disks_busy", 0.126, busy),
        ("memory_used", 40 * GB, 38 * GB + 2**28), ("memory", 137.4 * GB, 128 * 2**30),
    ):  # fmt: skip
        assert found[key] == {"measured": pytest.approx(measured, rel=1e-3), "model": pytest.approx(model, rel=1e-3)}


def test_a_prometheus_says_what_its_export_says(review):
    """All of it, from exporters of three ports and one address."""
    known = [*shop(), *database()]
    query = replace(prometheus_query("http://p", **UNTIL), **HOSTS)
    with serving(counters(known, query)) as (url, asked):
        found = headroom.review(SHOP, [], MYSQL, prometheus=url, engine="theory", **UNTIL)
    exported = review(*database())
    assert at_peak(found).keys() == at_peak(exported).keys()
    for key, each in at_peak(exported).items():
        assert at_peak(found)[key] == pytest.approx(each, rel=1e-6), key
    assert found.verdict == exported.verdict and found.servers == exported.servers
    (told,) = (each for each in found.to_dict()["notes"] if "read: " in each)
    assert all(name in told for name in OF_TIERS if name not in OF_DATABASES[1:])
    assert len(asked) == len({path for path, _ in asked})


@pytest.mark.parametrize("exporter", OF_DATABASES)
def test_each_exporter_of_databases_has_its_preset(exporter):
    query = replace(prometheus_query("http://p", **UNTIL), **HOSTS)
    with serving(counters([*shop(), *database(calls=4.5, exporter=exporter)], query)) as (url, asked):
        found = headroom.review(SHOP, [], MYSQL, prometheus=url, engine="theory", **UNTIL)
    (calls,) = (each for each in found.review.tiers[1].uses if each.quantity == "calls")
    assert calls.measured == pytest.approx(1.5 * calls.model, rel=1e-3)
    told = printed(found.blocks(), width=300)
    assert words.tier_use_off("database", "calls", 1.5, 1.0) in told and words.uses_at_peak("database") in told


def test_of_several_exporters_on_a_host_one_counts_whichever_stands_first(review):
    mysql, redis = list(database(calls=4.5)), [series(OF_DATABASES[2], grown(30.0), f"redis://database-{host}.prod:6379")
                                               for host in range(DATABASE)]  # fmt: skip
    for found in (review(*redis, *mysql), review(*mysql, *redis)):
        assert at_peak(found)["calls"]["measured"] == pytest.approx(4.5 * near(), rel=1e-3)


def test_statements_of_hosts_of_no_tier_are_not_asked_for_and_no_requests():
    """Of two farms that one Prometheus knows."""
    other = series(OF_DATABASES[0], grown(99.0), "elsewhere-1:9104")
    query = replace(prometheus_query("http://p", **UNTIL), **HOSTS)
    with serving(counters([*shop(), *database(), other], query)) as (url, _):
        found = headroom.review(SHOP, [], MYSQL, prometheus=url, engine="theory", **UNTIL)
    assert found.servers == 2 and found.review.peak.requests == pytest.approx(PEAK)
    assert at_peak(found)["calls"]["measured"] == pytest.approx(3.0 * near())


def test_labels_of_exporters_are_not_those_of_databases_and_names_are_quoted():
    over = MYSQL | {"tiers[1].hosts": 'pg.1, a"b*'}
    query = prometheus_query("http://p", match='job="node",env="prod",instance=~"web.*"')
    asked = tiers_promql(replace(query, hosts=host_pattern(load(SHOP, over).tiers)), OF_DATABASES[1])
    assert asked == (
        'sum by (instance) (max without (job) (rate(pg_stat_database_xact_commit{instance=~"(?i:(?:[a-z]+://)?(?:application[-_]?[0-9]*'
        '(?:\\\\..*)?|pg\\\\.1|a\\"b.*)(?::[0-9]+)?/?)",env="prod"}[300s])))'
    )


def test_hosts_of_tiers_are_read_though_labels_name_the_exporter_of_the_front():
    """Without their CPU no host would be known, and the tier not be told."""
    match = 'instance=~"web.*"'
    query = replace(prometheus_query("http://p", match=match, **UNTIL), **HOSTS)
    with serving(counters([*shop(), *database(calls=4.5)], query)) as (url, _):
        found = headroom.review(SHOP, [], MYSQL, prometheus=url, match=match, engine="theory", **UNTIL)
    assert [each.name for each in found.review.tiers] == ["application", "database"]
    assert at_peak(found)["calls"]["measured"] == pytest.approx(4.5 * near(), rel=1e-3)


def test_without_tiers_of_hosts_nothing_more_is_asked():
    with serving(counters([], prometheus_query("http://p"))) as (url, asked), pytest.raises(ScenarioError):
        headroom.review("scenarios/first_farm.yaml", prometheus=url, engine="theory", **UNTIL)
    assert asked and not any(name in path for path, _ in asked for name in OF_TIERS)


@pytest.mark.parametrize(
    ("counted", "use", "measured", "model"),
    [({"calls": 6.0}, "calls", 6.0, 3.0), ({"reads": 2.0 * READS}, "disk_reads", 2.0, 1.0),
     ({"busy": 0.3}, "disks_busy", 0.3, near() * READS * 0.012 / DATABASE / 24),
     ({"writes": 0.5}, "disk_writes", 1.0, 0.0)],
    ids=["calls", "reads", "busy", "writes"],
)  # fmt: skip
def test_what_is_off_is_told_once_with_what_to_correct(review, counted, use, measured, model):
    told = printed(review(*database(**counted)).blocks(), width=300)
    assert words.tier_use_off("database", use, measured, model) in told
    assert told.count("At the peak the hosts of database have") == 1


def test_what_is_as_in_the_model_is_not_told(review):
    told = printed(review(*database()).blocks(), width=300)
    assert "At the peak the hosts of database have" not in told and "of RAM" not in told


def test_disks_that_are_hardly_used_are_not_told(review):
    over = MYSQL | {"tiers[1].software.buffer_pool": "50 GB"}
    told = printed(review(*database(reads=0.05, busy=0.01), over=over).blocks(), width=300)
    assert "At the peak the hosts of database have" not in told


def test_other_ram_than_that_of_the_server_is_told(review):
    told = printed(review(*database(ram=68.7)).blocks(), width=300)
    assert words.tier_memory_off("database", 68.7 * GB, 128 * 2**30) in told


@pytest.mark.parametrize(("busy", "because"), [(0.55, None), (0.65, "tier_disks")])
def test_disks_that_are_fuller_than_the_model_says_and_nearly_full_leave_no_verdict(review, busy, because):
    """Of 75 % that may be used, 0.65 leaves no reserve of 20 %."""
    found = review(*database(busy=busy))
    assert found.no_verdict_because == because and (found.verdict is None) == (because is not None)


def test_disks_that_do_many_things_at_once_are_full_by_their_accesses(review):
    """Flash that is busy all the time, with one thing, does little of what it can."""
    over = MYSQL | {"tiers[1].server.disks": {"model": "nvme", "count": 2}}
    disks = load(SHOP, over).tiers[1].server.disks
    assert disks.at_once > 1
    assert review(*database(busy=0.08), over=over).no_verdict_because is None
    full = 2 * DATABASE * disks.at_once / disks.read_time / PEAK
    assert review(*database(busy=0.08, reads=0.9 * full), over=over).no_verdict_because == "tier_disks"


def test_commits_write_their_pages_and_their_log(review):
    """How many writes a log takes no model says: commits share its flushes."""
    found = at_peak(review(*database(writes=5.0), over=MYSQL | WRITING))
    assert found["disk_writes"]["model"] is found["disks_busy"]["model"] is None
    assert found["disk_written_bytes"]["model"] == pytest.approx(near() * COMMITS * (2 * PAGE + 4_000))
    assert found["disk_reads"]["model"] == pytest.approx(near() * READS * 1.1, rel=1e-3)


@pytest.mark.parametrize("servers", [1, 3])
def test_disks_are_asked_for_what_sizes_them(servers):
    """The same work as that by which a plan counts the servers of a tier, where no log is written."""
    scenario = load(SHOP, MYSQL | {"tiers[1].servers": servers})
    flow = tier_flows(scenario)["database"]
    works = dict(zip(LIMITS, tier_works(scenario, flow, 1.0, NO_MISSES, transport(scenario)), strict=False))
    disks = scenario.tiers[1].server.disks
    assert disk_use(flow).seconds == pytest.approx(works["disks"].of(servers) * disks.count * disks.at_once)


def test_a_week_is_asked_in_pieces_and_a_host_is_replaced(review):
    """Of which one has three steps that no other counter has: what it tells is of the others too."""
    rows = [each for each in database() if "database-1" in each["metric"]["instance"]]
    kept = [each for each in database() if "database-1" not in each["metric"]["instance"]]
    halves = [each | {"values": part} for each in rows for part in (each["values"][:25], each["values"][24:])]
    whole, pieces = at_peak(review(*database())), at_peak(review(*kept, *halves))
    assert {key: each["model"] for key, each in pieces.items()} == {key: each["model"] for key, each in whole.items()}
    assert pieces["disk_reads"]["measured"] == pytest.approx(whole["disk_reads"]["measured"], rel=1e-6)


@pytest.mark.parametrize("device", ["dm-0", "md127", "loop3", "sda1", "vdb12", "nvme0n1p2", "sr0", "mmcblk0p1", "ram1"])
def test_devices_that_stand_on_others_are_no_disks(device):
    assert is_no_disk(device)


@pytest.mark.parametrize("device", ["sda", "sdaa", "vdb", "nvme0n1", "nvme12n3", "mmcblk0", "xvdf", "nbd0"])
def test_disks_are_disks(device):
    assert not is_no_disk(device)


HOSTILE = ("NaN", "+Inf", "-1", "1e308", "", "x", None, "1e14", "0")


@pytest.mark.parametrize("name", OF_TIERS)
def test_hostile_counters_of_hosts_are_an_error_or_finite(review, name):
    for place, value in enumerate(HOSTILE):
        found = list(database(exporter=name if name in OF_DATABASES else OF_DATABASES[0]))
        for each in found:
            if each["metric"]["__name__"] == name:
                each["values"][7 + 5 * place][1] = value
        try:
            answered = review(*found)
        except ScenarioError:
            assert value not in ("0", None)
            continue
        assert "NaN" not in answered.to_json() and "Infinity" not in answered.to_json()
        assert printed(answered.blocks())
