"""Nodes that get each object by its URL keep one copy of the content together, and the hottest objects burden one of
them."""

from datetime import date

import numpy as np
import pytest
from scipy.optimize import brentq

from models.content_share import node_content
from models.errors import ScenarioError
from models.load import load
from models.variations.option import find_option
from simulator.experiment.load_imbalance import busiest_node_share
from simulator.experiment.results import Unavailable
from simulator.experiment.solvers import Theory
from simulator.failover.survive import require_several
from simulator.farm.study import study
from simulator.messages.farm_notes import disk_note
from simulator.network.roles import Role
from simulator.translate.translate import translate

TODAY = "scenarios/downloads_today.yaml"
# 12 disks of 1 TB: four nodes keep 48 TB between them, three of them 36 TB.
EDGE = {
    "unit.nodes": 4,
    "unit.spare_nodes": 1,
    "server.disks.count": 12,
    "server.disks.size": "1 TB",
    "workload.content": {
        "catalogue": "40 TB",
        "popularity": {"zipf": 0.8},
        "origin": {"latency": "30 ms", "rate": "40 Gbps"},
    },
    "web_server.disk_cache.up_to": "40 TB",
}


def edge(balancer, **more):
    return load(TODAY, {**EDGE, "unit.balancer": balancer, **more})


def planned(balancer):
    return study(edge(balancer), Theory(), "plan", date(2026, 11, 26))


@pytest.fixture(scope="module")
def by_url():
    return planned("by-url")


@pytest.fixture(scope="module")
def copies():
    return planned("nlb")


def test_a_node_has_the_nth_part_of_the_objects():
    farm = edge("by-url")
    each, all_of_it = translate(farm).network.catalogues[0], farm.workload.content
    assert each.objects == pytest.approx(all_of_it.objects / 4, abs=1)
    assert node_content(farm, 1).catalogue == pytest.approx(all_of_it.catalogue / 3)
    assert translate(edge("nlb")).network.catalogues[0].objects == all_of_it.objects


def test_four_nodes_that_keep_one_copy_fetch_nothing_where_four_copies_do(by_url, copies):
    """10 TB fall to each of four nodes and fit on 12 TB; 40 TB do not."""
    assert by_url.sizing.fetched.value == 0.0
    assert copies.sizing.fetched.value > 0.05 * copies.sizing.demand.value


def test_with_a_node_down_the_others_keep_more_and_miss(by_url):
    """40 TB by three nodes are 13.3 TB, of which 12 TB fit: they fetch then, and do not with all nodes up."""
    all_up, down = (
        next(limit for limit in point.limits if limit.role is Role.ORIGIN).utilisation.value
        for point in by_url.operating_points
    )
    assert all_up == 0.0
    assert 0.0 < down < 10.0
    assert isinstance(by_url.capacity.unit_mbps_full, Unavailable)


@pytest.mark.parametrize(("zipf", "nodes"), [(0.0, 4), (0.8, 3), (1.2, 4)])
def test_the_busiest_node_has_the_objects_that_chance_gives_it(zipf, nodes):
    """Objects of 1 GB dealt to nodes one by one, 2,000 times: within what 2,000 and 1,000 deals leave open."""
    content = {**EDGE["workload.content"], "catalogue": "600 GB", "object_size": "1 GB", "popularity": {"zipf": zipf}}
    farm = edge("by-url", **{"unit.nodes": nodes, "unit.spare_nodes": 0, "workload.content": content})
    popularity = np.arange(1, 601, dtype=float) ** -zipf
    popularity /= popularity.sum()
    draws = np.random.default_rng(5)
    deals = [np.bincount(draws.integers(nodes, size=600), weights=popularity).max() * nodes for _ in range(2_000)]
    # The 95th percentile lies between the 93rd and the 97th of other deals in all but one case in a thousand.
    low, high = np.percentile(deals, [93.0, 97.0])
    assert low <= busiest_node_share(farm) <= high


UNEVEN = """
format: 1
scenario: installers and icons
demand: 100 Gbps
workload:
  classes:
    - {name: installers, rate: 1 /s, size: {mean: 100 MB, distribution: constant}, cpu: 200 us, content: {
       catalogue: 2 GB, object_size: {mean: 100 MB, distribution: constant}, popularity: {zipf: 0.9}}}
    - {name: icons, rate: 99 /s, size: {mean: 10 kB, distribution: constant}, cpu: 200 us}
  session: {requests: 1}
  clients: {rate: 100 Mbps}
  content: {catalogue: 10 GB, object_size: {mean: 10 kB, distribution: constant}, popularity: {zipf: 0.5}}
server: epyc-9354p-2x100gbe
operating_system: linux-6
web_server: {model: nginx, file_cache: 15 GB}
unit: {nodes: 4, spare_nodes: 0, balancer: by-url}
targets: {errors: 0.1 %, utilisation: 75 %}
datacenter: {prices: us-2026}
"""


def dealt(weights: np.ndarray, nodes: int = 4) -> tuple[float, float]:
    """What the busiest of some nodes does not exceed in 93 and in 97 % of 2,000 deals, in times an even share."""
    draws, weights = np.random.default_rng(5), weights / weights.sum()
    deals = [np.bincount(draws.integers(nodes, size=weights.size), weights=weights).max() * nodes for _ in range(2_000)]
    low, high = np.percentile(deals, [93.0, 97.0])
    return float(low), float(high)


def uneven(tmp_path, cpu: str = "200 us", **changes):
    (tmp_path / "uneven.yaml").write_text(UNEVEN.replace("cpu: 200 us", f"cpu: {cpu}"))
    return load(str(tmp_path / "uneven.yaml"), changes)


def test_by_hand_a_unit_carries_the_bytes_that_its_busiest_node_has_cards_for(tmp_path):
    """99 % of the requests are for icons, which a hash spreads evenly; 99 % of the bytes are those of 20 installers."""
    farm = uneven(tmp_path)
    installers = np.arange(1, 21, dtype=float) ** -0.9
    low, high = (1.0 + 0.99 * (each - 1.0) for each in dealt(installers))
    assert 2.0 < low < busiest_node_share(farm) < high
    found = study(farm, Theory(), "plan", date(2026, 11, 26)).farm.sizing.capacity
    assert found.unit_mbps.value == pytest.approx(4 * found.server_mbps.value / busiest_node_share(farm))
    closed = uneven(tmp_path, **{"workload.population": 100, "demand": "none", "sized_by": "stated load"})
    assert busiest_node_share(closed) == pytest.approx(busiest_node_share(farm))


def test_by_hand_where_requests_are_all_the_work_their_share_is_what_counts(tmp_path):
    """20 ms of CPU a request, whatever it is for: 1 % of that is of the installers."""
    farm = uneven(tmp_path, "20 ms")
    assert 1.0 < busiest_node_share(farm) < 1.03


def test_what_is_missed_is_spread_more_evenly_than_what_is_asked_for(tmp_path):
    """600 objects on four nodes that keep 75 each, fetched over a slow link. Of object i p_i exp(-p_i t) are missed,
    with as long a time t as half of the objects stay."""
    content = {"catalogue": "120 GB", "object_size": {"mean": "200 MB", "distribution": "constant"},
               "popularity": {"zipf": 1.2}, "origin": {"latency": "30 ms", "rate": "1 Gbps"}}  # fmt: skip
    kinds = [{"name": "films", "rate": "1 /s", "size": {"mean": "200 MB", "distribution": "constant"}, "cpu": "1 ms"}]
    farm = uneven(tmp_path, **{"workload.classes": kinds, "workload.content": content})
    asked = np.arange(1, 601, dtype=float) ** -1.2
    asked /= asked.sum()
    time = brentq(lambda t: (1.0 - np.exp(-asked * t)).sum() - 300.0, 1.0, 1e6)
    low, high = dealt(asked * np.exp(-asked * time))
    found = busiest_node_share(farm)
    assert low * 0.98 <= found <= high * 1.02
    assert found < 0.8 * dealt(asked)[0]


def test_the_unit_carries_what_its_busiest_node_allows(by_url):
    unit = by_url.capacity
    assert unit.busiest == pytest.approx(busiest_node_share(by_url.scenario, 1))
    assert unit.busiest > 1.0
    assert unit.unit_mbps.value == pytest.approx(3 * unit.server_mbps.value / unit.busiest)


def test_one_node_that_is_left_has_all_of_the_content():
    farm = edge("by-url", **{"unit.nodes": 2})
    assert busiest_node_share(farm, 1) == 1.0
    assert node_content(farm, 1) == farm.workload.content


def test_disks_need_room_for_the_share_of_those_that_are_left():
    held = {name: value for name, value in EDGE.items() if not name.startswith("web_server")}

    def without_origin(balancer, catalogue, **more):
        content = {"catalogue": catalogue, "popularity": {"zipf": 0.8}}
        return load(TODAY, {**held, "unit.balancer": balancer, "workload.content": content, **more})

    farm = without_origin("by-url", "36 TB")
    assert node_content(farm, 1).catalogue == pytest.approx(farm.server.disks.room)
    for balancer, catalogue in (("nlb", "36 TB"), ("by-url", "37 TB")):
        with pytest.raises(ScenarioError, match="workload.content.catalogue"):
            without_origin(balancer, catalogue)
    assert "its share of the content, 12 TB" in disk_note(
        without_origin("by-url", "36 TB", **{"server.disks.size": "none"})
    )


SPOILT = [
    ({"unit.balancer": {"model": "by-url", "weights": [2, 1, 1, 1]}}, "unit.balancer.weights"),
    ({"unit.failures": {"timetable": [{"at": "1 min", "what": "dies", "lasts": "3 min"}]}}, "unit.failures"),
    ({"workload.content": "none"}, "unit.balancer.policy"),
    ({"unit.balancer": {"model": "by-url", "slow_start": "10 s"}}, "unit.balancer.slow_start"),
]  # fmt: skip


@pytest.mark.parametrize(("changes", "where"), SPOILT, ids=[where for _, where in SPOILT])
def test_what_is_not_known_of_nodes_with_objects_of_their_own_is_refused(changes, where):
    with pytest.raises(ScenarioError) as error:
        load(TODAY, {**EDGE, "unit.balancer": "by-url", **changes})
    assert where in [problem.path for problem in error.value.problems]


def test_survive_refuses_before_anything_is_asked():
    with pytest.raises(ScenarioError, match="another policy, e.g. least-connections"):
        require_several(edge("by-url"))


def test_that_a_unit_could_keep_one_copy_is_an_option_that_costs_nothing(by_url, copies):
    name = "each object at a node of its own, by its URL"
    option = find_option(edge("nlb"), name)
    assert option.price.value == 0.0
    found = study(option.scenario, Theory(), "plan", date(2026, 11, 26)).farm.sizing
    assert found.fetched.value == pytest.approx(by_url.farm.sizing.fetched.value)
    assert found.fetched.value < copies.farm.sizing.fetched.value
    assert find_option(edge("by-url"), name).scenario is None
    assert "no content whose URL" in find_option(load("scenarios/three_tiers.yaml"), name).reason
