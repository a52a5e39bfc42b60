"""Classes with content of their own: what they have unless somebody says so, and what is wrong, with its remedy."""

from textwrap import dedent

import pytest

from models.errors import ScenarioError
from models.load import load
from simulator.messages.description.cache_policies import LEAVES
from simulator.messages.description.describe import describe_network
from simulator.network.cache_policies import POLICIES
from simulator.translate.translate import translate

EDGE = dedent("""\
    format: 1
    scenario: Live beside films
    demand: 100 Gbps
    workload:
      classes:
        - {name: live, rate: 60 /s, size: 2 MB, cpu: 100 us,
           content: {catalogue: 20 GB, popularity: {zipf: 0.8}, life: 60 s}}
        - {name: films, rate: 40 /s, size: 4 MB, cpu: 100 us}
      session: {requests: 150, think_time: 3 s}
      clients: [{rate: 50 Mbps, share: 100 %}]
      content:
        catalogue: 3 TB
        object_size: {mean: 4 MB, distribution: constant}
        popularity: {zipf: 0.9}
        origin: {latency: 40 ms, rate: 40 Gbps}
    server: {model: epyc-9354p-2x100gbe, disks: {size: 7.68 TB}}
    operating_system: linux-6
    web_server: {model: nginx, disk_cache: {up_to: 3 TB}}
    targets: {errors: 0.1 %, utilisation: 80 %}
    datacenter: {prices: us-2026}
    """)
SHARED = EDGE[EDGE.index("  content:\n") : EDGE.index("server:")]


def test_a_class_asks_for_its_own_content(loaded):
    live, films = translate(loaded(EDGE)).network.classes
    assert (live.catalogue.objects, live.catalogue.zipf, live.catalogue.life) == (10_000, 0.8, 60.0)
    assert (films.catalogue.objects, films.catalogue.life) == (750_000, float("inf"))


def test_its_objects_are_as_large_as_its_requests_unless_stated(loaded):
    assert loaded(EDGE).workload.classes[0].content.object_size.mean == 2e6
    stated = EDGE.replace("life: 60 s", "object_size: {mean: 1 MB, distribution: constant}")
    assert translate(loaded(stated)).network.classes[0].catalogue.objects == 20_000


def test_nodes_by_url_divide_the_content_of_every_class(loaded):
    by_url = EDGE + "unit: {nodes: 4, spare_nodes: 1, balancer: by-url}\n"
    assert translate(loaded(by_url)).network.classes[0].catalogue.objects == 2_500


SPOILT = [
    (SHARED, "", ["workload.classes[0].content", "there is no `workload.content`", "or `content: none`"]),
    (
        "cpu: 100 us}",
        "cpu: 100 us, content: {catalogue: 3 TB, popularity: {zipf: 0.9}}}",
        ["workload.content", "so that nobody asks for this", "and leave out the `content` of films"],
    ),
    ("20 GB", "1 MB", ["classes[0].content.catalogue", "smaller than one object, 2 MB", "at least the size"]),
    ("life: 60 s", "life: 60", ["workload.classes[0].content.life = 60: which unit?"]),
    ("life: 60 s", "life: 1 ms", ["workload.classes[0].content.life", "too small; allowed is 100 ms"]),
    ("popularity: {zipf: 0.8}, ", "", ["workload.classes[0].content.popularity: missing"]),
    ("{zipf: 0.8}", "{zipf: 0.8}, origin: none", ['content.origin = "none": unknown key']),
]


@pytest.mark.parametrize(("piece", "instead", "told"), SPOILT)
def test_what_is_wrong_is_told_with_its_remedy(loaded, piece, instead, told):
    assert piece in EDGE
    with pytest.raises(ScenarioError) as caught:
        loaded(EDGE.replace(piece, instead))
    assert all(each in str(caught.value) for each in told), str(caught.value)


def test_the_kernel_reads_no_file(loaded):
    """A class without a pool, where the web server has some, is answered without one."""
    pooled = EDGE.replace(
        "model: nginx, ",
        "model: nginx, pools: [{name: app, base_memory: 100 MB, request_memory: 30 kB, growth: {per_request: 0 B}}], ",
    )
    with pytest.raises(ScenarioError) as caught:
        loaded(pooled.replace("cpu: 100 us}", "cpu: 100 us, pool: app}"))
    assert "the kernel answers live without a file" in str(caught.value)


def policed(level: str, policy: str, life: str = "for ever") -> str:
    """The edge of a web server with a cache of its own, where one level drops by a policy, and what is live lives for a
    time."""
    own = {"file_cache": "{up_to: 20 GB}", "disk_cache": "{up_to: 3 TB}"}
    own[level] = own[level].replace("}", f", policy: {policy}}}")
    caches = ", ".join(f"{key}: {value}" for key, value in own.items())
    return EDGE.replace("disk_cache: {up_to: 3 TB}", caches).replace("life: 60 s", f"life: {life}")


@pytest.mark.parametrize("policy", POLICIES)
def test_a_level_drops_by_its_policy(loaded, policy):
    network = translate(loaded(policed("disk_cache", policy))).network
    assert [cache.policy for cache in network.caches] == ["lru", policy]
    assert LEAVES[policy] in " ".join(describe_network(network).split())
    windows = policed("file_cache", policy).replace("linux-6", "windows-2003-x64")
    assert translate(loaded(windows)).network.caches[0].policy == policy


@pytest.mark.parametrize(
    ("text", "told"),
    [
        (policed("disk_cache", "lfu"), ['disk_cache.policy = "lfu": not one of the', "clock, fifo, lru, tiny-lfu"]),
        (
            policed("file_cache", "clock"),
            ["web_server.file_cache.policy", "in the page cache", "write lru, or say it of"],
        ),
        (
            policed("file_cache", "fifo")
            .replace("linux-6", "windows-2003-x64")
            .replace("model: nginx,", "model: nginx, time_to_live: 60 s,"),
            ["web_server.file_cache.policy", "which fifo does not know", "or `time_to_live: never`"],
        ),
        (
            policed("disk_cache", "tiny-lfu", "60 s"),
            ["web_server.disk_cache.policy", "nobody has asked yet", "(`workload.classes[0].content.life`); write lru"],
        ),
    ],
)
def test_a_policy_that_a_level_cannot_have_is_refused(loaded, text, told):
    with pytest.raises(ScenarioError) as caught:
        loaded(text)
    assert all(each in str(caught.value) for each in told), str(caught.value)


def test_who_states_classes_of_several_sizes_is_told_to_say_what_an_object_is(tmp_path):
    """Not the file that it extends, whose requests are of one size."""
    (tmp_path / "films.yaml").write_text(
        "scenario: Films\nworkload:\n  request: {size: 4 MB, cpu: 1 ms}\n"
        "  content: {catalogue: 3 TB, popularity: {zipf: 0.9}}\n"
        "server: epyc-9354p-2x100gbe\noperating_system: linux-6\nweb_server: nginx\n"
    )
    live = tmp_path / "live.yaml"
    live.write_text(
        "extends: films.yaml\nworkload:\n  request: none\n  classes:\n"
        "    - {name: films, rate: 10 /s, size: 4 MB, cpu: 1 ms}\n"
        "    - {name: live, rate: 9 /s, size: 2 MB, cpu: 1 ms}\n"
    )
    with pytest.raises(ScenarioError) as told:
        load(live)
    assert "live.yaml:4: workload.content.object_size: missing" in str(told.value)
    assert "at the mean size of `workload.request`, if that states one" in str(told.value)
