"""What an origin delivers to the whole farm is told wherever a plan is: by the one share that its bill counts too."""

from dataclasses import replace
from datetime import date

import pytest

from models.load import load
from simulator.experiment.solvers import Theory
from simulator.farm.costs.origin_share import origin_traffic
from simulator.farm.study import study
from simulator.farm.traffic_demand import MBPS_PER_BYTE
from simulator.messages.farm_notes import farm_notes, tier_notes
from simulator.messages.stages.bill import MEASURED
from simulator.network.roles import Role
from simulator.output.blocks import Table, Text
from simulator.output.data import figures
from simulator.studies.plan.document import plan_blocks, report_of
from simulator.studies.plan.sections.roll_up import section
from tests.shipped import FOLDER

LIBRARY = {
    "workload.content.catalogue": "200 TB",
    "workload.content.origin": {"latency": "30 ms", "rate": "25 Gbps"},
    "web_server.disk_cache": "30 TB",
    "workload.session.think_time": "0.9 s",
}


def planned(changes):
    return study(load(FOLDER / "downloads_today.yaml", changes), Theory(), "", date.min)


@pytest.fixture(scope="module")
def library():
    return planned(LIBRARY)


def told(blocks):
    return [block.text for block in blocks if isinstance(block, Text)]


def test_it_is_what_all_links_of_the_servers_carry_together(library):
    found, at_work = origin_traffic(library.scenario, library.sizing), library.operating_points[0]
    used = next(limit for limit in at_work.limits if limit.role is Role.ORIGIN).utilisation
    rate = library.scenario.workload.content.origin.rate * MBPS_PER_BYTE
    assert found.mbps.value == pytest.approx(at_work.servers * rate * used.value / 100.0, rel=1e-3)
    assert found.share.value == pytest.approx(100.0 * found.mbps.value / library.sizing.demand.value)
    assert found.share.relative == pytest.approx(found.mbps.relative) and found.mbps.half_width > 0.0


def test_it_is_told_in_every_format_with_its_interval_its_unit_and_what_it_rests_on(library):
    sentence = next(each for each in farm_notes(library).split("Its electricity") if "The origin delivers" in each)
    assert " Gbps to all servers together at the demand, " in sentence and sentence.count(" ± ") == 4
    assert "% of what they put on the wire, by the hit ratios of theory." in sentence
    for blocks in (plan_blocks(library), report_of(library).blocks):
        assert any(sentence.strip() in each for each in told(blocks))
    rows = {row[0]: row for block in section(library) if isinstance(block, Table) for row in block.rows}
    data, found = figures(library)["from_origin"], origin_traffic(library.scenario, library.sizing)
    assert rows["fetched from the origin"][2] == found.mbps
    assert rows["share of the wire that is fetched from the origin"][2] == found.share
    assert data["mbps"]["value"] == found.mbps.value and data["share_of_wire"]["unit"] == "%"
    assert data["by"] == "the hit ratios of theory"


def test_what_each_cache_holds_is_what_the_report_measures(library):
    measures = library.results.measures
    kept = measures["cache_hit_ratio"], measures["disk cache hit ratio"]
    assert "the file cache holds" in farm_notes(library) and "the disk cache holds" in farm_notes(library)
    for known in kept:
        assert f"{known.value:.1f}"[:-2] in farm_notes(library)
    of_misses = (1.0 - kept[0].value / 100.0) * (1.0 - kept[1].value / 100.0)
    # A response has its header and its framing on the wire beside what is fetched of it.
    share = origin_traffic(library.scenario, library.sizing).share.value / 100.0
    assert 0.94 * of_misses < share < of_misses


def test_what_was_measured_says_so(library):
    seen = replace(library.sizing, fetched=replace(library.sizing.fetched, samples=5))
    assert origin_traffic(library.scenario, seen).by == MEASURED


def test_a_cache_of_everything_leaves_nothing_to_deliver():
    found = planned({**LIBRARY, "workload.content.catalogue": "2 TB", "web_server.disk_cache": "30 TB"})
    assert "Nothing is fetched from the origin" in farm_notes(found)


def test_without_an_origin_nothing_is_said():
    found = planned({"workload.session.think_time": "0.9 s"})
    assert "origin" not in farm_notes(found) and "from_origin" not in figures(found)
    assert not [row for block in section(found) if isinstance(block, Table) for row in block.rows if "origin" in row[0]]


ORIGIN = {
    **LIBRARY,
    "unit": {"nodes": 1, "spare_nodes": 0},
    "workload.request.calls": [{"tier": "origin", "when": "miss", "cpu": "1 ms"}],
}


@pytest.mark.parametrize(("rate", "slow"), [("10 Gbps", True), ("100 Gbps", False)])
def test_what_of_other_tiers_is_not_looked_at_is_told_and_cards_that_are_too_slow(rate, slow):
    """The farm misses some 107 Gbps: more than one card of 10 Gbps in each unit's server behind it lets through."""
    server = {"model": "gold-6140-2x25gbe", "cards": [{"rate": rate}]}
    said = tier_notes(planned(ORIGIN | {"tiers": [{"name": "origin", "server": server}]}))
    assert "Not looked at" in said and "the network cards (`answer` of a call) of origin" in said
    assert ("But the cards of origin let through" in said) is slow
    assert "Not looked at" not in tier_notes(planned(LIBRARY))
