"""The formulas of theory: against tables, special cases, brute force and each other."""

import math
from itertools import product

import numpy as np
import pytest
from scipy.integrate import quad
from scipy.stats import poisson

from simulator.engines.theory.formulas.caches import AdmissionRules, characteristic_time, hit_chances, hit_ratio
from simulator.engines.theory.formulas.closed import DELAY, mean_values, throughputs
from simulator.engines.theory.formulas.erlang import erlang_b, erlang_c
from simulator.engines.theory.formulas.stations import capped_sharing, loss_queue
from simulator.engines.theory.wire import mean_segments
from simulator.errors import Unstable
from simulator.network.distribution import (
    constant,
)
from tests.laws import closed_forms

EXACT = 1e-12
# Traffic tables (Erlang B): servers, and the erlangs that they carry at a loss of 1 %, to two decimals.
LINES_AT_1_PERCENT = {1: 0.01, 5: 1.36, 10: 4.46, 20: 12.03, 50: 37.90, 100: 84.06}


@pytest.mark.parametrize(("servers", "load"), LINES_AT_1_PERCENT.items())
def test_erlang_b_is_that_of_traffic_tables(servers, load):
    assert erlang_b(servers, load - 0.006) < 0.01 < erlang_b(servers, load + 0.006)


@pytest.mark.parametrize("load", [0.3, 8.0, 49.0, 51.0, 300.0, 3000.0])
@pytest.mark.parametrize("servers", [0.25, 1.0, 2.5, 7.0, 40.75])
def test_erlang_b_between_whole_numbers_is_its_integral(servers, load):
    """1 / B = load * integral of exp(-load t) (1 + t)**c, here with x = load t."""
    integral, error = quad(lambda x: math.exp(servers * math.log1p(x / load) - x), 0.0, math.inf, epsabs=0.0, limit=500)
    assert 1.0 / erlang_b(servers, load) == pytest.approx(integral, rel=max(1e-10, 2.0 * error / integral))


def test_erlang_b_joins_without_a_step():
    for servers in (1, 2, 30):
        assert erlang_b(servers - 1e-9, 12.0) == pytest.approx(erlang_b(servers, 12.0), rel=1e-8)
    assert erlang_b(0.5, 50.0) == pytest.approx(erlang_b(0.5, 50.0 + 1e-9), rel=1e-9)


@pytest.mark.parametrize("servers", [256.0, 300.25, 1483.0, 15_104.0])
@pytest.mark.parametrize("load", [0.8, 0.999, 1.0, 1.001, 1.2, 3.0, 20.0])
def test_erlang_b_of_many_servers_is_that_of_its_recursion(servers, load):
    """1 / B(c) = 1 + c / load / B(c - 1), from the fractional part on."""
    load *= servers
    blocked = erlang_b(servers % 1.0, load)
    for count in range(1, int(servers) + 1):
        blocked = 1.0 / (1.0 + (servers % 1.0 + count) / load / blocked) if blocked else 0.0
    assert erlang_b(servers, load) == pytest.approx(blocked, rel=1e-11)


def test_erlang_b_of_many_idle_servers_is_nothing():
    assert erlang_b(1e15, 3.0) == erlang_b(1e4, 1e-6) == 0.0


def test_erlang_c_of_one_and_two_servers():
    """One is busy for its load; of two, a**2 / (2 + a) by hand."""
    assert erlang_c(1, 0.7) == pytest.approx(0.7, rel=EXACT)
    assert erlang_c(2, 1.5) == pytest.approx(1.5**2 / 3.5, rel=EXACT)


@pytest.mark.parametrize(("servers", "load"), [(1, 0.9), (3, 2.7), (195, 190.0), (1483, 1400.0)])
def test_erlang_c_is_that_of_the_closed_forms(servers, load):
    assert erlang_c(servers, load) == pytest.approx(closed_forms.erlang_c(servers, load), rel=1e-11)


def test_limited_places():
    """One server and K places: geometric; as many places as servers: Erlang's loss; many places: M/M/c."""
    one = loss_queue(0.8, 1.0, 1, 5)
    np.testing.assert_allclose(one.states, 0.8 ** np.arange(6) * 0.2 / (1.0 - 0.8**6), rtol=EXACT)
    assert loss_queue(8.0, 1.0, 10, 10).refused == pytest.approx(erlang_b(10, 8.0), rel=1e-11)
    np.testing.assert_allclose(loss_queue(3.3, 1.0, 3, 8).states, closed_forms.limited(3, 8, 3.3), rtol=1e-11)
    roomy = loss_queue(2.7, 1.0, 3, 2000)
    assert roomy.wait == pytest.approx(closed_forms.mean_wait(3, 2.7), rel=1e-9)
    assert loss_queue(5000.0, 1.0, 1000, 3000).refused == pytest.approx(0.8, rel=1e-6)  # Only 1 in 5 gets through.


def test_with_servers_for_all_the_number_is_poisson():
    states = poisson.pmf(np.arange(60), 30.0)
    np.testing.assert_allclose(loss_queue(300.0, 0.1, 500, 500).states[:60], states, rtol=1e-9)


def test_capped_sharing_at_its_limits():
    """R = 1 is M/M/1 PS, R < 1 too (a cap that nobody reaches), and an endless R delays everybody alike."""
    sizes = np.array([1.0, 2.0, 7.0])
    for cap in (1.0, 4.0):
        alone = capped_sharing(0.8, 1.0, 1.0, cap)
        assert alone.jobs == pytest.approx(4.0, rel=EXACT)
        # Whoever is let run alone, a job of M/G/1 PS takes its size / (1 - load) (Kleinrock 1976, section 4.4).
        assert sizes / cap * alone.stretch == pytest.approx(sizes / (1.0 - 0.8), rel=EXACT)
    wide = capped_sharing(50.0, 2.0, 1e9, 0.5)
    assert (wide.jobs, wide.response, wide.slowed) == pytest.approx((200.0, 4.0, 0.0), rel=EXACT)
    assert capped_sharing(0.0, 2.0, 1.0, 4.0).response == 2.0
    assert capped_sharing(1e-9, 2.0, 1.0, 4.0).response == pytest.approx(2.0, rel=1e-6)


@pytest.mark.parametrize("wide", [0.4, 1.0, 1.5, 2.9999, 3.0, 20.25])
@pytest.mark.parametrize("load", [0.1, 0.7, 0.95])
def test_capped_sharing_is_its_birth_and_death_process(wide, load):
    """Its states one by one: n jobs are served at the rate min(n, R)."""
    number = np.arange(2000)
    weight = np.concatenate(([0.0], np.cumsum(np.log(load * wide / np.minimum(number[1:], wide)))))
    states = np.exp(weight - weight.max())
    states /= states.sum()
    found = capped_sharing(load * wide, 1.0, wide, 1.0)
    assert found.jobs == pytest.approx(states @ number, rel=1e-10)
    assert found.slowed == pytest.approx(states[number > wide].sum(), rel=1e-10)
    assert found.response * load * wide == pytest.approx(found.jobs, rel=EXACT)
    if wide == round(wide):
        assert found.jobs == pytest.approx(closed_forms.mean_number(int(wide), load * wide), rel=1e-10)


def test_three_terminals_as_in_the_textbook():
    """CPU 0.605 s, disks 2.1 and 1.35 s, 15 s of thinking (Lazowska et al. 1984, chapter 6), by hand."""
    closed = mean_values((0.605, 2.1, 1.35, 15.0), (1, 1, 1, DELAY), 3)
    assert closed.throughput == pytest.approx([0.05248, 0.10309, 0.15152], abs=5e-6)
    assert closed.response[1, :3] == pytest.approx([0.6242, 2.3314, 1.4456], abs=5e-5)
    assert closed.response[2, :3] == pytest.approx([0.6439, 2.6047, 1.5512], abs=5e-5)


def test_balanced_stations():
    """N customers at M like stations: N / (D (N + M - 1)) (Zahorjan et al. 1982, Balanced Job Bound Analysis)."""
    throughput = mean_values((0.2,) * 5, (1,) * 5, 40).throughput
    np.testing.assert_allclose(throughput, [n / (0.2 * (n + 4)) for n in range(1, 41)], rtol=EXACT)


def product_form(demands, servers, population):
    """Throughput and mean jobs, from every state of the network (Gordon and Newell 1967)."""

    def weight(n, demand, count):
        return demand**n / math.prod(min(k, count) for k in range(1, n + 1))

    def states(customers):
        every = (n for n in product(range(customers + 1), repeat=len(demands)) if sum(n) == customers)
        return {n: math.prod(map(weight, n, demands, servers)) for n in every}

    full = states(population)
    total = sum(full.values())
    jobs = [sum(p * n[k] for n, p in full.items()) / total for k in range(len(demands))]
    return sum(states(population - 1).values()) / total, jobs


@pytest.mark.parametrize("servers", [
    (1, 1, DELAY, 1), (2, 1, DELAY, 3), (3, 3, 2, 1), (1, DELAY, 7, 5), (1.5, 1, DELAY, 2.7), (3.25, 1.01, 1, 1),
])  # fmt: skip
def test_mean_values_are_those_of_the_product_form(servers):
    demands = (0.5, 0.3, 2.0, 0.7)
    closed = mean_values(demands, servers, 8)
    throughput, jobs = product_form(demands, servers, 8)
    assert closed.throughput[-1] == pytest.approx(throughput, rel=1e-11)
    assert closed.jobs[-1] == pytest.approx(jobs, rel=1e-11)


def test_many_stations_of_several_servers_are_told_at_once():
    """Alike and alone at each, n customers of M stations go round at n / (D (n + M - 1)); behind 60 stations of as many
    servers as there are customers nobody waits. Station by station, not one subset of them after the other."""
    one_each = throughputs([0.3] * 40, [1] * 40, 90)
    assert one_each == pytest.approx([n / (0.3 * (n + 39.0)) for n in range(1, 91)], rel=1e-10)
    free = throughputs([0.3] * 60, [200] * 60, 200)
    assert free == pytest.approx([n / 18.0 for n in range(1, 201)], rel=1e-10)
    assert mean_values([0.3] * 60, [7] * 60, 100).throughput == pytest.approx(throughputs([0.3] * 60, [7] * 60, 100))


def test_machines_and_repairmen_in_great_number():
    """A station of 20 servers is a birth and death process; when it is saturated, digits must not cancel."""
    closed = mean_values((1.0, 4.0), (20, DELAY), 400)
    number = np.arange(401)
    with np.errstate(divide="ignore"):
        births = np.log((400.0 - number[:-1]) / 4.0) - np.log(np.minimum(number[1:], 20))
    states = np.exp(np.concatenate(([0.0], np.cumsum(births))) - np.cumsum(births).max())
    states /= states.sum()
    assert closed.jobs[-1, 0] == pytest.approx(states @ number, rel=1e-10)
    assert closed.throughput[-1] == pytest.approx(20.0, rel=1e-10)
    np.testing.assert_allclose(closed.jobs.sum(axis=1), number[1:], rtol=1e-11)
    assert mean_values((0.5,), (4,), 10).throughput[-1] == pytest.approx(8.0, rel=EXACT)


def test_che_where_it_is_exact():
    """Equally popular objects: any k of n are held. Two of them in room for one: each hits half the time."""
    for held, objects in ((1, 2), (3, 10)):
        rate, size = np.full(objects, 5.0), np.full(objects, 1e3)
        hits = hit_chances(rate, characteristic_time(rate, size, held * 1e3))
        assert hits == pytest.approx(held / objects, rel=1e-10)
    assert characteristic_time(np.ones(3), np.ones(3), 3.0) == math.inf
    assert characteristic_time(np.ones(3), np.ones(3), 0.0) == 0.0


@pytest.mark.parametrize(("objects", "off"), [(6, 0.06), (60, 0.02), (1000, 0.002)])
def test_che_comes_close_to_two_objects_held(objects, off):
    """Exactly: King 1971. The error falls as objects become many; what it is, is what is asserted."""
    rate = closed_forms.zipf_shares(objects, 0.8)
    hits = hit_chances(rate, characteristic_time(rate, np.ones(objects), 2.0))
    assert hit_ratio(rate, hits) == pytest.approx(closed_forms.lru_of_two(rate), abs=off)


def test_classes_and_sizes_share_a_cache():
    """The room is what objects are held times their sizes; a class that is asked for more hits more."""
    rate = np.concatenate((900.0 * closed_forms.zipf_shares(2000, 0.8), 100.0 * closed_forms.zipf_shares(500, 0.5)))
    size = np.concatenate((np.full(2000, 3e4), np.linspace(1e4, 2e5, 500)))
    time = characteristic_time(rate, size, 2e7)
    hits = hit_chances(rate, time)
    assert (hits * size).sum() == pytest.approx(2e7, rel=1e-9)
    assert hit_ratio(rate[:2000], hits[:2000]) > hit_ratio(rate[2000:], hits[2000:])
    together = 0.9 * hit_ratio(rate[:2000], hits[:2000]) + 0.1 * hit_ratio(rate[2000:], hits[2000:])
    assert hit_ratio(rate, hits) == pytest.approx(together, rel=EXACT)
    alike = characteristic_time(rate[:2000], size[:2000], 200 * 3e4)
    ours, theirs = hit_ratio(rate[:2000], hit_chances(rate[:2000], alike)), closed_forms.zipf_shares(2000, 0.8)
    assert ours == pytest.approx(closed_forms.che(theirs, 200), rel=1e-8)


def test_rules_of_a_cache():
    rate = 1000.0 * closed_forms.zipf_shares(500, 0.8)
    expected = closed_forms.time_to_live(rate / 1000.0, 1000.0, 2.0)
    timed = AdmissionRules(time_to_live=2.0)
    assert characteristic_time(rate, np.ones(500), 1e9, timed) == math.inf
    assert hit_ratio(rate, hit_chances(rate, math.inf, timed)) == pytest.approx(expected, rel=EXACT)
    # A window as long as objects are held lets in what would have hit anyway: the last two gaps must be short.
    gap = -np.expm1(-rate * 0.5)
    np.testing.assert_allclose(hit_chances(rate, 0.5, AdmissionRules(window=0.5)), gap * gap, rtol=1e-11)
    assert hit_chances(rate, 0.5, AdmissionRules(admitted=0.0)).max() == 0.0
    assert hit_chances(np.zeros(2), 1.0).tolist() == [0.0, 0.0]


@pytest.mark.parametrize(
    "too_much",
    [
        lambda: erlang_c(2, 2.0),
        lambda: erlang_c(3, 9.0),
        lambda: capped_sharing(2.0, 1.0, 1.0, 1.0),
        lambda: capped_sharing(1.0, 1.0, 1.0, 0.3),
    ],
)
def test_loads_without_a_steady_state(too_much):
    with pytest.raises(Unstable, match="no steady state"):
        too_much()


@pytest.mark.parametrize(
    "wrong",
    [
        lambda: erlang_b(-1.0, 2.0),
        lambda: erlang_b(1, math.nan),
        lambda: loss_queue(1.0, 1.0, 2.5, 3),
        lambda: loss_queue(1.0, 1.0, 3, 2),
        lambda: mean_values((0.0,), (1,), 1),
        lambda: mean_values((1.0,), (0,), 1),
        lambda: mean_values((1.0,), (1,), 0),
        lambda: characteristic_time(np.ones(2), np.ones(2), -1.0),
        lambda: hit_chances(-np.ones(2), 1.0),
        lambda: mean_segments(constant(0.0), 1.0, 1460.0),
    ],
)
def test_arguments_without_a_meaning(wrong):
    with pytest.raises(ValueError, match=r"must|needs"):
        wrong()
