"""Theory against simulation, for the farm whose plan begins with it."""

import pytest

from simulator.study import foresee
from tests.published.conftest import DAY

# What the first line of a plan may be off by, as a share of the simulated figure.
CLOSE = 0.05


@pytest.mark.parametrize("name", ["x64", "x86"])
def test_theory_is_within_5_percent_of_what_a_download_server_is_simulated_to_carry(outcomes, name):
    found = next(outcome for key, outcome in outcomes.items() if f"microsoft_update_{name}" in outcome.scenario.file)
    simulated = found.capacity.server_mbps
    said = foresee(found.scenario, "", DAY).capacity.server_mbps
    assert abs(said.value - simulated.value) + simulated.half_width <= CLOSE * simulated.value
