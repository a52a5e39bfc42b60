"""Clients that do not wait for ever, as the network knows them."""

from math import inf

from models.parts.clients.patience import AnswerRetries, CircuitBreaker
from models.scenario import Scenario
from simulator.network.patience import Breaker, Budget, Patience, Retrying


def patience(scenario: Scenario) -> Patience | None:
    """How long clients wait; None where all of them wait for ever and ask again never."""
    stated = scenario.workload.patience
    if stated is None:
        return None
    return Patience(
        inf if stated.connect is None else stated.connect,
        inf if stated.response is None else stated.response,
        _retrying(stated.retries),
        _breaker(stated.breaker),
    )


def _retrying(retries: AnswerRetries) -> Retrying:
    budget = None if retries.budget is None else Budget(retries.budget.share, retries.budget.most)
    return Retrying(retries.count, retries.back_off, retries.factor, retries.longest, retries.jitter, budget)


def _breaker(breaker: CircuitBreaker | None) -> Breaker | None:
    return None if breaker is None else Breaker(breaker.share, breaker.window, breaker.least, breaker.rest)
