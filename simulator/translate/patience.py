"""Clients that do not wait for ever, as the network has them."""

from math import inf

from models.scenario import Scenario
from simulator.network.patience import Breaker, Budget, Patience, Retrying


def patience(scenario: Scenario) -> Patience | None:
    """How long the clients of a scenario wait, and what they do then; None where they wait for ever."""
    stated = scenario.workload.patience
    if stated is None:
        return None
    tries, breaker = stated.retries, stated.breaker
    return Patience(
        connect=inf if stated.connect is None else stated.connect,
        response=inf if stated.response is None else stated.response,
        retries=Retrying(
            count=tries.count,
            back_off=tries.back_off,
            factor=tries.factor,
            longest=tries.longest,
            jitter=tries.jitter,
            budget=None if tries.budget is None else Budget(tries.budget, tries.saved),
        ),
        breaker=None if breaker is None else Breaker(breaker.share, breaker.window, breaker.least, breaker.rest),
    )
