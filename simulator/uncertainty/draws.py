"""Worlds are drawn over all that is not known together: a scrambled Sobol sequence, seeded by the scenario.

Sobol 1967, scrambled as Matousek 1998 does (`scipy.stats.qmc.Sobol`): a mean over 256 such points is as exact as one
over some thousand independent ones where few values matter, as they do in a plan.
"""

import warnings
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from scipy.special import ndtri

from models.variations.uncertain import UncertainValue
from simulator.uncertainty.distributions import values_at

WORLDS = 256


@dataclass(frozen=True)
class Draws:
    """The values of each world. values: float64 (worlds, uncertain values); error: float64 (worlds), the standard
    normal number by which the model is off in each."""

    uncertain: tuple[UncertainValue, ...]
    values: np.ndarray
    error: np.ndarray

    def __len__(self) -> int:
        return len(self.error)

    def world(self, number: int) -> Mapping[str, float]:
        """The values of one world, by path."""
        return {each.path: float(value) for each, value in zip(self.uncertain, self.values[number], strict=True)}


def draw_worlds(uncertain: Sequence[UncertainValue], worlds: int, seed: int) -> Draws:
    """So many worlds. The last dimension is the model's error, so that it is drawn with all others."""
    from scipy.stats import qmc  # It takes most of a second to load.

    sequence = qmc.Sobol(len(uncertain) + 1, rng=np.random.default_rng(seed))
    with warnings.catch_warnings():  # Other numbers than powers of 2 are less even, and allowed.
        warnings.simplefilter("ignore", UserWarning)
        shares = sequence.random(worlds)
    columns = [values_at(each, shares[:, at]) for at, each in enumerate(uncertain)]
    values = np.stack(columns, axis=-1) if columns else np.empty((worlds, 0))
    return Draws(tuple(uncertain), values, _standard_normal(shares[:, -1]))


def _standard_normal(shares: np.ndarray) -> np.ndarray:
    return np.asarray(ndtri(np.clip(shares, 1e-9, 1.0 - 1e-9)))
