"""`run` and `capacity` of a unit with spares say what a server does while they are down."""

import json

import pytest

from models.load import load
from simulator.experiment.results import Unavailable
from simulator.experiment.solvers import Theory
from simulator.studies.run.study import run
from simulator.targets import Target
from tests.cli.conftest import QUICK, SMALL

EDGE = "scenarios/downloads_today.yaml"


class _Quiet:
    """A progress that nobody watches."""

    def __call__(self, *_):
        return self

    def __enter__(self):
        return lambda: None

    def __exit__(self, *_):
        return None


def measured(rate, **changes):
    values = {"demand": "none", "workload.offered": f"{rate} /s", "sized_by": "stated load"} | {
        path.replace("__", "."): each for path, each in changes.items()
    }
    return run(load(EDGE, values), Theory(), "run", _Quiet())


def cards(outcome):
    return next(each.utilisation.value for each in outcome.limits if each.name == "network cards")


@pytest.mark.parametrize(("nodes", "spares"), [(4, 1), (6, 2)])
def test_a_server_that_is_left_gets_the_share_of_those_that_are_down(nodes, spares):
    found = measured(2_900, unit__nodes=nodes, unit__spare_nodes=spares)
    times = nodes / (nodes - spares)
    assert found.spares_down.requests.value == pytest.approx(2_900 * times)
    assert cards(found.spares_down) == pytest.approx(times * cards(found.outcome), rel=1e-3)
    assert all(verdict.met for verdict in found.spares_down.verdicts)


def test_a_target_that_is_met_with_all_nodes_up_can_be_missed_with_one_down():
    found = measured(4_200)
    assert all(verdict.met for verdict in found.outcome.verdicts)
    (missed,) = [verdict for verdict in found.spares_down.verdicts if verdict.met is False]
    assert missed.target is Target.UTILISATION


def test_servers_that_cannot_serve_what_is_left_to_them_are_overloaded():
    found = measured(5_000).spares_down
    assert isinstance(found, Unavailable) and "network cards" in found.reason


def test_a_unit_without_spares_has_no_such_state():
    assert measured(3_000, unit__spare_nodes=0).spares_down is None


def test_the_capacity_of_a_farm_has_a_server_at_the_demand_with_spares_up_and_down(headroom):
    unit = ("--set", "demand=2 Gbps", "--set", "unit.nodes=3", "--set", "unit.spare_nodes=1")
    data = json.loads(headroom("capacity", SMALL, *unit, *QUICK, "--json", "-").out)
    up, down = data["as_bought"]
    assert down["servers"] == pytest.approx(2.0 / 3.0 * up["servers"])
    assert down["requests"]["value"] == pytest.approx(1.5 * up["requests"]["value"])
    used = [max(limit["utilisation"]["value"] for limit in each["limits"]) for each in (up, down)]
    assert used[0] < used[1]
