"""Where MSER cuts a series."""

import numpy as np
import pytest
from scipy.signal import lfilter

from simulator.experiment.warm_up import WarmUpCut, mser


def twin(series):
    """The definition, word for word."""
    left = [series[cut:] for cut in range(len(series) // 2 + 1)]
    return int(np.argmin([((x - x.mean()) ** 2).sum() / len(x) ** 2 for x in left]))


def test_a_series_by_hand():
    # d = 0: mean 3, squares 36 + 4 x 1 + 0 + ... of (9, 1, 3, 1, 1, 3): 36 + 4 + 0 + 4 + 4 + 0 = 48, / 36 = 1.33.
    # d = 1: mean 1.8, squares 3 x 0.64 + 2 x 1.44 = 4.8, / 25 = 0.192. d = 2: mean 2, squares 4, / 16 = 0.25.
    # d = 3: mean 5/3, squares 2 x 4/9 + 16/9 = 2.67, / 9 = 0.296.
    assert mser(np.array([9.0, 1.0, 3.0, 1.0, 1.0, 3.0])) == WarmUpCut(1, False)


@pytest.mark.parametrize("value", [0.0, 5.0, 0.1, 1e9 / 3.0])
def test_a_constant_series_has_no_warm_up(value):
    assert mser(np.full(40, value)) == WarmUpCut(0, False)


def test_of_equal_cuts_the_earliest_is_taken():
    assert mser(np.array([7.0, 0.1, 0.1, 0.1, 0.1, 0.1, 0.1, 0.1])) == WarmUpCut(1, False)


def test_a_step_is_cut_where_it_ends():
    assert mser(np.concatenate([np.full(13, 3.0), np.full(40, 8.0)])) == WarmUpCut(13, False)


@pytest.mark.parametrize("count", [2, 3, 10, 11])
def test_a_series_that_rises_to_its_end_is_too_short(count):
    assert mser(np.arange(float(count))) == WarmUpCut(count // 2, True)


def test_one_value_has_nothing_to_cut_and_none_is_an_error():
    assert mser(np.array([3.0])) == WarmUpCut(0, False)
    with pytest.raises(ValueError, match="empty"):
        mser(np.array([]))


@pytest.mark.parametrize("seed", range(50))
def test_it_agrees_with_its_definition(seed):
    """On correlated noise with a transient of any height, and of any length up to the whole series."""
    random = np.random.default_rng(seed)
    count = int(random.integers(2, 200))
    noise = lfilter([1.0], [1.0, -0.8], random.normal(size=count))
    series = 100.0 + noise + random.normal(0.0, 20.0) * np.exp(-np.arange(count) / random.uniform(1.0, count))
    assert mser(series) == WarmUpCut(twin(series), twin(series) == count // 2 > 0)
