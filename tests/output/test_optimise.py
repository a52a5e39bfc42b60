"""The cheapest farm, as it is told."""

import json
from dataclasses import replace

import numpy as np

from models.variations.choice import SkippedChoice
from simulator.experiment.estimate import Estimate
from simulator.farm.cheapest_farm import CheapestFarm, FarmOffer, OtherServers, PrunedChoice, UnknownChoice
from simulator.messages.optimise import (
    DEARER,
    IMPOSSIBLE,
    against_winner,
    answer,
    comparison_notes,
    disks_taken,
    excluded_sentences,
    left_out,
    notes,
)
from simulator.output.blocks import Text
from simulator.output.figure import to_json
from simulator.output.sections import terminal_blocks
from simulator.studies.optimise.document import SECTIONS, cheapest_report
from simulator.studies.optimise.result import cheapest_data
from tests.fabricated import stamp

USD = "USD/month"


def costs(value, half_width=0.0):
    return Estimate(value, half_width, 0.95, 5, USD)


def offer(name, whole, binding="disks", **changes):
    units = Estimate(3.0, 0.0, 0.95, 5, "units")
    carries, exact = Estimate(900.0, 4.0, 0.95, 5, "Mbps"), costs(whole - 10.0)
    bounds = (whole - 100.0, 950.0)
    farm = (units, units, Estimate(15.0, 0.0, 0.95, 5, "servers"), Estimate(1.2, 0.1, 0.95, 5, "x the demand"))
    made = FarmOffer(name, 5, carries, costs(whole), exact, *farm, binding, "6 disks", *bounds)
    return replace(made, **changes)


def found(**changes):
    pruned = (PrunedChoice("c", DEARER, "with the disks full at 500 Mbps at the most", 2000.0, 500.0),)
    away = (SkippedChoice("rhel-4", "another family"), SkippedChoice("sles-10", "another family"))
    made = CheapestFarm(offer("a", 1000.0), offer("b", 1100.0, "CPU"), costs(100.0, 20.0), costs(90.0, 5.0),
                    offer("now", 1500.0), (), None, pruned, (), away, 3, 21, 3, 2, 2006, "kernel")  # fmt: skip
    return replace(made, **changes)


def test_the_winner_stands_first_with_its_cost_and_the_limit_that_binds():
    assert answer(found()) == (
        "Cheapest: 15 servers (3 units of 5) of a, for 1,000 USD/month in all. It can carry 1.10-1.30 x the demand."
        " Bottleneck: the disks (6 disks)."
    )


def test_the_runner_up_is_told_with_its_difference_and_the_present_farm_with_what_it_costs_more():
    told = " ".join(against_winner(found()))
    assert "Next (+100 ± 20 USD/month): " in told
    assert "Bottleneck: the CPU (6 disks)" in told and "As it is (+500 USD/month): " in told
    assert "do not tell the two apart" not in told


def test_an_interval_that_holds_0_tells_no_winner_from_a_runner_up():
    close = found(difference=costs(10.0, 20.0))
    assert not close.told_apart and "do not tell the two apart" in against_winner(close)[0]


def test_a_scenario_that_is_the_cheapest_already_is_told_so():
    best = found()
    assert "The cheapest farm is that of the scenario as it is." in against_winner(replace(best, present=best.winner))


def test_what_was_pruned_is_counted_by_reason_and_what_is_not_known_is_told():
    unknown = found(unanswered=(UnknownChoice("d", "too wide", 900.0),))
    told = " ".join(excluded_sentences(unknown))
    assert "21 farms were compared: 3 servers with their upgrades" in told and "2 of them simulated." in told
    assert "Not the cheapest, cannot be cheaper, by theory: 1." in told
    assert "Not known: d, which costs at least 900 USD/month: too wide." in told
    assert "Not considered: rhel-4, sles-10: another family." in told


def test_servers_that_no_world_answers_are_told_by_reason():
    why = "no load meets its targets"
    others = OtherServers((), {"c7g.2xlarge": why, "store: r740": "no laws", "m7i.xlarge": why})
    told = list(excluded_sentences(found(others=others)))
    assert "Not counted over the worlds: c7g.2xlarge, m7i.xlarge: no load meets its targets." in told
    assert "Not counted over the worlds: store: r740: no laws." in told


def test_that_most_choices_were_impossible_is_told_behind_the_answer():
    """Two of three, with what keeps most of them out; of one in three the notes tell."""
    away = tuple(PrunedChoice(name, IMPOSSIBLE, "server.disks.size is none") for name in ("c", "d"))
    most = found(pruned=away)
    told = left_out(most)
    assert told.startswith("Most of the catalogue is not in this: 2 of 3 choices are impossible, all because ")
    assert told.endswith("server.disks.size is none.") and Text(told) in terminal_blocks(SECTIONS, most)
    assert left_out(found(pruned=away[:1])) == ""


def test_where_the_size_of_disks_comes_from_is_told_behind_the_answer_and_of_each_farm_in_the_data():
    sized = {"disk_size": 7.68e12}
    some = found(disk_size=7.68e12, disks_taken=702, runner_up=offer("b", 1100.0, **sized))
    assert disks_taken(some) == (
        "For 702 choices, the next among them, the catalogue states no size of disks. Each disk counts as one"
        " of 7.68 TB, the scenario's `server.disks.size`, at the catalogue's price."
    )
    assert Text(disks_taken(some)) in terminal_blocks(SECTIONS, some)
    data = cheapest_data(some)
    assert data["choices_with_disk_size_of_the_scenario"] == 702
    assert data["winner"]["disk_size_of_the_scenario_bytes"] is None
    assert data["runner_up"]["disk_size_of_the_scenario_bytes"] == 7.68e12
    both = replace(some, winner=offer("a", 1000.0, **sized))
    assert "For 702 choices, the cheapest and the next among them, the" in disks_taken(both)
    assert "For 702 choices the catalogue" in disks_taken(replace(some, runner_up=None))
    assert list(comparison_notes(found())) == [] and list(comparison_notes(found(disk_size=7.68e12))) == []


def test_whether_two_are_told_apart_can_be_written_where_numpy_reckoned_the_difference():
    """Its truth is none that JSON has: `optimise --json` ended with "Object of type bool is not JSON serializable"."""
    reckoned = found(difference=costs(np.float64(100.0), np.float64(20.0)))
    assert json.loads(to_json(cheapest_data(reckoned)))["told_apart"] is True


def test_prices_of_another_time_are_told():
    old = found(year=2026, winner=offer("a", 1000.0, years=(2006,)))
    assert any("The upgrades have prices of 2006, the bill those of 2026." in note for note in notes(old))
    assert not any("prices of" in note for note in notes(found(winner=offer("a", 1000.0, years=(2006,)))))


def test_every_candidate_that_was_pruned_is_named_in_the_data():
    (row,) = cheapest_data(found())["pruned"]
    assert (row["name"], row["reason"], row["costs_at_least"]) == ("c", DEARER, 2000.0)
    assert cheapest_data(found(runner_up=None, difference=None, exact_difference=None))["runner_up"] is None


def test_the_report_has_the_winner_and_the_nearest_of_what_was_pruned():
    report = cheapest_report("Downloads", found(), stamp(), 5)
    assert report.title == "Downloads: the cheapest farm"
    assert any(getattr(block, "text", "") == answer(found()) for block in report.blocks)
