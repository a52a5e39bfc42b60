"""How much faster one core is than another: the catalogue's ranges, held beside what one thread does in three programs.

Geekbench 6 (single core), PassMark (single thread) and stress-ng (one instance of `cpu`) on an instance of EC2 of each
of seven generations (SpareCores, sc-inspector-data 804d3c71, CC BY-SA 4.0). Only single threads compare: programs do
not use all cores of every instance alike.
"""

from itertools import combinations

import numpy as np
import pytest

from models.reading.catalogue import FOLDER
from models.reading.read_yaml import read_yaml
from models.reading.source_tree import plain
from models.variations.uncertain import UncertainValue
from simulator.uncertainty.distributions import values_at

SCORES = {
    "c5n.18xlarge": (1191, 2012, 1426),
    "d3en.6xlarge": (1056, 1806, 1283),
    "c6gn.16xlarge": (975, 1111, 1519),
    "c6i.8xlarge": (1664, 2358, 1891),
    "c7a.8xlarge": (1995, 2775, 3076),
    "c7g.2xlarge": (1473, 1565, 1533),
    "m7i.8xlarge": (2041, 2910, 2015),
}
# The share of the 63 ratios that lie in the 90 % interval of what two servers of the catalogue are drawn at: fewer than
# nine in ten, for it takes Ice Lake for no faster than Skylake, and Zen 4 for 1.4 times as fast as Sapphire Rapids.
INSIDE = 0.70


def drawn(name: str, shares: np.ndarray) -> np.ndarray:
    """Speeds of a core of a server of the catalogue, as worlds draw them."""
    path = FOLDER / f"servers/{name}.yaml"
    stated = plain(read_yaml(path, str(path), "measured", []))["core_speed"]
    low, high = map(float, stated["assumed"].split(" to "))
    return values_at(UncertainValue("core_speed", stated["value"], low, high, False, 0.01, 1000.0, False), shares)


def test_ratios_of_published_single_threads_lie_in_the_interval_of_the_catalogue_as_often_as_is_said_of_it():
    draws = np.random.default_rng(1)
    speeds = {name: drawn(name, draws.random(50_000)) for name in SCORES}
    inside = []
    for one, other in combinations(SCORES, 2):
        low, high = np.quantile(speeds[other] / speeds[one], (0.05, 0.95))
        inside += [low <= b / a <= high for a, b in zip(SCORES[one], SCORES[other], strict=True)]
    assert len(inside) == 63 and np.mean(inside) == pytest.approx(INSIDE, abs=0.02)
