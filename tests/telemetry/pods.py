"""A shop in Kubernetes: servers at the front, and a deployment whose pods they call, as cAdvisor and kube-state-metrics
count them."""

import json
import re
from urllib.parse import parse_qs, urlsplit

from tests.telemetry.prometheus_server import text
from tests.telemetry.written import START, STEP, answer, counter, server

SHOP = "scenarios/three_tiers.yaml"
PODS = {"cpu": {"request": 2, "limit": 4}, "memory": {"request": "4 GB", "limit": "6 GB"}, "replicas": 16}
ON = {"unit.nodes": 2, "unit.spare_nodes": 0, "tiers[0].pods": PODS}
FRONT = 2
# Seconds of a core of the server of that tier: 20 ms on a core of 1, of which it has 0.735 (gold-6140 beside the core
# that the scenario measures on).
CALL = 0.02721


def name_of(pod, deployment="application"):
    """The name that Kubernetes gives to a pod."""
    letters = "bcdfghjklmnpqrstvwxz2456789"
    return f"{deployment}-7d4b9c8f6d-x{letters[pod // 27]}{letters[pod % 27]}2z"


def shop(rates, threads, pods, throttled=0.0, deployment="application", namespace="shop", limit="4"):
    """All counters: rates, threads, pods: requests/s of the shop, threads that the deployment keeps busy, and how many
    pods it has, in each step."""
    for host in range(FRONT):
        cpu = [rate / FRONT * 0.008 / 17.0 for rate in rates]
        yield from server(f"web{host}", [rate / FRONT for rate in rates], cpu)
    yield kube("kube_deployment_status_replicas", gauge(pods), namespace, deployment=deployment)
    for pod in range(max(pods)):
        own = [busy / many * STEP if pod < many else 0.0 for busy, many in zip(threads, pods, strict=True)]
        labels = {"pod": name_of(pod, deployment), "container": "application"}
        yield kube("container_cpu_usage_seconds_total", counter([0.97 * each for each in own]), namespace, **labels)
        yield kube("container_cpu_usage_seconds_total", counter([0.03 * each for each in own]), namespace,
                   **labels | {"container": "istio-proxy"})  # fmt: skip
        # The sum of the pod, and what holds its network: not counted again.
        yield kube("container_cpu_usage_seconds_total", counter(own), namespace, pod=labels["pod"])
        yield kube("container_cpu_usage_seconds_total", counter(own), namespace, **labels | {"container": "POD"})
        periods = [3_000.0 for _ in pods]
        yield kube("container_cpu_cfs_periods_total", counter(periods), namespace, **labels)
        yield kube("container_cpu_cfs_throttled_periods_total", counter([throttled * each for each in periods]),
                   namespace, **labels)  # fmt: skip
        for metric, cpu_of, memory in (("requests", "2", "4e9"), ("limits", limit, "6e9")):
            for resource, unit, value in (("cpu", "core", cpu_of), ("memory", "byte", memory)):
                stated = labels | {"resource": resource, "unit": unit}
                yield kube(f"kube_pod_container_resource_{metric}", gauge([value] * len(pods)), namespace, **stated)


def gauge(values):
    """The samples of a gauge."""
    return [[START + place * STEP, str(value)] for place, value in enumerate(values)]


def kube(metric, values, namespace, **labels):
    """One series, as an exporter in a cluster names it."""
    return {"metric": {"__name__": metric, "namespace": namespace, **labels}, "values": values}


def computed(series, query, front):
    """A reply as Prometheus computes it: queries of pods by their labels, others as `front` has them."""

    def reply(handler):
        asked = parse_qs(urlsplit(handler.path).query)["query"][0]
        by = re.match(r"(?:sum|max) by \((namespace[^)]*)\)", asked)
        if by is None:
            front(handler)
            return
        name = re.search(r"(kube_\w+|container_\w+)\{", asked)[1]
        wanted = {key: value for key, _, value in re.findall(r'(deployment|pod)(=~)"([^"]*)"', asked)}
        found = {}
        for each in series:
            labels = each["metric"]
            if labels["__name__"] != name or not all(re.fullmatch(v, labels.get(k, "")) for k, v in wanted.items()):
                continue
            if name.startswith("container") and labels.get("container", "POD") == "POD":
                continue
            key = tuple(labels.get(label, "") for label in by[1].split(", "))
            found.setdefault(key, []).append(each["values"])
        text(answer(_sum(key, by[1].split(", "), own, "rate(" in asked) for key, own in found.items()))(handler)

    return reply


def _sum(key, labels, own, is_rate):
    values = []
    for samples in zip(*own, strict=True):
        values.append([samples[0][0], sum(float(value) for _, value in samples)])
    if is_rate:
        values = [[later[0], (later[1] - before[1]) / STEP] for before, later in zip(values, values[1:], strict=False)]
    return {"metric": dict(zip(labels, key, strict=True)), "values": [[at, json.dumps(value)] for at, value in values]}
