"""Worlds are drawn over all that is not known together: a scrambled Sobol sequence, seeded by the scenario.

Sobol 1967, scrambled as Matousek 1998 does (`scipy.stats.qmc.Sobol`): a mean over 256 such points is as exact as one
over some thousand independent ones where few values matter, as they do in a plan.
"""

import warnings
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from scipy.special import ndtr, ndtri

from models.variations.uncertain import UncertainValue
from simulator.farm.prediction import MODEL
from simulator.uncertainty.distributions import values_at

WORLDS = 256
# The stream of values that only one of two scenarios has, which are drawn together.
_BESIDE = 1


@dataclass(frozen=True)
class WorldDraws:
    """The values of each world. values: float64 (worlds, uncertain values); error: float64 (worlds), the standard
    normal number by which the model is off in each; shares: by name, float64 (worlds), of its range that each value
    is above, and of its distribution the model's error, with those of the draws beside which they were drawn."""

    uncertain: tuple[UncertainValue, ...]
    values: np.ndarray
    error: np.ndarray
    shares: Mapping[str, np.ndarray]

    def __len__(self) -> int:
        return len(self.error)

    def first(self, worlds: int) -> "WorldDraws":
        """So many of the worlds: points of a Sobol sequence that are spread as evenly, where it is a power of 2."""
        shares = {name: each[:worlds] for name, each in self.shares.items()}
        return WorldDraws(self.uncertain, self.values[:worlds], self.error[:worlds], shares)

    def world(self, number: int) -> Mapping[str, float]:
        """The values of one world, by path."""
        return {each.path: float(value) for each, value in zip(self.uncertain, self.values[number], strict=True)}


def world_count(asked: int | None = None) -> int:
    """How many worlds are drawn: those that are asked for, else the usual number."""
    return WORLDS if asked is None else asked


def draw_worlds(
    uncertain: Sequence[UncertainValue],
    worlds: int,
    seed: int,
    beside: WorldDraws | None = None,
    correlations: np.ndarray | None = None,
) -> WorldDraws:
    """So many worlds. The last dimension is the model's error, so that it is drawn with all others. What is called as
    a value of other draws, `beside`, lies where it does there, so that both are of the same worlds. correlations: of
    the uncertain values, float64 (values, values); None where they have nothing to do with each other."""
    names = [*(each.name or each.path for each in uncertain), MODEL]
    known = dict(beside.shares) if beside is not None else {}
    fresh = [name for name in names if name not in known]
    if fresh:
        # Further dimensions: the same ones of two sequences hang together, however they are scrambled.
        columns = _shares(len(known) + len(fresh), worlds, (seed, _BESIDE) if known else seed).T[len(known) :]
        known |= dict(zip(fresh, columns, strict=True))
    own = [known[name] for name in names[:-1]]
    if correlations is not None:
        own = list(_together(np.array(own), correlations))
    drawn = [values_at(each, shares) for each, shares in zip(uncertain, own, strict=True)]
    values = np.stack(drawn, axis=-1) if drawn else np.empty((worlds, 0))
    return WorldDraws(tuple(uncertain), values, _standard_normal(known[MODEL]), known)


def _shares(dimensions: int, worlds: int, seed: int | tuple[int, int]) -> np.ndarray:
    """Points of a Sobol sequence: float64 (worlds, dimensions)."""
    from scipy.stats import qmc  # It takes most of a second to load.

    sequence = qmc.Sobol(dimensions, rng=np.random.default_rng(seed))
    with warnings.catch_warnings():  # Other numbers than powers of 2 are less even, and allowed.
        warnings.simplefilter("ignore", UserWarning)
        return np.asarray(sequence.random(worlds))


def _together(shares: np.ndarray, correlations: np.ndarray) -> np.ndarray:
    """Shares that hang together, of some that do not: float64 (values, worlds). Each alone lies as before: normal
    numbers are mixed (a Gaussian copula; Li 2000, On Default Correlation, Journal of Fixed Income 9)."""
    sizes, axes = np.linalg.eigh(correlations)
    root = (axes * np.sqrt(np.maximum(sizes, 0.0))) @ axes.T
    root /= np.linalg.norm(root, axis=1, keepdims=True)  # What rounding has taken from their spread.
    return np.asarray(ndtr(root @ _standard_normal(shares)))


def _standard_normal(shares: np.ndarray) -> np.ndarray:
    return np.asarray(ndtri(np.clip(shares, 1e-9, 1.0 - 1e-9)))
