"""A deployment of Kubernetes is the tier of its name: its pods, their CPU and their throttling by the hour, from a
Prometheus and from its export; the CPU time of its calls is that of the verdict."""

import re
from itertools import product
from pathlib import Path

import numpy as np
import pytest

import headroom
from models.errors import ScenarioError
from models.load import load
from models.tier_flows import tier_work
from simulator.farm.misfit import Misfit
from simulator.messages import review as words
from simulator.messages.stages import telemetry as said
from simulator.studies.review.tier_blocks import pods_table
from simulator.telemetry.deployments import DeploymentRecord
from simulator.telemetry.pods import POD_METRICS
from simulator.telemetry.prometheus_query import pods_promql, prometheus_query
from simulator.telemetry.read import CounterSources
from tests.printed import printed
from tests.proven import mostly_proof
from tests.telemetry.pods import CALL, ON, SHOP, computed, shop
from tests.telemetry.prometheus_server import counters, serving
from tests.telemetry.written import answer

UNTIL = {"until": "2026-09-23", "days": 1}
RATES = [10.0] * 12 + [20.0] * 24
PODS = [16] * 12 + [24] * 24
THREADS = [1.3 * CALL * rate for rate in RATES]


@pytest.fixture
def review(reviewed, write):
    def review(*series, overrides=ON, **others):
        return reviewed(write(answer(series)), scenario=SHOP, overrides=overrides, **others)

    return review


def test_a_deployment_is_the_tier_of_its_name_by_the_hour(review):
    (tier,) = review(*shop(RATES, THREADS, PODS, throttled=0.1)).review.tiers
    assert tier.name == "application" and tier.work == pytest.approx(1.3, rel=0.03)
    hours = [(each.hour, each.pods, each.throttled) for each in tier.hours]
    assert hours == [(0, 16.0, pytest.approx(0.1)), (1, 24.0, pytest.approx(0.1)), (2, 24.0, pytest.approx(0.1))]
    assert [each.threads for each in tier.hours] == pytest.approx([THREADS[0], THREADS[-1], THREADS[-1]])
    assert [each.model for each in tier.hours] == pytest.approx([each.threads for each in tier.hours], rel=0.02)
    record = tier.record
    assert (record.cpu_request, record.cpu_limit, record.memory_request, record.memory_limit) == (2.0, 4.0, 4e9, 6e9)


def test_a_prometheus_says_what_its_export_says(review):
    series = list(shop(RATES, THREADS, PODS, throttled=0.1))
    query = prometheus_query("http://p", **UNTIL)
    front = counters([each for each in series if "instance" in each["metric"]], query)
    with serving(computed(series, query, front)) as (url, _):
        found = headroom.review(SHOP, [], ON, prometheus=url, engine="theory", **UNTIL).to_dict()
    exported = review(*series).to_dict()
    assert len(found["tiers"][0]["hours"]) == 3
    for one, other in zip(found["tiers"][0].pop("hours"), exported["tiers"][0].pop("hours"), strict=True):
        assert one == pytest.approx(other)
    for name, value in exported["tiers"][0].items():
        assert found["tiers"][0][name] == pytest.approx(value), name
    assert any("container_cpu_usage_seconds_total" in note for note in found["notes"])


def test_the_verdict_rests_on_the_cpu_time_that_calls_take(review):
    """More of it takes more servers: as many as a plan with that time."""
    rates = [600.0] * 24
    stated, measured = (
        review(*shop(rates, [times * CALL * 600.0] * 24, [160] * 24), overrides=ON | {"tiers[0].pods.replicas": 160})
        for times in (1.0, 1.5)
    )
    work = measured.review.scenario.workload.request.calls[0].cpu / stated.review.scenario.workload.request.calls[0].cpu
    assert work == pytest.approx(1.5, rel=0.05)
    assert measured.review.running.carries <= stated.review.running.carries
    assert "the verdict rests on what was measured" in printed(measured.blocks(), width=300)


def test_threads_that_share_a_core_do_less_each(review):
    """Pods that keep all threads that they ask for busy: 35 of them fill a server, and each has 1.04 of its cores."""
    rate = 16 * 1.0378 / CALL
    (tier,) = review(*shop([rate] * 24, [32.0] * 24, [16] * 24)).review.tiers
    assert tier.work == pytest.approx(1.0, rel=0.03)


def test_the_cpu_time_of_the_front_is_none_of_its_tiers(review):
    """Twice that of the scenario at the front, where nobody has measured the pods."""
    series = [each for each in shop([600.0] * 24, THREADS[:24], PODS[:24]) if "instance" in each["metric"]]
    found, stated = review(*series).review, load(SHOP, ON)
    assert found.corrected and abs(found.fit.work - 1.0) > 0.1
    for tier, own in zip(found.scenario.tiers, stated.tiers, strict=True):
        assert tier_work(found.scenario, tier) == pytest.approx(tier_work(stated, own))


def test_what_is_off_is_told(review):
    told = printed(review(*shop(RATES, THREADS, PODS, throttled=0.4, limit="3")).blocks(), width=300)
    assert words.pods_off("application", 24, 16) in told
    assert words.pod_asks("application", words.pod_cpu(2.0, 3.0), words.pod_cpu(2.0, 4.0)) in told
    assert words.throttled("application", [0, 1, 2], 0.4) in told
    assert words.pods_by_hour("application") in told


UNCOUNTED = ON | {"tiers[0].pods": {key: value for key, value in ON["tiers[0].pods"].items() if key != "replicas"}}


@pytest.fixture
def uncounted(write):
    """The review of a shop of which nobody states how many servers and pods its tiers have."""
    text = Path(SHOP).read_text(encoding="utf-8")
    shop = write(re.sub(r"^    servers: .*\n", "", text, flags=re.MULTILINE), "unstated.yaml")
    return lambda series: headroom.review(shop, write(answer(series)), UNCOUNTED, engine="theory")


def test_where_nobody_states_replicas_the_pods_that_ran_are_judged(review, uncounted):
    """Of as many as the peak would take the farm was always enough."""
    series = list(shop([600.0] * 24, [CALL * 600.0] * 24, [12] * 24))
    own = ON | {"tiers[0].pods.replicas": 12}
    stated, counted = review(*series, overrides=own), uncounted(series)
    tier = counted.review.running.farm.scenario.tiers[0]
    assert (tier.servers, tier.pods.replicas) == (12, 12)
    assert counted.verdict == stated.verdict == "short"
    assert counted.review.running.carries == pytest.approx(stated.review.running.carries, rel=1e-9)
    told = printed(counted.blocks(), width=300)
    assert words.pods_measured("application", "12 pods", 12) in told and "correct `pods.replicas`" not in told


def test_a_tier_that_nobody_counts_is_told(review, uncounted):
    """Its pods, and servers of a database, of which neither the scenario nor a counter says how many there are."""
    found = uncounted(each for each in shop(RATES, THREADS, PODS) if "instance" in each["metric"])
    told = printed(found.blocks(), width=300)
    for tier, key in (("application", "pods.replicas"), ("database", "servers")):
        assert words.count_not_known(tier, key) in told
    assert "run is not known" not in printed(review(*shop(RATES, THREADS, PODS)).blocks(), width=300)


def stated(series, **values):
    """The same counters, of pods that state so much: CPU and memory of requests and limits, None for nothing."""
    for each in series:
        metric, labels = each["metric"]["__name__"], each["metric"]
        key = f"{labels.get('resource')}_{metric.rpartition('_')[2]}"
        if key not in values:
            yield each
        else:
            for number, value in enumerate(values[key]):
                own = [[at, value] for at, _ in each["values"]]
                yield {"metric": labels | {"container": f"c{number}"}, "values": own}


def test_pods_of_several_containers_ask_for_their_sum(review):
    """0.1 and 0.2 in floats are not 0.3."""
    series = stated(shop(RATES, THREADS, PODS), cpu_requests=("0.1", "0.2"), cpu_limits=("0.4", "0.8"))
    overrides = ON | {"tiers[0].pods.cpu.request": 0.3, "tiers[0].pods.cpu.limit": 1.2}
    assert "correct `pods`" not in printed(review(*series, overrides=overrides).blocks(), width=300)


def test_memory_that_is_off_is_told(review):
    series = stated(shop(RATES, THREADS, PODS), memory_requests=("5e9",))
    told = printed(review(*series).blocks(), width=300)
    wrong = words.pod_asks("application", words.pod_memory(5e9, 6e9), words.pod_memory(4e9, 6e9))
    assert wrong in told and told.count("correct `pods`") == 1


def test_a_limit_alone_is_what_a_pod_asks_for(review):
    series = stated(shop(RATES, THREADS, PODS), cpu_requests=(), memory_requests=())
    told = printed(review(*series).blocks(), width=300)
    assert words.pod_asks("application", words.pod_cpu(4.0, 4.0), words.pod_cpu(2.0, 4.0)) in told
    assert words.pod_asks("application", words.pod_memory(6e9, 6e9), words.pod_memory(4e9, 6e9)) in told


def test_pods_by_the_hour_are_numbers_without_their_unit(review):
    (tier,) = review(*shop(RATES, THREADS, PODS)).review.tiers
    assert pods_table(tier).rows[0][1].unit == ""


def test_calls_of_other_work_leave_no_verdict(review):
    found = review(*shop(RATES, [12.0 * CALL * rate for rate in RATES], PODS))
    assert found.verdict is None and not found.met
    told = printed(found.blocks(), width=300)
    assert "too far off to be the same work: correct its `cpu`" in told and "verdict rests" not in told
    assert (
        found.no_verdict_because == "call_cpu"
        and words.model_sentence(Misfit.CALL_CPU, 1.0, 0.0, 1.0, True)[:50] in told
    )


def test_a_front_whose_cpu_was_not_measured_is_told_as_the_front(review):
    pods = [each for each in shop(RATES, THREADS, PODS) if each["metric"]["__name__"] != "node_cpu_seconds_total"]
    told = printed(review(*pods).blocks(), width=300)
    assert "No CPU of the front servers was measured" in told and "A call of application takes 1.3 times" in told


def test_pods_of_other_deployments_are_not_counted(review):
    others = [each for each in shop(RATES, THREADS, PODS, deployment="application-admin")
              if each["metric"].get("namespace")]  # fmt: skip
    (tier,) = review(*shop(RATES, THREADS, PODS), *others).review.tiers
    assert tier.work == pytest.approx(1.3, rel=0.03) and tier.pods_at_peak == 24


@pytest.mark.parametrize(
    ("pods", "there"),
    [([12.0] * 20, 12), ([12.0] * 19 + [24.0], 12), ([4.0] * 17 + [16.0] * 3, 16), ([], 0)],
    ids=["as many", "a rollout at the peak", "an autoscaler", "none"],
)
def test_pods_are_those_that_run_at_the_peak_but_for_a_rollout(pods, there):
    at, busy = np.arange(len(pods)) * 3600.0, np.arange(len(pods)) * 0.5
    none = np.full(len(pods), np.nan)
    found = DeploymentRecord("application", at, np.array(pods), busy, none, None, None, None, None)
    assert found.pods_at_peak == there


def test_a_name_of_several_namespaces_is_one_clear_error(review):
    others = [each for each in shop(RATES, THREADS, PODS, namespace="test") if each["metric"].get("namespace")]
    with pytest.raises(ScenarioError) as failed:
        review(*shop(RATES, THREADS, PODS), *others)
    (problem,) = failed.value.problems
    assert (problem.message, problem.remedy) == said.several_namespaces("application", "shop, test")


def test_pods_alone_tell_no_load(review):
    with pytest.raises(ScenarioError) as failed:
        review(*(each for each in shop(RATES, THREADS, PODS) if each["metric"].get("namespace")))
    (problem,) = failed.value.problems
    assert (problem.message, problem.remedy) == said.NO_LOAD


def test_labels_of_an_exporter_are_not_asked_of_the_exporters_of_pods():
    query = prometheus_query("http://p", match='job="web",cluster="eu"')
    for name in POD_METRICS:
        asked = pods_promql(query, name)
        assert 'cluster="eu"' in asked and "job" not in asked


@pytest.mark.parametrize("label", ['jobset="a"', 'instance_type=~"m5.*"', 'job_name!="a"'])
def test_labels_that_begin_as_those_of_an_exporter_are_asked(label):
    query = prometheus_query("http://p", match=f'job="web",instance!~"x=y",{label}')
    for name in POD_METRICS:
        asked = pods_promql(query, name)
        assert label in asked and "web" not in asked and "x=y" not in asked


def test_only_names_that_a_deployment_may_have_are_asked_and_a_dot_is_one():
    sources = CounterSources((), prometheus_query("http://p"))
    asked = sources.with_tiers(["app.v2", "my app", 'a"} or up', "App", "-a", "b-1"], "").prometheus
    assert asked.deployments == ("app.v2", "b-1")
    assert 'deployment=~"app[.]v2|b-1"' in pods_promql(asked, "kube_deployment_status_replicas")
    assert 'pod=~"(app[.]v2|b-1)-.+"' in pods_promql(asked, "container_cpu_usage_seconds_total")


def test_a_scenario_without_pods_asks_for_none(write):
    with serving(counters([], prometheus_query("http://p"))) as (url, asked), pytest.raises(ScenarioError):
        headroom.review("scenarios/first_farm.yaml", prometheus=url, engine="theory", **UNTIL)
    assert asked and not any("container_" in path for path, _ in asked)


# What no exporter writes, at a place of a counter.
HOSTILE = ("NaN", "+Inf", "-1", "1e308", "", "x", None, "1e14", "0")


# Each of them in one series or two in `make test`, and in every one in the proof.
SOME = [(name, HOSTILE[place % 5 :: 5]) for place, name in enumerate(POD_METRICS)]


@pytest.mark.parametrize(("name", "values"), mostly_proof([*SOME, *product(POD_METRICS, [HOSTILE])], SOME))
def test_hostile_counters_of_pods_are_an_error_or_finite(write, name, values):
    random = np.random.default_rng(len(name))
    for value in values:
        series = list(shop(RATES, THREADS, PODS, throttled=0.1))
        own = [each for each in series if each["metric"]["__name__"] == name]
        for place in random.integers(0, len(own), 5):
            values = [list(each) for each in own[place]["values"]]
            values[random.integers(0, len(values))][1] = value
            own[place]["values"] = values
        try:
            found = headroom.review(SHOP, write(answer(series)), ON, engine="theory")
        except ScenarioError:
            assert value not in ("0", None)  # Of a counter the one is a restart, and the other was not measured.
            continue
        assert "NaN" not in found.to_json() and "Infinity" not in found.to_json()
        assert printed(found.blocks())
