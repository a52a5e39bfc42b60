"""`sensitivity`: what moves capacity and cost, on a small server whose disks bind."""

import json
from dataclasses import replace
from pathlib import Path

import pytest

from models.load import load
from models.variations.assumptions import AssumedRange, assumed_ranges
from simulator.engines.engine import load_engine
from simulator.experiment.capacity_by_solver import capacity_in_theory as in_theory
from simulator.experiment.capacity_by_solver import rated_servers, server_capacity
from simulator.experiment.paired_differences import difference
from simulator.experiment.results import Unavailable
from simulator.experiment.solvers import Simulation, Theory
from simulator.farm.influence import CAPACITY, COST, IN_THEORY, RULED_OUT, SAME_SERVER, SIMULATED
from simulator.messages.sensitivity import indices
from simulator.messages.sensitivity.what_matters import measure_next
from simulator.output.sections import terminal_blocks
from simulator.studies.sensitivity import answer as stage
from simulator.studies.sensitivity.document import SECTIONS
from simulator.studies.sensitivity.one_at_a_time import is_unchanged_in_theory
from simulator.studies.sensitivity.result import sensitivity_data
from simulator.targets import Target
from simulator.uncertainty import draws
from tests.cli.conftest import SMALL
from tests.cli.test_what_would_help import CHANGES
from tests.printed import printed

DISKS, POOL, PRICE = "server.disks.count", "operating_system.pool_per_idle_connection", "server.price"
HOSTING, TIME, CHOICE = "datacenter.prices.hosting", "server.disks.service_time", "server.disks.distribution"
SHORTER = {"run.duration": "30 s", "run.replications": "3", "demand": "1 Gbps"}
FARM = {path: value for path, value in {**CHANGES, **SHORTER}.items() if path != DISKS}
STATED = "server: {model: dl585-2.2ghz-4gb, disks: {count: {value: 2, assumed: 1 to 4, why: as many bays}}}"


@pytest.fixture(scope="module")
def file(tmp_path_factory):
    """The small scenario with two disks, or one to four."""
    path = tmp_path_factory.mktemp("scenarios") / "small.yaml"
    path.write_text(Path(SMALL).read_text().replace("server: dl585-2.2ghz-4gb", STATED))
    return str(path)


def small(path=SMALL, **more):
    return load(path, {**FARM, **more})


def among(*paths):
    """The stated ranges of some parameters only."""

    def chosen(scenario):
        found, left_out = assumed_ranges(scenario)
        return tuple(each for each in found if each.path in paths), left_out

    return chosen


@pytest.fixture(scope="module", autouse=True)
def few_resamples():
    """Enough for intervals that are compared with what they hold, to the tenth of their width."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(stage, "RESAMPLES", 199)
        yield


@pytest.fixture(scope="module")
def found(file):
    """What matters to the small server: three parameters, both ends simulated where needed, together by theory."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(stage, "assumed_ranges", among(DISKS, POOL, PRICE))
        return stage.sensitivity(small(file), Simulation(load_engine("kernel")), 16)


def of(found, path):
    return next(each for each in found.influences if each.parameter.path == path)


def test_prices_need_no_simulation_and_leave_the_capacity_as_it_is(found):
    price = of(found, PRICE)
    assert {end.by for end in price.ends} == {SAME_SERVER} and price.swing(CAPACITY) == 0.0
    assert price.low.cost_change.value < 0.0 < price.high.cost_change.value
    assert price.matters(COST) and not price.matters(CAPACITY)


def test_ends_that_change_the_server_are_simulated_on_the_same_sessions(found):
    disks = of(found, DISKS)
    assert disks.low.by == disks.high.by == SIMULATED and disks.matters(CAPACITY)
    assert disks.low.capacity_change.each == pytest.approx(
        [after - before for after, before in zip(disks.low.capacity.each, found.present.capacity.each, strict=True)]
    )


def test_twice_the_disks_carry_twice_as_much_where_disks_bind(found):
    """The bottleneck law; each capacity may be off by the 1 % of the requests that may be lost."""
    present, doubled = found.present.capacity, of(found, DISKS).high.capacity
    assert abs(doubled.value / present.value - 2.0) <= 2.0 * (present.relative + doubled.relative + 2 * 0.01)


def test_what_theory_rules_out_changes_by_no_more_than_it_says(found, file):
    pool = of(found, POOL)
    assert pool.low.by == pool.high.by == RULED_OUT and not pool.matters(CAPACITY)
    scenario = stage.with_values(small(file), {POOL: pool.parameter.high_text})
    simulated = server_capacity(scenario, Simulation(load_engine("kernel")), found.present.capacity.samples)
    change = difference("", found.present.capacity, simulated.mbps).difference
    assert abs(change.value) <= pool.high.capacity_change.half_width + change.half_width


def test_theory_rules_out_nothing_that_it_cannot_judge():
    scenario = small()
    server = in_theory(scenario)
    assert is_unchanged_in_theory(scenario, scenario, server)
    assert not is_unchanged_in_theory(scenario, scenario, replace(server, target=Target.P95))
    farm = load("scenarios/web_farm.yaml")  # whose processes are recycled
    assert not is_unchanged_in_theory(farm, farm, in_theory(farm))


def test_the_parameter_that_moves_the_answer_most_is_to_be_measured_next(found):
    assert found.next(CAPACITY).parameter.path == DISKS
    told = measure_next(found, CAPACITY)
    assert f"measure {DISKS} next (now 2; assumed 1 to 4)" in told
    assert "what a server carries lies between 100 and 401 Mbps with 95 %" in told and f"if {DISKS} were known" in told


def test_theory_alone_says_all_of_it_and_simulates_nothing(file, monkeypatch):
    monkeypatch.setattr(stage, "assumed_ranges", among(DISKS, PRICE, CHOICE))
    found = stage.sensitivity(small(file), Theory(), 8)
    assert found.simulations == 0
    assert {end.by for each in found.influences for end in each.ends} <= {SAME_SERVER, IN_THEORY}
    assert found.indices.kept[CHOICE] == indices.NO_AMOUNT
    assert [each.parameter.path for each in found.influences if each.matters(COST)]


def test_without_a_demand_only_the_capacity_is_told(file, monkeypatch):
    monkeypatch.setattr(stage, "assumed_ranges", among(DISKS, PRICE))
    scenario = small(file, demand="none")
    found = stage.sensitivity(scenario, Theory(), 8)
    assert found.answers == (CAPACITY,) and found.present.cost is None
    assert sensitivity_data(found)["present"]["cost_per_month"] is None


def two(path, low, high):
    return AssumedRange(path, "", "", "", (low + high) / 2.0, low, high, False, "")


def test_sobol_indices_of_prices_are_those_of_a_linear_function():
    """The bill is linear in both prices: the share of each is (slope x width) squared over the sum of both."""
    scenario = small()
    ranges = [two(PRICE, 10_000.0, 30_000.0), two(HOSTING, 100.0, 400.0)]
    found = stage.sobol_indices(scenario, ranges, 128)
    slopes = []
    for each in ranges:
        ends = [in_the_bill(scenario, each.path, end) for end in (each.low, each.high)]
        slopes.append((ends[1] - ends[0]) ** 2)
    for index in found.by_answer[COST]:
        share = slopes[[each.path for each in ranges].index(index.path)] / sum(slopes)
        assert abs(index.first.value - share) <= index.first.half_width
        assert abs(index.total.value - share) <= index.total.half_width
        assert 0.0 < index.first.half_width < 0.3
    assert all(index.first.value == 0.0 for index in found.by_answer[CAPACITY])


def in_the_bill(scenario, path, value):
    changed = stage.with_values(scenario, {path: value})
    return stage.buy_farm(changed, in_theory(changed)).exact.value


def test_the_spread_is_narrower_without_the_range_that_explains_most():
    found = stage.sobol_indices(small(), [two(PRICE, 10_000.0, 30_000.0), two(HOSTING, 140.0, 160.0)], 64)
    spread, known = found.spread[COST], found.without[COST][PRICE]
    assert known.high - known.low < 0.2 * (spread.high - spread.low)


def test_a_single_range_explains_everything():
    found = stage.sobol_indices(small(), [two(PRICE, 10_000.0, 30_000.0)], 64)
    (index,) = found.by_answer[COST]
    assert abs(index.first.value - 1.0) <= index.first.half_width


def test_a_wide_range_is_drawn_by_ratio_and_said_to_be():
    found = stage.sobol_indices(small(), [two(PRICE, 1_000.0, 30_000.0)], 16)
    assert found.by_ratio == (PRICE,)


def test_what_moves_nothing_now_is_drawn_if_it_does_where_another_limit_binds():
    """With six disks or fewer the disks bind, with up to 60 of them the card: then the time of a read moves nothing."""
    scenario = small(**{"server.disks.count": "60"})
    assert Theory().carries(scenario).stop.name == "network cards"
    alone = stage.sobol_indices(scenario, [two(TIME, 0.006, 0.01), two(PRICE, 1e4, 2e4)], 8)
    assert alone.kept == {TIME: indices.STILL}
    few = AssumedRange(DISKS, "60", "2", "60", 60.0, 2.0, 60.0, True, "")
    found = stage.sobol_indices(scenario, [two(TIME, 0.006, 0.01), few], 8)
    assert not found.kept


def test_indices_are_refused_by_name_where_theory_cannot_say():
    scenario = load("scenarios/web_farm.yaml", {"workload.session.requests": "4"})
    refused = stage.sobol_indices(scenario, [two("web_server.pools[0].base_memory", 1e6, 1e12)], 8)
    assert isinstance(refused, Unavailable) and refused.reason.startswith("with web_server.pools[0].base_memory = ")


def test_the_same_seed_gives_the_same_indices():
    ranges = [two(PRICE, 10_000.0, 30_000.0), two(HOSTING, 100.0, 400.0)]
    one, other = (stage.sobol_indices(small(), ranges, 16) for _ in range(2))
    assert one == other


def test_the_command_prints_writes_and_reports_the_same(headroom, tmp_path, monkeypatch, file):
    monkeypatch.setattr(stage, "assumed_ranges", among(DISKS, PRICE))
    words = [word for path, value in FARM.items() for word in ("--set", f"{path}={json.dumps(value).strip(chr(34))}")]
    written = tmp_path / "matters.json"
    files = ("--json", str(written), "--report", str(tmp_path), "--formats", "html,xlsx,markdown")
    said = headroom("sensitivity", file, *words, "--engine", "theory", "--samples", "8", *files)
    assert said.code == 0 and said.err == "", said.err
    data = json.loads(written.read_text())
    assert data["measure_next"][CAPACITY]["parameter"] == DISKS
    assert " ".join(data["measure_next"][COST]["because"].split()) in " ".join(said.out.split())
    assert (tmp_path / "report.html").exists() and (tmp_path / "report.xlsx").exists()
    assert DISKS in (tmp_path / "report.html").read_text()


@pytest.mark.parametrize("name", ["downloads_today", "microsoft_update", "three_tiers", "web_farm", "hourly_api"])
def test_a_server_is_the_same_in_any_datacenter(name):
    """So that points which differ by its prices only are worked out once: here nobody could read one."""
    scenario = load(f"scenarios/{name}.yaml")
    assert rated_servers(scenario.model_copy(update={"datacenter": None})) == rated_servers(scenario)


@pytest.mark.parametrize("name", ["downloads_today", "microsoft_update"])
def test_what_a_server_carries_in_theory_is_the_same_in_any_datacenter(name):
    scenario = load(f"scenarios/{name}.yaml")
    nowhere = in_theory(scenario.model_copy(update={"datacenter": None}))
    assert nowhere == in_theory(scenario) == in_theory(scenario, rated_servers(scenario))


def test_a_number_of_samples_that_is_no_power_of_two_is_refused(headroom):
    said = headroom("sensitivity", SMALL, "--samples", "100")
    assert said.code == 2 and said.err == "--samples: 100: not a power of two; write 64 or 128\n"


def test_what_is_printed_names_what_is_left_out(found):
    told = " ".join(printed(terminal_blocks(SECTIONS, found)).split())
    assert "Ranges that are left out" in told and "its range has no width" in told and "a setting: it is chosen" in told
    assert "Ruled out by theory, and not simulated" in told


def test_a_plan_can_be_asked_what_matters_too(headroom, file, tmp_path, monkeypatch):
    monkeypatch.setattr(stage, "assumed_ranges", among(DISKS, PRICE))
    written = tmp_path / "plan.json"
    asked = ("--sensitivity", "--set", "demand=1 Gbps", "--json", str(written), "--report", str(tmp_path))
    said = headroom("plan", file, "--engine", "theory", *asked, "--formats", "html")
    assert said.code in (0, 1) and said.err == "", said.err
    told = json.loads(written.read_text())["sensitivity"]
    assert told["measure_next"][CAPACITY]["parameter"] == DISKS
    assert told["measure_next"][COST]["because"] in " ".join(said.out.split())
    assert told["prediction"]["worlds"] == draws.WORLDS
    report = (tmp_path / "report.html").read_text()
    assert "What matters" in report and "--sensitivity" in report
