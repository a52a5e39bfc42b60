"""How much faster one core is than another: the catalogue's ranges, made from what published programs do on such cores,
and held beside what one thread does in three other programs, which nothing was made from.

Geekbench 6 (single core), PassMark (single thread) and stress-ng (one instance of `cpu`) on an instance of EC2 of each
of seven generations (SpareCores, sc-inspector-data 804d3c71, CC BY-SA 4.0). Only single threads compare: programs do
not use all cores of every instance alike.
"""

from itertools import combinations
from pathlib import Path

import numpy as np
import pytest

from models.parts.hardware import Server
from models.reading.catalogue import FOLDER
from models.reading.catalogue_model import catalogue_model
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
# The share of the 63 ratios that lie in the 90 % interval of what two servers of the catalogue are drawn at.
INSIDE = 0.89
_FILE = Path(__file__).with_name("core_speeds.yaml")
PUBLISHED = plain(read_yaml(_FILE, str(_FILE), "measured", []))
SERVERS = {name: catalogue_model(Server, name)[0] for name in (*SCORES, *PUBLISHED["power"])}


def stated(name: str) -> tuple[float, float, float]:
    """Low end, value and high end of the speed of a core in the catalogue."""
    path = FOLDER / f"servers/{name}.yaml"
    known = plain(read_yaml(path, str(path), "measured", []))["core_speed"]
    low, high = map(float, known["assumed"].split(" to "))
    return low, known["value"], high


def drawn(name: str, shares: np.ndarray) -> np.ndarray:
    """Speeds of a core of a server of the catalogue, as worlds draw them."""
    low, value, high = stated(name)
    return values_at(UncertainValue("core_speed", value, low, high, False, 0.01, 1000.0, False), shares)


def logs(programs: dict[str, list[float]]) -> np.ndarray:
    """Logarithms of scores: programs by instances."""
    return np.log(np.array(list(programs.values())))


def spec_rates() -> np.ndarray:
    return (
        logs(PUBLISHED["spec"]["programs"])
        + np.log(PUBLISHED["spec"]["clock"])
        - np.log(PUBLISHED["spec"]["measured_at"])
    )


def power_to_spec() -> np.ndarray:
    """Logarithms of core_speed by SPECpower over the rate of SPECint2017, server by server."""
    return np.log([SERVERS[name].core_speed / rate for name, rate in PUBLISHED["power"].items()])


def published_speeds() -> np.ndarray:
    """Logarithms of what two kinds of programs make of the speed of a core, on the scale of SPECpower."""
    compressed = np.array([np.log(PUBLISHED["sizes"][name]).mean() for name in PUBLISHED["instances"]])
    spec = spec_rates().mean(axis=0)
    return (spec + compressed - compressed.mean() + spec.mean()) / 2.0 + power_to_spec().mean()


def of_one_core(scores: np.ndarray) -> np.ndarray:
    """Logarithms of what one busy thread does, of those of all virtual processors together."""
    held = [SERVERS[name] for name in PUBLISHED["instances"]]
    threads = [
        server.cores * (1.0 if server.threads_per_core == 1 else (1.0 + server.second_thread) * server.clock_all_busy)
        for server in held
    ]
    return scores - np.log(threads)


def spread(scores: np.ndarray, speeds: np.ndarray) -> float:
    """Standard deviation of a program's ratio about that of the speeds, of one server, by logarithms."""
    away = scores - speeds
    away -= away.mean(axis=1, keepdims=True)
    return float(np.sqrt((away**2).sum(axis=1).mean() / (away.shape[1] - 1)))


def test_ranges_lie_about_what_published_programs_make_of_their_cores():
    for name, made in zip(PUBLISHED["instances"], np.exp(published_speeds()), strict=True):
        low, value, high = stated(name)
        assert np.sqrt(low * high) == pytest.approx(made, rel=0.04) and low < value < high, name


def test_ranges_are_as_wide_as_published_programs_differ():
    """Five kinds of programs count alike; to how they differ comes what placement makes. Three of the ranges have their
    mode beside the middle, which narrows them by little."""
    speeds = published_speeds()
    programs = [spec_rates(), logs(PUBLISHED["compressors"])]
    programs += [of_one_core(logs(each)) for each in PUBLISHED["together"].values()]
    kinds = [*(spread(each, speeds) for each in programs), float(power_to_spec().std(ddof=1))]
    sizes = [np.log(each) for each in PUBLISHED["sizes"].values()]
    placed = sum(((each - each.mean()) ** 2).sum() for each in sizes) / sum(len(each) - 1 for each in sizes)
    deviation = np.sqrt(np.mean(np.square(kinds)) + placed)
    # A triangle from -h to h has a standard deviation of h / sqrt(6).
    factor = np.exp(np.sqrt(6.0) * deviation)
    assert factor == pytest.approx(1.45, abs=0.02)
    for name in SCORES:
        low, _, high = stated(name)
        assert np.sqrt(high / low) == pytest.approx(factor, rel=0.02), name


def test_ratios_of_published_single_threads_lie_in_the_interval_of_the_catalogue_as_often_as_is_said_of_it():
    draws = np.random.default_rng(1)
    speeds = {name: drawn(name, draws.random(50_000)) for name in SCORES}
    inside, widths = [], []
    for one, other in combinations(SCORES, 2):
        low, high = np.quantile(speeds[other] / speeds[one], (0.05, 0.95))
        widths.append(high / low)
        inside += [low <= b / a <= high for a, b in zip(SCORES[one], SCORES[other], strict=True)]
    assert len(inside) == 63 and np.mean(inside) == pytest.approx(INSIDE, abs=0.02) and 0.80 <= INSIDE <= 0.97
    assert np.median(widths) == pytest.approx(2.0, abs=0.05)
