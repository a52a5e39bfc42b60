"""Objects that are kept in slices: the kernel and the reference do the same, request by request."""

from dataclasses import replace
from math import inf
from random import Random

import pytest

from simulator.engines.run_plan import RunPlan
from simulator.network.cache_policies import POLICIES
from simulator.network.distribution import Family, constant
from simulator.network.network import Network, RequestClass
from simulator.network.resources import Catalogue
from simulator.network.steps import BySize, EachSlice, Lookup, ProbeCache, Serve, Step, change_steps
from tests.agreement.test_fetches import joined
from tests.agreement.test_revalidations import with_policy
from tests.agreement.twins import assert_twins
from tests.networks import download, tiers, two_catalogues
from tests.proven import mostly_proof
from tests.random_networks import random_cluster, random_network

PLAN = RunPlan(windows=10, window=0.5, warm_up=1.0, replication=3, log=100_000)
STREAM = 30


def sliced(network: Network, slices: int) -> Network:
    """The network, whose objects of one size are kept in so many slices, and read from disks by these."""

    def kept(catalogue: Catalogue) -> Catalogue:
        if catalogue.size.kind is not Family.CONSTANT or catalogue.trace is not None or catalogue.life < inf:
            return catalogue
        size = constant(catalogue.size.mean / slices)
        return replace(catalogue, objects=catalogue.objects * slices, size=size, slices=slices)

    def of_slice(step: Step, size: float) -> Step:
        by_size = isinstance(step, Serve) and isinstance(step.demand, BySize)
        return replace(step, demand=replace(step.demand, of=size)) if by_size else step

    def asking(request: RequestClass) -> RequestClass:
        catalogue = None if request.catalogue is None else kept(request.catalogue)
        if catalogue is None or catalogue is request.catalogue or not any(isinstance(s, Lookup) for s in request.steps):
            return request
        size, payload = catalogue.size.mean, request.payload
        steps = tuple(
            EachSlice(slices, size, payload, change_steps((step,), lambda inner: of_slice(inner, size)), STREAM)
            if isinstance(step, Lookup)
            else step
            for step in request.steps
        )
        return replace(request, catalogue=catalogue, steps=steps)

    def peeking(step: Step) -> Step:
        return replace(step, catalogue=kept(step.catalogue)) if isinstance(step, ProbeCache) else step

    background = tuple(replace(jobs, steps=change_steps(jobs.steps, peeking)) for jobs in network.background)
    return replace(network, classes=tuple(asking(each) for each in network.classes), background=background)


@pytest.mark.parametrize("policy", POLICIES)
@pytest.mark.parametrize("network", [download(warm=True), download(cached=60), tiers()], ids=["warm", "cold", "two"])
def test_engines_agree_on_slices(network, policy):
    assert_twins(sliced(with_policy(network, policy), 5), PLAN, seed=7)


def test_engines_agree_on_slices_of_which_each_is_asked_for_twice():
    assert_twins(sliced(download(warm=True, admission_window=3.0), 3), PLAN, seed=7)


@pytest.mark.parametrize(("payload", "slices"), [(30720.0, 4), (45e3, 4), (7000.0, 4), (7000.0, 1)])
def test_engines_agree_on_whole_objects_and_on_parts_of_a_slice(payload, slices):
    network = download(warm=True)
    classes = (replace(network.classes[0], payload=constant(payload)),)
    assert_twins(sliced(replace(network, classes=classes), slices), PLAN, seed=7)


def test_engines_agree_on_classes_that_ask_for_slices_of_the_same_objects():
    assert_twins(sliced(two_catalogues(), 3), PLAN, seed=7)


@pytest.mark.parametrize("seed", mostly_proof(range(40), range(12)))
def test_engines_agree_on_a_random_network_of_slices(seed):
    random = Random(f"slices {seed}")
    drawn = random_cluster(seed) if seed % 3 == 2 else random_network(seed)
    drawn = joined(drawn) if random.random() < 0.4 else drawn
    assert_twins(sliced(drawn, random.choice([2, 3, 20])), PLAN, seed=seed)
