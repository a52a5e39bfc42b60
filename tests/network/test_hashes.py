"""Classes of requests are told apart by all that they are, in every process."""

import pickle
import subprocess
import sys
from dataclasses import replace

from models.load import load
from simulator.experiment.single_server import network_at
from tests.fabricated import ROOT

SHOP = "tests/farms/c_shop.yaml"
# Writes a network with the hashes of its classes known, and says whether they are those of who reads it.
WRITES = "import pickle, sys; from tests.network.test_hashes import shop; sys.stdout.buffer.write(pickle.dumps(shop()))"


def shop():
    """A network whose classes have been asked for their hashes."""
    network = network_at(load(SHOP), 100.0).every_way
    assert len({hash(each) for each in (*network.classes, *network.background)}) > 1
    return network


def test_a_class_that_differs_in_anything_has_another_hash():
    first = shop().classes[0]
    for changed in ({"share": 0.5}, {"name": "another"}, {"steps": first.steps[:1]}, {"header": 1.0}):
        assert hash(replace(first, **changed)) != hash(first) and replace(first, **changed) != first
    assert hash(replace(first)) == hash(first)


def test_a_network_of_another_process_is_the_same_to_the_caches_of_this_one():
    """Texts have other hashes there."""
    written = subprocess.run([sys.executable, "-c", WRITES], cwd=ROOT, capture_output=True, check=True).stdout
    read, own = pickle.loads(written), shop()
    assert read == own and hash(read) == hash(own)
    assert {each: True for each in own.classes} == {each: True for each in read.classes}
