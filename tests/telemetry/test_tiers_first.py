"""A farm that is short of its tiers alone: as many more of these as are enough, in place of whole units."""

import pytest

from simulator.messages import review as words
from tests.printed import printed
from tests.telemetry.pods import CALL
from tests.telemetry.pods import ON as PODS_ON
from tests.telemetry.pods import shop as pods_shop
from tests.telemetry.test_tier_hosts import ON, SHOP, shop
from tests.telemetry.written import answer


@pytest.fixture
def review(reviewed, write):
    return lambda series, over=ON: reviewed(write(answer(series)), scenario=SHOP, overrides=over)


def with_hosts(tier, count):
    """What is set for a farm that has so many servers of a tier."""
    return ON | {f"tiers[{tier}].servers": count}


def test_as_many_servers_are_added_as_the_farm_needs_to_be_enough(review):
    """With one fewer it carries less than it must."""
    found = review(shop(database=3.5))
    first = found.review.tiers_first
    assert first.servers == {"database": 3} and first.running.carries >= 1.0 and found.review.upgrade is None
    for count, enough in ((3, True), (2, False)):
        as_bought = review(shop(database=3.5, databases=count), with_hosts(1, count))
        assert (as_bought.review.running.carries >= 1.0) is enough
    running, then = found.review.running, first.running
    added = found.to_dict()["tiers_first"]
    assert added["servers"] == {"database": 3} and added["cost_per_month"] < found.to_dict()["cost_then_per_month"]
    assert words.tiers_first(first.servers, then, running) in printed(found.blocks(), width=300)


def test_tiers_that_stop_it_one_after_the_other_are_all_added_to(review):
    first = review(shop(application=4.0, database=9.0)).review.tiers_first
    assert first.servers.keys() == {"application", "database"} and first.running.carries >= 1.0


def test_a_front_that_stops_it_is_no_tier(review):
    assert review(shop(database=1.0)).review.tiers_first is None
    series = [each for each in shop() if not each["metric"]["instance"].startswith("web")]
    front = [each for each in shop(database=0.5) if each["metric"]["instance"].startswith("web")]
    for each in front:
        if each["metric"]["__name__"] == "nginx_http_requests_total":
            each["values"] = [[at, str(8.0 * float(value))] for at, value in each["values"]]
    found = review([*series, *front])
    assert found.review.tiers_first is None


def test_pods_are_added_to_a_deployment(review):
    over = PODS_ON | {"tiers[0].pods.replicas": 12}
    found = review(pods_shop([600.0] * 24, [CALL * 600.0] * 24, [12] * 24), over)
    first = found.review.tiers_first
    assert found.verdict == "short" and first.servers.keys() == {"application"}
    (tier,) = (each for each in first.running.farm.scenario.tiers if each.name == "application")
    assert tier.pods.replicas == tier.servers == first.servers["application"] > 12
