"""What matters, as it is told: in a section of a plan's report, in figures, and where nothing moves."""

from dataclasses import replace

from models.variations.assumptions import AssumedRange, FixedRange
from simulator.experiment.estimate import Estimate, exact
from simulator.experiment.results import Unavailable
from simulator.farm.farm import buy_farm
from simulator.farm.influence import (
    CAPACITY,
    COST,
    IN_THEORY,
    RULED_OUT,
    SAME_SERVER,
    SIMULATED,
    AnswerAtValue,
    Influence,
    Sensitivity,
    SobolIndex,
    SobolIndices,
    Spread,
)
from simulator.messages.decision import other_units_cost
from simulator.messages.numbers import figure_text
from simulator.messages.sensitivity.what_matters import (
    _best_amount,
    answer,
    left_out,
    measure_next,
    notes,
    unmoving_parameters,
)
from simulator.output.blocks import Charts, Heading, Table
from simulator.studies.plan.document import report_of
from simulator.studies.plan.sections.sensitivity import section
from simulator.studies.sensitivity.document import variance_tables
from simulator.studies.sensitivity.result import sensitivity_data
from tests.fabricated import carried, outcome, scenario

USD = "USD/month"
DISKS = AssumedRange("server.disks.count", "6", "4", "8", 6.0, 4.0, 8.0, True, "bays")
PRICE = AssumedRange("server.price", "18,000 USD", "14,000 USD", "22,000 USD", 18e3, 14e3, 22e3, False, "a guess")
YEAR = AssumedRange("datacenter.prices.year", "2006", "2005", "2008", 2006.0, 2005.0, 2008.0, True, "")


def at(text, mbps, usd, by=SIMULATED):
    """1,000 Mbps and 9,000 USD now."""
    change, more = Estimate(mbps - 1000.0, 3.0, 0.95, 5, "Mbps"), Estimate(usd - 9000.0, 20.0, 0.95, 5, USD)
    same = exact(0.0, "Mbps") if mbps == 1000.0 else change
    cost = exact(0.0, USD) if usd == 9000.0 else more
    capacity, whole = Estimate(mbps, 4.0, 0.95, 5, "Mbps"), Estimate(usd, 30.0, 0.95, 5, USD)
    return AnswerAtValue(text, capacity, same, whole, whole, cost, by, "disks")


INFLUENCES = (
    Influence(DISKS, at("4", 800.0, 9900.0), at("8", 1200.0, 8500.0)),
    Influence(PRICE, at("14,000 USD", 1000.0, 8700.0, SAME_SERVER), at("22,000 USD", 1000.0, 9300.0, SAME_SERVER)),
    Influence(YEAR, at("2005", 1000.0, 9000.0, SAME_SERVER), Unavailable("too late")),
)
SPREAD, KNOWN = Spread(8000.0, 10_500.0, USD), Spread(8600.0, 9500.0, USD)
INDEX = SobolIndex(DISKS.path, Estimate(0.8, 0.1, 0.95, 64, ""), Estimate(0.9, 0.1, 0.95, 64, ""))
INDICES = SobolIndices(
    {COST: (INDEX,), CAPACITY: (INDEX,)},
    {COST: SPREAD, CAPACITY: Spread(700.0, 1300.0, "Mbps")},
    {COST: {DISKS.path: KNOWN}, CAPACITY: {DISKS.path: Spread(990.0, 1010.0, "Mbps")}},
    (),
    {YEAR.path: "it moves nothing"},
    64,
)


def found(**changes):
    left = (FixedRange("server.cores_per_socket", "1", "1", "its range has no width"),)
    whole = Sensitivity(at("", 1000.0, 9000.0), "kernel", INFLUENCES, left, INDICES, 3)
    return replace(whole, **changes)


def test_what_to_find_out_next_is_told_with_figures_and_what_the_interval_becomes():
    told = measure_next(found(), COST)
    assert told == (
        "To know the monthly cost better, measure server.disks.count next (now 6; assumed 4 to 8): 9,900 USD/month at"
        " 4, 8,500 USD/month at 8, now 9,000 USD/month. Over all ranges at once the monthly cost lies between 8,000 and"
        " 10,500 USD/month with 95 % (by theory); if server.disks.count were known, between 8,600 and 9,500 USD/month."
    )


def test_where_no_range_moves_an_answer_nothing_is_to_be_measured():
    told = measure_next(found(influences=()), CAPACITY)
    assert told.startswith("No stated range is seen to move what a server carries")


def test_where_theory_cannot_say_the_reason_is_told():
    without = found(indices=Unavailable("theory cannot solve this network"))
    assert "Theory cannot say how the ranges act together: theory cannot" in " ".join(notes(without))
    assert "drawn" not in measure_next(without, COST)
    assert sensitivity_data(without)["indices"] == {"refused": "theory cannot solve this network"}


def test_a_change_is_told_from_none_by_its_interval():
    small = replace(INFLUENCES[0].low, capacity_change=Estimate(2.0, 3.0, 0.95, 5, "Mbps"))
    assert INFLUENCES[0].matters(CAPACITY)
    assert not Influence(DISKS, small, small).matters(CAPACITY)


def test_what_other_numbers_of_units_cost_stands_beside_the_one_that_is_bought():
    """12 Gbps take 3 units of 5 x 800 Mbps to the point, and 4 of a little less; the bill of 3 is no bill of 3 ± 1."""
    edge = buy_farm(scenario({"baseline": "none", "sized_by": "largest load"}), carried(800.0, relative=0.003))
    now = replace(at("", 1000.0, 9000.0), whole_cost=edge.decided.whole)
    told = answer(found(present=now, farm=edge))
    assert edge.decided.whole.half_width < 0.1 * edge.whole.half_width
    assert told.endswith(
        f"{figure_text(edge.decided.whole)} for whole ones{other_units_cost(edge, edge.decided.whole.half_width)}."
    )
    assert " for whole ones, or " in told and told.endswith(" for 4.")


def test_what_would_resolve_a_change_is_what_its_engine_has():
    """Theory was advised to take more replications, of which it has none."""
    small = replace(INFLUENCES[0].low, cost_change=Estimate(10.0, 20.0, 0.95, 5, USD))
    ruled_out = replace(small, by=RULED_OUT, cost_change=Estimate(0.0, 45.0, 0.95, 5, USD))
    told = {
        (end.by, runs): next(note for note in notes(found(influences=(Influence(DISKS, end, end),), simulations=runs))
                             if note.startswith("Not resolved is a change"))
        for end, runs in ((small, 3), (replace(small, by=IN_THEORY), 0), (ruled_out, 1))
    }  # fmt: skip
    what = "Not resolved is a change whose interval is wider than itself"
    assert told == {
        (SIMULATED, 3): f"{what}; more replications would resolve it: about 13 replications for the first of them.",
        (IN_THEORY, 0): f"{what}: theory knows it no better; --engine kernel, which simulates, may resolve it.",
        (RULED_OUT, 1): f"{what}.",
    }


def test_ranges_that_are_left_out_and_ends_that_cannot_be_are_named_with_their_reasons():
    assert list(left_out(found())) == [
        ("server.cores_per_socket (1)", "its range has no width"), ("datacenter.prices.year", "at 2008: too late")
    ]  # fmt: skip
    assert unmoving_parameters(found()) == "Nothing is seen to move over the ranges of datacenter.prices.year."


def test_a_plan_has_the_section_where_it_was_asked():
    plan = outcome()
    assert section(plan) == []
    blocks = report_of(replace(plan, sensitivity=found())).blocks
    assert Heading("What matters", 2) in blocks
    (charts,) = [block for block in blocks if isinstance(block, Charts) and block.charts[0].picture.kind == "tornado"]
    assert [span.label for span in charts.charts[0].picture.spans] == [DISKS.path, PRICE.path]
    titles = [block.title for block in blocks if isinstance(block, Table)]
    assert "Ranges that are left out" in titles and "Not drawn" in titles


def share(value, half_width):
    return Estimate(value, half_width, 0.95, 64, "")


def with_shares(*indices, without=None):
    """The cost with such indices; `without`: the spread of the cost once each is known."""
    known = {each.path: KNOWN for each in indices} if without is None else without
    of_cost = {"by_answer": INDICES.by_answer | {COST: indices}, "without": INDICES.without | {COST: known}}
    return found(indices=replace(INDICES, **of_cost))


def shares_of(told):
    (table,) = variance_tables(told, COST)
    return {row[0]: row[1:3] for row in table.rows}


def test_what_moves_an_answer_only_with_others_is_not_among_what_moves_nothing():
    told = unmoving_parameters(with_shares(INDEX, SobolIndex(YEAR.path, share(0.34, 0.29), share(0.39, 0.26))))
    assert "Nothing is seen" not in told
    assert told.startswith("While all others stay as they are nothing is seen to move over the ranges of datacenter.")
    assert unmoving_parameters(with_shares(INDEX, SobolIndex(YEAR.path, share(0.0, 0.0), share(0.0, 0.0)))).startswith(
        "Nothing is seen"
    )


def test_what_narrows_nothing_is_not_to_be_found_out_next_and_what_narrows_most_is():
    known = with_shares(INDEX, without={DISKS.path: Spread(8000.1, 10_500.0, USD), PRICE.path: KNOWN})
    told = measure_next(known, COST)
    assert told.startswith("By itself server.disks.count moves the monthly cost most (now 6; assumed 4 to 8): 9,900")
    assert told.endswith(
        "; if server.disks.count were known, just as widely. Measure server.price next: if it were known,"
        " between 8,600 and 9,500 USD/month."
    )
    assert sensitivity_data(known)["measure_next"][COST]["parameter"] == PRICE.path


def test_where_no_amount_narrows_an_answer_none_is_to_be_found_out():
    known = with_shares(INDEX, without={DISKS.path: SPREAD, PRICE.path: Spread(7900.0, 10_600.0, USD)})
    told = measure_next(known, COST)
    assert "measure" not in told and told.endswith("; to know one value alone does not narrow that.")
    assert sensitivity_data(known)["measure_next"][COST]["parameter"] is None


def test_a_share_that_cannot_be_is_not_resolved():
    below = SobolIndex("below", share(-0.0037, 0.0027), share(0.1, 0.05))
    more = SobolIndex("more", share(0.95, 0.74), share(0.77, 0.64))
    nearly = SobolIndex("nearly", share(0.74, 0.1), share(0.73, 0.1))
    told = with_shares(below, more, nearly)
    assert shares_of(told) == {
        "below": ("not resolved", below.total), "more": ("not resolved", more.total), "nearly": nearly.shares
    }  # fmt: skip
    assert "or that no share can be: below nothing, or alone more than with others" in " ".join(notes(told))
    data = sensitivity_data(told)["indices"][COST]["parameters"]
    assert [each["resolved"]["first"] for each in data] == [False, False, True]


def test_a_small_share_is_told_without_digits_that_mean_nothing():
    small = SobolIndex("small", share(0.0044, 0.0043), share(0.00000098, 0.00000054))
    assert shares_of(with_shares(small)) == {"small": ("under 0.01", "under 0.01")}
    half = SobolIndex("half", share(0.005, 0.001), share(0.0095, 0.0057))
    assert shares_of(with_shares(half)) == {"half": half.shares}


def test_no_amount_explains_what_none_of_them_moves():
    """A choice moves what a server carries; "server.idle_power explains most" of it was said of what stays."""
    none = SobolIndex(DISKS.path, share(0.0, 0.0), share(0.0, 0.0))
    for spread, index in ((Spread(1000.0, 1000.0, "Mbps"), INDEX), (INDICES.spread[CAPACITY], none)):
        parts = {"by_answer": {CAPACITY: (index,)}, "spread": {CAPACITY: spread}}
        known = replace(INDICES, **parts, without={CAPACITY: {DISKS.path: spread}})
        assert _best_amount(known, CAPACITY) == " No other value moves it."
    assert _best_amount(INDICES, CAPACITY).startswith(f" Of the others {DISKS.path} explains most")
