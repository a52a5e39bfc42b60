"""What the hardware threads of a server do together, and the universal scalability law fitted to measured rows."""

import numpy as np
import pytest
from scipy.optimize import least_squares
from scipy.stats import t

from models.capacity_curve import capacity_curve, fitted_law, most_at_once
from models.description.scaling import fitted_scaling
from models.errors import ScenarioError
from models.load import load
from models.scaling_law import NoScalingLaw, fit_scaling_law, slowdown

# Thousand requests a second of memcached 1.6.38 by threads: tidwall/cache-benchmarks at 9a9320c, 256 connections,
# without pipelining, medians of 31.
GET = {1: 316, 2: 617, 4: 1140, 8: 2601, 10: 3160, 12: 3083, 16: 3106}
SET = {1: 241, 2: 444, 4: 781, 8: 1272, 10: 1392, 12: 1426, 16: 1355}
# Scripts an hour by users: SPEC SDM91, as in smoeding/usl, data/specsdm91.
SDM91 = {1: 64.9, 18: 995.9, 36: 1652.4, 72: 1853.2, 108: 1828.9, 144: 1775.0, 216: 1702.2}

SCENARIO = """
scenario: Threads
workload:
  request: {{size: 30 kB, cpu: 1 ms}}
  session: {{requests: 5, think_time: 1 s}}
  clients: {{rate: 10 Mbps}}
  offered: 100 /s
server: {{model: dl585-2.2ghz-4gb{server}}}
operating_system: windows-2003-x64
web_server: {{model: iis-6{web}}}
unit: {{nodes: 1}}
"""


def rows(table: dict[int, float], most: int) -> list[tuple[int, float]]:
    return [(threads, float(rate)) for threads, rate in table.items() if threads <= most]


@pytest.fixture
def scenario(tmp_path):
    def made(server: str = "", web: str = ""):
        """A server of four cores with other keys."""
        file = tmp_path / "threads.yaml"
        told = [f", {each}" if each else "" for each in (server, web)]
        file.write_text(SCENARIO.format(server=told[0], web=told[1]))
        return load(str(file))

    return made


def measured(table: dict[int, float], most: int) -> str:
    written = ", ".join(f"{{threads: {threads}, rate: {rate:g}}}" for threads, rate in rows(table, most))
    return f"measured_scaling: [{written}]"


# The curve.


def test_a_server_as_before_has_no_curve(scenario):
    assert capacity_curve(scenario()) == ()
    assert most_at_once(scenario()) is None


def test_the_second_thread_of_a_core_adds_its_share_once_all_cores_are_busy(scenario):
    curve = capacity_curve(scenario("threads_per_core: 2, second_thread: 25 %"))
    assert curve == (1.0, 2.0, 3.0, 4.0, 4.25, 4.5, 4.75, 5.0)


def test_threads_slow_each_other_down_by_the_universal_scalability_law(scenario):
    curve = capacity_curve(scenario("sockets: 16, contention: 3 %, coherence: 0.1 %"))
    assert curve == pytest.approx([n / (1.0 + 0.03 * (n - 1) + 0.001 * n * (n - 1)) for n in range(1, 17)])


def test_the_clock_falls_in_a_straight_line_to_all_cores_busy(scenario):
    assert capacity_curve(scenario("clock_all_busy: 70 %")) == pytest.approx([1.0, 1.8, 2.4, 2.8])


def test_a_web_server_that_keeps_fewer_threads_busy_has_the_begin_of_the_curve(scenario):
    told = "threads_per_core: 2, second_thread: 25 %"
    assert capacity_curve(scenario(told, "workers: 6")) == (1.0, 2.0, 3.0, 4.0, 4.25, 4.5)


@pytest.mark.parametrize(
    ("web", "expected"),
    [
        ("", None),
        ("workers: 3", 3),
        ("workers: 30", 30),
        ("discipline: run-to-completion", 8),
        ("discipline: time-slices", 8),
        ("discipline: run-to-completion, workers: 3", 3),
        ("discipline: run-to-completion, workers: 30", 8),
    ],
)
def test_so_many_requests_are_served_at_once(scenario, web, expected):
    assert most_at_once(scenario("threads_per_core: 2", web)) == expected


# The law.


def test_a_law_is_found_again_in_its_own_rows():
    found = fit_scaling_law([(n, 100.0 * n / slowdown(n, 0.03, 0.0004)) for n in (1, 2, 4, 8, 16, 24)])
    assert (found.rate.value, found.contention.value, found.coherence.value) == pytest.approx((100.0, 0.03, 0.0004))
    assert found.error < 1e-12
    assert found.trusted == 36


@pytest.mark.parametrize(("table", "most"), [(SET, 4), (SET, 8), (SET, 16), (SDM91, 72), (SDM91, 216)])
def test_the_fit_and_its_intervals_are_those_of_a_library(table, most):
    """Least squares of rate / law - 1 within bounds, and intervals from the slopes of what is not at a bound."""
    threads, rates = np.array(rows(table, most)).T

    def off(p):
        return rates * slowdown(threads, p[1], p[2]) / (p[0] * threads) - 1.0

    scale = np.array([rates[0] / threads[0], 0.01, 1e-4])
    exactly = dict.fromkeys(("xtol", "ftol", "gtol"), 1e-15)
    found = least_squares(off, scale, bounds=([0.0] * 3, [np.inf] * 3), x_scale=scale, **exactly)
    law = fit_scaling_law(rows(table, most))
    parameters = (law.rate, law.contention, law.coherence)
    assert [each.value for each in parameters] == pytest.approx(found.x, rel=1e-5, abs=1e-9)
    free = [k for k in range(3) if parameters[k].value > 0.0]
    spare = threads.size - len(free)
    spread = np.linalg.inv(found.jac[:, free].T @ found.jac[:, free]) * (found.fun**2).sum() / spare
    for k, variance in zip(free, np.diag(spread), strict=True):
        half = t.ppf(0.975, spare) * np.sqrt(variance)
        assert parameters[k].high - parameters[k].value == pytest.approx(half, rel=1e-3)


def test_fitted_to_up_to_four_threads_it_predicts_eight_within_a_tenth():
    law = fit_scaling_law(rows(SET, 4))
    assert law.at(8) == pytest.approx(SET[8], rel=0.1)
    # Three rows do not say that it does: one thread further its interval is 10 % wide to either side.
    assert (law.measured, law.trusted) == (4, 5)


def test_it_is_trusted_no_further_than_it_was_right():
    """To a tenth or a little more as far as it is trusted; and by far not to the end of what was measured."""
    for table, most in ((SET, 4), (SET, 8), (SET, 10), (SDM91, 72)):
        law = fit_scaling_law(rows(table, most))
        for threads, rate in table.items():
            if threads <= law.trusted:
                assert law.at(threads) == pytest.approx(rate, rel=0.12)
    assert fit_scaling_law(rows(SET, 8)).at(16) > 1.3 * SET[16]


def test_of_rows_that_grow_faster_than_threads_it_says_that_the_law_does_not_describe_them():
    with pytest.raises(NoScalingLaw, match=r"faster than threads, 2\.28 times from 4 to 8 .* does not describe these"):
        fit_scaling_law(rows(GET, 8))


def test_rows_that_no_law_is_near_are_refused():
    with pytest.raises(NoScalingLaw, match="does not describe these rows: it is .* % off them"):
        fit_scaling_law([(1, 100.0), (2, 60.0), (4, 110.0), (8, 40.0)])


def test_three_rows_fit_exactly_and_tell_no_error():
    law = fit_scaling_law(rows(GET, 4))
    assert law.error < 1e-12
    assert law.contention.high == np.inf
    assert law.trusted == 4


# What a planner reads.


def test_a_fitted_law_is_told_with_how_far_it_may_be_trusted(scenario):
    assert fitted_law(scenario().server) is None
    assert list(fitted_scaling(scenario())) == []
    fitted, trust = fitted_scaling(scenario(f"sockets: 16, {measured(SET, 4)}"))
    assert fitted == (
        "The universal scalability law was fitted to 3 rows measured on up to 4 busy threads: contention 7.8 % (3.7 %"
        " to 12 %), coherence 0 % (0 % to 4.7 %). It is 0.32 % off its own rows."
    )
    assert trust.startswith("Beyond the rows it may be trusted to 5 threads; the server keeps up to 16 busy, and what")


def test_a_server_within_its_rows_is_said_to_be(scenario):
    _, trust = fitted_scaling(scenario(f"sockets: 8, {measured(SET, 8)}"))
    assert trust == "Beyond the rows it may be trusted to 12 threads; the server keeps no more than 8 busy."


@pytest.mark.parametrize(
    ("server", "web", "told"),
    [
        ("second_thread: 120 %", "", 'server.second_thread = "120 %": too large; allowed is 0 % to 100 %'),
        (
            "sockets: 32, threads_per_core: 2, contention: 2 %", "",
            'server.contention = "2 %": the server does less with more than 32 busy threads, and has 64; write'
            " `workers: 32` for the web server",
        ),
        ("sockets: 16, coherence: 1 %", "", "less with more than 10 busy threads, and has 16; write `workers: 10`"),
        (
            "threads_per_core: 2, second_thread: 60 %, clock_all_busy: 70 %", "",
            'clock_all_busy = "70 %": the capacity curve is not concave: busy thread 5 adds more than thread 4; write'
            " a higher clock_all_busy",
        ),
        (f"sockets: 8, {measured(GET, 8)}", "", "server.measured_scaling: the rate grows faster than threads, 2.28"),
        (measured(SET, 2), "", "2 numbers of threads do not tell how a server scales; measure at 3 of them at least"),
        (measured(SET, 8), "", "measured_scaling[3].threads = 8: more threads than the server has, 4; write at most"),
        (f"contention: 1 %, {measured(SET, 4)}", "", 'contention = "1 %": measured rows are there too'),
        ("measured_scaling: [{threads: 1}]", "", "server.measured_scaling[0].rate: missing"),
        ("threads_per_core: 0", "", "server.threads_per_core = 0: too small; allowed is 1 to 8"),
        ("", "discipline: fair", 'web_server.discipline = "fair": not one of the words'),
        ("", "workers: 0", "web_server.workers = 0: too small; allowed is 1 to 1,000,000"),
    ],
)  # fmt: skip
def test_what_no_server_does_is_one_clear_problem(scenario, server, web, told):
    with pytest.raises(ScenarioError) as caught:
        scenario(server, web)
    (problem,) = caught.value.problems
    assert told in str(problem)


def test_the_remedy_of_a_falling_curve_is_one(scenario):
    assert capacity_curve(scenario("sockets: 16, coherence: 1 %", "workers: 10"))
