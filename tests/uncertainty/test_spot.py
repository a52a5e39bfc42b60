"""Instances at spot prices that are gone count in how likely a farm is enough: by hand."""

from math import inf

import numpy as np
import pytest

from models.errors import ScenarioError
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


def test_nothing_is_enough_where_all_is_at_spot_prices():
    everything = SpotLoss(0.2, 1.0)
    assert everything.quantile(NEEDED, 0.8) == 4 and everything.quantile(NEEDED, 0.81) == inf
    assert everything.enough(NEEDED, 1e6) == pytest.approx(0.8)


CLOUD = rented() | {"targets.p95_response": "none", "baseline": "none", "sized_by": "largest load"}


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


def test_a_probability_that_spot_prices_leave_to_none_is_refused():
    asked = scenario(CLOUD | {"datacenter.spot_share": "100 %", "confidence": "95 %"})
    with pytest.raises(
        ScenarioError, match="no number of units is enough with 95 %: instances at spot prices are gone"
    ):
        with_reserve(asked)
