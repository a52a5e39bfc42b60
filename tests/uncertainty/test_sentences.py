"""How sure a farm is, in sentences."""

from dataclasses import replace
from math import inf

import pytest

from models.load import load
from models.reading.document import SHIPPED
from simulator.experiment.estimate import Estimate
from simulator.experiment.server_capacity import LARGEST
from simulator.farm.outcome import roll_up
from simulator.farm.prediction import (
    MODEL,
    BeyondMeasured,
    FarmPrediction,
    LeastRegret,
    MeasurementValue,
    PredictionInterval,
    Rival,
    SurerTier,
)
from simulator.messages.decision import stopping_sentence
from simulator.messages.prediction import (
    beyond_sentence,
    interval_sentence,
    odds_sentence,
    prediction_sentences,
    probability,
    regret_sentence,
    worth_sentence,
)
from simulator.targets import Target
from tests.fabricated import network, results, scenario, stamp

SCENARIO = load(SHIPPED / "downloads_today.yaml", compared=False)
RIVALS = tuple(Rival(units, 0.5, 100.0, 10.0, regret) for units, regret in ((1, 24_000.0), (2, 0.0), (3, 3_290.0)))
FIGURE = PredictionInterval(120e3, 150e3, 180e3, "Mbps", {})


def prediction(**changed: object) -> FarmPrediction:
    regret = LeastRegret(RIVALS[1], RIVALS, (20.0,), (inf,), True, "USD/month")
    enough = {1: 0.31, 2: 0.998, 3: 1.0}
    made = FarmPrediction(256, 0, "", 2, enough, 0.9, False, 2, {}, FIGURE, FIGURE, FIGURE, FIGURE, {}, regret, ())
    return replace(made, **changed)


@pytest.mark.parametrize(
    ("share", "said"), [(1.0, "over 99 %"), (0.996, "over 99 %"), (0.991, "99 %"), (0.31, "31 %"), (0.0, "under 1 %")]
)
def test_a_probability_is_no_more_certain_than_the_worlds_make_it(share, said):
    assert probability(share) == said


def test_a_farm_says_how_likely_it_is_enough_and_with_one_unit_less():
    said = odds_sentence(prediction(), SCENARIO)
    assert said == "Enough for 400 Gbps with over 99 % probability; one unit less: 31 %."


def test_another_number_of_units_for_the_usual_confidence_is_told():
    assert odds_sentence(prediction(fewest=1), SCENARIO).endswith("For 90 % probability 1 unit is enough.")
    assert odds_sentence(prediction(fewest=3), SCENARIO).endswith("For 90 % probability 3 units are enough.")


def test_more_servers_of_a_tier_for_the_usual_confidence_are_told_in_place_of_more_units():
    tiers = {"shop": SurerTier(10), "app": SurerTier(3, 9)}
    said = odds_sentence(prediction(fewest=3, surer_tiers=tiers), SCENARIO)
    takes = "it takes 10 servers of shop and 9 pods of app (3 servers)"
    assert said.endswith(f"For 90 % probability {takes}: `confidence: 90 %` in place of `reserve`.")


def test_intervals_are_told_in_units_of_people():
    assert "one server 120-180 Gbps" in interval_sentence(prediction())


def test_the_interval_of_a_capacity_stands_beside_it_and_nowhere_else():
    outcome = roll_up(scenario(), network(), results(), stamp())
    largest = replace(outcome.carried, way=LARGEST, stop=outcome.binding.limit, target=Target.UTILISATION)
    outcome = replace(outcome, carried=largest, farm=replace(outcome.farm, prediction=prediction()))
    assert "90 %: 120-180 Gbps" in stopping_sentence(outcome)
    assert not any("120-180 Gbps" in each for each in prediction_sentences(outcome))
    assert "90 %" not in stopping_sentence(replace(outcome, farm=replace(outcome.farm, prediction=None)))


def test_least_regret_is_told_where_a_price_is_stated():
    said = regret_sentence(prediction())
    assert "2 units, 110 USD/month" in said
    assert "1 unit: 24,000 more" in said
    unstated = replace(prediction().regret, stated=False)
    assert regret_sentence(prediction(regret=unstated)) == ""


def test_what_is_worth_measuring_is_told_with_its_interval():
    saving = Estimate(1_000.0, 200.0, 0.95, 256, "USD/month")
    worth = (MeasurementValue("server.core_speed", saving), MeasurementValue(MODEL, saving))
    said = worth_sentence(prediction(worth=worth))
    assert "server.core_speed, 800-1,200 USD/month" in said
    assert "by a load test" in said
    assert worth_sentence(prediction()) == ""


def test_a_capacity_beyond_what_was_measured_names_the_effects_that_no_row_shows():
    said = beyond_sentence(BeyondMeasured(880.0, 1.35, 1.6))
    assert "1.35 times" in said and "880 req/s" in said and "contention" in said
    assert beyond_sentence(None) == ""
