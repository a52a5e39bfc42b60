"""`optimise`: the same winner as a search of everything, by a few simulations."""

import json
import re
import sys
from dataclasses import replace
from functools import cache

import pytest

import headroom
from models.errors import ScenarioError
from models.load import load
from models.messages.offers import NOT_ASKED_FOR
from models.variations.choice import (
    ALL_SERVERS,
    ServerFilter,
    choices,
    same_vendor,
    unit_sizes,
    with_unit_size,
)
from simulator.cli.main import main
from simulator.engines.engine import load_engine
from simulator.errors import NoCapacity, NotConverged
from simulator.experiment.capacity_bound import capacity_bound
from simulator.experiment.capacity_by_solver import capacity_in_theory as in_theory
from simulator.experiment.capacity_by_solver import server_capacity, server_network
from simulator.experiment.paired_differences import difference
from simulator.experiment.solvers import Simulation, Theory
from simulator.farm.costs.cost_difference import cost_in_all, exact_cost_in_all
from simulator.farm.farm import buy_farm
from simulator.messages.optimise import DEARER, IMPOSSIBLE, NO_LOAD, SAME_DEARER, against_winner, answer, notes
from simulator.output.sections import terminal_blocks
from simulator.studies.optimise import answer as stage
from simulator.studies.optimise import document
from simulator.studies.optimise.document import SECTIONS
from simulator.studies.optimise.result import cheapest_data
from tests.cli.conftest import SMALL
from tests.cli.test_what_would_help import CHANGES
from tests.fabricated import ROOT
from tests.printed import printed

SHORTER = {"run.duration": "15 s", "run.replications": "3", "demand": "3 Gbps"}
FARM = {**CHANGES, **SHORTER}
SET = [word for path, value in FARM.items() for word in ("--set", f"{path}={json.dumps(value).strip(chr(34))}")]
CLOUD = ROOT / "tests/farms/b_api.yaml"
SERVERS, SYSTEM = ("dl585-2.2ghz-4gb,", "polywell-2200s,"), "windows-2003-x64"
WITHOUT = ("RAM", "2 times one more network card", ", two more disks")


def small(**more):
    return load(SMALL, {**FARM, **more})


@cache
def of_catalogue():
    return choices(small())


def reduced(scenario, which=ALL_SERVERS):
    """Two servers, with more disks and another card, but not with more RAM."""
    offered = of_catalogue() if scenario == small() else choices(scenario)
    named = [choice for choice in offered if choice.name.startswith(SERVERS) and SYSTEM in choice.name]
    return tuple(choice for choice in named if not any(more in choice.name for more in WITHOUT))


def exhaustive(scenario, offered, engine):
    """Every choice in every size of units by its own simulation: USD a month, headroom with its sign turned, exact USD,
    whether the size is another one, name and nodes: the cheapest first, and at the same cost that with most headroom.
    """
    found, known = [], {}
    for choice in offered:
        network = server_network(choice.scenario)
        if network not in known:
            known[network] = server_capacity(choice.scenario, engine)
        for nodes in unit_sizes(scenario):
            farm = buy_farm(with_unit_size(choice.scenario, nodes), known[network])
            rank = (round(cost_in_all(farm).value, 2), -farm.sizing.supports.value, exact_cost_in_all(farm).value)
            found.append((*rank, nodes != scenario.unit.nodes, choice.name, nodes))
    return sorted(found), known


@pytest.fixture(scope="module")
def everything():
    """The reduced catalogue by branch and bound and by simulation of it all."""
    scenario, engine = small(), Simulation(load_engine("kernel"))
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(stage, "choices", reduced)
        found = stage.optimise(scenario, engine)
    return (found, *exhaustive(scenario, reduced(scenario), engine))


@pytest.fixture
def found(everything):
    return everything[0]


def test_the_winner_is_that_of_a_search_of_everything(everything):
    found, ranked, _ = everything
    assert told(found.winner) == of_row(ranked[0])


def told(offer):
    return round(offer.whole.value, 2), offer.supports.value, offer.exact.value, offer.name, offer.nodes


def of_row(row):
    whole, supports, exact, _, name, nodes = row
    return whole, -supports, exact, name, nodes


def real(ranked, known, offered, winner):
    """The cheapest of all that is not the winner with something added that carries nothing more."""
    made = {choice.name: choice for choice in offered}
    carries_now = known[server_network(made[winner].scenario)].mbps

    def adds_nothing(name):
        if not made[name].adds_to(made[winner]):
            return False
        gain = difference("mbps", carries_now, known[server_network(made[name].scenario)].mbps).difference
        return gain.low <= 0.0 or gain.value < stage.WORTH_HAVING * carries_now.value

    alike = {c.name for c in offered if server_network(c.scenario) == server_network(made[winner].scenario)}
    return next(row for row in ranked if row[4] not in alike and not adds_nothing(row[4]))


def test_the_runner_up_is_the_cheapest_of_all_servers_that_are_not_the_winner_with_something_useless(everything):
    found, ranked, known = everything
    second = real(ranked, known, reduced(small()), found.winner.name)
    assert told(found.runner_up) == of_row(second)
    assert found.difference.value == pytest.approx(found.runner_up.whole.value - found.winner.whole.value)


@cache
def cheapest_of(which):
    """Of a rented farm, among servers with a 7 in their names."""
    return stage.optimise(load(CLOUD), Theory(), which=replace(which, name="*7*"))


@pytest.mark.parametrize("rented", [True, False])
def test_servers_that_are_not_asked_for_are_no_answer_and_the_present_farm_is_told(rented):
    cloud = load(CLOUD)
    found = cheapest_of(ServerFilter(rented))
    offers = (found.winner, found.runner_up)
    assert {offer.farm.scenario.server.is_rented for offer in offers} == {rented}
    assert found.present.own and found.present.nodes == cloud.unit.nodes
    assert found.winner.whole.value >= cheapest_of(ALL_SERVERS).winner.whole.value
    not_asked = next(each for each in found.not_considered if each.reason == NOT_ASKED_FOR)
    assert not_asked.name.endswith(" servers")


def test_servers_are_asked_for_by_name():
    found = stage.optimise(load(CLOUD), Theory(), which=ServerFilter(name="m7i.*"))
    offered = {offer.farm.scenario.server.name for offer in (found.winner, found.runner_up)}
    assert len(offered) == 2 and offered <= {f"m7i.{size}large" for size in ("x", "2x", "4x", "8x")}


def test_a_name_that_no_server_has_is_told_with_the_nearest():
    with pytest.raises(ScenarioError) as refused:
        stage.optimise(load(CLOUD), Theory(), which=ServerFilter(name="m7i.3xlarge"))
    (problem,) = refused.value.problems
    assert problem.path == "server" and "m7i.2xlarge" in problem.remedy


def test_servers_of_the_vendor_of_the_present_one_are_asked_for():
    bought = {"server": "dl385-epyc-7601-2x25gbe", "datacenter.prices": "us-2026", "web_server.file_cache": "1 GiB"}
    scenario = load(ROOT / "scenarios/downloads_today.yaml", bought, compared=False)
    vendor = same_vendor(scenario)
    servers = {choice.scenario.server for choice in choices(scenario, ServerFilter(vendor=vendor)) if choice.scenario}
    assert vendor == "HPE" == {each.vendor for each in servers}.pop() and len({each.name for each in servers}) == 3


@pytest.mark.parametrize(("zone", "names"), [
    ("us-east-?", {"m7i.xlarge", "m7i.2xlarge", "m7i.4xlarge", "m7i.8xlarge"}), ("us-*", {"m7i.xlarge"}),
])  # fmt: skip
def test_servers_of_a_zone_are_asked_for(zone, names):
    """What is bought stands in none."""
    which = ServerFilter(name="*i.xlarge" if len(names) == 1 else "m7i.*", zone=zone)
    offered = choices(load(CLOUD), which)
    assert {each.scenario.server.name for each in offered if each.wanted and each.scenario} == names
    assert not ServerFilter(zone="*").lets(load(ROOT / "scenarios/downloads_today.yaml").server)


def test_a_zone_in_which_nothing_is_rented_is_told_with_the_nearest():
    with pytest.raises(ScenarioError) as refused:
        choices(load(CLOUD), ServerFilter(zone="us-eest-1"))
    (problem,) = refused.value.problems
    assert problem.path == "zone" and "us-east-1" in problem.remedy


def test_servers_that_cannot_be_cheaper_are_pruned_without_a_simulation(everything):
    """Of this small catalogue a few; of the whole one nine tenths, as the proof below has it."""
    found, _, known = everything
    assert 0 < found.counts[DEARER] == len(known) - found.simulated
    assert len(known) == found.servers


def test_no_simulated_server_carries_more_than_its_bound(everything):
    """On what is pruned it rests: the bound is the bottleneck law, its known error and 2 % more."""
    for network, server in everything[2].items():
        most = capacity_bound(network, small().targets.errors)
        assert server.mbps.value <= most.mbps and server.requests.value <= most.carried.requests.value


def test_no_farm_that_was_pruned_costs_less_than_its_bound(everything):
    found, ranked, _ = everything
    for each in found.pruned:
        least = min(row[0] for row in ranked if row[4] == each.name) + 0.005
        assert each.bound <= least
        assert least >= found.winner.whole.value


def test_the_present_farm_is_compared_with(found):
    assert found.present.own and found.present.nodes == 1
    assert found.present.whole.value >= found.winner.whole.value


def test_differences_in_exact_units_are_those_of_pairs(found):
    pairs = zip(found.runner_up.exact.each, found.winner.exact.each, strict=True)
    assert found.exact_difference.each == pytest.approx([other - winner for other, winner in pairs])


def test_two_that_cannot_be_told_apart_are_said_to_be(found):
    said = " ".join(against_winner(found))
    assert ("do not tell the two apart" in said) is not found.told_apart
    servers, units = found.winner.servers.value, found.winner.whole_units.value
    assert answer(found).startswith(f"Cheapest: {servers:g} servers ({units:g} units of ")
    assert f" of {found.winner.name}, for " in answer(found)


def test_what_is_printed_and_written_names_counts_and_every_candidate(found):
    told, data = " ".join(printed(terminal_blocks(SECTIONS, found)).split()), cheapest_data(found)
    assert f"{found.candidates} farms were compared" in told
    assert f"cannot be cheaper, by theory: {found.counts[DEARER]}." in told
    assert "another family" in told
    assert len(data["pruned"]) == len(found.pruned) and json.dumps(data, allow_nan=False)


def test_a_server_without_an_answer_is_told_and_not_pruned(monkeypatch):
    monkeypatch.setattr(stage, "choices", reduced)

    def refuse(scenario, *rest):
        if scenario.server.name.startswith("polywell"):
            raise NotConverged("too wide; raise run.duration")
        return in_theory(scenario)

    monkeypatch.setattr(stage, "size_server", refuse)
    found = stage.optimise(small(), Theory())
    assert found.unanswered and all(each.reason == "too wide; raise run.duration" for each in found.unanswered)
    assert not found.winner.name.startswith("polywell")


def test_a_capacity_that_is_hardly_known_is_no_answer(monkeypatch):
    """Its interval reaches 0, so that no number of units is known to carry the demand."""

    def wide(scenario, *rest):
        found = in_theory(scenario)
        if not scenario.server.name.startswith("polywell"):
            return found
        return replace(found, mbps=replace(found.mbps, half_width=2.0 * found.mbps.value))

    monkeypatch.setattr(stage, "choices", reduced)
    monkeypatch.setattr(stage, "size_server", wide)
    found = stage.optimise(small(), Theory())
    assert found.unanswered and "reaches 0" in found.unanswered[0].reason


def test_a_server_that_meets_its_targets_at_no_load_istold(monkeypatch):
    monkeypatch.setattr(stage, "choices", reduced)

    def refuse(scenario, *rest):
        if scenario.server.name.startswith("polywell"):
            raise NoCapacity("no load meets the targets")
        return in_theory(scenario)

    monkeypatch.setattr(stage, "size_server", refuse)
    assert stage.optimise(small(), Theory()).counts[NO_LOAD]


def test_where_nothing_meets_the_targets_there_is_no_capacity(monkeypatch):
    def refuse(*_):
        raise NoCapacity("no load meets the targets")

    monkeypatch.setattr(stage, "choices", reduced)
    monkeypatch.setattr(stage, "size_server", refuse)
    with pytest.raises(NoCapacity, match="no choice of the catalogue meets the targets; loosen them"):
        stage.optimise(small(), Theory())


def test_impossible_choices_are_told_with_their_reasons(monkeypatch):
    def some(scenario, which):
        return tuple(each for each in choices(scenario) if each.own or each.scenario is None)

    monkeypatch.setattr(stage, "choices", some)
    found = stage.optimise(small(**{"web_server.file_cache": "3 GiB"}), Theory())
    assert found.counts[IMPOSSIBLE] and found.runner_up is None
    assert "No other server of the catalogue meets the targets." in against_winner(found)


def test_the_command_prints_writes_and_reports(headroom, tmp_path, monkeypatch):
    monkeypatch.setattr(stage, "choices", reduced)
    written = tmp_path / "cheapest.json"
    files = ("--json", str(written), "--report", str(tmp_path), "--formats", "html,xlsx")
    said = headroom("optimise", SMALL, *SET, "--engine", "theory", *files)
    assert said.code == 0 and said.err == "", said.err
    data = json.loads(written.read_text())
    told, _, _ = " ".join(said.out.split()).partition("Bottleneck:")
    assert "Cheapest: " in told and f"{data['winner']['name']}, for " in told
    assert data["winner"]["name"] in (tmp_path / "report.html").read_text()


def test_all_rows_of_the_table_are_shown_where_that_is_asked_for(headroom, monkeypatch):
    monkeypatch.setattr(document, "SHOWN", 2)
    monkeypatch.setattr(stage, "choices", reduced)
    words = (SMALL, *SET, "--engine", "theory")
    short, full = headroom("optimise", *words), headroom("optimise", *words, "--all")
    assert short.code == full.code == 0, full.err
    (left,) = re.findall(r"--all adds (\d+)", short.out)
    assert "--all adds" not in full.out
    assert len(full.out.splitlines()) >= len(short.out.splitlines()) + int(left)


def test_a_scenario_without_a_demand_is_refused(headroom):
    said = headroom("optimise", SMALL)
    assert said.code == 2 and said.out == ""
    remedy = "state one, e.g. --set 'demand=12 Gbps'"
    assert said.err == f"{SMALL}: demand = none: without a demand there is no farm to make cheaper; {remedy}\n"


def test_where_no_choice_has_an_answer_the_reason_istold(headroom, monkeypatch):
    def refuse(*_):
        raise NotConverged("too wide; raise run.duration")

    monkeypatch.setattr(stage, "choices", lambda scenario, which: tuple(each for each in choices(scenario) if each.own))
    monkeypatch.setattr(stage, "size_server", refuse)
    said = headroom("optimise", SMALL, "--set", "demand=1 Gbps")
    assert said.code == 2 and "dl585-2.2ghz-4gb, windows-2003-x64: too wide; raise run.duration" in said.err, said


def test_a_population_has_no_largest_load_by_which_a_farm_could_be_made_cheaper(headroom):
    closed = ("--set", "workload.population=100", "--set", "workload.offered=none", "--set", "demand=1 Gbps")
    said = headroom("optimise", SMALL, *closed)
    assert said.code == 2 and "so it has no largest load that the farm could be sized by" in said.err, said


def test_of_systems_with_which_a_server_does_the_same_at_the_same_price_the_present_one_stays():
    """linux-5 and linux-6 cost nothing, and limit nothing here."""
    scenario = load(ROOT / "scenarios/downloads_today.yaml")
    found = stage.optimise(scenario, Theory())
    assert scenario.operating_system.name == "linux-6" and "linux-6" in found.winner.name
    alike = [each for each in found.pruned if each.kind == SAME_DEARER]
    assert alike and all(each.why.endswith(" does the same for no more") for each in alike)


def test_disks_that_have_to_hold_the_content_are_told_since_nobody_looks_at_their_room(monkeypatch):
    monkeypatch.setattr(stage, "choices", lambda scenario, which: choices(scenario)[::9])
    content = {"workload.content": {"catalogue": "100 TB", "popularity": {"zipf": 0.6}}}
    found = stage.optimise(load(ROOT / "scenarios/downloads_today.yaml", content), Theory())
    (said,) = (note for note in notes(found) if "content" in note)
    disks = found.winner.farm.scenario.server.disks.count
    assert f"100 TB, on its {disks} disks, {100 / disks:.4g} TB on each; whether they have the room" in said


def test_rented_and_owned_contradict_each_other(monkeypatch, capsys):
    monkeypatch.setattr(sys, "argv", ["headroom", "optimise", str(CLOUD), "--rented", "--owned"])
    assert main() == 2
    assert "--rented and --owned contradict each other" in capsys.readouterr().err
    monkeypatch.setattr(sys, "argv", ["headroom", "optimise", str(CLOUD), "--owned", "--zone", "us-*"])
    assert main() == 2
    assert "--owned and --zone contradict each other" in capsys.readouterr().err


def test_a_way_to_have_servers_that_is_none_is_refused_by_its_argument():
    with pytest.raises(ScenarioError, match="argument rented.*allowed are True, False and None"):
        headroom.optimise(CLOUD, rented="both")
