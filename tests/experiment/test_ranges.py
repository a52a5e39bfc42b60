"""No figure leaves the program that cannot be."""

from dataclasses import replace

import numpy as np
import pytest

from simulator.errors import InternalError
from simulator.experiment.estimate import Estimate, exact
from simulator.experiment.measures.ranges import without_rounding
from simulator.experiment.measures.usage import limit_sizes, share_used
from simulator.experiment.results import Series
from simulator.network.steps import Seize
from tests.experiment.tallies import CPU, POOL, network, recycled, steady
from tests.fabricated import measured, results, usage


@pytest.mark.parametrize(
    ("name", "figure"),
    [
        ("connections", exact(-0.10, "")),
        ("errors", exact(100.1, "%")),
        ("response_mean", exact(float("nan"), "s")),
        ("client_speed", exact(float("inf"), "B/s")),
    ],
)
def test_a_figure_that_cannot_be_is_an_internal_error_with_its_name(name, figure):
    with pytest.raises(InternalError, match=f"{name} cannot be"):
        results(**{name: figure})


def test_an_interval_is_never_less_than_nothing():
    with pytest.raises(InternalError, match="the interval of connections cannot be"):
        results(connections=Estimate(1.0, float("nan"), 0.95, 5, ""))


def test_an_interval_may_pass_the_ends_of_a_share():
    assert results(errors=Estimate(0.1, 0.3, 0.95, 5, "%")).estimate("errors").low < 0.0


def test_a_limit_used_by_more_than_all_of_it_is_an_internal_error_with_its_name():
    with pytest.raises(InternalError, match="use of kernel pool cannot be 103 %"):
        results(usages=(usage("kernel pool", "pool", 1.03),))


def test_a_cause_of_more_than_all_is_an_internal_error_with_its_name():
    with pytest.raises(InternalError, match="requests failed by process memory cannot be"):
        replace(results(), failed={"process memory": measured(101.0, unit="%")})


def test_a_series_that_cannot_be_is_an_internal_error_with_its_name():
    time = np.array([2.5, 7.5])
    spoilt = Series("CPU", "%", time, np.array([99.0, 101.0]), np.zeros(2))
    with pytest.raises(InternalError, match="the series of CPU cannot be 101 %"):
        replace(results(), series=(spoilt,))


def test_what_rounding_carries_beyond_a_bound_is_at_the_bound():
    assert without_rounding(100.0 + 1e-12, "%") == 100.0
    assert without_rounding(-1e-12, "s") == 0.0
    assert without_rounding(100.1, "%") == 100.1
    assert without_rounding(-0.1, "") == -0.1


def used(of, column, grown, name):
    """How much of a limit is used that has grown so in two replications."""
    found = steady(of, {column: grown}, {column: grown})
    return share_used(found, found.tallies[0], {size.name: size for size in limit_sizes(of)}[name])


def test_what_connections_hold_of_the_reserve_is_no_more_than_all_that_is_free():
    of = network(CPU, POOL)
    of = replace(of, source=replace(of.source, connect=(Seize("kernel pool", 1.0, reserve=20.0),)))
    assert used(of, ("pool", "kernel pool", "used"), [400.0, 400.0], "kernel pool") == pytest.approx(0.5)
    assert used(of, ("pool", "kernel pool", "used"), [830.0, 830.0], "kernel pool") == 1.0


def test_a_pool_that_is_all_reserve_is_all_used():
    of = network(CPU, POOL)
    of = replace(of, source=replace(of.source, connect=(Seize("kernel pool", 1.0, reserve=100.0),)))
    assert used(of, ("pool", "kernel pool", "used"), [0.0, 0.0], "kernel pool") == 1.0


def test_what_an_old_process_holds_is_no_use_of_the_address_space_of_the_one_in_charge():
    of, column = network(CPU, recycled("memory")), ("region", "memory")
    columns = {(*column, "used"): [1500.0, 1500.0], (*column, "in charge"): [800.0, 800.0]}
    found = steady(of, columns, columns)
    assert share_used(found, found.tallies[0], limit_sizes(of)[-1]) == pytest.approx(0.8)
