"""Instances at spot prices that are gone count in how likely a farm is enough: by hand."""

from math import inf

import numpy as np
import pytest

from models.errors import ScenarioError
from models.quantities.rounding import round_up
from simulator.uncertainty.predict import sure_farm
from simulator.uncertainty.reserve import with_reserve
from simulator.uncertainty.spot import NO_SPOT, SpotLoss, spot_loss
from simulator.uncertainty.worlds import study_worlds
from tests.fabricated import scenario
from tests.farm.test_rent_terms import rented

NEEDED = np.array([2, 2, 3, 4])


def test_worlds_without_spot_instances_need_more():
    """Of four units two are left where half is gone, with 20 %: 0.8 x 4/4 + 0.2 x 2/4. Of six three: 0.8 + 0.15."""
    half = SpotLoss(0.2, 0.5)
    assert half.enough(NEEDED, 4) == pytest.approx(0.9) and half.enough(NEEDED, 6) == pytest.approx(0.95)
    assert half.enough(NEEDED, 3) == pytest.approx(0.8 * 3 / 4)
    assert NO_SPOT.enough(NEEDED, 3) == 3 / 4


def test_the_fewest_are_enough_with_the_probability_and_one_fewer_are_not():
    for chance, share in ((0.2, 0.5), (0.05, 0.3), (0.5, 0.25), (0.0, 0.0)):
        for spare in (0.0, 1.0):
            loss = SpotLoss(chance, share)
            for probability in (0.4, 0.7, 0.8, 0.9, 0.95, 1.0):
                found = np.ceil(loss.quantile(NEEDED, probability, spare))
                assert loss.enough(NEEDED, found, spare) >= probability - 1e-9
                assert loss.enough(NEEDED, found - 1, spare) < probability


def test_nobody_buys_a_unit_for_what_floats_leave():
    """Of ten units of which 90 % are gone one is left, and three of 15 of which 80 % are."""
    for share, needed, units in ((0.9, 1, 10), (0.8, 3, 15)):
        loss = SpotLoss(0.2, share)
        assert round_up(loss.quantile(np.array([needed]), 0.9)) == units
        assert loss.enough(np.array([needed]), units) == pytest.approx(1.0)


def test_nothing_is_enough_where_all_is_at_spot_prices():
    everything = SpotLoss(0.2, 1.0)
    assert everything.quantile(NEEDED, 0.8) == 4 and everything.quantile(NEEDED, 0.81) == inf
    assert everything.enough(NEEDED, 1e6) == pytest.approx(0.8)


CLOUD = rented() | {"targets.p95_response": "none", "baseline": "none", "sized_by": "largest load"}


def test_servers_of_a_unit_and_of_a_tier_at_the_same_prices_are_lost_together():
    """8 % of one kind, whoever has it; 1 - 0.92 x 0.9 of two."""
    tier = {"name": "app", "server": CLOUD["server"]}
    calls = {"workload.request.calls": [{"tier": "app", "cpu": "1 ms"}], "datacenter.spot_share": "40 %"}
    assert spot_loss(scenario(CLOUD | calls | {"tiers": [tier]})) == SpotLoss(pytest.approx(0.08), 0.4)
    other = {**tier, "server": rented(spot_loss="10 %")["server"]}
    assert spot_loss(scenario(CLOUD | calls | {"tiers": [other]})).chance == pytest.approx(1.0 - 0.92 * 0.9)


def test_a_plan_counts_them_in_how_likely_it_is_enough():
    """8 % of a month's chance, all at spot: P(enough) is 92 % of what it is on demand."""
    kinds = {share: scenario(CLOUD | {"datacenter.spot_share": share}) for share in ("0 %", "40 %", "100 %")}
    assert spot_loss(kinds["0 %"]) == NO_SPOT and spot_loss(kinds["40 %"]) == SpotLoss(pytest.approx(0.08), 0.4)
    worlds = {share: study_worlds(each, worlds=64) for share, each in kinds.items()}
    many = int(worlds["0 %"].units.max())
    assert worlds["0 %"].enough(many) == 1.0 and worlds["100 %"].enough(many) == pytest.approx(0.92)
    assert 0.92 <= worlds["40 %"].enough(many) <= 1.0
    assert worlds["40 %"].fewest(0.99) > worlds["0 %"].fewest(0.99)
    assert worlds["100 %"].fewest(0.99) == many
    # As many as are enough so often while they are there, and no farm that is held as sure.
    assert worlds["100 %"].fewest(0.95) == worlds["0 %"].fewest(0.95) < many
    surest = study_worlds(scenario(CLOUD | {"datacenter.spot_share": "100 %", "confidence": "95 %"}), worlds=64)
    bills = worlds["0 %"].world_bills(many)
    assert sure_farm("all", surest, many, bills) is None
    assert sure_farm("all", worlds["100 %"], many, bills).enough == pytest.approx(0.92)


def test_a_probability_that_spot_prices_leave_to_none_is_refused():
    asked = scenario(CLOUD | {"datacenter.spot_share": "100 %", "confidence": "95 %"})
    with pytest.raises(
        ScenarioError, match="no number of units is enough with 95 %: instances at spot prices are gone"
    ):
        with_reserve(asked)
