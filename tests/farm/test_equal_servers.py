"""The equal servers of a tier are one limit: one row with the busiest, and what comes next is another limit."""

from dataclasses import replace
from datetime import date

import pytest

from models.load import load
from simulator.engines.engine import load_engine
from simulator.engines.run_plan import RunPlan
from simulator.engines.theory.largest_load import binding_loads, largest_rate
from simulator.experiment.measures.usage import limit_sizes, share_used
from simulator.experiment.replication_set import ReplicationSet
from simulator.experiment.single_server import network_at, saturated_server
from simulator.experiment.solvers import Theory
from simulator.experiment.time_series import all_series
from simulator.farm.study import study
from simulator.messages.decision import stopping_sentence
from simulator.messages.description.describe import describe_network
from simulator.network.resources import SharedCapacity
from simulator.network.roles import Role
from simulator.output.blocks import Chart, Table
from simulator.output.data import figures
from simulator.studies.plan.document import plan_blocks
from simulator.studies.plan.sections import limits
from simulator.targets import target_values
from simulator.translate.translate import translate
from tests.experiment.tallies import CPU, network, steady

SHOP = "tests/farms/c_shop.yaml"
# Units whose tiers theory solves with and without the spares, in which the world of one server has some of each.
SOLVED = (
    {},
    {"unit.nodes": 3, "unit.spare_nodes": 2, "tiers[0].servers": 9, "tiers[1].servers": 3},
    {"unit.nodes": 4, "unit.spare_nodes": 2, "tiers[0].servers": 12, "tiers[1].servers": 4},
    {"unit.nodes": 1, "unit.spare_nodes": 0, "tiers[1].servers": 3, "tiers[1].connections": 20},
)


@pytest.fixture(scope="module", params=SOLVED, ids=lambda changes: f"{changes.get('unit.nodes', 2)} nodes")
def outcome(request):
    return study(load(SHOP, request.param), Theory(), "plan", date(2026, 11, 25))


def test_each_tier_has_one_row_of_processors_and_one_of_connections_in_every_state(outcome):
    expected = {f"{what} of {tier}" for what in ("CPU", "connections") for tier in ("php", "mysql")}
    found = [outcome.limits, outcome.carried.limits, *(state.limits for state in outcome.operating_points)]
    for rows in found:
        of_tiers = [row.name for row in rows if row.role in (Role.TIER_CPU, Role.TIER_CONNECTIONS)]
        assert sorted(of_tiers) == sorted(expected)


def test_what_comes_next_is_another_limit(outcome):
    first, following = outcome.carried.stop, outcome.binding.next
    assert following is not None and following.name != first.name
    assert following.name in stopping_sentence(outcome)


def test_no_cell_of_the_limits_is_empty_where_the_data_has_a_value(outcome):
    tables = [block for block in plan_blocks(outcome) if isinstance(block, Table) and "Limits" in block.title]
    tables += limits.used(outcome)
    tables += [block for block in limits.section(outcome) if isinstance(block, Table)]
    assert len(tables) == 3
    for table in tables:
        assert len({row[0] for row in table.rows}) == len(table.rows)
        assert not [row[0] for row in table.rows if None in row]
    for state in figures(outcome)["as_bought"]:
        assert all("value" in each["growth"] for each in state["limits"] if each["name"].startswith("CPU of"))


def test_a_chart_has_one_bar_for_each_limit(outcome):
    (chart,) = [block for block in limits.section(outcome) if isinstance(block, Chart)]
    names = [bar.label for bar in chart.picture.bars]
    assert len(set(names)) == len(names) and "CPU of mysql" in names


def test_theory_names_the_tier_that_stops_a_server_and_not_one_of_its_servers(outcome):
    one = saturated_server(outcome.scenario).network
    assert largest_rate(one, target_values(outcome.scenario.targets)).limit == "CPU of php"
    names = [each.name for each in binding_loads(one)]
    assert len(set(names)) == len(names) and set(names) == set(one.limit_names.values())


def test_mysql_is_next_in_a_shop_at_62_6_per_cent_when_php_is_at_70():
    found = study(load(SHOP), Theory(), "plan", date(2026, 11, 25))
    assert found.carried.stop.name == "CPU of php"
    assert found.carried.stop.utilisation.value == pytest.approx(70.0, abs=0.1)
    assert found.binding.next.name == "CPU of mysql"
    assert found.binding.next.utilisation.value == pytest.approx(62.6, abs=0.1)


@pytest.mark.parametrize(("behind_all_nodes", "used"), [(False, 20.0), (True, 30.0)])
def test_of_equal_servers_a_simulation_tells_their_mean_and_the_busiest_where_one_may_be_slow_or_die(
    behind_all_nodes, used
):
    """They did 10, 20 and 30 of 40: by chance where they are used alike, else the one that did 30 matters."""
    equal = [SharedCapacity(f"CPU of php {each}", 4.0, (1.0,), "cores", alike="CPU of php") for each in (1, 2, 3)]
    of = network(CPU, *equal)
    of = replace(of, backend=tuple(each.name for each in equal)) if behind_all_nodes else of
    work = {("shared", f"CPU of php {each}", "work"): [10.0 * each, 10.0 * each] for each in (1, 2, 3)}
    found = steady(of, work, work)
    limit = {size.name: size for size in limit_sizes(of)}
    assert set(limit) == {"CPU", "CPU of php"}
    assert share_used(found, found.tallies[0], limit["CPU of php"]) == pytest.approx(used / 40.0)


def test_pods_under_a_quota_are_as_full_in_a_simulation_as_their_work_says():
    """60 requests/s make a call of 50 ms each of 12 pods that may take 0.5 of a core each: 3 of 6 cores. The busiest of
    them is fuller by chance, and is none of it."""
    pods = {"cpu": {"request": 0.5, "limit": 0.5}, "memory": "1 GB", "replicas": 12}
    server = {"model": "edge-xeon-d-2x25gbe", "core_speed": 1, "clock_all_busy": "100 %", "threads_per_core": 1}
    scenario = load(SHOP, {
        "workload.cpu_measured_on": 1,
        "workload.request": {"size": "1 B", "cpu": "1 us", "calls": [{"tier": "php", "cpu": "50 ms"}]},
        "workload.session": {"requests": 1, "requests_distribution": "constant", "think_time": "0 s"},
        "tiers": [{"name": "php", "server": server, "pods": pods}],
        "unit": {"nodes": 1, "spare_nodes": 0},
    })  # fmt: skip
    of = network_at(scenario, 60.0)
    tallies = [load_engine("kernel").run(of, RunPlan(22, 10.0, 20.0, each), 11) for each in range(8)]
    found = ReplicationSet(of, tallies, 0.999)
    limit = next(size for size in limit_sizes(of) if size.name == "CPU of php")
    used = found.estimate(lambda tally: share_used(found, tally, limit), "")
    assert abs(used.value - 0.5) <= used.half_width < 0.01
    room = found.seconds * limit.amount
    busiest = found.estimate(lambda tally: max(found.total(tally, *each) for each in limit.columns.values()) / room, "")
    assert busiest.value - busiest.half_width > 0.5


@pytest.mark.parametrize(("front", "php", "mysql"), [(3, 7, 5), (5, 1, 2), (2, 12, 1), (7, 3, 9)])
def test_whatever_part_of_a_tier_is_in_the_world_of_one_server_it_is_one_limit(front, php, mysql):
    changes = {"unit.nodes": front, "tiers[0].servers": php, "tiers[1].servers": mysql}
    names = [size.name for size in limit_sizes(saturated_server(load(SHOP, changes)).network)]
    of_tiers = [name for name in names if name.endswith(("php", "mysql"))]
    assert sorted(of_tiers) == ["CPU of mysql", "CPU of php", "connections of mysql", "connections of php"]
    assert len(set(names)) == len(names) and not any(name[-1].isdigit() for name in names)


def test_the_network_in_words_has_each_kind_of_server_and_of_request_once():
    """Three of six PHP servers stand in the world of one node; the other node calls them in the background."""
    translation = translate(load(SHOP, {"workload.offered": "600 /s", "unit.nodes": 4, "tiers[0].servers": 6}))
    lines = describe_network(translation.network, translation.origins).splitlines()
    heads = [line.strip().partition(":")[0].partition(",")[0] for line in lines]
    assert heads.count("CPU of php") == 1 and heads.count("connections of php") == 1
    assert [line for line in lines if line.startswith("Request class")] == ["Request class: request"]
    assert not [line for line in lines if "php 1" in line or "php 2" in line]
    assert "  100 % of the requests" in lines
    rates = [float(line.split()[1].replace(",", "")) for line in lines if line.startswith("  arrivals:")]
    others = sum(jobs.rate for jobs in translation.network.background)
    assert sum(rates[1:]) == pytest.approx(others, rel=1e-3) and others > 0.0


def test_what_stands_by_itself_keeps_its_name_in_words():
    lines = describe_network(network(CPU, SharedCapacity("disk 1", 4.0, (1.0,), "B/s"))).splitlines()
    assert any(line.startswith("  disk 1: ") for line in lines)


def test_equal_servers_have_one_time_series_which_is_their_mean():
    equal = [SharedCapacity(f"CPU of php {each}", 4.0, (1.0,), "cores", alike="CPU of php") for each in (1, 2, 3)]
    work = {("shared", f"CPU of php {each}", "work"): [10.0 * each, 20.0] for each in (1, 2, 3)}
    found = [each for each in all_series(steady(network(CPU, *equal), work, work)) if "php" in each.name]
    (php,) = found
    assert php.name == "CPU of php" and list(php.value) == pytest.approx([50.0, 50.0])
