"""Why a server is not chosen, counted over the worlds: each of the catalogue has its row, and a row is what two farms
cost in the same worlds."""

import numpy as np
import pytest

from models.load import load
from models.reading.document import SHIPPED
from models.variations.choice import ServerFilter, choices, choices_at, server_at, with_unit_size
from simulator.experiment.capacity_by_solver import capacity_in_theory
from simulator.experiment.solvers import Theory
from simulator.farm.costs.cost_difference import cost_in_all
from simulator.farm.farm import buy_farm
from simulator.studies.optimise.answer import optimise
from simulator.studies.optimise.other_servers import WORLDS_OF_TIERS
from simulator.studies.optimise.result import cheapest_data
from simulator.studies.optimise.study import with_predictions
from simulator.uncertainty.predict import SharedWorlds, bought_units

ASKED = ServerFilter(rented=True, name="[cm]*")


@pytest.fixture(scope="module")
def scenario():
    return load(SHIPPED / "hourly_api.yaml", compared=False)


@pytest.fixture(scope="module")
def found(scenario):
    return with_predictions(optimise(scenario, Theory(), which=ASKED))


def servers_at_all_places(scenario):
    return tuple(server_at(scenario, place).name for place in range(len(scenario.tiers) + 1))


def servers_of(names):
    return {name.partition(",")[0] for name in names}


def test_every_server_that_may_be_chosen_is_told_or_counted_or_said_to_have_no_answer(scenario, found):
    offered = {each.scenario.server.name for each in choices(scenario, ASKED) if each.scenario and each.wanted}
    told = servers_of(offer.name for _, offer in found.ranked)
    others = servers_of(each.name for each in found.others.servers)
    assert offered <= told | others | set(found.others.unanswered)
    assert len(others) >= 5 and not others & servers_of((found.winner.name,))


def test_a_row_is_what_the_two_farms_cost_in_the_same_worlds(scenario, found):
    row = found.others.servers[0]
    choice = next(each for each in choices(scenario, ASKED) if each.name == row.name)
    own = with_unit_size(choice.scenario, row.nodes)
    farm = buy_farm(own, capacity_in_theory(own))
    shared = SharedWorlds()
    shared.of(found.present.farm)
    winner, mine = shared.of(found.winner.farm), shared.of(farm)
    more = mine.bills(row.units) - winner.bills(bought_units(found.winner.farm))
    # As many worlds of the very same demand and prices; what is of the server alone is drawn anew.
    assert row.beside.more.middle == pytest.approx(float(np.median(more)), rel=0.1)
    assert row.beside.dearer == pytest.approx(float(np.mean(more > 0.0)), abs=0.1)
    assert cost_in_all(farm).value > cost_in_all(found.winner.farm).value


def test_what_stops_a_server_is_counted_over_all_worlds(found):
    for each in found.others.servers:
        assert sum(each.stops.values()) == pytest.approx(1.0) and all(each.stops)
        assert 0.0 <= each.enough <= 1.0 and each.worlds == found.winner.farm.prediction.worlds
        assert each.cost.low <= each.cost.middle <= each.cost.high


def test_the_cheapest_that_is_sure_enough_is_named_where_the_cheapest_is_not(found):
    known = found.winner.farm.prediction
    assert (found.surer is None) is (known.sure >= known.confidence)
    for each in (*(offer.sure for _, offer in found.ranked), *(server.sure for server in found.others.servers)):
        assert each.enough >= each.asked == known.confidence
    assert found.winner.sure.units == known.fewest
    data = cheapest_data(found)
    assert len(data["other_servers"]) == len(found.others.servers)
    assert (data["cheapest_sure"] or {}).get("name") == (found.surer and found.surer.name)


def test_every_server_at_each_place_of_a_farm_with_tiers_is_counted_with_the_others_as_the_cheapest_has_them():
    scenario, which = load(SHIPPED / "three_tiers.yaml", compared=False), ServerFilter(name="[eg][do]*-2x25gbe")
    found = with_predictions(optimise(scenario, Theory(), which=which))
    winner = found.winner.farm.scenario
    choice = [each for place in range(3) for each in choices_at(winner, place, which) if each.scenario and each.wanted]
    others = [each.name for each in found.others.servers]
    # A farm that is told for another reason is not told once more.
    told = {servers_at_all_places(offer.farm.scenario) for _, offer in found.ranked}
    more = [each for each in choice if servers_at_all_places(each.scenario) not in told]
    assert len(others) + len(found.others.unanswered) == len(more) > 1
    assert len(more) < len(choice) - 3  # Where the cheapest itself stands at each place.
    tiers = {tier.name for tier in winner.tiers}
    assert {name.split(": ")[0] for name in others if ": " in name} <= tiers
    # Of each row of the table it is told how many servers the other tiers have.
    assert all(row.of_other_tiers > 0.0 for row in found.ranking if row.is_a_farm)
    for each in found.others.servers:
        assert each.worlds == WORLDS_OF_TIERS and sum(each.stops.values()) == pytest.approx(1.0)
        assert each.beside.more.middle > 0.0


def test_a_winner_that_is_not_sure_enough_has_a_surer_farm_beside_it():
    """Sized without a reserve, no farm is enough with 90 % that has nothing to spare."""
    scenario = load(SHIPPED / "hourly_api.yaml", {"reserve": "0 %", "demand": "29,000 requests/s"}, compared=False)
    found = with_predictions(optimise(scenario, Theory(), which=ServerFilter(rented=True, name="[cm]7*")))
    known = found.winner.farm.prediction
    assert known.sure < known.confidence
    surer = found.surer
    assert surer is not None and surer.enough >= known.confidence and surer.beside.more.middle > 0.0
    # More units of the cheapest are one of the ways.
    assert surer.beside.more.middle <= found.winner.sure.beside.more.middle
