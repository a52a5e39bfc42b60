"""What a catalogue's popularity says before a run: who is asked for, and how large it is."""

from dataclasses import dataclass

import numpy as np

from simulator.engines.compiling import entry
from simulator.engines.draws import CACHE, CONSTANT, WORDS, draw, session_key, uniforms
from simulator.engines.quantiles import Numbering
from simulator.engines.sized_cache import SizedCache
from simulator.network.distribution import Distribution
from simulator.network.network import Network
from simulator.network.resources import Catalogue

# Objects are the same in every replication and for every seed: they are data, not chance.
CATALOGUE_KEY = session_key(0, 0)
GUIDE_CELLS = 2048
# Bytes of tables that are kept for the next run.
TABLES = 256e6


@dataclass(frozen=True)
class PopularityTables:
    """Tables of one catalogue, indexed by popularity rank.

    cumulative: float64 (objects,), distribution function, last value 1; reach: uint32 (objects,), the largest random
    word that still asks for an object or a more popular one: the same in half the memory, and as exact as the words
    are; guide: int32 (cells + 1,), its inverse at the edges of equal cells; size: float64 (objects,), bytes.
    """

    cumulative: np.ndarray
    reach: np.ndarray
    guide: np.ndarray
    size: np.ndarray

    @property
    def bytes(self) -> int:
        """What the tables take in memory."""
        return self.cumulative.nbytes + self.reach.nbytes + self.guide.nbytes + self.size.nbytes


# The tables of the catalogue at hand are kept whatever they take: every run needs them.
_TABLES: SizedCache[Catalogue, PopularityTables] = SizedCache(TABLES, lambda tables: tables.bytes, at_least_one=True)


def popularity(catalogue: Catalogue) -> PopularityTables:
    """The tables of a catalogue (Zipf's law: the i-th object is asked for in proportion to i ** -zipf)."""
    return _TABLES.get(catalogue, lambda: _popularity(catalogue))


def _popularity(catalogue: Catalogue) -> PopularityTables:
    if catalogue.trace is None:
        cumulative = np.arange(1, catalogue.objects + 1, dtype=np.float64)
        if catalogue.slices > 1:
            np.ceil(cumulative / catalogue.slices, out=cumulative)
        np.power(cumulative, -catalogue.zipf, out=cumulative)
    else:
        cumulative = np.array(catalogue.trace.count, dtype=np.float64)
    np.cumsum(cumulative, out=cumulative)
    cumulative /= cumulative[-1]
    reach = cumulative * WORDS
    reach -= 0.5
    np.floor(reach, out=reach)
    np.clip(reach, 0.0, WORDS - 1.0, out=reach)
    edges = np.linspace(0.0, 1.0, GUIDE_CELLS + 1)
    guide = np.minimum(np.searchsorted(cumulative, edges, side="left"), catalogue.objects - 1).astype(np.int32)
    trace = catalogue.trace
    size = drawn_sizes(catalogue.objects, catalogue.size) if trace is None else np.array(trace.size, dtype=np.float64)
    return PopularityTables(cumulative, reach.astype(np.uint32), guide, size)


def drawn_sizes(objects: int, law: Distribution) -> np.ndarray:
    """The size of each of so many objects of a catalogue, whatever asks for them: float64 (objects,), bytes."""
    numbering, size = Numbering(), np.empty(objects)
    kind, mean, shape = numbering.coded(law)
    if kind == CONSTANT:
        size[:] = mean
    else:
        _sizes(CATALOGUE_KEY, numbering.quantiles(), kind, mean, shape, size)
    return size


def object_sizes(network: Network) -> np.ndarray:
    """The size of every object of every catalogue, in the network's numbering: float64 (objects,), bytes."""
    return catalogue_sizes(network.catalogues)


def catalogue_sizes(catalogues: tuple[Catalogue, ...]) -> np.ndarray:
    """The same of some catalogues, one after the other."""
    sizes = [popularity(catalogue).size for catalogue in catalogues]
    if len(sizes) == 1:
        return sizes[0]
    return np.concatenate(sizes) if sizes else np.zeros(1)


@entry
def _sizes(key, quantiles, kind, mean, shape, size):
    """Draws the size of every object; changes `size` in place."""
    for i in range(size.size):
        u, _, _, _ = uniforms(key, i, CACHE, 1)
        size[i] = draw(quantiles, kind, mean, shape, u)
