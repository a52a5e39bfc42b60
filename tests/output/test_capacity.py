"""The capacity of a server as people read it: on a terminal and in a report."""

import math
from dataclasses import replace

import pytest

from simulator.experiment.estimate import Estimate
from simulator.experiment.largest_load import LargestLoad, LoadPoint, SoleBindingLoad
from simulator.experiment.limits import Limit
from simulator.experiment.results import Unavailable
from simulator.experiment.server_capacity import LARGEST
from simulator.farm.outcome import roll_up
from simulator.messages.decision import stopping_sentence
from simulator.messages.ratings import other_replications
from simulator.output.blocks import Charts, Report, Table
from simulator.output.renderers.html import to_html
from simulator.studies.capacity.document import Capacity, capacity_blocks, capacity_document
from simulator.studies.capacity.result import capacity_data
from simulator.targets import Target
from tests.fabricated import carried, network, results, scenario, stamp
from tests.printed import printed as printed_blocks


def measured(value, half_width=0.0, unit=""):
    return Estimate(value, half_width, 0.95, 5, unit)


CARDS = Limit("network cards", "server", "1 Gbps", "server.cards", measured(99.7, 0.4, "%"),
              measured(1.003, 0.004, "x the load"), measured(0.0), plural=True)  # fmt: skip
MEMORY = Limit("process memory", "memory", "4.03 GB", "server.ram", measured(79.5, 0.1, "%"),
               Unavailable("memory does not grow in proportion to the load"), measured(0.0))  # fmt: skip


def point(factor, met):
    return LoadPoint(
        3490.0 * factor, measured(998.0 * min(1.0, factor), 3.0, "Mbps"), measured(0.4271, 0.0012, "s"),
        measured(1.266, 0.004, "s"), measured(0.0, unit="%"), measured(13_850.0 * factor, 160.0), met,
    )  # fmt: skip


FOUND = LargestLoad(
    offered=measured(3490.0, 14.0, "/s"),
    server_mbps=measured(998.0, 4.2, "Mbps"),
    unit_mbps=measured(3992.0, 17.0, "Mbps"),
    nodes=5,
    spare_nodes=1,
    target=Target.PILING_UP,
    expected=3491.4,
    alone={"process memory": SoleBindingLoad(81234.0, "at most: Little's law")},
    limits=(CARDS, MEMORY),
    stop=CARDS,
    simulations=17,
    curve=(point(0.5, True), point(1.0, True), point(1.1, False)),
    curve_replications=4,
    warm_up=5.0,
    duration=300.0,
    settled="traffic",
)


def printed(found):
    return " ".join(printed_blocks(capacity_blocks(Capacity(found))).split())


def page_of(blocks):
    return to_html(Report(tuple(blocks), "2026-11-21", ""))


def test_the_answer_is_the_first_sentence():
    said = printed(FOUND)
    assert said.startswith("One server can serve 998 Mbps (3,490 req/s) within its targets; a unit of 5")
    assert "with 1 spare down, 3.99 Gbps." in said


def test_a_server_by_itself_is_not_told_again_as_a_unit():
    assert "within its targets. Bottleneck" in printed(replace(FOUND, nodes=1, spare_nodes=0))


def test_what_ends_it_is_the_second():
    assert "Bottleneck: the network cards (1 Gbps); beyond that requests pile up." in printed(FOUND)
    other = replace(FOUND, target=Target.CONNECTIONS, stop=MEMORY)
    assert "Bottleneck: the target of open sessions." in printed(other)
    assert capacity_data(other)["server"]["binding_limit"] == "target of open sessions"


def test_limits_stand_in_the_order_in_which_they_bind_each_with_its_load():
    said = printed(FOUND)
    assert said.index("network cards 99.7") < said.index("process memory 79.5")
    assert "network cards 99.7 █████████░ 3,500 ± 14 1 Gbps" in said
    assert "process memory 79.5 ███████░░░ 81,200 in theory 23.2 4.03 GB" in said


@pytest.mark.parametrize(("rate", "words"), [(math.inf, "never"), (0.0, "at any load"), (2.01e10, "above 1,000 times")])
def test_a_limit_that_binds_never_or_always_is_told_in_words(rate, words):
    always = replace(FOUND, alone={"process memory": SoleBindingLoad(rate, "at most: Little's law")})
    assert words in printed(always)
    assert words in page_of(capacity_document("A server", Capacity(always, 3400.0)))
    assert capacity_data(always)["limits"][0 if rate == 0.0 else 1]["in_theory"]["requests"] in (0.0, 2.01e10, "never")


def test_what_it_rests_on_and_what_theory_expected_are_told():
    said = printed(FOUND)
    assert "5 replications of 300 s after 5 s of warm-up (by MSER-5; traffic settles last)" in said
    assert "17 simulations" in said and "Theory expects 3,491 req/s (0.0 %)." in said
    assert "Theory" not in printed(replace(FOUND, expected=None))
    assert "MSER" not in printed(replace(FOUND, settled=""))


def test_the_figures_as_data_carry_their_intervals():
    data = capacity_data(FOUND)
    assert data["server"]["capacity_mbps"]["half_width"] == 4.2
    assert data["unit"]["binding_limit"] == data["server"]["binding_limit"] == "network cards"
    assert [each["name"] for each in data["limits"]] == ["network cards", "process memory"]
    assert [each["met"] for each in data["curve"]] == [True, True, False]
    assert capacity_data(replace(FOUND, expected=None))["theory"] is None


def test_the_report_draws_the_load_curve_with_capacity_and_present_load():
    blocks = capacity_document("A <b>server</b>", Capacity(FOUND, 3400.0))
    charts = next(block for block in blocks if isinstance(block, Charts))
    assert [chart.title for chart in charts.charts] == [
        "Carried, Mbps", "Response, s", "Requests lost, %", "Open connections",
    ]  # fmt: skip
    assert next(b for b in blocks if isinstance(b, Table) and b.title.startswith("Load curve")).rows[2][-1] == "no"
    html = page_of(blocks)
    assert "A &lt;b&gt;server&lt;/b&gt;" in html and "stated load" in html and "capacity" in html


@pytest.mark.parametrize("name", ["response_mean", "response_p95"])
def test_a_response_that_is_not_known_is_left_out_of_its_chart_and_told_in_the_table(name):
    curve = (replace(FOUND.curve[0], **{name: Unavailable("too few responses")}), *FOUND.curve[1:])
    html = page_of(capacity_document("A server", Capacity(replace(FOUND, curve=curve), 3400.0)))
    assert "too few responses" in html and "not known" in printed(replace(FOUND, curve=curve))


PILE, FULL = Target.PILING_UP, Target.UTILISATION
STOPS = Limit("network cards", "server", "40 Mbps", "server.cards", measured(92.3, 1.5, "%"),
              measured(1.0, 0.0, "x the load"), measured(0.0), plural=True)  # fmt: skip


def test_where_replications_stop_at_different_targets_it_says_in_how_many():
    """A target of 95 % stood beside 92.3 % in use: in 13 of 28 replications requests piled up before it was reached."""
    assert (
        other_replications(((FULL, 15), (PILE, 13))) == " in 15 of 28 replications, while in 13 requests pile up before"
    )
    assert other_replications(((FULL, 28),)) == other_replications(()) == ""
    both = replace(carried(36.9), way=LARGEST, stop=STOPS, target=FULL, missed_in=((FULL, 15), (PILE, 13)))
    outcome = roll_up(scenario(), network(), results(), stamp())
    told = stopping_sentence(replace(outcome, carried=both))
    assert "held by the target utilisation in 15 of 28 replications, while in 13 requests pile up before" in told
    assert "92.3 % used then" in told
    alone = stopping_sentence(replace(outcome, carried=replace(both, missed_in=((FULL, 28),))))
    assert "held to 92.3 % by the target utilisation" in alone and "of 28 replications" not in alone
    assert capacity_data(replace(FOUND, missed_in=((PILE, 3), (FULL, 1))), None)["server"]["missed_in"] == {
        "piling_up": 3, "utilisation": 1
    }  # fmt: skip
