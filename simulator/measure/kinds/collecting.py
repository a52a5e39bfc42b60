"""How often heaps are collected, and how long that stops the rest."""

from simulator.engines.tally import Tally
from simulator.measure.results import Measures
from simulator.measure.steady import PERCENT, Steady

MINUTE = 60.0


def collecting(steady: Steady) -> Measures:
    """`collections` per minute, of all collected heaps of a server together; `collecting`, the share of the time for
    which collections stop the server, %."""
    regions = [region.name for region in steady.network.regions if region.collect is not None]
    if not regions:
        return {}

    def total(tally: Tally, what: str) -> float:
        return sum(steady.total(tally, "region", name, what) for name in regions)

    paused = PERCENT / steady.seconds
    return {
        "collections": steady.estimate(lambda tally: MINUTE * total(tally, "collections") / steady.seconds, "/min"),
        "collecting": steady.estimate(lambda tally: paused * total(tally, "paused"), "%"),
    }
