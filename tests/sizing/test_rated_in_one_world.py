"""A unit with spares is rated behind its balancer with the spares gone, and through the minutes in which they die."""

import pytest

from models.load import load
from simulator.engines.engine import load_engine
from simulator.experiment.capacity_by_solver import capacity_from_search
from simulator.experiment.capacity_search import find_capacity
from simulator.experiment.single_server import rated_network, saturated_server
from simulator.farm.farm_at_work import server_at_rate
from simulator.messages.ratings import rating_sentences
from simulator.targets import Target
from tests.failover.conftest import UNIT

RUN = {"run.replications": 3, "run.duration": "240 s"}


@pytest.fixture(scope="module")
def found(tmp_path_factory):
    """What the unit carries with changes, each asked once."""
    file, known = tmp_path_factory.mktemp("rated") / "unit.yaml", {}
    file.write_text(UNIT)

    def find(**changes: object):
        if (key := repr(changes)) not in known:
            overrides = RUN | {path.replace("__", "."): value for path, value in changes.items()}
            scenario = load(file, overrides)
            known[key] = scenario, find_capacity(scenario, load_engine("kernel"), around=())
        return known[key]

    return find


def test_nodes_that_share_nothing_are_rated_by_one_of_them(found):
    scenario, plain = found(unit__balancer="nlb", unit__failures="none")
    assert rated_network(scenario) == saturated_server(scenario)
    assert plain.together == 1 and plain.through is None


def test_what_is_said_of_failures_leaves_nodes_that_share_nothing_equal_to_the_bit(found):
    _, plain = found(unit__balancer="nlb", unit__failures="none")
    _, failing = found(unit__balancer="nlb")
    assert failing.offered == plain.offered and failing.limits == plain.limits
    assert failing.through is not None and not failing.through.lowers


def test_nodes_that_take_turns_carry_more_than_one_with_arrivals_at_random(found):
    """Every fourth of Poisson arrivals comes more evenly than at random, so that fewer wait."""
    scenario, together = found()
    _, plain = found(unit__balancer="nlb", unit__failures="none")
    assert rated_network(scenario).network.nodes == together.together == 4
    assert together.offered.value > 1.01 * plain.offered.value
    assert together.unit_mbps.value == pytest.approx(4.0 * together.server_mbps.value)


def test_a_minute_after_its_spare_died_the_unit_is_within_its_targets_at_the_load_that_it_carries(found):
    _, together = found()
    assert together.through.share.value == 100.0
    assert together.through.noticed == 10.0
    assert list(rating_sentences(together.together, together.through))[-1] == (
        "When 1 of 5 nodes dies at that load, its targets are met again 60 s later."
    )


def test_a_unit_that_has_to_be_back_sooner_carries_less(found):
    """A dead node looks empty to the balancer, which sends it everybody; they ask again all at once."""
    patient = {"unit__balancer": "least-connections", "workload__retries": {"attempts": 9, "back_off": "2 s"}}
    scenario, sooner = found(unit__failures__recover_within="14 s", **patient)
    _, together = found(unit__failures="none", **patient)
    assert together.together == 4 and together.through is None
    assert sooner.through.lowers
    assert sooner.through.target is Target.P95
    share = sooner.through.share.value / 100.0
    assert 0.5 < share < 0.98
    assert sooner.offered.value == pytest.approx(share * together.offered.value, rel=0.02)
    carried = capacity_from_search(scenario, sooner)
    assert carried.requests == sooner.offered and carried.through == sooner.through
    used = next(limit for limit in sooner.limits if limit.name == "CPU").utilisation.value
    assert used < next(limit for limit in together.limits if limit.name == "CPU").utilisation.value


def test_what_no_load_gets_over_is_told_and_sizes_nothing(found):
    """Without retries, whoever is sent to a dead node is lost, at any load."""
    changes = {"unit__failures__recover_within": "0 s", "workload__retries__attempts": 0}
    _, strict = found(**changes)
    _, lenient = found(workload__retries__attempts=0)
    assert strict.through.share is None and strict.through.target is Target.ERRORS
    assert strict.offered == lenient.offered
    assert "so more servers do not help" in list(rating_sentences(strict.together, strict.through))[-1]


def test_a_share_of_the_unit_is_offered_its_share_of_the_load(found):
    scenario, _ = found()
    whole, part = server_at_rate(scenario, 30.0, nodes=5).network, server_at_rate(scenario, 30.0, nodes=4).network
    assert (whole.nodes, part.nodes) == (5, 4)
    assert part.source.rate == pytest.approx(0.8 * whole.source.rate)
    assert part.coupled and not server_at_rate(scenario, 30.0).network.coupled
