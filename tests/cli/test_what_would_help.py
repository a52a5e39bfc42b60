"""`capacity --what-would-help`: the gain of options, measured on a small server whose disks bind."""

import json
from dataclasses import replace

import pytest

from models.load import load
from models.variations.option import options as all_options
from simulator.engines.engine import load_engine
from simulator.errors import NoCapacity
from simulator.experiment import capacity_by_solver as at_most
from simulator.experiment.capacity_bound import bottleneck_bound
from simulator.experiment.capacity_by_solver import server_network
from simulator.experiment.capacity_search import find_capacity
from simulator.experiment.paired_differences import difference
from simulator.experiment.solvers import Simulation, Theory
from simulator.farm.upgrade_value import UNIT, NotApplicable, SaturatedOption
from simulator.studies.upgrades import answer as stage
from simulator.studies.upgrades.data import options_data
from tests.cli.conftest import SMALL

CARD, RAM, DISKS = "one more network card of 1 Gbps", "4 GiB more RAM", "two more disks"
NODE, TLS, EDITION = "one more node in the unit", "encryption in kernel mode", "windows-2003-x64, the 64-bit edition"
CHOSEN = (CARD, RAM, DISKS, NODE, TLS, EDITION)
# Two disks that most requests miss to, few objects, and short sessions of fast clients, so that a minute is long.
CHANGES = {
    "server.disks.count": "2",
    "workload.content.catalogue": "100 MB",
    "web_server.file_cache": "40 MB",
    "workload.offered": "800 /s",
    "workload.session": {"requests": 5, "think_time": "0.5 s"},
    "workload.clients": {"rate": "2 MB/s"},
    "run.warm_up": "10 s",
    "run.duration": "60 s",
    "run.window": "2 s",
    "run.replications": "4",
}


def small():
    return load(SMALL, CHANGES)


def chosen(scenario):
    return tuple(option for option in all_options(scenario) if option.name in CHOSEN)


@pytest.fixture(scope="module")
def told():
    """What helps the small server of a few options, and how often progress was reported."""
    steps = []
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(stage, "options", chosen)
        found = stage.study_upgrades(small(), Simulation(load_engine("kernel")), lambda: steps.append(1))
        return found, len(steps), stage.upgrade_steps(small())


@pytest.fixture
def found(told):
    return told[0]


def of(found, name):
    return next(each for each in (*found.worths, *found.saturated, *found.not_applicable) if each.name == name)


def test_theory_says_the_same_of_what_helps_at_once(found):
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(stage, "options", chosen)
        at_once = stage.study_upgrades(small(), Theory())
    one, other = of(found, DISKS).gain, of(at_once, DISKS).gain
    assert other.percent.value == pytest.approx(one.percent.value, abs=5.0) and other.significant
    assert other.difference.samples == 0 and {each.name for each in at_once.worths if each.helps} == {
        each.name for each in found.worths if each.helps
    }


def test_twice_the_disks_carry_twice_as_much_where_disks_bind(found):
    """The bottleneck law. Each capacity may be off by the 1 % of the requests that the targets let a server lose."""
    percent = of(found, DISKS).gain.percent
    assert abs(percent.value - 100.0) <= percent.half_width + 2 * 1.0 * 2.0
    assert of(found, DISKS).helps


def test_options_are_paired_with_the_present_configuration(found):
    pairs = of(found, DISKS).gain
    assert pairs.reference.each == found.present.carried.mbps.each
    assert pairs.difference.samples == len(pairs.other.each) == 4


def test_a_card_that_is_no_bottleneck_is_ruled_out_by_theory_and_simulation_agrees(found):
    """At most 1 % or the interval is forgone, beside what the search tells apart and the interval of the difference."""
    ruled_out = of(found, CARD)
    assert isinstance(ruled_out, SaturatedOption) and ruled_out.station == "disks" and not ruled_out.less
    with_it = next(option for option in chosen(small()) if option.name == CARD).scenario
    simulated = find_capacity(with_it, load_engine("kernel"))
    present = found.present.carried.mbps
    gain = difference("server_mbps", present, simulated.server_mbps).percent
    assert gain.value <= max(1.0, 100.0 * present.relative) + 0.4 + gain.half_width


def test_more_ram_caches_all_content_and_relieves_the_disks(found):
    ram = of(found, RAM)
    assert ram.helps and ram.gain.difference.value > of(found, DISKS).gain.difference.value
    assert ram.binding.name != found.present.carried.stop.name == "disks"
    assert ram.adapted == "with 4 GiB more file cache"


def test_one_more_node_carries_what_a_server_does(found):
    node = of(found, NODE)
    assert node.per == UNIT
    assert node.gain.difference.each == pytest.approx(found.present.carried.mbps.each)


def test_what_changes_nothing_is_not_simulated(found):
    assert of(found, TLS) == NotApplicable(TLS, "the server does the same with it")
    assert of(found, EDITION) == NotApplicable(EDITION, "it is there already")


def test_the_cheapest_mbps_comes_first(found):
    costs = [each.cost_per_mbps.value for each in found.worths if each.helps]
    assert costs == sorted(costs) and len(costs) == 3
    assert found.best == found.worths[0]


def test_progress_is_reported_for_every_option_that_applies(told):
    _, steps, announced = told
    assert steps == announced == 1 + sum(option.scenario is not None for option in chosen(small()))


def test_more_ram_than_a_32_bit_process_can_use_is_refused_with_the_reason():
    scenario = load(SMALL, {**CHANGES, "operating_system": "windows-2003-x86"})
    ram = next(option for option in chosen(scenario) if option.name == RAM)
    assert server_network(scenario) == server_network(ram.scenario)
    assert stage._nothing(scenario, ram.scenario) == (
        "the server does the same with it: a process has 2 GiB of address space, whatever the RAM"
    )


def test_the_cores_in_use_follow_the_utilisation_law(found):
    network = at_most.server_network(small())
    assert at_most.core_utilisation(network, at_most.station_loads_at(network, 1000.0), 1000.0) == pytest.approx(
        1000.0 * 0.7e-3 / 4.0
    )


def test_an_option_with_which_no_load_meets_the_targets_says_so(found, monkeypatch):
    def refuse(*_, **__):
        raise NoCapacity("no load meets the targets; loosen them, or enlarge the server")

    monkeypatch.setattr(stage, "server_capacity", refuse)
    disks = next(option for option in chosen(small()) if option.name == DISKS)
    judged = stage._judged(found.present, disks, Simulation(load_engine("kernel")))
    assert judged == NotApplicable(DISKS, "no load meets the targets; loosen them, or enlarge the server")


def test_where_theory_cannot_say_nothing_is_ruled_out(found, monkeypatch):
    def unknown(*_):
        raise ValueError("no steady state")

    monkeypatch.setattr(at_most, "station_loads", unknown)
    card = next(option for option in chosen(small()) if option.name == CARD)
    assert bottleneck_bound(at_most.server_network(small()), 100.0) is None
    assert stage._saturated(found.present, card) is None
    assert at_most.station_loads_at(at_most.server_network(small()), 100.0) is None


def test_a_ceiling_below_what_is_carried_rules_an_option_out_even_if_it_saves(found):
    scenario = small()
    one_disk = scenario.server.disks.model_copy(update={"count": 1})
    cheap = scenario.server.model_copy(update={"disks": one_disk, "price": 1.0})
    option = replace(chosen(scenario)[0], scenario=scenario.model_copy(update={"server": cheap}))
    judged = stage._judged(found.present, option, Simulation(load_engine("kernel")))
    assert isinstance(judged, SaturatedOption) and judged.less and judged.station == "disks"


def test_the_data_can_be_written(found):
    assert json.loads(json.dumps(options_data(found), allow_nan=False))["best"] == found.best.name


def test_the_command_prints_what_would_help_and_writes_the_capacity_too(headroom, monkeypatch, tmp_path):
    monkeypatch.setattr(stage, "options", lambda scenario: tuple(o for o in chosen(scenario) if o.name in (NODE, TLS)))
    written = {path: value if isinstance(value, str) else json.dumps(value) for path, value in CHANGES.items()}
    words = [word for path, value in written.items() for word in ("--set", f"{path}={value}")]
    file = tmp_path / "options.json"
    said = headroom("capacity", SMALL, *words, "--what-would-help", "--json", str(file))
    assert said.code == 0 and said.err == "", said.err
    assert f"Best: {NODE}" in " ".join(said.out.split())
    data = json.loads(file.read_text())
    assert data["what_would_help"]["best"] == NODE and "server" in data


def test_a_report_is_of_the_load_curve(headroom, tmp_path):
    said = headroom("capacity", SMALL, "--what-would-help", "--report", str(tmp_path))
    assert said.code == 2 and "--report draws the load curve" in said.err
