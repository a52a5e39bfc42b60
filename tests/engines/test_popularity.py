"""Objects are drawn by Zipf's law, and have the same sizes in every run."""

import numpy as np
import pytest

from simulator.engines.draws import guess, pick
from simulator.engines.popularity import popularity
from simulator.network.distribution import constant, exponential
from simulator.network.resources import Catalogue
from tests.networks import CATALOGUE, OBJECT


@pytest.mark.parametrize(("objects", "zipf"), [(1, 0.8), (2, 0.0), (1000, 0.0), (5000, 0.8), (200_000, 1.3)])
def test_pick_finds_what_a_binary_search_finds(objects, zipf):
    tables = popularity(Catalogue(objects, zipf, constant(1.0)))
    drawn = np.random.default_rng(1).random(100_000)
    found = [pick(tables.cumulative, guess(tables.guide, u), u) for u in drawn]
    np.testing.assert_array_equal(found, np.searchsorted(tables.cumulative, drawn))


def test_pick_finds_the_ends_and_the_edges():
    tables = popularity(CATALOGUE)
    drawn = np.concatenate([[2.0**-33, 1.0 - 2.0**-33], tables.cumulative[:-1]])
    found = [pick(tables.cumulative, guess(tables.guide, u), u) for u in drawn]
    np.testing.assert_array_equal(found, np.searchsorted(tables.cumulative, drawn))


def test_popularity_follows_zipfs_law():
    shares = np.diff(popularity(CATALOGUE).cumulative, prepend=0.0)
    np.testing.assert_allclose(shares[0] / shares, np.arange(1, CATALOGUE.objects + 1) ** CATALOGUE.zipf, rtol=1e-9)


def test_objects_have_the_same_sizes_for_every_seed():
    sizes = popularity(Catalogue(20_000, 0.8, exponential(OBJECT))).size
    assert sizes.mean() == pytest.approx(OBJECT, rel=5 / np.sqrt(20_000))
