"""Worlds are drawn over all that is not known together: a nested Latin hypercube, seeded by the scenario.

Each value alone lies once in each of as many equal parts of its distribution as there are worlds (McKay, Beckman and
Conover 1979, A Comparison of Three Methods for Selecting Values of Input Variables), and so does each half of them,
and each half of that (Qian 2009, Nested Latin Hypercube Designs). A value is drawn by its name: it lies alike in every
farm that has it, whatever else is not known there, so that commands tell one interval of one farm.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from zlib import crc32

import numpy as np
from scipy.special import ndtr, ndtri

from models.variations.uncertain import UncertainValue
from simulator.farm.prediction import MODEL
from simulator.uncertainty.distributions import values_at

WORLDS = 256


@dataclass(frozen=True)
class WorldDraws:
    """The values of each world. values: float64 (worlds, uncertain values); error: float64 (worlds), the standard
    normal number by which the model is off in each; seed: of the streams, one for each name."""

    uncertain: tuple[UncertainValue, ...]
    values: np.ndarray
    error: np.ndarray
    seed: int

    def __len__(self) -> int:
        return len(self.error)

    def first(self, worlds: int) -> "WorldDraws":
        """So many of the worlds, spread as evenly where that is a power of 2."""
        return WorldDraws(self.uncertain, self.values[:worlds], self.error[:worlds], self.seed)

    def world(self, number: int) -> Mapping[str, float]:
        """The values of one world, by path."""
        return {each.path: float(value) for each, value in zip(self.uncertain, self.values[number], strict=True)}


def world_count(asked: int | None = None) -> int:
    """How many worlds are drawn: those that are asked for, else the usual number."""
    return WORLDS if asked is None else asked


def draw_worlds(
    uncertain: Sequence[UncertainValue], worlds: int, seed: int, correlations: np.ndarray | None = None
) -> WorldDraws:
    """So many worlds, the model's error drawn with all others. correlations: of the uncertain values, float64 (values,
    values); None where they have nothing to do with each other."""
    own = [_shares(each.name or each.path, worlds, seed) for each in uncertain]
    if correlations is not None:
        own = list(_together(np.array(own), correlations))
    drawn = [values_at(each, shares) for each, shares in zip(uncertain, own, strict=True)]
    values = np.stack(drawn, axis=-1) if drawn else np.empty((worlds, 0))
    return WorldDraws(tuple(uncertain), values, _standard_normal(_shares(MODEL, worlds, seed)), seed)


def _shares(name: str, worlds: int, seed: int) -> np.ndarray:
    """In which share of its distribution a value lies in each world: float64 (worlds)."""
    rng = np.random.default_rng((seed, crc32(name.encode())))
    parts = np.zeros(1, dtype=np.int64)
    while len(parts) < worlds:
        # Each part is halved: who lies in it is in the one half, and another one, somewhere behind, in the other.
        half = rng.integers(2, size=len(parts))
        parts = np.concatenate((2 * parts + half, rng.permutation(2 * parts + 1 - half)))
    return np.asarray((parts[:worlds] + rng.random(worlds)) / len(parts))


def _together(shares: np.ndarray, correlations: np.ndarray) -> np.ndarray:
    """Shares that hang together, of some that do not: float64 (values, worlds). Each alone lies as before: normal
    numbers are mixed (a Gaussian copula; Li 2000, On Default Correlation, Journal of Fixed Income 9)."""
    sizes, axes = np.linalg.eigh(correlations)
    root = (axes * np.sqrt(np.maximum(sizes, 0.0))) @ axes.T
    root /= np.linalg.norm(root, axis=1, keepdims=True)  # What rounding has taken from their spread.
    return np.asarray(ndtr(root @ _standard_normal(shares)))


def _standard_normal(shares: np.ndarray) -> np.ndarray:
    return np.asarray(ndtri(np.clip(shares, 1e-9, 1.0 - 1e-9)))
