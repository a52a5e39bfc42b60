"""Objects that caches keep in slices: how many a request asks for, how often they are found, and what is fetched of an
origin, by hand, by theory and by simulation.
"""

import numpy as np
import pytest

from simulator.engines.slices import slices_asked
from simulator.engines.theory.bottleneck import station_loads, visits_by_class
from simulator.engines.theory.formulas.caches import characteristic_time, hit_chances
from simulator.engines.theory.visits import cache_hits
from simulator.network.cache_policies import CLOCK, FIFO, LRU, TINY_LFU
from simulator.network.distribution import Distribution, constant, exponential
from simulator.network.network import Network, RequestClass
from simulator.network.resources import Cache, Catalogue, SharedCapacity
from simulator.network.steps import Admit, BySize, EachSlice, Lookup, Serve
from tests.laws.closed_forms import zipf_shares
from tests.laws.observing import KERNEL, agrees, observe, ratio, single, slowly

LINK, SLICE, RATE = "link", 1e6, 200.0


def edge(
    payload: Distribution, room: float, zipf: float = 0.0, objects: int = 100, slices: int = 10, second: float = 0.0,
    policy: str = LRU, beside: tuple[tuple[float, Distribution], ...] = (),
) -> Network:  # fmt: skip
    """Requests for objects of so many slices of 1 MB, kept in a cache, and perhaps in a second one behind it, and
    fetched slice by slice. beside: further classes that ask for the same, each with its share and payload."""
    catalogue = Catalogue(objects * slices, zipf, constant(SLICE), slices=slices)
    fetch = (Serve(LINK, BySize(constant(0.0), 1.0, of=SLICE)),)
    behind = (*fetch, Admit("cache"))
    if second:
        behind = (Lookup("second", (*fetch, Admit("second"))), Admit("cache"))

    def asking(number: int, share: float, law: Distribution) -> RequestClass:
        steps = (EachSlice(slices, SLICE, law, (Lookup("cache", behind),)),)
        return RequestClass(f"class {number}", share, law, 0.0, steps, catalogue)

    kinds = ((1.0 - sum(share for share, _ in beside), payload), *beside)
    caches = (Cache("cache", room, warm=True, policy=policy),)
    if second:
        caches = (*caches, Cache("second", second, warm=True, behind="cache"))
    link = SharedCapacity(LINK, 1e12, (1e12,), "bytes")
    classes = tuple(asking(number, *kind) for number, kind in enumerate(kinds))
    return Network(1, (link, *caches), classes, single(RATE))


def test_by_hand_of_objects_that_are_all_as_popular_half_of_the_slices_are_found_where_half_fit():
    """100 objects of 10 MB and 500 MB of cache. 2.5 MB from anywhere lie in 3.5 slices of 1 MB, of which half are
    missed: 1.75 requests to the origin, and 1.75 MB."""
    network = edge(constant(2.5e6), 500e6)
    assert slices_asked(network.classes[0]) == (3.5, 0.0)
    assert visits_by_class(network, LINK, RATE)[""] == pytest.approx(1.75)
    (link,) = (each for each in station_loads(network, RATE).stations if each.name == LINK)
    assert link.demand == pytest.approx(1.75e6)
    steady = observe(network, 400.0, 0.0, windows=20)
    agrees(ratio(steady, ("shared", LINK, "work"), ("requests", "completed")), 1.75e6, within=0.05)


@pytest.mark.parametrize(
    ("payload", "asked"),
    [(1.0, 1.0), (1e6, 2.0), (8.9e6, 9.9), (9.5e6, 10.0), (10e6, 10.0), (50e6, 10.0)],
)
def test_by_hand_how_many_slices_a_request_asks_for(payload, asked):
    """One and as many more as it has boundaries in it, all ten at the most."""
    network = edge(constant(payload), 500e6)
    assert slices_asked(network.classes[0]).mean == pytest.approx(asked, abs=1e-5)
    seen = ratio(observe(network, 40.0, windows=4), ("cache", "cache", "lookups"), ("requests", "completed"))
    agrees(seen, asked, within=0.05, known_error=1e-5)


def test_drawn_payloads_ask_for_as_many_slices_as_theory_says():
    """An exponential payload of mean 2 slices asks for 1 + 2 (1 - exp(-9 / 2)), never for more than ten."""
    network = edge(exponential(2e6), 500e6)
    expected = 1.0 + 2.0 * -np.expm1(-4.5)
    assert slices_asked(network.classes[0]).mean == pytest.approx(expected, rel=2e-4)
    assert slices_asked(network.classes[0]).whole == pytest.approx(np.exp(-5.0), abs=2e-4)


def expected_hits(network: Network, zipf: float, room: float) -> float:
    """The share of all slices asked for that a cache of LRU has, slice by slice."""
    (kind, *_), slices = network.classes, network.catalogues[0].slices
    rates = np.repeat(zipf_shares(network.catalogues[0].objects // slices, zipf), slices) * slices_asked(kind).mean
    found = hit_chances(rates, characteristic_time(rates, np.full(rates.size, SLICE), room))
    return float(rates @ found / rates.sum())


# Of whole objects a cache holds 50 at a time, all slices of which come and go together: fewer things to average over.
@pytest.mark.parametrize(("payload", "objects", "error", "observer"), [
    (2.5e6, 400, 0.005, KERNEL), (10e6, 400, 0.01, KERNEL), slowly(2.5e6, 400, 0.01),
], ids=str)  # fmt: skip
def test_slices_are_found_as_often_as_theory_says(payload, objects, error, observer):
    network = edge(constant(payload), 600e6, 0.9, objects)
    steady = observe(network, 2000.0, 0.0, windows=20, observer=observer)
    hits = ratio(steady, ("cache", "cache", "hits"), ("cache", "cache", "lookups"))
    expected = expected_hits(network, 0.9, 600e6)
    assert cache_hits(network, RATE)[2][0].hit_ratio == pytest.approx(expected, rel=1e-4)
    agrees(hits, expected, within=0.02, known_error=error)


PAYLOADS = {"ranges": constant(1.2e6), "whole": constant(10e6), "both": constant(1.2e6)}


@pytest.mark.parametrize("policy", [LRU, FIFO, CLOCK, TINY_LFU])
@pytest.mark.parametrize("asked", PAYLOADS)
def test_a_warm_cache_begins_as_it_goes_on(asked, policy):
    """What is found in the first moments, after no warm-up, is what is found later; of whole objects all slices or
    none."""
    beside = ((0.3, constant(10e6)),) if asked == "both" else ()
    network = edge(PAYLOADS[asked], 600e6, 0.9, 400, policy=policy, beside=beside)
    columns = ("cache", "cache", "hits"), ("cache", "cache", "lookups")
    later = ratio(observe(network, 1000.0, 100.0, windows=20), *columns)
    first = ratio(observe(network, 4.0, 0.0, windows=4), *columns)
    assert first.half_width < 0.05
    assert abs(first.value - later.value) <= first.half_width + later.half_width + 0.01


def test_a_second_cache_begins_as_it_goes_on():
    network = edge(constant(2.5e6), 400e6, 0.9, 400, second=1200e6)
    columns = ("cache", "second", "hits"), ("cache", "second", "lookups")
    later = ratio(observe(network, 2000.0, 100.0, windows=20), *columns)
    first = ratio(observe(network, 4.0, 0.0, windows=4), *columns)
    assert first.half_width < 0.06
    assert abs(first.value - later.value) <= first.half_width + later.half_width + 0.02
