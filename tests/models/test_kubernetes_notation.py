"""Amounts are read as Kubernetes writes them: thousandths of a thread, and Mi and Gi of memory."""

import pytest

from models.errors import ScenarioError
from models.load import load

PODS = "scenarios/api_in_pods.yaml"


def unit_pods(cpu, memory="4 GiB"):
    return load(PODS, {"unit.pods": {"cpu": cpu, "memory": memory, "replicas": 6}}).unit.pods


def test_millicores_are_thousandths_of_a_thread():
    pods = unit_pods({"request": "500m", "limit": "1500m"})
    assert (pods.cpu.request, pods.cpu.limit) == (0.5, 1.5)
    assert unit_pods("250m").cpu.request == 0.25


def test_a_quota_of_a_server_is_read_alike():
    assert load("scenarios/first_farm.yaml", {"server.cpu_quota": "2500m"}).server.cpu_quota.cores == 2.5


@pytest.mark.parametrize(("written", "size"), [("3Gi", 3 * 2**30), ("3 Gi", 3 * 2**30), ("512Mi", 512 * 2**20)])
def test_powers_of_1024_need_no_b(written, size):
    assert unit_pods(1, written).memory.request == size


@pytest.mark.parametrize("cpu", ["0m", "500mm", "-500m", "1.5m"])
def test_what_is_no_number_of_threads_is_refused(cpu):
    with pytest.raises(ScenarioError) as caught:
        unit_pods(cpu)
    assert "unit.pods.cpu.request" in str(caught.value) and "allowed is 0.001 to" in str(caught.value)
