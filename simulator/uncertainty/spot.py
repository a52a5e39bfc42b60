"""Instances at spot prices that are gone: how likely, and how much more is needed then.

A provider takes instances back where it has none to spare, all of a kind at once: whoever has them loses them together.
It publishes how likely one is taken back within a month; with that chance those of a kind are taken to be gone at the
peak, which is on the safe side, for a new one is often there within minutes. Kinds go independently of each other, and
where any is gone the farm is as small as the kind leaves it of which most is rented so.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from math import inf, prod

import numpy as np

from models.quantities.rounding import ROUNDING
from models.scenario import Scenario
from models.tier_flows import as_tier_server


@dataclass(frozen=True)
class SpotLoss:
    """How likely (0 to 1) instances at spot prices are gone, and what share of a farm they are."""

    chance: float
    share: float

    def enough(self, needed: np.ndarray, there: float, spare: float = 0.0) -> float:
        """The share of worlds that need so many units in which those that are there are enough, `spare` ones of the
        farm among both."""
        gone = (spare + (there - spare) * (1.0 - self.share)) * (1.0 + ROUNDING)
        return float((1.0 - self.chance) * np.mean(needed <= there) + self.chance * np.mean(needed <= gone))

    def quantile(self, needed: np.ndarray, probability: float, spare: float = 0.0) -> float:
        """What is enough with a probability where worlds need so much; inf where nothing is, for too much is rented at
        spot prices."""
        left = 1.0 - self.share
        gone = spare + (needed - spare) / left if left > 0.0 else np.full(len(needed), inf)
        each = np.concatenate((needed, gone))
        weights = np.repeat([1.0 - self.chance, self.chance], len(needed)) / len(needed)
        order = np.argsort(each, kind="stable")
        at = np.searchsorted(np.cumsum(weights[order]), probability - _ROUNDING)
        return float(each[order][min(int(at), len(each) - 1)])


_ROUNDING = 1e-12
NO_SPOT = SpotLoss(0.0, 0.0)


def spot_loss(scenario: Scenario) -> SpotLoss:
    """What of a farm is at spot prices, and how likely that is gone; NO_SPOT where nothing is."""
    rented = [(kind.spot_share, kind.server.instance)
              for kind in _kinds(scenario) if kind.server.instance is not None and kind.spot_share > 0.0]  # fmt: skip
    if not rented:
        return NO_SPOT
    # Of one kind are those that the provider lets at the same prices, whoever has them and however many pods they run.
    kinds = {(each.zone, each.on_demand, each.spot, each.spot_loss or 0.0) for _, each in rented}
    return SpotLoss(1.0 - prod(1.0 - loss for *_, loss in kinds), max(share for share, _ in rented))


def _kinds(scenario: Scenario) -> Iterator[Scenario]:
    """The farm with the servers of the unit, and with those of each tier."""
    yield scenario
    for tier in scenario.tiers:
        yield as_tier_server(scenario, tier)
