"""A shop whose database and application stand on hosts of their own, each beside its tier."""

import re
from pathlib import Path

import numpy as np
import pytest

import headroom
from models.capacity_curve import capacity_curve
from models.errors import ScenarioError
from models.load import load
from models.tier_flows import as_tier_server, tier_work
from simulator.messages import review as words
from simulator.messages.stages import telemetry as counters
from simulator.telemetry.read import read_counters
from simulator.telemetry.tier_hosts import split_tiers
from tests.printed import printed
from tests.proven import mostly_proof
from tests.telemetry.written import answer, server

SHOP = "scenarios/three_tiers.yaml"
ON = {"unit.nodes": 2, "unit.spare_nodes": 0}
RATES = [300.0 + 25.0 * (hour % 24) for hour in range(48)]
FRONT, APPLICATION, DATABASE = 2, 3, 2


def shop(application=1.0, database=1.0, names=("application{}", "database-{}.prod"), databases=DATABASE, sent=None):
    """Counters of all hosts, on which a call takes so many times the CPU time of the scenario."""
    scenario = load(SHOP, ON)
    for host in range(FRONT):
        cpu = [rate / FRONT * 0.005 / 17.0 for rate in RATES]
        yield from server(f"web{host}", [rate / FRONT for rate in RATES], cpu, cores=1)
    for tier, times, hosts, name in zip(
        scenario.tiers, (application, database), (APPLICATION, databases), names, strict=True
    ):
        curve = (0.0, *capacity_curve(as_tier_server(scenario, tier)))
        work = np.array(RATES) * tier_work(scenario, tier) * times / hosts
        busy = np.interp(work, curve, np.linspace(0.0, 1.0, len(curve)))
        for host in range(hosts):
            own = None if sent is None else [rate * sent / hosts for rate in RATES]
            yield from server(name.format(host), [10.0 * rate for rate in RATES], busy.tolist(), own, cores=1)


@pytest.fixture
def review(tmp_path):
    def review(series, over=None, scenario=SHOP):
        file = tmp_path / "week.json"
        file.write_text(answer(series))
        return headroom.review(str(scenario), str(file), engine="theory", overrides=ON | (over or {}))

    return review


def test_the_time_of_a_call_is_found_on_the_hosts_of_its_tier(review):
    found = review(shop(application=1.4, database=0.8))
    assert [(each.name, each.pods_at_peak) for each in found.review.tiers] == [("application", 3), ("database", 2)]
    assert [each.work for each in found.review.tiers] == pytest.approx([1.4, 0.8], rel=1e-3)
    assert found.servers == FRONT and found.review.peak.requests == pytest.approx(max(RATES))
    for tier, times in zip(found.review.scenario.tiers, (1.4, 0.8), strict=True):
        stated = load(SHOP, ON)
        own = next(each for each in stated.tiers if each.name == tier.name)
        assert tier_work(found.review.scenario, tier) == pytest.approx(times * tier_work(stated, own), rel=1e-3)
    hours = found.to_dict()["tiers"][1]["hours"]
    assert all(each["model"] == pytest.approx(each["threads"], rel=1e-3) for each in hours)
    told = printed(found.blocks(), width=300)
    assert words.hosts_by_hour("database") in told and "correct `servers`" not in told


def test_a_tier_that_is_full_makes_the_farm_short(review):
    """What the database takes is seen by nobody who looks at the front alone."""
    enough, short = review(shop()), review(shop(database=9.0))
    assert enough.verdict != "short" and short.verdict == "short"
    assert "database" in short.bottleneck and short.review.running.carries < enough.review.running.carries


def test_hosts_of_any_names_are_stated(review):
    over = {"tiers[1].hosts": "pg-*, reporting"}
    names = ("application{}", "PG-{}.prod.example")
    found = review(shop(database=1.2, names=names), over)
    assert found.review.tiers[1].work == pytest.approx(1.2, rel=1e-3) and found.servers == FRONT


def of_database(*hosts):
    return [f"database-{host}.prod" for host in hosts]


def without(series, *names):
    return [each for each in series if not any(name in each["metric"]["instance"] for name in names)]


@pytest.mark.parametrize("times", mostly_proof([1.0, 3.0, 3.5, 9.0], [3.5]))
def test_hosts_that_were_not_measured_are_taken_to_do_as_much(review, times):
    """Of a database of two hosts the counters of one are there: it is as full as with both."""
    both, one = review(shop(database=times)), review(without(shop(database=times), *of_database(1)))
    assert one.review.tiers[1].work == pytest.approx(both.review.tiers[1].work, rel=1e-6)
    assert one.review.running.carries == pytest.approx(both.review.running.carries, rel=1e-6)
    assert (one.verdict, one.review.tiers[1].pods_at_peak) == (both.verdict, 1)
    half, whole = ([each["model"] for each in found.to_dict()["tiers"][1]["hours"]] for found in (one, both))
    assert [2.0 * each for each in half] == pytest.approx(whole, rel=1e-6)
    assert words.hosts_left(1, 2, "database") in printed(one.blocks(), width=300)


def test_a_host_that_is_missing_for_hours_makes_no_call_cheaper(review):
    """One of two is not measured for five hours of 48 between others, and then its place is taken by another."""
    series = shop(database=3.0)
    kept = [
        each | {"values": each["values"][:20] + each["values"][25:]}
        if of_database(1)[0] in each["metric"]["instance"]
        else each
        for each in series
    ]
    found = review(kept)
    assert found.review.tiers[1].work == pytest.approx(3.0, rel=1e-3)
    last = [
        {"metric": {**each["metric"], "instance": "database-7.prod:9100"}, "values": each["values"][-3:]}
        for each in shop(database=3.0) if of_database(1)[0] in each["metric"]["instance"]
    ]  # fmt: skip
    replaced = review([*shop(database=3.0), *last])
    assert (replaced.review.tiers[1].pods_at_peak, replaced.verdict) == (2, "short")
    assert replaced.review.tiers[1].work == pytest.approx(3.0, rel=1e-3)


def test_where_nobody_states_servers_those_that_were_measured_are_judged(review, tmp_path):
    """A database that is full stays full, however many servers its load would take."""
    text = Path(SHOP).read_text(encoding="utf-8")
    unstated = re.sub(r"^    servers: .*\n", "", text, flags=re.MULTILINE)
    assert text.count("    servers: ") - unstated.count("    servers: ") == 2
    file = tmp_path / "unstated.yaml"
    file.write_text(unstated, encoding="utf-8")
    stated, counted = review(shop(database=9.0)), review(shop(database=9.0), scenario=file)
    assert [each.servers for each in counted.review.running.farm.scenario.tiers] == [APPLICATION, DATABASE]
    assert (counted.verdict, counted.missing) == (stated.verdict, stated.missing) == ("short", 4)
    assert counted.review.running.carries == pytest.approx(stated.review.running.carries, rel=1e-6)
    told = printed(counted.blocks(), width=300)
    assert words.hosts_measured("database", "2 hosts", 2) in told
    assert "state `servers" not in printed(stated.blocks(), width=300)


def test_more_hosts_than_the_scenario_has_are_told(review):
    told = printed(review(shop(databases=3)).blocks(), width=300)
    assert words.hosts_off("database", 3, 2) in told


def test_only_a_star_stands_for_other_letters(review):
    over, names = {"tiers[1].hosts": "db[*], db?"}, ("application{}", "db[{}]")
    found = review(shop(names=names), over)
    assert found.review.tiers[1].pods_at_peak == 2 and found.servers == FRONT
    with pytest.raises(ScenarioError, match="no host of database was measured"):
        review(shop(names=("application{}", "db{}")), {"tiers[1].hosts": "db?"})


def test_hosts_that_are_not_there_or_of_two_tiers_are_refused(review):
    """Named are the scenario and the tier, for there it is to be mended."""
    for stated, message in (
        ("pg-*", "no host of database was measured"),
        ("app*", "application0 is a host of application and of database"),
    ):
        with pytest.raises(ScenarioError, match=message) as error:
            review(shop(), {"tiers[1].hosts": stated})
        (found,) = error.value.problems
        assert (found.file, found.path, found.value) == (SHOP, "tiers[1].hosts", stated)
    with pytest.raises(ScenarioError, match=counters.NO_LOAD[0]) as error:
        review(shop(), {"tiers[0].hosts": "web*, application*"})
    assert error.value.problems[0].file.endswith("week.json")


def test_of_a_front_alone_hosts_that_were_not_measured_are_not_missed(tmp_path):
    """A kept plan is scored by its front, and who wrote it may have renamed other hosts since."""
    (tmp_path / "week.json").write_text(answer(server("web0", RATES, [0.1] * len(RATES), cores=1)))
    found = read_counters([str(tmp_path / "week.json")])
    tiers = load(SHOP, {"tiers[1].hosts": "pg-*"}).tiers
    front, others = split_tiers(found, tiers, SHOP, of_front=True)
    assert {each.host for each in front.series} == {"web0"} and others == {}
    with pytest.raises(ScenarioError, match="no host of database was measured"):
        split_tiers(found, tiers, SHOP)


def test_bytes_that_hosts_of_a_tier_send_are_held_beside_its_answers(review):
    """One call of the application a request, with an answer of 20 kB, and three of the database."""
    over = {"workload.request.calls[0].answer": "20 kB", "tiers[0].calls[0].answer": "20 kB"}
    found = review(shop(sent=60_000.0), over)
    application, database = found.review.tiers
    # With the headers of its packets an answer has 3 to 6 % more.
    assert 2.8 < application.sent < 3.0 and 0.93 < database.sent < 1.0
    assert found.to_dict()["tiers"][0]["sent_bytes_times"] == application.sent
    told = printed(found.blocks(), width=300)
    assert words.tier_bytes_off("application", application.sent) in told and "Hosts of database send" not in told


def test_bytes_of_some_hosts_are_held_beside_nothing(review):
    over = {"workload.request.calls[0].answer": "20 kB", "tiers[0].calls[0].answer": "20 kB"}
    series = (
        each for each in shop(sent=60_000.0)
        if of_database(1)[0] not in each["metric"]["instance"] or "transmit" not in each["metric"]["__name__"]
    )  # fmt: skip
    application, database = review(series, over).review.tiers
    assert application.sent > 2.8 and database.sent is None
    # One host of two, whose CPU was measured too, stands for both.
    one = review(without(shop(sent=60_000.0), *of_database(1)), over).review.tiers[1]
    assert 0.93 < one.sent < 1.0


def test_calls_of_other_work_leave_no_verdict(review):
    found = review(shop(database=0.05))
    assert (found.verdict, found.no_verdict_because) == (None, "call_cpu")
