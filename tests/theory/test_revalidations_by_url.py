"""Copies that are asked for again where each object has a node of its own: theory beside the kernel, on drawn units."""

from dataclasses import replace
from math import sqrt
from random import Random

import pytest

from models.load import load
from simulator.engines.engine import load_engine
from simulator.engines.run_plan import RunPlan
from simulator.engines.theory.cache_errors import revalidation_error
from simulator.engines.theory.visits import cache_hits, class_steps
from simulator.network.distribution import constant
from simulator.network.network import Network
from simulator.network.resources import SharedCapacity
from simulator.network.scaling import single_node
from simulator.network.steps import Revalidate, Serve, Step, change_steps
from simulator.translate.translate import translate
from tests.models.test_content_problems import EDGE
from tests.proven import mostly_proof

ASKED, RATE = "asked", 500.0
PLAN = RunPlan(windows=2, window=30.0, warm_up=15.0)


def drawn_unit(seed: int) -> Network:
    """Four nodes that share 2,000 or 8,000 pages of 100 kB, with one cache or two each; a station counts what the
    origin is asked about copies."""
    random = Random(seed)
    content = {
        "catalogue": f"{random.choice([2_000, 8_000]) * 100} kB",
        "object_size": {"mean": "100 kB", "distribution": "constant"},
        "popularity": {"zipf": round(random.uniform(0.6, 1.1), 2)},
        "revalidation": {"max_age": f"{random.choice([2, 5, 15])} s", "unchanged": "100 %"},
        "origin": {"latency": "5 ms", "rate": "40 Gbps"},
    }
    changes = {
        "workload.classes": [{"name": "pages", "rate": f"{RATE} /s", "size": "100 kB", "cpu": "20 us"}],
        "workload.content": content,
        "workload.session": {"requests": 5, "think_time": "0.1 s"},
        "operating_system": "rhel-4",
        "web_server.file_cache": {"size": f"{random.choice([5, 10, 20])} MB"},
        "web_server.disk_cache": random.choice(["none", "40 MB", "80 MB"]),
        "unit": {"nodes": 4, "spare_nodes": 0, "balancer": "by-url"},
    }

    def counted(step: Step) -> Step:
        return replace(step, on_miss=(Serve(ASKED, constant(1.0)),)) if isinstance(step, Revalidate) else step

    network = translate(load("edge.yaml", changes, text=EDGE)).network
    station = SharedCapacity(ASKED, 1e9, (1e9,), "bytes")
    classes = tuple(replace(each, steps=change_steps(each.steps, counted)) for each in network.classes)
    return replace(network, resources=(station, *network.resources), classes=classes)


@pytest.mark.parametrize("seed", mostly_proof(range(40), range(5)))
def test_theory_knows_how_often_the_origin_is_asked_by_nodes_that_share_the_content(seed):
    network = drawn_unit(seed)
    tally = load_engine("kernel").run(network, PLAN, 3)
    asked, lookups = (tally.column("shared", ASKED, "work"), tally.column("cache", network.caches[0].name, "lookups"))
    requests = float((lookups[-1] - lookups[0]).sum())
    measured = float((asked[-1] - asked[0]).sum()) / requests
    node = single_node(network)
    requested, hits, caches = cache_hits(node, RATE)
    (kind,) = node.classes
    steps = class_steps(requested, kind, hits)
    told = sum(float(visits.sum()) for step, visits in steps if isinstance(step, Serve) and step.at == ASKED)
    # Few ask in a minute where copies are dropped before they are old: as many more or fewer as of a Poisson stream.
    by_chance = 3.5 * sqrt(max(told, 1.0 / requests) / requests)
    assert abs(told - measured) <= revalidation_error(node, caches) * told + by_chance
