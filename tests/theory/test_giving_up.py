"""Theory is within the error that it states where clients wait no longer: on networks drawn at random, in every figure
that it does not refuse. See test_stated_errors.py."""

from dataclasses import replace
from random import Random

import pytest

from simulator.network.client_timeouts import ClientTimeouts, RetryPolicy
from simulator.network.network import Network
from tests.theory.drawn import drawn
from tests.theory.test_stated_errors import LONG, SHORT, outside, solved

FIRST, MANY, FEW = 20_000, 400, 8
# How many mean responses clients wait, and how often they try again.
LONGEST, TRIES = (10.0, 20.0, 40.0), (0, 0, 1, 3)


def with_patience(seed: int) -> Network | None:
    """A network drawn at random whose clients wait for some mean responses, or None where theory knows no mean."""
    network = drawn(seed)
    found = None if network.source.returns else solved(network)
    if found is None or isinstance(found.figures["response_mean"], str):
        return None
    random = Random(seed)
    longest, tries = found.figure("response_mean").value * random.choice(LONGEST), random.choice(TRIES)
    retries = RetryPolicy(tries, 0.3 * longest, 1.0, longest) if tries else RetryPolicy()
    patience = ClientTimeouts(response=longest, retries=retries)
    return replace(network, source=replace(network.source, patience=patience))


def held(numbers: range, requests: float) -> None:
    """Asserts that theory answers half of the networks and is outside in none."""
    drawn_ones = [(seed, network) for seed in numbers if (network := with_patience(seed)) is not None]
    answered = [(seed, network, found) for seed, network in drawn_ones if (found := solved(network)) is not None]
    wrong = {seed: off for seed, network, found in answered if (off := outside(network, found, seed, requests))}
    assert not wrong
    assert len(answered) >= 0.5 * len(drawn_ones) > 0


def test_theory_is_within_what_it_states_on_a_few_networks_with_patience():
    held(range(FIRST, FIRST + FEW), SHORT)


@pytest.mark.proof
def test_theory_is_within_what_it_states_on_many_networks_with_patience():
    held(range(FIRST, FIRST + MANY), LONG)
