"""Long proof: the cut that MSER-5 makes removes a cold start, whatever the seed."""

import pytest

from tests.experiment.cold_start import MEASURES, biases, shows_the_cut


@pytest.fixture(scope="module")
def found():
    return biases(40)


@pytest.mark.proof
@pytest.mark.parametrize("measure", MEASURES)
def test_behind_the_cut_a_cold_server_is_a_warm_one(found, measure):
    shows_the_cut(found[measure])
