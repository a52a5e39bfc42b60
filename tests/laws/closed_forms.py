"""What theory says, written from the textbooks and not from the program under test.

Notation as in Kleinrock 1975, Queueing Systems, volume 1: `a` is the offered load in erlangs (arrival rate times mean
service time), `c` the number of servers, and a / c the utilisation. Service times have mean 1 unless a rate is given.
"""

import math

import numpy as np
from scipy.linalg import expm
from scipy.optimize import brentq


def erlang_b(c: int, a: float) -> float:
    """The probability that all of `c` servers are busy where who finds them so is lost (Kleinrock 1975, section 3.6).

    By the recursion B(c) = a B(c-1) / (c + a B(c-1)), which neither overflows nor cancels.
    """
    blocked = 1.0
    for servers in range(1, c + 1):
        blocked = a * blocked / (servers + a * blocked)
    return blocked


def erlang_c(c: int, a: float) -> float:
    """The probability that an arrival finds all of `c` servers busy and waits (Kleinrock 1975, section 3.5)."""
    blocked = erlang_b(c, a)
    return blocked / (1.0 - a / c * (1.0 - blocked))


def mean_waiting(c: int, a: float) -> float:
    """The mean number that wait in M/M/c."""
    return erlang_c(c, a) * a / (c - a)


def mean_wait(c: int, a: float) -> float:
    """The mean wait of all who come to M/M/c (Little's law)."""
    return mean_waiting(c, a) / a


def mean_number(c: int, a: float) -> float:
    """The mean number in M/M/c, those in service included."""
    return a + mean_waiting(c, a)


def given_up(c: int, a: float, longest: float) -> float:
    """The share that gives up in M/M/c where nobody waits for longer than `longest`, who is served when it comes to
    that: M/M/c+D (Barrer 1957, Operations Research 5; Gnedenko and Kovalenko 1968, section 1.6).

    The wait that an arrival would have has the density a p exp((a - c) x) up to `longest`, p being the chance of c - 1
    in service, and falls with exp(-c x) from there on, where nobody joins. For a other than c.
    """
    states = [a**n / math.factorial(n) for n in range(c)]
    density, beyond = a * states[-1], math.exp((a - c) * longest)
    late = density * beyond / c
    return late / (sum(states) + density * (beyond - 1.0) / (a - c) + late)


def at_least(c: int, a: float, n: int) -> float:
    """The probability that M/M/c holds `n` jobs or more, for n >= c: the tail is geometric from there on."""
    return erlang_c(c, a) * (a / c) ** (n - c)


def response_tail(c: int, a: float, t: float) -> float:
    """The probability that M/M/c, FIFO, takes longer than `t` from arrival to departure.

    A wait, exponential at the rate c - a, comes before the service with the chance of Erlang C (Kleinrock 1975,
    section 3.5, and the convolution of the two). Not for c - a = 1, where the two rates are one.
    """
    waits, rate = erlang_c(c, a), c - a
    return (1.0 - waits) * math.exp(-t) + waits * (rate * math.exp(-t) - math.exp(-rate * t)) / (rate - 1.0)


def response_quantile(c: int, a: float, q: float) -> float:
    """The time within which a share `q` of the jobs leaves M/M/c, FIFO."""
    return brentq(lambda t: response_tail(c, a, t) - (1.0 - q), 0.0, 100.0 / (1.0 - a / c), xtol=1e-12)


def limited(c: int, places: int, a: float) -> np.ndarray:
    """The distribution of the number in M/M/c/K with K = `places`: a birth and death process cut off at K."""
    weight = np.array([math.prod(a / min(k, c) for k in range(1, n + 1)) for n in range(places + 1)])
    return weight / weight.sum()


def pollaczek_khinchine(a: float, squared_variation: float) -> float:
    """The mean number that wait in M/G/1, FIFO (Kleinrock 1975, section 5.6); c_v^2 is the squared variation."""
    return a * a * (1.0 + squared_variation) / (2.0 * (1.0 - a))


def sharing(width: float, a: float) -> float:
    """The mean number in processor sharing of `width` times the speed of a job, whole or not: M/M/R, by its states.

    A birth and death process in which n jobs are served at the rate min(n, R), summed until nothing is left.
    """
    number = np.arange(1, 100 + int(50.0 / (1.0 - a / width)) + int(width))
    weight = np.concatenate(([0.0], np.cumsum(np.log(a / np.minimum(number, width)))))
    states = np.exp(weight - weight.max())
    return float(states[1:] @ number / states.sum())


def sharing_quantile(a: float, q: float) -> float:
    """The q-quantile of the response time of M/M/1 processor sharing, in services: of a job that finds n others, each
    of the n + 1 ends at a rate of 1 / (n + 1), and others come at rate a (Coffman, Muntz and Trotter 1970, Waiting Time
    Distributions for Processor-Sharing Systems, Journal of the ACM 17). Cut off where fewer than 1e-14 find as many."""
    others = np.arange(60 + math.ceil(math.log(1e-14) / math.log(a)))
    rates = np.diag((others / (others + 1.0))[1:], -1) + np.diag(np.full(others.size - 1, a), 1)
    rates -= (1.0 + a) * np.eye(others.size)
    found = (1.0 - a) * a**others
    return float(brentq(lambda t: found @ expm(rates * t).sum(axis=1) - (1.0 - q), 1e-3, 200.0 / (1.0 - a)))


def closed_network(demands: list[float], servers: list[float], population: int) -> tuple[float, np.ndarray]:
    """Throughput and mean number at each station of a closed network with a product form, by convolution.

    Buzen 1973, Computational Algorithms for Closed Queueing Networks; a station where nobody waits has inf servers.
    """

    def weights(k: int) -> np.ndarray:
        factors = [demands[k] / min(n, servers[k]) for n in range(1, population + 1)]
        return np.cumprod([1.0, *factors])

    def constants(stations: list[int]) -> np.ndarray:
        product = np.eye(1, population + 1)[0]
        for k in stations:
            product = np.convolve(product, weights(k))[: population + 1]
        return product

    every = list(range(len(demands)))
    total = constants(every)
    others = [constants([k for k in every if k != station]) for station in every]
    jobs = [weights(k) * np.arange(population + 1) @ others[k][::-1] / total[-1] for k in every]
    return float(total[-2] / total[-1]), np.array(jobs)


def zipf_shares(objects: int, exponent: float) -> np.ndarray:
    """The share of requests of each object, the most popular first."""
    weight = np.arange(1, objects + 1) ** -exponent
    return weight / weight.sum()


def che(shares: np.ndarray, held: int) -> float:
    """The hit ratio of an LRU cache that holds `held` objects of equal size, by the approximation of `che_hits`."""
    return float(shares @ che_hits(shares, np.ones(shares.size), held))


def che_hits(shares: np.ndarray, sizes: np.ndarray, capacity: float) -> np.ndarray:
    """How often requests for each object hit an LRU cache of `capacity` bytes, by the approximation of Che, Tung and
    Wang 2002, Hierarchical Web Caching Systems: an object is held while it was asked for within the characteristic time
    t, and t is what makes the expected bytes held come to the capacity."""

    def excess(t: float) -> float:
        return float(sizes @ -np.expm1(-shares * t)) - capacity

    t = brentq(excess, 0.0, 1e3 / shares.min(), xtol=1e-9, rtol=1e-14)
    return -np.expm1(-shares * t)


def lru_of_two(shares: np.ndarray) -> float:
    """The hit ratio of an LRU cache that holds two objects, exactly (King 1971, Analysis of Demand Paging Algorithms).

    It holds i and before it j with probability p_i p_j / (1 - p_i).
    """
    pairs = [(i, j) for i in range(shares.size) for j in range(shares.size) if i != j]
    return sum(shares[i] * shares[j] / (1.0 - shares[i]) * (shares[i] + shares[j]) for i, j in pairs)


def time_to_live(shares: np.ndarray, rate: float, seconds: float) -> float:
    """The hit ratio where an object is held for `seconds` after its last use: it was asked for within that time."""
    return float((shares * -np.expm1(-shares * rate * seconds)).sum())


def exponential_segments(mean: float, header: float, segment: float) -> float:
    """The mean number of segments of a header and an exponential payload: the sum of P(their size > k segment)."""
    k = np.arange(0, math.ceil((header + 60.0 * mean) / segment) + 1)
    return float(np.exp(-np.maximum(0.0, k * segment - header) / mean).sum())


def birth_and_death(load: float, rates: tuple[float, ...]) -> np.ndarray:
    """The distribution of the number of jobs that come at random and ask for `load` units of work a second, of which
    `rates` are done while 1, 2, ... are there, and ever after as the last: p(n) in proportion to the product of load /
    rates (Kleinrock 1975, section 3.1), summed until nothing is left."""
    decay = load / rates[-1]
    number = len(rates) + math.ceil(40.0 / -math.log(decay))
    served = np.array([*rates, *(rates[-1],) * number])
    weight = np.concatenate(([0.0], np.cumsum(np.log(load / served))))
    states = np.exp(weight - weight.max())
    return states / states.sum()


def closed_birth_and_death(customers: int, pause: float, rates: tuple[float, ...]) -> np.ndarray:
    """The same of so many customers who come again after an exponential pause, each time for work of mean 1."""
    weight = [0.0]
    for n in range(1, customers + 1):
        weight.append(weight[-1] + math.log((customers - n + 1) / pause / rates[min(n, len(rates)) - 1]))
    states = np.exp(np.array(weight) - max(weight))
    return states / states.sum()


class TaggedCustomer:
    """The response time of one of `customers` who pause for exponential times and come for exponential work of mean 1
    to a station that serves `len(rates)` of them at once, first come, first served, and does rates[n - 1] of work a
    second while it serves n.

    It finds the others as they are in the long run without it (the arrival theorem, Sevcik and Mitrani 1981). From then
    on it is a Markov chain of (how many are served or in line before it, all who are there) that ends when it leaves.
    """

    def __init__(self, customers: int, pause: float, rates: tuple[float, ...]) -> None:
        at_once = len(rates)
        states = [(k, n) for n in range(1, customers + 1) for k in range(0, max(1, n - at_once + 1))]
        place = {state: i for i, state in enumerate(states)}
        chain = np.zeros((len(states), len(states)))
        for (k, n), i in place.items():
            served = min(n, at_once)
            done = rates[served - 1]
            moves = {(k, n + 1): (customers - n) / pause} if n < customers else {}
            if k > 0:  # It waits; k have to leave before it is served.
                moves[k - 1, n - 1] = done
            elif served > 1:  # It is served, one of so many.
                moves[0, n - 1] = done * (served - 1) / served
            chain[i, i] -= sum(moves.values()) + (done / served if k == 0 else 0.0)
            for state, rate in moves.items():
                chain[i, place[state]] += rate
        found = closed_birth_and_death(customers - 1, pause, rates)
        self._start = np.zeros(len(states))
        for others, chance in enumerate(found):
            self._start[place[max(0, others + 1 - at_once), others + 1]] += chance
        self._chain = chain

    def beyond(self, time: float) -> float:
        """The probability that the response takes longer than `time`."""
        return float(expm(self._chain.T * time) @ self._start @ np.ones(self._start.size))

    def mean(self) -> float:
        """The mean response time."""
        return float(np.linalg.solve(-self._chain.T, self._start).sum())

    def quantile(self, share: float) -> float:
        """The time within which a share of the responses is over."""
        return brentq(lambda time: self.beyond(time) - (1.0 - share), 0.0, 100.0 * self.mean(), rtol=1e-6)
