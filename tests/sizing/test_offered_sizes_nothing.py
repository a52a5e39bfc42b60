"""What a server is offered to measure it plays no part in how many servers are bought: three loads are three things."""

import pytest

from simulator.engines.engine import load_engine
from simulator.experiment.solvers import Simulation
from tests.sizing.farms import API, DOWNLOADS, FILES, SHORT, changed, farm

# What the largest load of a server is, about; it is offered from a tenth of that to ten times it, and not at all.
RATES = {DOWNLOADS: 2_900.0, API: 4_800.0}


def bought(file, rate, solver=None, **more):
    """What a planner is told: units, servers, cost, what one server carries; to the digit."""
    stated = {} if rate is None else {"workload.offered": f"{rate} /s"}
    found = farm(changed(file, {**stated, **more}), solver)
    return found.carried.mbps, found.sizing.units, found.sizing.servers, found.whole, found.exact


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
@pytest.mark.parametrize("times", [0.1, 0.5, 1.0, 3.0, 10.0])
def test_servers_bought_in_theory_do_not_depend_on_what_is_offered(file, times):
    assert bought(file, times * RATES.get(file, 590.0)) == bought(file, None)


def test_servers_bought_by_simulation_do_not_depend_on_what_is_offered():
    kernel = Simulation(load_engine("kernel"))
    absent = bought(DOWNLOADS, None, kernel, **SHORT)
    assert absent[0].samples == 3
    for times in (0.1, 10.0):
        assert bought(DOWNLOADS, times * RATES[DOWNLOADS], kernel, **SHORT) == absent


def test_servers_bought_do_not_depend_on_the_rates_of_classes_but_on_their_proportion():
    """A farm of two classes of requests, whose rates say only how often each of them is asked for."""

    def classes(times):
        kinds = [{"name": "page", "rate": f"{300.0 * times} /s", "size": "20 kB", "cpu": "5 ms"},
                 {"name": "image", "rate": f"{900.0 * times} /s", "size": "6 kB", "cpu": "0.5 ms"}]  # fmt: skip
        return {"workload.request": "none", "workload.classes": kinds}

    few, many = (bought(API, None, **classes(times)) for times in (0.1, 10.0))
    assert few == many == bought(API, 40.0, **classes(1.0))
