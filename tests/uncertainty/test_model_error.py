"""How far off models are: measured again, and held against measured systems that nobody fitted to."""

import math

import pytest

from models.load import load
from models.reading.document import SHIPPED
from simulator.experiment.solvers import Theory
from simulator.network.roles import Role
from simulator.studies.capacity.study import capacity
from simulator.studies.validate.record import read_record
from simulator.studies.watch import watch_with
from simulator.uncertainty.error_growth import growth_law
from simulator.uncertainty.model_error import (
    LimitSort,
    ParameterOrigin,
    beyond_measured,
    error_spread,
    kind_of_role,
    limit_spread,
    provenance_of,
    read_errors,
    spread,
)
from tests.proven import mostly_proof
from tests.uncertainty.model_errors import MEASURED, calibrated_errors, catalogue_errors

# Half of a 90 % interval in standard deviations.
HALF = 1.645


def test_the_table_has_what_the_last_validation_predicted():
    held = [each for each in read_errors() if each.provenance is ParameterOrigin.CATALOGUE]
    assert held == list(catalogue_errors(read_record()))


@pytest.mark.parametrize("name", mostly_proof(MEASURED, {"specsdm91"}))
def test_the_table_has_what_measured_rows_say_of_one_another(name):
    held = [each for each in read_errors() if each.system == name]
    again = list(calibrated_errors(name))
    assert [each[:3] for each in held] == [each[:3] for each in again]
    assert [each.error for each in held] == pytest.approx([each.error for each in again], abs=2e-3)


def test_prediction_intervals_hold_systems_that_took_no_part_in_them():
    """Each case is predicted with the spread of all others, no figure of it among them. What was measured lies within
    90 % intervals in 80 to 97 % of the cases."""
    errors, inside = read_errors(), []
    for each in errors:
        others = [other for other in errors if _case(other.system) != _case(each.system)]
        inside.append(abs(math.log1p(each.error)) <= HALF * spread(others, each.kind, each.provenance))
    assert len(inside) > 60
    assert 0.80 <= sum(inside) / len(inside) <= 0.97


def _case(system: str) -> str:
    return system.partition(":")[0]


def test_every_kind_of_limit_has_a_spread_and_the_catalogue_the_widest_of_work():
    widths = {how: error_spread(LimitSort.WORK, how) for how in ParameterOrigin}
    assert widths[ParameterOrigin.CATALOGUE] > widths[ParameterOrigin.BEYOND] >= widths[ParameterOrigin.WITHIN] > 0.0
    assert all(0.0 < error_spread(kind, ParameterOrigin.CATALOGUE) < 0.3 for kind in LimitSort)


def test_cpu_times_of_the_very_server_are_better_known_than_those_of_another():
    own = load(SHIPPED / "hourly_api.yaml", compared=False)
    other = load(SHIPPED / "hourly_api.yaml", {"workload.cpu_measured_on": "dl585-2.2ghz-4gb"}, compared=False)
    assert provenance_of(own, kind_of_role(Role.CPU)) is ParameterOrigin.BEYOND
    assert provenance_of(other, kind_of_role(Role.CPU)) is ParameterOrigin.CATALOGUE
    assert provenance_of(own, kind_of_role(Role.CARD)) is ParameterOrigin.CATALOGUE


UP_TO = "workload.cpu_measured_on.up_to"
MEASURED_TO = {"workload.cpu_measured_on": "c7a.8xlarge", "server": "c7a.8xlarge"}


def measured_to(most, **overrides):
    return load(SHIPPED / "hourly_api.yaml", {**MEASURED_TO, UP_TO: most, **overrides}, compared=False)


def test_a_server_that_was_measured_to_a_load_is_less_sure_the_further_beyond():
    scenario = measured_to("1000 /s")
    within = error_spread(LimitSort.WORK, ParameterOrigin.WITHIN)
    widths = [limit_spread(scenario, LimitSort.WORK, rate) for rate in (500.0, 1_000.0, 1_200.0, 2_000.0, 5_000.0)]
    assert widths[:2] == [within, within]
    assert widths == sorted(widths) and widths[2] < 0.5 * widths[-1]
    assert widths[3] == growth_law().spread(2.0)


def test_where_nobody_says_up_to_which_load_or_it_was_another_server_nothing_changes():
    own, other = measured_to("none"), measured_to("1000 /s", server="m7i.8xlarge")
    assert not other.is_measured_core
    for scenario in (own, other):
        usual = error_spread(LimitSort.WORK, provenance_of(scenario, LimitSort.WORK))
        assert limit_spread(scenario, LimitSort.WORK, 5_000.0) == usual
        assert beyond_measured(scenario, 5_000.0, Role.CPU) is None
    assert limit_spread(measured_to("1000 /s"), LimitSort.TRANSFER, 5_000.0) == error_spread(
        LimitSort.TRANSFER, ParameterOrigin.CATALOGUE
    )


def test_a_capacity_says_how_far_it_lies_beyond_what_was_measured_and_its_worlds_are_wider():
    solver, watch = Theory(), watch_with(None)
    usual, far = (capacity(measured_to(most), solver, "", watch) for most in ("none", "2000 /s"))
    assert usual.beyond is None and "beyond_measured" not in usual.to_dict()
    assert far.server_requests == usual.server_requests
    assert far.beyond.times == pytest.approx(far.server_requests / 2_000.0) and far.beyond.times > 1.2
    assert far.to_dict()["beyond_measured"]["times"] == far.beyond.times
    known, wider = (found.farm.prediction.server for found in (usual, far))
    assert wider.high / wider.low > 1.2 * known.high / known.low
    assert far.farm.prediction.beyond == far.beyond
