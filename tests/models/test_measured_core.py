"""CPU times are those of a core of the scenario's own server, whichever server takes its place, unless it says so."""

import pytest

from models.errors import ScenarioError
from models.load import load
from models.messages.fixed_ranges import CANCELS
from models.parts.hardware import Server
from models.reading.catalogue_model import catalogue_model
from models.variations.assumptions import assumed_ranges, with_values
from models.variations.changes import with_changes
from models.variations.uncertain import with_drawn
from tests.fabricated import ROOT

EPYC, OPTERON = "epyc-9354p-2x100gbe", "dl585-2.2ghz-4gb"
TIERS = """
tiers:
  - {name: search, server: m7i.8xlarge, servers: 2, connections: 40}
  - {name: index, server: m7i.xlarge, servers: 2, connections: 40}
"""
CORE = "server.core_speed"
SPEEDS = {EPYC: 5.33, OPTERON: 1.0, "c7g.2xlarge": 3.9}
FARM = """
scenario: Farm
workload:
  request: {size: 30 kB, cpu: 1 ms}
  session: {requests: 20, think_time: 4 s}
  clients: {rate: 10 Mbps}
server: epyc-9354p-2x100gbe
operating_system: linux-6
web_server: nginx
unit: {nodes: 3, spare_nodes: 1}
datacenter: {prices: cloud-us-2026}
"""


def farm(text=FARM, **overrides):
    return load("farm.yaml", {path.replace("__", "."): value for path, value in overrides.items()}, text=text)


def milliseconds(scenario):
    return 1e3 * scenario.work_asked(scenario.workload.request.cpu)


def test_a_time_takes_so_long_on_the_scenarios_own_server():
    assert milliseconds(farm()) == pytest.approx(1.0)
    assert farm().is_measured_core and farm().is_measured_system


@pytest.mark.parametrize("server", SPEEDS)
def test_it_stays_that_of_the_same_core_when_the_server_is_changed(server):
    expected = pytest.approx(SPEEDS[EPYC] / SPEEDS[server])
    set_instead = farm(server=server)
    compared = farm(FARM + f"baseline: {{server: {server}}}\n") if server != EPYC else None
    bought = with_changes(farm(), {"server": catalogue_model(Server, server)[0]}, "bought instead")
    for scenario in filter(None, (set_instead, compared and compared.baseline, bought)):
        assert milliseconds(scenario) == expected
        assert scenario.is_measured_core == (server == EPYC)


def test_a_faster_core_of_the_same_server_does_more_of_it():
    assert milliseconds(farm(server__core_speed=10.66)) == pytest.approx(0.5)


@pytest.mark.parametrize(("measured_on", "speed"), [(OPTERON, 1.0), ("c7g.2xlarge", 3.9), (2.5, 2.5), ("2.5", 2.5)])
def test_a_scenario_says_on_which_core_by_a_servers_name_or_a_speed(measured_on, speed):
    assert milliseconds(farm(workload__cpu_measured_on=measured_on)) == pytest.approx(speed / SPEEDS[EPYC])


def test_a_server_of_ones_own_catalogue_is_one_too(tmp_path):
    entry = (ROOT / f"models/catalog/servers/{OPTERON}.yaml").read_text()
    (tmp_path / "catalog/servers").mkdir(parents=True)
    (tmp_path / "catalog/servers/lab.yaml").write_text(
        entry.replace("core_speed: {value: 1, assumed: 1 to 1", "core_speed: {value: 2, assumed: 1 to 2")
    )
    (tmp_path / "farm.yaml").write_text(FARM)
    scenario = load(tmp_path / "farm.yaml", {"workload.cpu_measured_on": "lab"})
    assert milliseconds(scenario) == pytest.approx(2.0 / SPEEDS[EPYC])


def test_a_misspelt_server_is_told_once_with_the_nearest_name():
    with pytest.raises(ScenarioError) as refused:
        farm(workload__cpu_measured_on="epyc-9354-2x100gbe")
    (problem,) = refused.value.problems
    assert problem.path == "workload.cpu_measured_on.server" and EPYC in problem.remedy


def test_a_server_that_is_misspelt_itself_is_told_at_its_own_place_alone():
    with pytest.raises(ScenarioError) as refused:
        farm(server="epyc-9354-2x100gbe")
    (problem,) = refused.value.problems
    assert problem.path == "server" and EPYC in problem.remedy


def test_a_file_that_extends_another_keeps_its_core_unless_it_states_times_of_its_own(tmp_path):
    (tmp_path / "base.yaml").write_text(FARM)
    extended = "scenario: Other\nextends: base.yaml\n"
    (tmp_path / "other.yaml").write_text(f"{extended}server: {OPTERON}\n")
    (tmp_path / "own.yaml").write_text(f"{extended}server: {OPTERON}\nworkload: {{request: {{cpu: 2 ms}}}}\n")
    assert milliseconds(load(tmp_path / "other.yaml")) == pytest.approx(SPEEDS[EPYC])
    assert milliseconds(load(tmp_path / "own.yaml")) == pytest.approx(2.0)


def test_a_system_that_takes_more_work_counts_where_it_is_another_one_than_was_measured():
    assert milliseconds(farm(operating_system__cpu_factor=1.25)) == pytest.approx(1.25)
    slow = FARM.replace("linux-6", "{model: linux-6, cpu_factor: 1.25}")
    assert milliseconds(farm(slow)) == pytest.approx(1.0)
    assert milliseconds(farm(slow, operating_system="linux-6")) == pytest.approx(0.8)


@pytest.mark.parametrize("path", ["server.core_speed", "operating_system.cpu_factor"])
def test_what_is_not_known_of_the_very_server_cancels(path):
    """t x (speed / speed) x (factor / factor): whatever they are, the time is the one measured."""
    varied, left_out = assumed_ranges(farm())
    assert not any(each.path.startswith(("workload.cpu_measured_on", path)) for each in varied)
    (known,) = [each for each in left_out if each.path == path]
    assert known.reason == CANCELS
    for end in (known.low, known.high):
        assert milliseconds(with_values(farm(), {path: end})) == pytest.approx(1.0)


def test_what_is_not_known_of_another_server_does_not():
    scenario = farm(workload__cpu_measured_on="c7g.2xlarge")
    ranges = {each.path: each for each in assumed_ranges(scenario)[0]}
    low, high = ranges["workload.cpu_measured_on.server.core_speed"].ends
    assert (low, high) == (2.8, 5.9)
    assert milliseconds(with_values(scenario, {"server.core_speed": 5.33 / 2})) == pytest.approx(2.0 * 3.9 / 5.33)
    slow = with_values(scenario, {"workload.cpu_measured_on.server.core_speed": low})
    assert milliseconds(slow) == pytest.approx(low / 5.33)


def test_what_is_not_known_of_a_server_stays_unknown_when_it_takes_the_place_of_another():
    stated = farm(server="c7g.2xlarge")
    bought = with_changes(farm(), {"server": catalogue_model(Server, "c7g.2xlarge")[0]}, "bought instead")
    ranges = [
        [each for each in assumed_ranges(made)[0] if each.path.startswith("server.")] for made in (stated, bought)
    ]
    assert ranges[0] == ranges[1] and "server.core_speed" in {each.path for each in ranges[0]}
    more = with_changes(bought, {"server.ram": 2.0 * bought.server.ram}, "more RAM")
    assert more.sources["server.ram"].source == "more RAM" and more.sources["server.core_speed"].low == "2.8"


def test_work_that_nobody_measured_there_takes_longer_on_a_core_that_is_slower_than_taken():
    scenario = farm(workload__session__tls={"key": "rsa-2048"})
    handshake = scenario.work_asked(scenario.workload.session.tls.handshake_cpu)
    assert handshake == pytest.approx(0.9e-3 * 4.0 / 5.33, rel=1e-3)
    assert "server.core_speed" in {each.path for each in assumed_ranges(scenario)[0]}
    slow = with_values(scenario, {"server.core_speed": 5.33 / 2})
    assert slow.work_asked(slow.workload.session.tls.handshake_cpu) == pytest.approx(2.0 * handshake)
    assert milliseconds(slow) == pytest.approx(1.0)


def called(server, tiers=TIERS, **overrides):
    calls = [{"tier": name, "cpu": "2 ms", "latency": "300 us"} for name in ("search", "index")]
    return farm(FARM.replace(EPYC, server) + tiers, workload__request__calls=calls, **overrides)


def unknown_cores(scenario):
    return {each.path for each in assumed_ranges(scenario)[0] if each.path.endswith(CORE)}


def tier_speeds(scenario):
    return [tier.server.core_speed for tier in scenario.tiers]


@pytest.mark.parametrize(("server", "unknown"), [("m7i.xlarge", set()), (EPYC, {f"tiers[0].{CORE}"})])
def test_cores_of_one_generation_are_one_thing_that_is_not_known(server, unknown):
    """Of one generation the times divide out in every tier; of two, one tier says what the other is."""
    scenario = called(server)
    assert unknown_cores(scenario) == unknown
    leader = f"tiers[0].{CORE}" if unknown else CORE
    for vary in (with_values, with_drawn):
        slow = vary(scenario, {leader: 3.5})
        assert tier_speeds(slow) == [3.5, 3.5]
        assert milliseconds(slow) == pytest.approx(milliseconds(scenario))


def test_a_core_that_is_written_otherwise_is_a_thing_of_its_own():
    own = "{model: m7i.xlarge, core_speed: {value: 4.38, assumed: 3 to 5, why: read elsewhere}}"
    scenario = called("m7i.xlarge", TIERS.replace("m7i.xlarge", own))
    assert unknown_cores(scenario) == {f"tiers[1].{CORE}"}
    assert tier_speeds(with_values(scenario, {CORE: 3.5})) == [3.5, 4.38]


def test_times_of_a_core_of_a_tier_go_with_that_core():
    scenario = called(EPYC, workload__cpu_measured_on="m7i.8xlarge")
    assert unknown_cores(scenario) == {CORE, f"tiers[0].{CORE}"}
    slow = with_values(scenario, {f"tiers[0].{CORE}": 3.5})
    assert milliseconds(slow) == pytest.approx(3.5 / SPEEDS[EPYC])


UP_TO = "workload.cpu_measured_on.up_to"


def test_a_load_alone_leaves_the_core_that_of_the_own_server():
    known = farm(FARM.replace("  session:", "  cpu_measured_on: {up_to: 900 /s}\n  session:"))
    assert known.workload.cpu_measured_on.up_to == 900.0 and known.is_measured_core and known.is_measured_system
    assert milliseconds(known) == milliseconds(farm())
    elsewhere = farm(FARM.replace("  session:", "  cpu_measured_on: {up_to: 900 /s}\n  session:"), server=OPTERON)
    assert milliseconds(elsewhere) == milliseconds(farm(server=OPTERON)) and not elsewhere.is_measured_core


def test_a_named_server_keeps_its_name_beside_a_load():
    text = FARM.replace("  session:", f"  cpu_measured_on: {{server: {OPTERON}, up_to: 900 /s}}\n  session:")
    assert milliseconds(farm(text)) == milliseconds(farm(workload__cpu_measured_on=OPTERON))
    assert farm().workload.cpu_measured_on.up_to is None


def test_a_load_that_is_none_is_refused():
    with pytest.raises(ScenarioError) as refused:
        farm(FARM.replace("  session:", "  cpu_measured_on: {up_to: much}\n  session:"))
    assert [problem.path for problem in refused.value.problems] == [UP_TO]
