"""A variant is off the front only when its whole interval is; ties by overlap are ties."""

from dataclasses import replace

import pytest

from simulator.experiment.estimate import Estimate
from simulator.experiment.results import Unavailable
from simulator.experiment.verdicts import Verdict
from simulator.farm.candidates import NotJudged
from simulator.farm.costs.cost_difference import MonthlyCost
from simulator.messages.candidates import verdict_text
from simulator.output.candidates import candidate_data
from simulator.studies.sweep.figures import FarmFigures, VariantFigures
from simulator.studies.sweep.pareto import (
    AnswerSet,
    Twin,
    VariantAnswer,
    best_answers,
    merge_equal_answers,
    pareto_standings,
    rank_answers,
)
from simulator.studies.sweep.sections import purchase_sentence
from simulator.studies.sweep.sentences import lowest_to_highest

USD = "USD/month"


def estimate(value, half_width=0.0, unit=""):
    return Estimate(value, half_width, 0.95, 5, unit)


def answer(name, cost, capacity, headroom=2.0, met=True, spread=0.0):
    """A variant; `spread` is the half-width of cost and capacity as a share."""
    growth = headroom if isinstance(headroom, Unavailable) else estimate(headroom)
    verdict = Verdict("errors", "errors", 1.0, "%", estimate(0.5), met, True)
    mbps = estimate(capacity, spread * capacity)
    bought = None if cost is None else farm(cost, spread * cost)
    figures = VariantFigures(bought, mbps, mbps, "CPU", growth, (verdict,), met, 5)
    return VariantAnswer(name, (), {}, "a.yaml", name, figures)


def twin(name):
    """A variant that has the same figures as another one."""
    return Twin(name, {}, "a.yaml", name)


def farm(cost, half_width=0.0, bandwidth=0.0):
    """Three units of a server each, whose prices leave the bill an interval."""
    units, none = estimate(3.0), estimate(0.0)
    costs = (
        MonthlyCost(estimate(amount, half_width, USD), amount - half_width, amount + half_width)
        for amount in (cost, cost + bandwidth)
    )
    return FarmFigures(units, units, units, units, *costs, none, units, (), (3, 3))


def paying(name, cost, bandwidth):
    """A variant whose traffic costs so much that is not in its bill."""
    found = answer(name, cost, 100)
    return replace(found, figures=replace(found.figures, farm=farm(cost, 0.0, bandwidth)))


def standing(*answers):
    return {each.name: each.standing for each in pareto_standings(answers)}


def swept(*answers):
    return AnswerSet("one", "a.yaml", "plan", "kernel", "m", answers, 3, 0, (), *best_answers(answers), (1,), 0.95)


def test_the_cheapest_of_the_bars_is_the_best_of_the_headline():
    """One that is not judged is chosen where none is known to meet its targets; at the same cost and headroom the one
    that carries more is."""
    unknown, missing = answer("unknown", 1, 100, met=None), answer("missing", 0.5, 100, met=False)
    for answers in (
        (unknown, answer("known", 10, 100), answer("dear", 20, 100)),
        (unknown, missing, answer("dearer", 20, 100, met=None)),
        (answer("less", 10, 100), answer("more", 10, 200)),
    ):
        found = swept(*answers)
        assert [each.name for each in found.ranking if each.is_cheapest] == [found.best.name]
    found = swept(unknown, answer("known", 10, 100), answer("dear", 20, 100)).ranking
    assert [each.name for each in found] == ["known", "dear", "unknown"] and found[2].why_not == NotJudged(("errors",))
    assert verdict_text(found[2]) == "not known whether it meets its targets: requests not completed"
    assert candidate_data(found[2])["why_not"] == {"kind": "targets_not_judged", "targets": ["errors"]}


def test_other_numbers_of_units_are_told_as_a_plan_tells_them_and_not_as_an_interval_of_the_bill():
    """What a unit carries may be a little less or a little more, so that one more unit or one fewer would do."""
    sure = farm(860.0, 12.0)
    assert purchase_sentence(sure) == "3 units (3 servers), 860 \N{PLUS-MINUS SIGN} 12 USD/month in all"
    for between, others, ends in (((3, 4), "4", (860.0, 1147.0)), ((2, 3), "2", (573.0, 860.0))):
        found = replace(
            sure, units_between=between, cost_with_bandwidth=MonthlyCost(estimate(860.0, 287.0, USD), *ends)
        )
        told = lowest_to_highest(found)
        assert told == {"4": "860 to 1,150", "2": "570 to 860"}[others]
        assert purchase_sentence(found) == (
            f"3 units (3 servers), 860 USD/month in all, or {others} within the interval ({told} USD/month)"
        )


def test_one_unit_that_may_be_two_costs_from_one_to_two_and_not_from_nothing():
    """Plus and minus a unit, the cheaper one was told apart from nothing that costs anything."""
    cost = MonthlyCost(estimate(1_500.0, 1_500.0, USD), 1_500.0, 3_000.0)
    found = replace(farm(1_500.0), units_between=(1, 2), cost_with_bandwidth=cost)
    one, cheap = answer("one or two", 1_500.0, 100), answer("cheap", 1_400.0, 100)
    one = replace(one, figures=replace(one.figures, farm=found))
    assert lowest_to_highest(found) == "1,500 to 3,000"
    assert standing(one, cheap) == {"one or two": "dominated", "cheap": "front"}
    assert best_answers([one, cheap])[1] == ()


def test_they_are_compared_by_all_that_they_cost():
    """What is rented has its egress in the bill; what is bought leaves its bandwidth apart."""
    found = [paying("bought", 10, 90), paying("rented", 50, 0)]
    assert best_answers(found)[0].name == "rented" == rank_answers(found)[0].name
    assert standing(*found) == {"rented": "front", "bought": "dominated"}
    assert purchase_sentence(found[0].figures.farm).endswith("100 USD/month in all")


def test_with_exact_figures_it_is_the_pareto_front():
    found = standing(answer("cheap", 10, 100), answer("strong", 20, 200), answer("neither", 15, 90))
    assert found == {"cheap": "front", "strong": "front", "neither": "dominated"}


def test_the_same_figures_stand_together():
    assert set(standing(answer("one", 10, 100), answer("other", 10, 100)).values()) == {"front"}


def test_headroom_keeps_a_variant_on_the_front():
    found = standing(answer("tight", 10, 100, 1.1), answer("roomy", 12, 100, 3.0), answer("worse", 12, 100, 1.1))
    assert found == {"tight": "front", "roomy": "front", "worse": "dominated"}


def test_who_is_beaten_on_one_count_and_tied_on_another_may_still_belong_to_it():
    found = standing(answer("cheap", 10, 100, spread=0.1), answer("dear", 20, 105, spread=0.1))
    assert found == {"cheap": "front", "dear": "perhaps"}


def test_overlapping_intervals_tell_nothing_apart():
    assert set(standing(answer("one", 10, 100, spread=0.2), answer("other", 11, 95, spread=0.2)).values()) == {"front"}


def test_a_headroom_that_is_not_known_is_a_tie():
    unknown = Unavailable("memory does not grow in proportion to the load")
    found = standing(answer("known", 10, 100), answer("unknown", 20, 90, unknown))
    assert found == {"known": "front", "unknown": "perhaps"}


def test_who_misses_a_target_is_not_on_it_and_beats_nobody():
    found = standing(answer("missing", 1, 999, 9.0, met=False), answer("meeting", 10, 100))
    assert found == {"missing": "misses its targets", "meeting": "front"}


def test_what_has_no_answer_has_no_standing():
    assert standing(VariantAnswer("none", (), {}, "a.yaml", "", None, "why")) == {"none": "no answer"}


def test_the_best_is_the_cheapest_that_meets_its_targets_with_those_not_told_apart():
    dear, near = (answer(name, cost, 90, spread=0.1) for name, cost in (("dear", 30), ("near", 11)))
    answers = [answer("missing", 1, 100, met=False), dear, near]
    first, as_cheap = best_answers([*answers, answer("cheap", 10, 100, spread=0.1)])
    assert (first.name, [each.name for each in as_cheap]) == ("cheap", ["near"])
    assert best_answers([answers[0]]) == (None, ())


def test_a_known_answer_goes_before_one_that_cannot_be_judged():
    assert best_answers([answer("unknown", 1, 100, met=None), answer("known", 10, 100)])[0].name == "known"
    assert (
        best_answers([answer("unknown", 1, 100, met=None), answer("missing", 10, 100, met=False)])[0].name == "unknown"
    )


@pytest.mark.parametrize("costs", [(10, 10), (None, None)])
def test_at_the_same_cost_or_without_a_bill_the_stronger_goes_first(costs):
    weak, strong = answer("weak", costs[0], 100), answer("strong", costs[1], 200)
    assert [each.name for each in rank_answers([weak, strong])] == ["strong", "weak"]
    assert best_answers([weak, strong])[0].name == "strong"


def test_at_the_same_cost_the_one_with_more_headroom_goes_first():
    made = [answer("strong", 10.001, 200, 1.2), answer("roomy", 10, 100, 1.4), answer("dear", 11, 300, 3.0)]
    assert [each.name for each in rank_answers(made)] == ["roomy", "strong", "dear"]


def test_of_which_no_load_meets_the_targets_misses_them_and_is_never_the_best():
    hopeless = VariantAnswer("hopeless", (), {}, "a.yaml", "hopeless", None, "no load meets the targets", fails=True)
    unanswered = VariantAnswer("too wide", (), {}, "a.yaml", "too wide", None, "too wide")
    assert standing(hopeless, unanswered) == {"hopeless": "misses its targets", "too wide": "no answer"}
    assert best_answers([hopeless, unanswered]) == (None, ())
    assert best_answers([hopeless, answer("dear", 30, 100)])[0].name == "dear"


def test_variants_that_give_the_same_figures_are_one_answer():
    same, other = answer("one", 10, 100), answer("other", 11, 100)
    found = merge_equal_answers([same, other, replace(same, name="useless", also=(twin("as useless"),))])
    named = [(each.name, [also.name for also in each.also]) for each in found]
    assert named == [("one", ["useless", "as useless"]), ("other", [])]
