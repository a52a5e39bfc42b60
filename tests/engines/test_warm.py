"""What set-up compiles is all that a first command needs."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
# Tells which functions are compiled once more by some networks, after what set-up warms has run.
PROGRAM = """
import json, sys
from dataclasses import replace
from numba.core.dispatcher import Dispatcher
from simulator.engines.precompile import precompile, special_networks
from tests.random_backends import random_unit_with_servers_that_die
from tests.random_networks import random_cluster, random_network
from tests.shipped import SCENARIOS
from models.load import load
from simulator.engines.kernel.stations.next_events import FEW
from simulator.network.resources import MultiServer
from simulator.translate.translate import translate


def wide_cluster(seed):
    network = random_cluster(seed)
    more = tuple(MultiServer(f"station {number}", 1) for number in range(FEW))
    return replace(network, resources=(*network.resources, *more))


DRAWN = random_network, random_cluster, wide_cluster, random_unit_with_servers_that_die


def compiled():
    modules = [module for name, module in sys.modules.items() if name.startswith("simulator.engines.")]
    functions = {each for module in modules for each in vars(module).values() if isinstance(each, Dispatcher)}
    return {f"{each.py_func.__module__}.{each.py_func.__name__}": len(each.signatures) for each in functions}


def more(networks):
    before = compiled()
    for network in networks:
        precompile(network)
    after = compiled()
    return sorted(name for name in after if after[name] > before.get(name, 0))


shipped = [translate(load(file)).network for file in SCENARIOS]
drawn = [make(seed) for seed in range(20) for make in DRAWN]
apart = [each for each in (*shipped, *drawn) if not each.coupled and len(each.resources) <= FEW]
rest = [each for each in (*shipped, *drawn) if each not in apart]
precompile()
found = {"apart": more(apart)}
for each in special_networks():
    precompile(each)
found["rest"] = more(rest)
found["networks"] = [len(apart), len(rest)]
print(json.dumps(found))
"""


@pytest.fixture(scope="module")
def found():
    """The functions that are compiled once more after set-up, by the networks that need it."""
    ran = subprocess.run([sys.executable, "-c", PROGRAM], cwd=ROOT, capture_output=True, text=True, check=True)
    return json.loads(ran.stdout)


def test_no_network_of_nodes_apart_compiles_anything_that_set_up_has_not(found):
    assert found["networks"][0] > 40
    assert found["apart"] == []


def test_nor_does_any_other_after_what_tests_set_up(found):
    assert found["networks"][1] > 20
    assert found["rest"] == []
