"""The shipped scenarios: what theory says of them at once against what the kernel measures."""

from pathlib import Path

import pytest

from models.load import load
from simulator.engines.theory.engine import TheoryEngine
from simulator.engines.theory.solution import KnownValue
from simulator.experiment.measures.server import all_measures
from simulator.network.scaling import scale_load, single_node
from simulator.translate.translate import translate
from tests.laws.observing import agrees, observe

SCENARIOS = Path(__file__).parents[2] / "scenarios"
MEANS = ("requests", "completed_requests", "wire_mbps", "response_mean", "client_speed", "connections")
# How narrow the intervals of means and of losses must be.
NARROW, LOSSES = 0.05, 0.5


def network_of(file: str):
    """One node of a scenario."""
    return single_node(translate(load(str(SCENARIOS / file))).network)


def compare(network, seconds: float, warm_up: float) -> None:
    found = TheoryEngine().solve(network)
    measures, _, _ = all_measures(observe(network, seconds, warm_up, windows=20))
    for name in MEANS:
        figure = found.figure(name)
        agrees(measures[name], figure.value, NARROW, figure.standing.error)
    for name in ("refused_sessions", "failed_requests", "errors"):
        figure = found.figure(name)
        if figure.value > 0.0:
            agrees(measures[name], figure.value, LOSSES, figure.standing.error)
        else:
            assert measures[name].value == 0.0
    for each in found.classes if len(found.classes) > 1 else ():
        response = each.response
        assert isinstance(response, KnownValue)
        agrees(measures[f"response {each.name}"], response.value, 0.1, response.standing.error)


@pytest.mark.usefixtures("length")
@pytest.mark.parametrize("file", ["microsoft_update.yaml", "single_server.yaml"])
def test_a_download_server_is_as_theory_says(file):
    compare(network_of(file), 100.0, 20.0)


@pytest.mark.usefixtures("length")
def test_a_server_short_of_disks_and_of_connections_is_as_theory_says():
    """The 32-bit edition: misses queue for disks until the kernel pool is full, or the memory for what they read."""
    compare(network_of("published/microsoft_update_x86.yaml"), 200.0, 75.0)


@pytest.mark.usefixtures("length")
@pytest.mark.parametrize("times", [1.0, 2.5])
def test_a_web_server_with_worker_threads_is_as_theory_says(times):
    compare(scale_load(network_of("web_farm.yaml"), times), 400.0, 100.0)


@pytest.mark.usefixtures("length")
@pytest.mark.parametrize("file", ["soft_faults_nt_heap.yaml", "soft_faults_recycling_allocator.yaml"])
def test_a_saturated_population_is_as_theory_says(file):
    """The allocator's lists are full in the end only, and so is the memory that they save."""
    network = network_of(f"published/{file}")
    found = TheoryEngine().solve(network)
    steady = observe(network, 1200.0, 1500.0, windows=20)
    for name in ("completed_requests", "response_mean"):
        assert found.figure(name).standing.kind == "exact"
        agrees(all_measures(steady)[0][name], found.figure(name).value, 0.05)
