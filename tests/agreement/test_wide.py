"""The kernel and the reference agree on networks over the whole range of what scenarios come to.

`HEADROOM_SEED` is the first of the seeds that the long proof draws its networks from, which it prints.
"""

import os

import pytest

from simulator.engines.run_plan import RunPlan
from tests.agreement.twins import requests_of_twins
from tests.wide_networks import wide_network

SHORT = RunPlan(windows=4, window=0.25, warm_up=0.25, log=100_000)
LONG = RunPlan(windows=8, window=0.25, warm_up=0.5, log=100_000)
FEW, MANY = 40, 2000


def test_engines_agree_on_wide_networks():
    """Each by itself may have nothing to tell; together they have."""
    told = [requests_of_twins(wide_network(seed), SHORT, seed) for seed in range(FEW)]
    assert sum(count > 0 for count in told) > FEW / 2


@pytest.mark.proof
def test_engines_agree_on_two_thousand_wide_networks(capsys):
    first = int(os.environ.get("HEADROOM_SEED", "1000"))
    with capsys.disabled():
        print(f"\n{MANY} networks from HEADROOM_SEED={first} on")
    differ = {}
    for seed in range(first, first + MANY):
        try:
            requests_of_twins(wide_network(seed), LONG, seed)
        except AssertionError as error:
            differ[seed] = str(error)
    assert not differ
