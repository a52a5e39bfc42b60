"""`slice` of content: what requests look up and fetch, what the plan says of it, and what is wrong with it."""

import numpy as np
import pytest

import headroom
from models.errors import ScenarioError
from models.load import load
from models.quantities.distribution import SizeDistribution
from simulator.engines.draws import draw
from simulator.engines.quantiles import Numbering
from simulator.engines.slices import slices_asked
from simulator.experiment.single_server import network_at
from simulator.network.distribution import constant
from simulator.network.steps import BySize, EachSlice, Serve, flatten
from simulator.translate.data_path import ORIGIN
from simulator.translate.laws import network_distribution
from tests.models.test_content_problems import EDGE
from tests.sizing.test_shield import FARM, farm

# One class of files that is kept in slices, beside films that are kept whole.
FILMS = EDGE.replace("life: 60 s", "slice: 500 kB")


def test_what_is_kept_in_slices_is_looked_up_and_fetched_by_them(loaded):
    sliced, whole = network_at(loaded(FILMS), 10.0).classes
    (each,) = (step for step in sliced.steps if isinstance(step, EachSlice))
    assert (each.size, each.payload) == (sliced.catalogue.size.mean, sliced.payload)
    assert sliced.catalogue.slices == each.slices and each.size <= 500e3
    assert whole.catalogue.slices == 1 and not any(isinstance(step, EachSlice) for step in whole.steps)
    fetched = [step.demand for step in flatten(each.on_miss) if isinstance(step, Serve) and step.at == ORIGIN]
    assert fetched == [BySize(constant(0.0), 1.0, of=each.size)]


SPOILT = [
    ("slice: 500 kB", "slice: 500 MB", ["slice", "larger than an object, ", "or none to keep objects whole"]),
    ("slice: 500 kB", "slice: 10 B", ["slice", "allowed is 1 kB to 1 TB"]),
    ("slice: 500 kB", "slice: 500 kB, life: 60 s", ["`workload.classes[0].content.life` too", "write none, or"]),
    ("slice: 500 kB", "slice: 500 kB, object_size: {mean: 2 MB, distribution: exponential}",
     ["objects vary in size (exponential)", "`object_size: {mean: 2 MB, distribution: constant}`"]),
]  # fmt: skip


@pytest.mark.parametrize(("piece", "instead", "told"), SPOILT)
def test_what_is_wrong_is_told_with_its_remedy(loaded, piece, instead, told):
    assert piece in FILMS
    with pytest.raises(ScenarioError) as caught:
        loaded(FILMS.replace(piece, instead))
    assert all(each in str(caught.value) for each in told), str(caught.value)


def test_a_shield_and_slices_are_told_apart():
    with pytest.raises(ScenarioError) as caught:
        farm({**FARM, "workload.content.slice": "1 kB"})
    assert "there is `workload.request.calls[0]` too, which is not told of slices" in str(caught.value)


LARGE = {
    "workload.request.size": {"mean": "8 MB", "distribution": "constant"},
    "workload.content": {
        "catalogue": "40 TB", "object_size": "2 GB", "popularity": {"zipf": 0.9},
        "origin": {"latency": "30 ms", "rate": "40 Gbps", "request_price": "0.0004 USD/thousand"},
    },
    "workload.content.object_size.distribution": "constant",
}  # fmt: skip


def planned(slice_: str, more: dict | None = None) -> dict:
    changes = {**LARGE, **(more or {}), "workload.content.slice": slice_}
    return headroom.plan("scenarios/downloads_today.yaml", changes, engine="theory").to_dict()


def test_by_hand_ranges_of_8_slices_fetch_9_of_1_mb():
    """8 MB that begin anywhere lie in 9 slices: of a cache that holds as large a share of the content come nine
    eighths of the bytes, in nine requests for one."""
    whole, sliced = (planned(each)["from_origin"] for each in ("none", "1 MB"))
    assert sliced["mbps"]["value"] / whole["mbps"]["value"] == pytest.approx(9 / 8, rel=0.01)
    requests = [each["fetches"]["one_for_all"]["requests"] for each in (sliced, whole)]
    assert requests[0] / requests[1] == pytest.approx(9.0, rel=0.02)


def of_origin(slice_: str, size: dict) -> float:
    """The bytes of slices that a request for a range of an object of 10 MB asks for, by its program."""
    one = {"workload.request.size": size, "workload.content.object_size.mean": "10 MB"}
    network = network_at(
        load("scenarios/downloads_today.yaml", {**LARGE, **one, "workload.content.slice": slice_}), 1.0
    )
    (request,) = network.classes
    return slices_asked(request).mean * request.fetched


@pytest.mark.parametrize(
    ("slice_", "size", "fetched"),
    [
        ("10 MB", 1.0, 10.0),  # One slice, which is fetched whole whatever is asked for of it.
        ("9.9 MB", 1.0, 9.9 + 0.1 * 0.11),  # The whole slice by all, and the rest by 1.1 MB of 10.
        ("6 MB", 1.0, 6 * 0.7 + 4 * 0.5),
        ("4 MB", 2.5, 2 * 4 * 0.65 + 2 * 0.45),
        ("5 MB", 1.0, 2 * 5 * 0.6),
        ("9.9 MB", 10.0, 10.0),
    ],
)  # fmt: skip
def test_by_hand_what_is_fetched_of_slices_of_which_the_last_has_the_rest(slice_, size, fetched):
    """A slice of s_j is asked for by (b + s_j) / S of the requests for b bytes, at most by all."""
    assert of_origin(slice_, {"mean": f"{size} MB", "distribution": "constant"}) == pytest.approx(fetched * 1e6)


SPREAD = [
    {"distribution": "exponential"}, {"distribution": "uniform"}, {"distribution": "pareto", "shape": 1.5},
    {"distribution": "lognormal", "cv": 1.5}, {"distribution": "gamma", "cv": 0.7},
    {"distribution": "hyperexponential", "cv": 2.0},
]  # fmt: skip


@pytest.mark.parametrize("law", SPREAD, ids=lambda law: law["distribution"])
def test_drawn_ranges_lie_in_as_many_bytes_of_slices_as_are_fetched(law):
    """Ranges drawn one by one, of objects that are cut after 7 of 10 MB."""
    size = network_distribution(SizeDistribution(mean=4e6, **law))
    draws = np.random.default_rng(3)
    ranges = size.mean * quantile_at(size, draws.random(200_000))
    asked = [length * np.minimum(1.0, (ranges + length) / 10e6) for length in (7e6, 3e6)]
    assert of_origin("7 MB", {"mean": "4 MB", **law}) == pytest.approx(sum(asked).mean(), rel=3e-3)


def quantile_at(law, shares: np.ndarray) -> np.ndarray:
    """The quantile function of a law of mean 1, by the table that engines draw from or the sampler."""
    numbering = Numbering()
    kind, _, shape = numbering.coded(law)
    tables = numbering.quantiles()
    return np.array([draw(tables, kind, 1.0, shape, u) for u in shares])


def test_drawn_ranges_of_stated_quantiles_are_fetched_as_well():
    points = {"0 %": "1 MB", "50 %": "2 MB", "100 %": "9 MB"}
    shares = np.random.default_rng(4).random(200_000)
    ranges = np.interp(shares, [0.0, 0.5, 1.0], [1e6, 2e6, 9e6])
    asked = [length * np.minimum(1.0, (ranges + length) / 10e6) for length in (7e6, 3e6)]
    law = {"distribution": "empirical", "quantiles": points}
    assert of_origin("7 MB", law) == pytest.approx(sum(asked).mean(), rel=3e-3)


def test_by_theory_a_slice_as_large_as_its_object_is_fetched_whole():
    """As much of the origin as without ranges, ten times what a range has; slices of half of the object 0.6 of that."""
    ranges = {"workload.content.object_size.mean": "80 MB"}
    whole, half, none = (planned(each, ranges)["from_origin"]["mbps"]["value"] for each in ("80 MB", "40 MB", "none"))
    assert whole / none == pytest.approx(10.0, rel=0.01)
    assert half / whole == pytest.approx(0.6, rel=0.01)


def test_disks_let_in_what_is_missed_twice_within_their_window(loaded):
    written = EDGE.replace("{up_to: 3 TB}", "{up_to: 3 TB, admission_window: 10 min}")
    windows = {cache.name: cache.admission_window for cache in network_at(loaded(written), 10.0).caches}
    assert windows == {"page cache": 0.0, "disk cache": 600.0}
