"""Arrivals are counted where there are some: the same as second by second, and in no memory for years without one."""

import tracemalloc

import numpy as np
import pytest

from simulator.calibration.log.arrivals import summarise_arrivals
from simulator.traffic.reading.read_logs import read_logs
from simulator.traffic.requests import sort_requests
from tests.traffic.logs import START, common
from tests.traffic.written import common as line_of
from tests.traffic.written import drawn


@pytest.fixture
def logged(tmp_path):
    def read(lines):
        (tmp_path / "a.log").write_text("\n".join(lines))
        return sort_requests(read_logs([str(tmp_path / "a.log")]))

    return read


@pytest.mark.parametrize("seed", range(5))
def test_arrivals_are_those_of_every_second(seed, logged):
    draws = np.random.default_rng(seed)
    seconds = np.sort(draws.integers(0, 9_000 + 20_000 * seed, 1_500))
    found = logged([common(int(each), "192.0.2.7", f"/{each % 9}", 100 + int(each) % 7) for each in seconds])
    told = summarise_arrivals(found)
    place = (found.start - found.first).astype(int)
    counts, sent = np.bincount(place), np.bincount(place, found.bytes)
    assert told.mean.value == pytest.approx(counts.mean())
    each = counts[: counts.size // 20 * 20].reshape(20, -1).mean(axis=1)
    assert told.mean.half_width == pytest.approx(2.093 * each.std(ddof=1) / np.sqrt(20), rel=1e-3)
    for width, dispersion in told.dispersion:
        windows = counts[: counts.size // width * width].reshape(-1, width).sum(axis=1)
        spans = min(20, windows.size // 30)
        pieces = windows[: windows.size // spans * spans].reshape(spans, -1)
        pieces = pieces[pieces.mean(axis=1) > 0.0]
        assert dispersion.value == pytest.approx((pieces.var(axis=1, ddof=1) / pieces.mean(axis=1)).mean())
    for peak in told.peaks:
        begins = np.arange(0, counts.size, peak.seconds)
        busiest = np.add.reduceat(counts, begins)
        assert peak.requests == busiest.max() and peak.begins == found.first + begins[busiest.argmax()]
        assert peak.bytes == np.add.reduceat(sent, begins)[busiest.argmax()]
    hours = (found.first + np.arange(counts.size)) % 86_400 // 3_600
    assert dict(told.by_hour) == pytest.approx(
        {int(hour): counts[hours == hour].sum() / (hours == hour).sum() for hour in np.unique(hours)}
    )


@pytest.mark.parametrize("years", [-20, -1, 1, 5, 30])
def test_years_without_a_request_take_no_memory_and_are_told(years, logged):
    """Half of the lines are of another year, so that none is misdated."""
    rows = drawn(abs(years), 200)
    lines = [line_of(row, row.end + (k % 2) * years * 366 * 86_400_000) for k, row in enumerate(rows)]
    found = logged(lines)
    tracemalloc.start()
    told = summarise_arrivals(found)
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert peak < 1e5, "bytes; one for each second would be 31 million a year"
    assert found.requests == 200 and found.account.misdated == 0
    assert found.account.silence == pytest.approx(abs(years) * 366, abs=1)
    assert told.mean.value == pytest.approx(200 / (abs(years) * 366 * 86_400), rel=1e-3)
    assert found.first < START + 1e9
