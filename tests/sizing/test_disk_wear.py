"""How fast flash wears out that keeps what is fetched from an origin."""

import pytest

from models.errors import ScenarioError
from models.load import load
from simulator.farm.disk_wear import disk_wear
from simulator.messages.farm_notes import farm_notes
from simulator.output.data import figures
from tests.models.test_content_problems import EDGE
from tests.sizing.test_class_content import planned

WEARS = {"server.disks.endurance": "14 PB"}


def test_what_is_fetched_is_written_once_by_the_mean_of_the_day():
    """Mbps from the origin, in bytes a day, over all disks of all servers; at a mean of half the peak, half as much."""
    outcome = planned(WEARS)
    sizing, wear = outcome.farm.sizing, disk_wear(outcome.scenario, outcome.farm.sizing)
    disks = sizing.servers.whole.value * outcome.scenario.server.disks.count
    assert wear.written.value == pytest.approx(sizing.fetched.value * 1e6 / 8 * 86_400 / 1e12 / disks, rel=1e-9)
    assert wear.years.value == pytest.approx(14_000 / wear.written.value / 365.25, rel=1e-9)
    assert wear.years.half_width > 0.0
    halved = planned({**WEARS, "workload.day": {"hours": [100] * 8 + [25] * 16}}).farm
    assert disk_wear(halved.scenario, halved.sizing).years.value == pytest.approx(2.0 * wear.years.value, rel=1e-6)
    assert "its endurance of 14 PB lasts" in farm_notes(outcome)
    assert figures(outcome)["disk_wear"]["years"]["value"] == wear.years.value


@pytest.mark.parametrize("rule", [{"policy": "tiny-lfu"}, {"admission_window": "10 min"}])
def test_a_cache_that_does_not_let_all_in_writes_that_at_most(rule):
    changes = {f"web_server.disk_cache.{key}": value for key, value in rule.items()}
    changes |= {"workload.classes[0].content.life": "for ever"}
    outcome = planned({**WEARS, **changes, "workload.content.catalogue": "300 TB"})
    assert disk_wear(outcome.scenario, outcome.farm.sizing).at_most
    assert "for not all that is fetched comes in" in farm_notes(outcome)


def test_what_is_written_is_told_where_nobody_states_what_disks_endure():
    outcome = planned({})
    wear = disk_wear(outcome.scenario, outcome.farm.sizing)
    assert wear.written.value > 0.0 and wear.years is None
    assert "How long it lasts is not known: state `server.disks.endurance`" in farm_notes(outcome)
    assert figures(outcome)["disk_wear"]["years"] is None


def test_disks_that_are_not_written_do_not_wear():
    still = EDGE.replace("size: 7.68 TB", "size: 7.68 TB, endurance: 14 PB").replace(", disk_cache: {up_to: 3 TB}", "")
    with pytest.raises(ScenarioError) as caught:
        load("edge.yaml", text=still)
    assert "there is no disk cache, and nothing else is known to be written" in str(caught.value)
