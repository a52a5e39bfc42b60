"""What a job does so many times on average, as demands of its steps."""

from math import sqrt

from simulator.network.distribution import Distribution, Family

_VARIATION = {Family.CONSTANT: 0.0, Family.EXPONENTIAL: 1.0}


def repeated_demands(one: Distribution, times: float) -> tuple[Distribution, ...]:
    """The demands of what is done so many times on average: whole ones, and then one that is made as often as the rest
    says, with the mean and the variance of one or none."""
    whole, rest = int(times), times - int(times)
    if not rest:
        return (one,) * whole
    variation = _VARIATION.get(one.kind, one.cv)
    # E[X^2] of one or none is `rest` times that of one.
    seldom = Distribution(Family.GAMMA, rest * one.mean, cv=sqrt((1.0 + variation**2) / rest - 1.0))
    return (*(one,) * whole, seldom)


def repetitions(times: float) -> int:
    """How many demands that are."""
    return int(times) + (times > int(times))
