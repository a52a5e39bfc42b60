"""Comparisons that pages ask for: servers on the same sessions, and the farm of each."""

import pytest

from models.errors import ScenarioError
from simulator.service import answers
from simulator.service.budget import requests_per_second, within_budget
from simulator.translate.resources import CPU
from tests.ui.test_answers import desk, ended, quick, read

__all__ = ["desk"]


def test_a_comparison_sees_the_same_sessions_for_the_same_time(desk):
    sides = [quick(unit__nodes="3"), quick(server__core_speed="2")]
    compared = ended(answers.ask_comparison(desk, "ann", sides)).result
    found = next(found for found in compared.pairs[0].differences if found.measure == CPU)
    assert found.significant and found.difference.value < 0.0
    assert compared.pairs[0].workload == (), "one server of each, so that their units may differ"
    assert compared.results.nodes == 1


def test_five_servers_are_compared_for_as_long_as_the_dearest_affords(desk, monkeypatch):
    seen = []
    monkeypatch.setattr(answers, "compare_scenarios", lambda ran, *asked, **how: seen.extend(ran))
    sides = [read(workload__offered=f"{rate} /s", server__disks__count=disks) for rate, disks in ((1, "6"), (9, "1"))]
    ticket = ended(answers.ask_comparison(desk, "ann", sides))
    assert len({side.run.duration for side in seen}) == 1
    alone = [side.model_copy(update={"baseline": None}) for side in sides]
    dearest = within_budget(max(alone, key=requests_per_second), answers.COMPARISON / 2)
    assert seen[0].run.duration == dearest.scenario.run.duration < 100.0
    assert ticket.job.cost <= answers.COMPARISON


def test_the_farm_of_each_stands_beside_the_differences(desk):
    """The same as its plan says, where both are run alike."""
    sides = [quick("microsoft_update"), quick("microsoft_update", server__cores_per_socket="2")]
    found = ended(answers.ask_comparison(desk, "ann", sides)).result
    farms = [side.farm for side in found.sides]
    assert len(farms) == 2
    planned = ended(answers.ask_simulation(desk, "ann", sides[0])).result
    assert found.load == planned.operating_points[0].requests.value
    assert farms[0].sizing.units == planned.farm.sizing.units and farms[0].whole == planned.farm.whole
    assert farms[1].sizing.servers.whole.value < farms[0].sizing.servers.whole.value


def test_without_a_stated_load_servers_are_compared_at_what_falls_to_one_of_the_first_farm(desk):
    sides = [quick(workload__offered="none", demand="1 Gbps", server__core_speed=speed) for speed in ("1", "2")]
    found = ended(answers.ask_comparison(desk, "ann", sides)).result
    sizing, carried = found.sides[0].farm.sizing, found.sides[0].farm.carried
    share = sizing.needed_servers.value / sizing.servers.whole.value
    assert found.load == pytest.approx(carried.requests.value * share)
    assert found.results.estimate("completed_requests").value == pytest.approx(found.load, rel=0.05)


def test_what_is_not_run_alike_is_not_compared(desk):
    with pytest.raises(ScenarioError, match="only runs that are alike give pairs"):
        answers.ask_comparison(desk, "ann", [read(), read(run__seed="2")])
