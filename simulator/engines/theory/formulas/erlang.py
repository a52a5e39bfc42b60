"""Erlang's formulas of loss and delay, for whole numbers of servers and for all numbers between them.

Between whole numbers the loss formula is continued analytically (Jagerman 1974, Some Properties of the Erlang Loss
Function), which is what dimensioning by a root search needs. A shared link that is no whole multiple of its
flows' speed is another matter: see stations.py, which is exact for it.
"""

import math

import numpy as np

from simulator.engines.theory.formulas.checks import require_not_negative, require_positive, require_stable

# From this load on the series in 1 / load is exact to the last digit for less than one server: its smallest term is
# about exp(-load).
_LARGE = 50.0
# From so many servers on Stirling's series is exact to the last digit, and the recursion would take long.
_MANY = 256.0
# Beyond this many standard deviations a Poisson probability is below the last digit of those nearer to the mean.
_DEVIATIONS = 10.0
_UNDERFLOW = 745.0
# A series of more terms than this takes longer, and more memory, than it saves.
_LONG = 100_000
# Within so many standard deviations of the servers the gamma function does not underflow.
_NEAR = 37.0
_ALMOST_IDLE = -1.0 + 1e-12


def erlang_b(servers: float, load: float) -> float:
    """The share of arrivals that find all `servers` (whole or not) busy and are lost, M/G/c/c; `load` in erlangs.

    By the recursion 1 / B(c) = 1 + c / load / B(c - 1) from the fractional part of `servers` on, in which nothing
    cancels (Jagers and Van Doorn 1986, On the Continued Erlang Loss Function); at whole numbers that is Erlang 1917.
    For many servers by the gamma function that this comes to. Insensitive to the spread of service times. Raises
    ValueError for negative or infinite arguments.
    """
    require_not_negative(servers=servers, load=load)
    if load == 0.0:
        return 1.0 if servers == 0.0 else 0.0
    if servers >= _MANY:
        return _of_many(servers, load)
    whole = math.floor(servers)
    blocked = _of_a_fraction(servers - whole, load)
    for further in range(1, whole + 1):
        offered = load * blocked
        blocked = offered / (servers - whole + further + offered)
        if blocked == 0.0:  # Below the smallest number, and the more so for more servers.
            break
    return blocked


def erlang_c(servers: float, load: float) -> float:
    """The share of arrivals that find all `servers` (whole or not) busy and wait, M/M/c; `load` in erlangs.

    C = c B / (c - load (1 - B)) (Kleinrock 1975, Queueing Systems 1, section 3.5). Raises ValueError for a negative
    load or no servers, and Unstable for a load of `servers` or more.
    """
    require_positive(servers=servers)
    require_not_negative(load=load)
    require_stable(load, servers)
    blocked = erlang_b(servers, load)
    return servers * blocked / (servers - load * (1.0 - blocked))


def _of_a_fraction(part: float, load: float) -> float:
    """B of a part of one server, 0 <= part < 1, at a load above 0.

    1 / B(c) = load * integral over t > 0 of exp(-load t) (1 + t)**c, which is an incomplete gamma function; where that
    would underflow, its expansion 1 + c / load + c (c - 1) / load**2 + ... (Jagerman 1974), by parts.
    """
    if part == 0.0:
        return 1.0
    if load <= _LARGE:
        from scipy.special import gammaincc  # Loads for longer than theory takes to answer.

        return math.exp(part * math.log(load) - load - math.lgamma(part + 1.0)) / float(gammaincc(part + 1.0, load))
    total = term = 1.0
    for k in range(int(_LARGE)):
        term *= (part - k) / load
        total += term
    return 1.0 / total


def _of_many(servers: float, load: float) -> float:
    """B of many servers: the Poisson probability of as many jobs, over that of no more (Jagerman 1974, theorem 3).

    With Stirling's series for the factorial, so that nothing large cancels, and more jobs than servers as the series
    load / (c + 1) + load**2 / (c + 1) / (c + 2) + ... of the probability of as many (DLMF 8.7.1). Where the load is
    larger, by 1 / B = 1 + c / load + c (c - 1) / load**2 + .... Few terms count of either.
    """
    off, terms = (load - servers) / servers, math.ceil(_DEVIATIONS * math.sqrt(servers))
    if terms > _LONG and abs(off) * math.sqrt(servers) <= _NEAR:
        return _of_a_great_many(servers, load)
    if off > 0.0:
        terms = min(math.floor(servers), terms, math.ceil(_LARGE / math.log1p(off)))
        return float(1.0 / (1.0 + np.cumprod((servers - np.arange(terms)) / load).sum()))
    if off <= _ALMOST_IDLE:
        return 0.0
    exactly = _exactly(servers, off)
    if exactly == 0.0 or terms > _LONG:  # So far below the servers, hardly ever are there more jobs than them.
        return exactly
    return exactly / (1.0 - exactly * float(np.cumprod(load / (servers + np.arange(1.0, terms))).sum()))


def _of_a_great_many(servers: float, load: float) -> float:
    """The same where the series is so long that the gamma function is the shorter way, for a load near the servers."""
    from scipy.special import gammaincc  # Loads for longer than theory takes to answer.

    return _exactly(servers, (load - servers) / servers) / float(gammaincc(servers + 1.0, load))


def _exactly(servers: float, off: float) -> float:
    """The Poisson probability of as many jobs as servers, at a load of servers (1 + off); 0 where it underflows."""
    stirling = 1.0 / (12.0 * servers) - 1.0 / (360.0 * servers**3)
    log = servers * (math.log1p(off) - off) - 0.5 * math.log(2.0 * math.pi * servers) - stirling
    return math.exp(log) if log > -_UNDERFLOW else 0.0
