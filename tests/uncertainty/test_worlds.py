"""Worlds: what is drawn, as which distribution, what theory says in each, and how likely a farm is enough."""

from dataclasses import replace

import numpy as np
import pytest
from scipy.special import ndtr

from models.load import load
from models.node_groups import rated_scenarios
from models.reading.document import SHIPPED
from models.variations.choice import with_unit_size
from models.variations.uncertain import UncertainValue, uncertain_values, with_drawn
from simulator.experiment.capacity_by_solver import capacity_in_theory
from simulator.experiment.results import Unavailable
from simulator.messages.stages.uncertainty import NO_DEMAND
from simulator.uncertainty.capacities import LAWS, capacities
from simulator.uncertainty.distributions import values_at
from simulator.uncertainty.draws import draw_worlds
from simulator.uncertainty.limit_laws import CLOSE
from simulator.uncertainty.worlds import study_worlds

OTHER_CORE, OTHER_SERVER = "dl585-2.2ghz-4gb", "edge-xeon-d-2x25gbe"
SHARES = (np.arange(10_000) + 0.5) / 10_000


def shipped(name: str, over: dict[str, object] | None = None):
    return load(SHIPPED / f"{name}.yaml", over, compared=False)


def uncertain(low: float, value: float, high: float, measured: bool = False) -> UncertainValue:
    return UncertainValue("x", value, low, high, measured, -1e9, 1e9, False)


def test_a_range_below_nothing_is_a_triangle():
    drawn = values_at(uncertain(-1.0, 0.0, 3.0), SHARES)
    assert drawn.min() >= -1.0
    assert drawn.max() <= 3.0
    assert drawn.mean() == pytest.approx((-1.0 + 0.0 + 3.0) / 3.0, abs=1e-3)
    assert np.mean(drawn < 0.0) == pytest.approx(0.25, abs=1e-3)


def test_a_range_above_nothing_is_a_triangle_of_logarithms():
    logs = np.log(values_at(uncertain(1.0, 10.0, 1000.0), SHARES)) / np.log(10.0)
    assert logs.mean() == pytest.approx((0.0 + 1.0 + 3.0) / 3.0, abs=1e-3)
    assert np.mean(logs < 1.0) == pytest.approx(1.0 / 3.0, abs=1e-3)


@pytest.mark.parametrize(("low", "value", "high"), [(1.0, 1.0, 2.0), (1.0, 2.0, 2.0), (0.0, 0.0, 1.0)])
def test_a_value_at_an_end_of_its_range_is_drawn_within(low, value, high):
    drawn = values_at(uncertain(low, value, high), SHARES)
    assert np.all((drawn >= low) & (drawn <= high))
    assert drawn.std() > 0.0


def test_an_interval_of_a_measured_value_holds_95_of_100():
    drawn = values_at(uncertain(8.0, 10.0, 12.5, measured=True), SHARES)
    assert np.mean((drawn >= 8.0) & (drawn <= 12.5)) == pytest.approx(0.95, abs=2e-3)
    assert np.median(drawn) == pytest.approx(10.0, rel=1e-3)


def test_what_is_chosen_is_not_drawn():
    paths = {each.path for each in uncertain_values(shipped("downloads_today"))}
    assert {
        "server.memory_bandwidth.rate",
        "datacenter.prices.bandwidth",
        "operating_system.socket_memory.idle",
    } <= paths
    chosen = ("web_server.worker", "web_server.open_files", "server.cards", "server.disks.count", "unit", "targets")
    assert not [path for path in paths if path.startswith(chosen)]


def test_cpu_times_of_the_very_server_have_no_width():
    own = shipped("hourly_api")
    assert own.is_measured_core
    for path in ("server.core_speed", "operating_system.cpu_factor"):
        assert path not in {each.path for each in uncertain_values(own)}
        moved = [with_drawn(own, {path: value}) for value in (0.5, 1.0, 2.0)]
        assert [each.work_asked(1e-3) for each in moved] == pytest.approx([own.work_asked(1e-3)] * 3)


def test_cpu_times_of_another_core_are_as_uncertain_as_both():
    other = shipped("hourly_api", {"workload.cpu_measured_on": OTHER_CORE})
    draws = draw_worlds(uncertain_values(other), 32, 1)
    times = [with_drawn(other, draws.world(number)).work_asked(1e-3) for number in range(len(draws))]
    assert np.std(times) / np.mean(times) > 0.05


@pytest.mark.parametrize("name", ["downloads_today", "hourly_api", "microsoft_update"])
def test_the_laws_of_limits_say_what_theory_finds_by_its_search(name):
    scenario = shipped(name)
    draws = draw_worlds(uncertain_values(scenario), 12, 7)
    worlds = [with_drawn(scenario, draws.world(number)) for number in range(len(draws))]
    found = capacities(worlds, scenario, [0.0] * len(worlds))
    assert found.by == LAWS
    by_search = [capacity_in_theory(world).mbps.value for world in worlds]
    assert [each.mbps.value for each in found.each if each] == pytest.approx(by_search, rel=CLOSE)
    assert len(rated_scenarios(scenario)) == 1


def test_a_farm_is_as_likely_enough_as_the_demand_is_below_what_it_carries():
    ends = {"from": "200 Gbps", "to": "1600 Gbps", "likely": "500 Gbps"}
    scenario = shipped("downloads_today", {"demand": ends})
    worlds = study_worlds(scenario, worlds=256)
    assert not isinstance(worlds, Unavailable)
    low, mode, high = np.log([200.0, 500.0, 1600.0])
    for units in (1, 2, 3):
        carried = np.log(units * 3 * 150.0)
        below = (carried - low) ** 2 / ((high - low) * (mode - low))
        above = 1.0 - (high - carried) ** 2 / ((high - low) * (high - mode))
        assert worlds.enough(units) == pytest.approx(below if carried < mode else above, abs=1.5 / 64)
    assert worlds.enough(4) == 1.0
    assert worlds.fewest(0.9) == min(units for units in range(1, 5) if worlds.enough(units) >= 0.9)


def test_farms_of_two_servers_have_in_common_what_is_of_neither():
    """The demand, the model's error and the prices of the list lie alike in both; what is of the servers does not."""
    demand = {"demand": {"from": "200 Gbps", "to": "400 Gbps", "likely": "300 Gbps"}}
    here, there = shipped("downloads_today", demand), shipped("downloads_today", {**demand, "server": OTHER_SERVER})
    one = draw_worlds(uncertain_values(here), 256, 1)
    two = draw_worlds(uncertain_values(there), 256, 1)
    values = [{each.path: draws.values[:, at] for at, each in enumerate(draws.uncertain)} for draws in (one, two)]
    for path in ("demand.wire", "datacenter.prices.electricity"):
        assert np.array_equal(values[0][path], values[1][path])
    assert np.array_equal(one.error, two.error)
    third = shipped("downloads_today", {**demand, "server": "altra-q80-2x100gbe"})
    three = draw_worlds(uncertain_values(third), 256, 1)
    values.append({each.path: three.values[:, at] for at, each in enumerate(three.uncertain)})
    apart = np.abs(np.corrcoef([each["server.memory_bandwidth.rate"] for each in values]) - np.eye(3))
    assert apart.max() < 0.3


@pytest.mark.parametrize("count", [1, 2, 64, 256])
def test_each_value_lies_once_in_each_part_of_its_range_and_so_do_fewer_worlds(count):
    known = uncertain(1.0, 10.0, 1000.0)
    draws = draw_worlds([known], 256, 1).first(count)
    edges, drawn = values_at(known, np.arange(count + 1) / count), np.sort(draws.values[:, 0])
    assert np.all(edges[:-1] <= drawn) and np.all(drawn <= edges[1:])
    assert sorted(np.floor(ndtr(draws.error) * count).astype(int)) == list(range(count))


def test_a_value_is_drawn_alike_whatever_else_is_not_known():
    scenario = shipped("downloads_today")
    uncertain = uncertain_values(scenario)
    whole, one = draw_worlds(uncertain, 64, 1), draw_worlds(uncertain[2:3], 64, 1)
    assert np.array_equal(whole.values[:, 2], one.values[:, 0]) and np.array_equal(whole.error, one.error)
    other = draw_worlds(uncertain, 64, 2)
    assert not np.array_equal(whole.error, other.error)


def test_a_farm_is_as_likely_dearer_as_it_is_in_the_worlds_of_both():
    scenario = shipped("hourly_api")
    one = study_worlds(scenario, worlds=64)
    other = study_worlds(scenario, worlds=64, beside=one.draws)
    assert np.array_equal(one.bills(4), other.bills(4))
    assert [one.cost_beside(units, other.world_bills(4)).dearer for units in (4, 5)] == [0.0, 1.0]
    assert one.cost_beside(4, other.world_bills(4)).more.high == 0.0 < one.cost_beside(5, other.world_bills(4)).more.low
    larger = study_worlds(with_unit_size(scenario, scenario.unit.nodes + 1), worlds=64, beside=one.draws)
    more, found = larger.bills(3) - one.bills(4), larger.cost_beside(3, one.world_bills(4))
    assert found.dearer == pytest.approx(np.mean(more > 0.0)) and found.more.middle == pytest.approx(np.median(more))


def test_a_simulated_server_moves_every_world_as_much():
    scenario = shipped("hourly_api", {"workload.cpu_measured_on": OTHER_CORE})
    theory = capacity_in_theory(scenario)
    less = replace(theory, requests=theory.requests.times(0.8, "/s"), mbps=theory.mbps.times(0.8, "Mbps"))
    one, other = study_worlds(scenario, worlds=16), study_worlds(scenario, less, 16)
    assert not isinstance(one, Unavailable)
    assert not isinstance(other, Unavailable)
    assert other.carried_by(3) == pytest.approx(0.8 * one.carried_by(3))
    assert other.needed == pytest.approx(one.needed)


def test_bills_of_worlds_are_linear_in_units():
    worlds = study_worlds(shipped("downloads_today"), worlds=16)
    assert not isinstance(worlds, Unavailable)
    one, two, five = (worlds.bills(units) for units in (1, 2, 5))
    assert five == pytest.approx(one + 4.0 * (two - one))


def test_worlds_are_the_same_for_one_seed():
    of_other = {"workload.cpu_measured_on": OTHER_CORE}
    first, again = (study_worlds(shipped("hourly_api", of_other), worlds=16) for _ in range(2))
    other = study_worlds(shipped("hourly_api", of_other | {"run.seed": 2}), worlds=16)
    assert not isinstance(first, Unavailable)
    assert not isinstance(again, Unavailable)
    assert not isinstance(other, Unavailable)
    assert list(first.needed) == list(again.needed)
    assert list(first.needed) != list(other.needed)


def test_without_a_demand_there_is_nothing_to_be_enough_for():
    assert study_worlds(shipped("downloads_today", {"demand": "none"})) == Unavailable(NO_DEMAND)


def test_no_line_carries_more_than_its_rate_however_far_the_model_is_off():
    scenario = shipped("microsoft_update")
    worlds = study_worlds(scenario, worlds=64)
    assert not isinstance(worlds, Unavailable)
    line = 8e-6 * scenario.server.cards_rate
    carried = [each.carried.mbps.value for each in worlds.answers]
    assert max(carried) <= line * (1.0 + 1e-9)
    assert min(carried) < 0.9 * line
