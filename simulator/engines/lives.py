"""Objects that live for a time, each followed by another one in its place: which of them is asked for at a moment.

The copy that a cache holds is told by the number of the life that it is of. Of the i-th object of a catalogue lives
change when t / life + i x the golden ratio passes a whole number, so that those of a catalogue do not change at once.
"""

from typing import NamedTuple

import numpy as np

from simulator.engines.compiling import shared
from simulator.network.network import Network

_GOLDEN = 0.6180339887498949


class ObjectLives(NamedTuple):
    """Of each object, float64 (objects,): how many lives pass in a second, 0 for one that lives for ever, and how much
    of one has passed at time 0. One entry each where nothing ends."""

    frequency: np.ndarray
    passed: np.ndarray

    @property
    def end(self) -> bool:
        """Whether any object lives for a time only."""
        return self.frequency.size > 1 or bool(self.frequency[0] > 0.0)


def object_lives(network: Network) -> ObjectLives:
    """The lives of every object of every catalogue, in the network's numbering."""
    if not network.lives_end:
        return ObjectLives(np.zeros(1), np.zeros(1))
    frequency = [np.full(each.objects, 1.0 / each.life) for each in network.catalogues]
    passed = [np.arange(each.objects) * _GOLDEN % 1.0 for each in network.catalogues]
    return ObjectLives(np.concatenate(frequency), np.concatenate(passed))


def lives_before(lives: ObjectLives, objects: np.ndarray, ages: np.ndarray) -> np.ndarray:
    """The lives in which some objects were so many seconds before time 0."""
    found: np.ndarray = np.floor(lives.passed[objects] - ages * lives.frequency[objects])
    return found


@shared
def life_at(frequency, passed, time):
    """The number of the life that an object is in at a time."""
    return np.floor(time * frequency + passed)
