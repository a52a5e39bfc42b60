"""Caches solved by groups of objects against the same solved object by object."""

from dataclasses import replace
from math import exp

import numpy as np
import pytest

from simulator.engines.popularity import popularity
from simulator.engines.theory.formulas.ranks import rank_groups
from simulator.engines.theory.visits import cache_hits
from simulator.network.distribution import Distribution, Family, constant, exponential
from simulator.network.network import Network
from simulator.network.resources import Catalogue
from tests.laws.closed_forms import zipf_shares
from tests.networks import OBJECT, download, tiers, two_catalogues, with_class, with_resource

RATE = 300.0
CLOSE = 1e-6
ALIKE = Catalogue(150_000, 0.8, constant(OBJECT))
DRAWN = Catalogue(100_000, 0.8, exponential(OBJECT))
SPREAD = Catalogue(60_000, 0.5, Distribution(Family.UNIFORM, 2.0 * OBJECT))


def with_cache(catalogue: Catalogue, held: float = 20_000.0, **settings) -> Network:
    """A download server of many objects, with room for `held` of them."""
    network = with_class(download(), catalogue=catalogue)
    return with_resource(network, "file cache", capacity=held * OBJECT, **settings)


def several() -> Network:
    """Three classes, two of which share a catalogue."""
    network = with_resource(two_catalogues(), "file cache", capacity=20_000 * OBJECT)
    catalogues = (ALIKE, SPREAD, ALIKE)
    classes = zip(network.classes, catalogues, strict=True)
    return replace(network, classes=tuple(replace(each, catalogue=catalogue) for each, catalogue in classes))


def in_line() -> Network:
    """A small cache in front of a larger one."""
    network = with_resource(with_class(tiers(), catalogue=ALIKE), "file cache", capacity=5_000 * OBJECT)
    return with_resource(network, "second cache", capacity=20_000 * OBJECT)


NETWORKS = {
    "alike": with_cache(ALIKE),
    "little room": with_cache(ALIKE, 300.0),
    "room for most": with_cache(ALIKE, 140_000.0),
    "alike, Zipf 1": with_cache(replace(ALIKE, zipf=1.0)),
    "alike, Zipf 1.6": with_cache(replace(ALIKE, zipf=1.6)),
    "all asked for alike": with_cache(replace(ALIKE, zipf=0.0)),
    "drawn sizes": with_cache(DRAWN),
    "few drawn sizes": with_cache(replace(DRAWN, objects=3000), 500.0),
    "drawn sizes, the large ones kept out": with_cache(DRAWN, largest_object=45e3),
    "several classes": several(),
    "two caches in line": in_line(),
    "time to live": with_cache(ALIKE, time_to_live=60.0),
    "time to live, drawn sizes": with_cache(DRAWN, time_to_live=60.0),
    "admission window": with_cache(ALIKE, admission_window=100.0),
    "admission window, drawn sizes": with_cache(DRAWN, admission_window=100.0, largest_object=45e3),
}


@pytest.mark.parametrize("network", NETWORKS.values(), ids=NETWORKS)
def test_groups_hit_as_often_as_their_objects(network):
    _, _, found = cache_hits(network, RATE)
    _, _, expected = cache_hits(network, RATE, widest=0.0)
    for mine, theirs in zip(found, expected, strict=True):
        assert mine.hit_ratio == pytest.approx(theirs.hit_ratio, rel=CLOSE)
        assert mine.by_class == pytest.approx(theirs.by_class, rel=3.0 * CLOSE)
        assert mine.held == pytest.approx(theirs.held, rel=CLOSE)


@pytest.mark.parametrize("zipf", [0.0, 0.6, 0.8, 1.0, 1.7])
def test_groups_are_asked_for_as_often_as_their_objects(zipf):
    catalogue = Catalogue(200_000, zipf, constant(OBJECT))
    found, shares = rank_groups(catalogue), zipf_shares(catalogue.objects, zipf)
    first = np.concatenate(([0.0], np.cumsum(found.number)))[:-1].astype(int)
    np.testing.assert_allclose(found.share, np.add.reduceat(shares, first), rtol=1e-10)
    assert found.number.sum() == catalogue.objects
    assert found.number.size < 3000


def test_groups_of_drawn_sizes_hold_all_bytes_and_never_mix_what_enters_with_what_does_not():
    limit = 45e3
    found, sizes = rank_groups(DRAWN, (limit,)), popularity(DRAWN).size
    assert (found.number * found.size).sum() == pytest.approx(sizes.sum(), rel=1e-12)
    assert found.number[found.size <= limit].sum() == (sizes <= limit).sum()
    assert found.share.sum() == pytest.approx(1.0, rel=1e-12)


def test_groups_of_drawn_sizes_have_the_share_of_their_objects():
    """By steps of ranks as by the tables of the engines, whatever is asked for."""
    for zipf in (0.4, 1.2):
        asked = replace(DRAWN, zipf=zipf)
        tables, found = popularity(asked), rank_groups(asked, (OBJECT,))
        share, small = np.diff(tables.cumulative, prepend=0.0), found.size <= OBJECT
        assert found.share[small].sum() == pytest.approx(share[tables.size <= OBJECT].sum(), abs=1e-5)
        assert found.share @ found.size == pytest.approx(share @ tables.size, rel=1e-5)


def test_beyond_a_million_objects_sizes_have_the_mix_of_those_that_are_drawn():
    """Of an exponential size of mean s exp(-1) of all objects exceed s, with 2 / e of all bytes; the last one
    is asked for as by Zipf's law."""
    catalogue = Catalogue(40_000_000, 0.8, exponential(OBJECT))
    found = rank_groups(catalogue, (OBJECT,))
    large = found.size > OBJECT
    assert found.number.sum() == pytest.approx(catalogue.objects) and found.number.size < 40_000
    assert found.number[large].sum() / catalogue.objects == pytest.approx(exp(-1.0), rel=2e-3)
    bytes_ = found.number * found.size
    assert bytes_[large].sum() / bytes_.sum() == pytest.approx(2.0 * exp(-1.0), rel=2e-3)
    each = found.share / found.number
    assert each[-1] / each[0] == pytest.approx(40e6**-0.8, rel=2e-3)
