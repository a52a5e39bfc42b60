"""What a response puts on the wire on average, against draws and closed forms."""

import numpy as np
import pytest

from simulator.engines.draws import quantile
from simulator.engines.quantiles import quantile_lines, single_table
from simulator.engines.theory.wire import mean_segments, mean_wire_bytes
from simulator.network.distribution import (
    BY_VARIATION,
    TABLED,
    Distribution,
    Family,
    constant,
    empirical,
    exponential,
    mean_square,
    with_variation,
)
from simulator.network.transport import TCP, Transport
from tests.laws import closed_forms


@pytest.mark.parametrize("header", [0.0, 350.0, 1460.0, 2000.0])
@pytest.mark.parametrize("kind", sorted(set(Family) - TABLED))
def test_mean_segments_are_those_of_draws(kind, header):
    """Against the quantiles of each law at 400,000 even steps; a heavy tail is cut short by them."""
    law = Distribution(kind, 33.6e3, 2.5)
    u = (np.arange(400_000) + 0.5) / 400_000
    drawn = {
        Family.CONSTANT: np.full(1, law.mean),
        Family.EXPONENTIAL: -law.mean * np.log(u),
        Family.PARETO: law.mean * 0.6 * u**-0.4,
        Family.UNIFORM: 2.0 * law.mean * u,
        Family.GEOMETRIC: 1.0 + np.floor(np.log(u) / np.log1p(-1.0 / law.mean)),
    }[kind]
    expected = np.ceil((drawn + header) / 1460.0).mean()
    assert mean_segments(law, header, 1460.0) == pytest.approx(expected, rel=5e-4 if kind is Family.PARETO else 5e-5)


@pytest.mark.parametrize("header", [0.0, 350.0, 2000.0])
@pytest.mark.parametrize(
    "law",
    [
        *(with_variation(family, mean, 1.5) for family in sorted(BY_VARIATION) for mean in (700.0, 33.6e3, 30e6)),
        with_variation(Family.GAMMA, 33.6e3, 0.1),
        empirical(((0.0, 100.0), (0.3, 5e3), (0.3, 1460.0 * 4), (0.8, 1460.0 * 4), (1.0, 1e6))),
    ],
    ids=str,
)
def test_mean_segments_of_a_table_are_those_of_draws(law, header):
    """Even steps within octaves of the share above, so that a tail is not cut short, each weighed with its width."""
    total, high = 0.0, 1.0
    while high > 2.0**-33:
        low = high / 2.0 if high > 2.0**-32 else 0.0
        shares = 1.0 - (low + (high - low) * (np.arange(1000) + 0.5) / 1000.0)
        drawn = [law.mean * quantile(single_table(law), 0, share) for share in shares]
        total += (high - low) * np.ceil((np.array(drawn) + header) / 1460.0).mean()
        high = low
    assert mean_segments(law, header, 1460.0) == pytest.approx(total, rel=1e-3)


@pytest.mark.parametrize("family", sorted(BY_VARIATION))
def test_the_mean_square_of_a_table_is_the_one_stated(family):
    law = with_variation(family, 7.0, 2.0)
    assert mean_square(law) == pytest.approx(49.0 * 5.0, rel=1e-12)
    assert mean_square(law) == pytest.approx(49.0 * quantile_lines(law).mean_square, rel=1e-3)


def test_wire_bytes_by_hand_and_by_the_closed_form():
    assert mean_wire_bytes(constant(30_000.0), 350.0, TCP) == 31_988.0
    assert mean_wire_bytes(constant(30_000.0), 350.0, Transport(1167.0, 99.0)) == 30_350.0 + 27 * 99.0
    expected = closed_forms.exponential_segments(33.6e3, 350.0, 1460.0)
    assert mean_segments(exponential(33.6e3), 350.0, 1460.0) == pytest.approx(expected, rel=1e-11)
