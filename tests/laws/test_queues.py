"""Jobs that are posted to a queue: what workers are used for, how long jobs take, and how fast a backlog is done."""

from dataclasses import replace
from datetime import date

import pytest

from models.scenario import Scenario
from models.tier_flows import as_tier_server, tier_core_capacity
from simulator.engines.engine import load_engine
from simulator.engines.run_plan import RunPlan
from simulator.engines.tally import Tally
from simulator.experiment.measures.server import posted_measures
from simulator.experiment.replication_set import ReplicationSet
from simulator.experiment.single_server import network_at
from simulator.experiment.solvers import Theory
from simulator.experiment.subjects import PartQuantity
from simulator.experiment.theory_results import theory_results
from simulator.farm.job_queues import JobQueue, job_queues_at
from simulator.farm.study import study
from simulator.farm.tier_sizing import size_tiers
from simulator.messages.farm_notes import tier_notes
from simulator.messages.plan.job_queues import queue_sentences
from simulator.network.cluster import NodeEvent
from simulator.network.network import Network
from simulator.network.scaling import single_node
from simulator.output.data import farm_data
from simulator.targets import Target
from simulator.translate.translate import Translation, translate, translate_with_backend
from tests.agreement.twins import assert_twins
from tests.laws.closed_forms import mean_number
from tests.queues import BROKER, JOB, POST, QUEUE, WORKERS, shop

DAY = date(2026, 11, 28)
DONE_IN, BACKLOG = "done_in jobs of mail", "backlog jobs of mail"
ALONE = {"unit.nodes": 1, "unit.spare_nodes": 0}
# So that requests come at random, one by one.
AT_RANDOM = {"workload.session": {"requests": 1, "think_time": "1 s"}}


def told(scenario: Scenario, rate: float, every_way: bool = False):
    """What theory says of one server at a rate; every_way: with each of several equal ways by itself."""
    at_rate = translate(
        scenario.model_copy(update={"workload": scenario.workload.model_copy(update={"offered": rate})})
    )
    network = single_node(at_rate.network)
    return theory_results(scenario.run, Translation(network.every_way if every_way else network, at_rate.origins))


def test_jobs_are_told_as_if_each_server_that_they_may_go_to_were_written_out():
    """A server in front meets one of two brokers, with half of what the three post, and three of six workers."""
    found, each_way = (told(shop(6), 100.0, every_way=each).measures for each in (False, True))
    for key in (DONE_IN, BACKLOG):
        assert found[key].value == pytest.approx(each_way[key].value, rel=1e-9)
        assert found[key].half_width == pytest.approx(each_way[key].half_width, rel=1e-9)
    assert found[BACKLOG].value == pytest.approx(150.0 * found[DONE_IN].value)


def used(results, name):
    return next(usage.utilisation.value for usage in results.usages if usage.name == name)


def job_seconds(scenario: Scenario) -> float:
    """Seconds of a core of a worker for one job."""
    return as_tier_server(scenario, scenario.tiers[2]).work_asked(scenario.tiers[1].calls[0].cpu)


@pytest.mark.parametrize("servers", [1, 2, 3])
def test_workers_divide_what_is_posted(servers):
    """Three servers of 100 requests/s post 300 jobs/s."""
    scenario = shop(servers)
    share = 300.0 * job_seconds(scenario) / servers / tier_core_capacity(scenario, scenario.tiers[2])
    assert used(told(scenario, 100.0), "CPU of workers") == pytest.approx(100.0 * share, rel=1e-6)


def test_a_response_does_not_wait_for_its_job():
    """Nor for what that calls: a job of ten times the work leaves it as it is."""
    one, ten = (told(shop(8, **{f"{JOB}.cpu": cpu}), 50.0) for cpu in ("20 ms", "200 ms"))
    assert ten.measures["response_mean"].value == pytest.approx(one.measures["response_mean"].value, rel=1e-9)
    assert ten.measures[DONE_IN].value > 9.0 * one.measures[DONE_IN].value
    assert used(ten, "CPU of workers") == pytest.approx(10.0 * used(one, "CPU of workers"), rel=1e-6)


def quiet(workers: int, **changes) -> Scenario:
    """One server in front, and one of so many workers, each with a core to itself."""
    return shop(1, **{**ALONE, **AT_RANDOM, f"{QUEUE}.servers": 1, f"{WORKERS}.connections": workers, **changes})


@pytest.mark.parametrize(("workers", "busy"), [(1, 0.5), (4, 0.8)])
def test_jobs_wait_as_in_m_m_c(workers, busy):
    """So many workers, each with a core: M/M/c, in theory within its error and in the engine within its interval."""
    scenario = quiet(workers)
    each = job_seconds(scenario)
    rate = busy * workers / each
    exact = mean_number(workers, busy * workers) / busy / workers * each
    theory = told(scenario, rate).measures[DONE_IN]
    assert theory.value == pytest.approx(exact, rel=0.1)
    measured = observed(network_at(scenario, rate), seconds=4e4 * each)
    assert measured[DONE_IN].low <= exact <= measured[DONE_IN].high
    assert measured[DONE_IN].half_width < 0.1 * exact
    assert measured[BACKLOG].value == pytest.approx(rate * measured[DONE_IN].value, rel=0.02)


def test_the_slowest_of_jobs_take_as_long_as_one_worker_says():
    """M/M/1: the time from posted to done is exponential, so that one in twenty takes three times the mean."""
    scenario = quiet(1)
    each = job_seconds(scenario)
    measured = observed(network_at(scenario, 0.5 / each), seconds=4e4 * each)["done_in_p95 jobs of mail"]
    assert measured.value == pytest.approx(2.996 * each / 0.5, rel=0.05)


def observed(network: Network, seconds: float):
    """What the kernel measures of the jobs of a network."""
    windows = 50
    plans = [RunPlan(windows, seconds / windows, 5 * seconds / windows, replication) for replication in range(5)]
    tallies = [load_engine("kernel").run(network, plan, 7) for plan in plans]
    return posted_measures(ReplicationSet(network, tallies, 0.999))


def test_engines_agree_on_a_shop_with_a_queue():
    plan = RunPlan(windows=8, window=0.25, warm_up=0.5, log=100_000)
    scenario = shop(2, **{"workload.offered": "60 requests/s"})
    assert_twins(single_node(translate(scenario).network), plan, seed=4)
    assert_twins(translate_with_backend(scenario).network, plan, seed=5)
    assert_twins(replace(translate_with_backend(scenario, servers_die=True).network, events=DEATHS), plan, seed=6)


DEATHS = tuple(
    NodeEvent(at + 0.01 * number, 0, what, server=f"workers {number}")
    for number in (1, 2)
    for at, what in ((0.5, "dies"), (0.6, "leaves"), (1.2, "stands"), (1.3, "joins"))
)
DEATHS = tuple(sorted(DEATHS, key=lambda event: event.at))


def queue(**changes) -> JobQueue:
    return JobQueue(**{"tier": "mail", "jobs": 60.0, "at": "workers", "place": "CPU", "used": 0.6, "by_jobs": 0.6,
                       "messages": 36_000.0, "each": 2_000.0, **changes})  # fmt: skip


def test_a_backlog_is_done_by_what_is_spare():
    """60 jobs/s of 100 that workers can do: 3,600 after a minute, done at 40 a second. Where others take half of what
    is used, jobs fill 0.3 of it: they are done at 80 a second."""
    assert queue().backlog(60.0) == 3_600.0
    assert queue().catch_up(60.0) == pytest.approx(3_600 / (100 - 60))
    assert queue(by_jobs=0.3).catch_up(60.0) == pytest.approx(3_600 / 80)
    assert queue().capacity == pytest.approx(100.0) and queue(by_jobs=0.3).capacity == pytest.approx(140.0)
    assert queue().full_after == pytest.approx(600.0)
    assert queue(used=1.2).catch_up(60.0) == float("inf")


def test_sentences_of_queues():
    known, full = (list(queue_sentences([each])) for each in (queue(), queue(used=1.2)))
    assert known[0] == (
        "A unit posts 60 jobs/s to mail, and its workers can do 100 (CPU of workers). After a minute without them 3,600"
        " are not done, which takes 90 s to catch up."
    )
    assert full == [
        "A unit posts 60 jobs/s to mail, more than its workers can do (CPU of workers): what is not done grows for"
        " ever."
    ]
    assert "mail has room for 36,000 messages of 2 kB: without workers it is full after 600 s" in known[1]


@pytest.mark.parametrize(("servers", "connections"), [(2, 40), (1, 12)])
def test_the_engine_catches_up_as_fast(servers, connections):
    """Workers stand still for 20 s, by their processors; what is not done then is done in the time that is told."""
    scenario = shop(servers, **AT_RANDOM, **{f"{WORKERS}.connections": connections})
    (probe,) = job_queues_at(scenario, 100.0)
    requests = 0.7 / probe.used * 100.0
    (told_of,) = job_queues_at(scenario, requests)
    assert told_of.used == pytest.approx(0.7, rel=0.05)
    away, began, window = 20.0, 10.0, 0.5
    offered = scenario.workload.model_copy(update={"offered": requests / scenario.unit.nodes})
    network = translate_with_backend(scenario.model_copy(update={"workload": offered})).network
    stations = tuple(each.name for each in network.shared if each.name.startswith("CPU of workers"))
    events = (NodeEvent(began, 0, "slows", 1e-6, stations), NodeEvent(began + away, 0, "slows", 1.0, stations))
    plan = RunPlan(int((began + 5.0 * away) / window * 2), window, 0.0, 1)
    tally = load_engine("kernel").run(replace(network, events=events), plan, 3)
    waiting = not_done(tally, network)
    usual, back = waiting[int(began / window)], int((began + away) / window)
    assert waiting[back] - usual == pytest.approx(told_of.backlog(away), rel=0.05)
    caught_up = next(number for number in range(back, len(waiting)) if waiting[number] <= 1.5 * usual)
    assert (caught_up - back) * window == pytest.approx(told_of.catch_up(away), rel=0.15)


def not_done(tally: Tally, network: Network):
    """Jobs that are not done, at the edge of each window."""
    return sum(tally.column("background", name, "open") for name in network.every_way.posted)


def test_a_job_that_found_no_worker_begins_anew_after_what_its_broker_says():
    found = [
        jobs.again
        for more in ({}, {f"{QUEUE}.queue.software.redelivery": "60 s"})
        for jobs in translate(shop(**more)).network.background
        if jobs.posted
    ]
    assert found[0] == 1.0 and found[-1] == 60.0


def test_jobs_of_workers_that_die_are_done_in_the_end():
    """Those in hand are handed out again, and those that find nobody wait: none is lost, and none refused."""
    scenario = shop(2, **{"workload.offered": "60 requests/s"})
    network = replace(translate_with_backend(scenario, servers_die=True).network, events=DEATHS)
    tally = load_engine("kernel").run(network, RunPlan(16, 0.5, 0.0, 1), 2)
    counted = {what: sum(tally.column("background", name, what)[-1] for name in network.every_way.posted)
               for what in ("offered", "completed", "refused", "open")}  # fmt: skip
    assert counted["offered"] == counted["completed"] + counted["open"] > 1000.0
    assert counted["refused"] == 0.0
    failed = sum(tally.column("cause", cause, what)[-1] for cause in network.causes for what in ("failed", "gave up"))
    assert failed == 0.0 and counted["open"] < 50.0


def test_a_plan_counts_workers_and_tells_how_jobs_fare():
    scenario = size_tiers(shop(None, **{"demand": "500 requests/s", "targets.done_in": "1 s"}))
    outcome = study(scenario, Theory(), "plan", DAY)
    (found,) = farm_data(outcome.farm)["queues"]
    workers = next(each for each in outcome.farm.sizing.tiers if each.tier.name == "workers")
    assert workers.tier.servers >= 2 and found["limit"] in ("CPU of workers", "connections of workers")
    share = found["limit_in_use"]["value"] / 100.0
    assert share < 0.75
    assert found["catch_up_of_a_minute"]["value"] == pytest.approx(60.0 * share / (1.0 - share), rel=1e-6)
    assert "jobs/s to mail, and its workers can do" in tier_notes(outcome)
    (verdict,) = (each for each in outcome.verdicts if each.target is Target.DONE_IN)
    assert verdict.met is True


def test_a_target_of_jobs_that_is_missed_is_told():
    outcome = study(shop(4, **{"demand": "500 requests/s", "targets.done_in": "1 ms"}), Theory(), "plan", DAY)
    (verdict,) = (each for each in outcome.verdicts if each.target is Target.DONE_IN)
    assert verdict.met is False and verdict.clear and not outcome.recommended


def test_measures_of_jobs_have_labels():
    results = told(shop(2), 100.0)
    labels = {part.quantity: part.label for part in results.parts}
    assert labels[PartQuantity.DONE_IN] == "jobs of mail, done in, mean"
    assert "jobs" in results.measures["done_in_p95 jobs of mail"].reason


def test_the_broker_is_asked_for_a_message():
    """Of its software, or as stated at the call; a worker that calls a database asks that for its jobs as well."""
    scenario = shop(2)
    stated = shop(2, **{f"{POST}.cpu": "1 ms"})
    software = used(told(scenario, 100.0), "CPU of mail")
    measured = scenario.workload.cpu_measured_on
    each = BROKER["servers"] * tier_core_capacity(scenario, scenario.tiers[1])
    own = as_tier_server(scenario, scenario.tiers[1])
    work = 200e-6 * measured.operating_system.cpu_factor / measured.server.core_speed
    assert software == pytest.approx(100.0 * 300.0 * own.work_asked(work) / each, rel=1e-6)
    assert used(told(stated, 100.0), "CPU of mail") == pytest.approx(100.0 * 300.0 * own.work_asked(1e-3) / each)


LOG = {f"{QUEUE}.log": {"flush": "1 ms", "group": 10}}


def test_a_post_waits_until_its_message_is_flushed():
    """300 messages a second on two brokers, each of which flushes 10 in a millisecond at the most."""
    kept, forgotten = told(shop(2, **LOG), 100.0), told(shop(2), 100.0)
    assert used(kept, "log of mail") == pytest.approx(100.0 * 150 / 10_000, rel=1e-6)
    longer = kept.measures["response_mean"].value - forgotten.measures["response_mean"].value
    assert longer == pytest.approx(1e-3, rel=0.2)
    assert used(kept, "CPU of mail") == pytest.approx(used(forgotten, "CPU of mail"), rel=1e-9)


def test_the_log_of_a_broker_is_among_what_a_plan_sizes_by():
    """Each message 100 ms, one at a time: 300 a second take 30 brokers at all of it, 40 at three quarters."""
    slow = {f"{QUEUE}.log": {"flush": "100 ms", "group": 1}, f"{QUEUE}.servers": 41, "demand": "300 requests/s"}
    outcome = study(shop(4, **slow, reserve="0 %"), Theory(), "plan", DAY)
    broker = next(each for each in outcome.farm.sizing.tiers if each.tier.name == "mail")
    assert broker.full == pytest.approx(30.0, rel=1e-6) and broker.fewest == 40


def test_engines_agree_on_brokers_with_a_log():
    plan = RunPlan(windows=8, window=0.25, warm_up=0.5, log=100_000)
    scenario = shop(2, **LOG, **{"workload.offered": "60 requests/s"})
    assert_twins(single_node(translate(scenario).network), plan, seed=4)
    assert_twins(translate_with_backend(scenario, servers_die=True).network, plan, seed=6)
