"""`slice` of content: what requests look up and fetch, what the plan says of it, and what is wrong with it."""

import pytest

import headroom
from models.errors import ScenarioError
from simulator.experiment.single_server import network_at
from simulator.network.distribution import constant
from simulator.network.steps import BySize, EachSlice, Serve, flatten
from simulator.translate.data_path import ORIGIN
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


def planned(slice_: str) -> dict:
    changes = {**LARGE, "workload.content.slice": slice_}
    return headroom.plan("scenarios/downloads_today.yaml", changes, engine="theory").to_dict()


def test_by_hand_ranges_of_8_slices_fetch_9_of_1_mb():
    """8 MB that begin anywhere lie in 9 slices: of a cache that holds as large a share of the content come nine
    eighths of the bytes, in nine requests for one."""
    whole, sliced = (planned(each)["from_origin"] for each in ("none", "1 MB"))
    assert sliced["mbps"]["value"] / whole["mbps"]["value"] == pytest.approx(9 / 8, rel=0.01)
    requests = [each["fetches"]["one_for_all"]["requests"] for each in (sliced, whole)]
    assert requests[0] / requests[1] == pytest.approx(9.0, rel=0.02)


def test_disks_let_in_what_is_missed_twice_within_their_window(loaded):
    written = EDGE.replace("{up_to: 3 TB}", "{up_to: 3 TB, admission_window: 10 min}")
    windows = {cache.name: cache.admission_window for cache in network_at(loaded(written), 10.0).caches}
    assert windows == {"page cache": 0.0, "disk cache": 600.0}
