"""How far off models are: measured again, and held against measured systems that nobody fitted to."""

import math

import pytest

from models.load import load
from models.reading.document import SHIPPED
from simulator.network.roles import Role
from simulator.studies.validate.model_errors import MEASURED, calibrated_errors, catalogue_errors
from simulator.studies.validate.record import read_record
from simulator.uncertainty.model_error import (
    LimitSort,
    ParameterOrigin,
    error_spread,
    kind_of_role,
    provenance_of,
    read_errors,
    spread,
)
from tests.proven import mostly_proof

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
