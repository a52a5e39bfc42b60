"""A demand in any way comes to bytes on the wire and requests, as one counts them by hand."""

from dataclasses import replace

import pytest

from models.load import load
from models.parts.demand import Demand
from simulator.experiment.capacity_by_solver import server_network
from simulator.farm.traffic_demand import peak_user_requests, traffic_demand
from simulator.network.distribution import Distribution, Family, constant
from simulator.network.network import RequestClass
from simulator.network.steps import ResponseBytes, Serve
from simulator.translate.translate import translate
from tests.fabricated import scenario
from tests.networks import download, with_source

SMALL = "scenarios/single_server.yaml"
# 30,000 bytes and a header of 350 are 21 segments of at most 1,460 bytes, each framed by 78: 31,988 bytes on the wire.
CONSTANT = {"workload.request.size": {"mean": "30 kB", "distribution": "constant"}}
PAYLOAD, WIRE = 30_000.0, 30_000.0 + 350.0 + 21 * 78.0


def of_small(demand, **overrides):
    """What a demand comes to on the smallest scenario, whose responses are all alike."""
    small = load(SMALL, {**CONSTANT, "demand": demand, **overrides})
    return traffic_demand(small, server_network(small))


@pytest.mark.parametrize(
    ("demand", "basis", "mbps", "requests", "stated"),
    [
        ("12 Gbps", "wire", 12_000.0, 1.5e9 / WIRE, "12 Gbps"),
        ({"payload": "10 Gbps"}, "wire", 10_000.0 * WIRE / PAYLOAD, 1.25e9 / PAYLOAD, "10 Gbps of payload"),
        ("20,000 /s", "requests", 20_000.0 * WIRE * 8e-6, 20_000.0, "20,000 requests/s"),
        # 20 requests a session.
        ("500 sessions/s", "requests", 10_000.0 * WIRE * 8e-6, 10_000.0, "500 sessions/s"),
        # 86.4 TB a day are 1 GB/s on average, and 3 GB/s at the peak.
        (
            {"volume_a_day": "86.4 TB", "peak_to_mean": 3},
            "wire", 3e9 / PAYLOAD * WIRE * 8e-6, 3e9 / PAYLOAD, "86.4 TB a day at 3 times its mean",
        ),
    ],
)  # fmt: skip
def test_a_demand_comes_to_what_one_counts_by_hand(demand, basis, mbps, requests, stated):
    found = of_small(demand)
    assert (found.basis, found.stated) == (basis, stated)
    assert (found.mbps, found.requests) == (pytest.approx(mbps, rel=1e-12), pytest.approx(requests, rel=1e-12))
    assert (found.amount.value, found.amount.unit) == ((found.mbps, "Mbps") if basis == "wire" else (requests, "/s"))
    assert (found.amount.half_width, found.amount.samples) == (0.0, 0)


def test_users_at_once_ask_for_what_a_session_lasts():
    # No caches and no pauses: a response takes 4 ms of a core and is read at 84 kB/s.
    request = RequestClass("page", 1.0, constant(PAYLOAD), 350.0, ())
    network = replace(
        with_source(download(), think_time=constant(5.0), requests=Distribution(Family.CONSTANT, 10.0)),
        classes=(replace(request, steps=(Serve("cpu", constant(0.004)), Serve("card", ResponseBytes()))),),
    )
    response = 0.004 + WIRE / 84e3
    session = 10.0 * response + 9.0 * 5.0
    assert peak_user_requests(1000.0, network) == pytest.approx(1000.0 * 10.0 / session, rel=1e-12)
    # Little's law: so many sessions a second, of so many seconds, are 1,000 open ones.
    assert peak_user_requests(1000.0, network) / 10.0 * session == pytest.approx(1000.0)


def test_users_are_counted_by_requests_and_ask_for_less_the_longer_they_think():
    found = of_small("100,000 users")
    slower = of_small("100,000 users", **{"workload.session.think_time": "7 s"})
    assert (found.basis, found.amount.unit, found.stated) == ("requests", "/s", "100,000 users at once")
    assert found.mbps == pytest.approx(found.requests * WIRE * 8e-6)
    # A client reads 80 kB/s and the framing of full segments, so that a session lasts a little longer than so.
    most = 100_000.0 * 20.0 / (20.0 * WIRE / (80e3 * 1538.0 / 1460.0) + 19.0 * 3.5)
    assert 0.99 * most < found.requests < most
    assert 1.6 * slower.requests < found.requests < 2.0 * slower.requests


@pytest.mark.parametrize("offered", ["200 /s", "20,000 /s", "none"])
@pytest.mark.parametrize("demand", ["12 Gbps", "100,000 users", "500 sessions/s", {"payload": "1 Gbps"}])
def test_a_demand_does_not_hang_on_what_a_server_is_offered(demand, offered):
    files = {"web_server.time_to_live": "60 s"}
    assert of_small(demand, **{**files, "workload.offered": offered}) == of_small(demand, **files)


def test_classes_count_by_their_shares():
    small, large = constant(PAYLOAD), constant(2.0 * PAYLOAD)
    plan = scenario().model_copy(update={"demand": Demand(payload=45e6)})
    (only,) = download().classes
    network = replace(download(), classes=(replace(only, share=0.5, payload=small),
                                           replace(only, name="large", share=0.5, payload=large)))  # fmt: skip
    assert traffic_demand(plan, network).requests == pytest.approx(1000.0)


def test_a_unit_and_a_server_of_it_ask_for_the_same():
    plan = scenario({"demand": "100,000 users"})
    whole = traffic_demand(plan, translate(plan).network)
    assert whole.requests == pytest.approx(traffic_demand(plan, server_network(plan)).requests, rel=1e-9)


def test_without_a_demand_there_is_none():
    plan = scenario({"demand": "none"})
    with pytest.raises(ValueError, match="states no demand"):
        traffic_demand(plan, server_network(plan))
