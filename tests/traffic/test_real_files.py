"""Logs of others, that were misread once, are read for what they say."""

from pathlib import Path

import numpy as np
import pytest

from simulator.traffic.reading.read_logs import read_logs
from simulator.traffic.requests import sort_requests

REAL = Path(__file__).parent / "real"
# Requests, clients, objects, bytes (None: not measured), mean time taken in s (None: not told), skipped lines.
TRUTH = {
    "v_traefik.log": (200, 36, 176, 3_234_818, 0.0288, 0),
    "v_morgan.log": (200, 36, 176, 3_234_818, 0.030428, 0),
    "fastly.log": (3, 2, 2, None, 0.038012, 0),
    "v_cri.log": (200, 36, 176, 3_234_818, None, 0),
    "cri_real.log": (3, 1, 1, 1_836, None, 0),
    "iis_default.log": (196, 40, 48, None, 0.210577, 0),
    "echo.log": (2, 2, 1, 3_636, 0.001922, 0),
    "vhost20.log": (400, 200, 20, 4_200_000, None, 0),
    "cloudfront27.log": (3, 3, 3, 1_662_980, 0.944, 0),
    "cloudfront27sp.log": (3, 3, 3, 1_662_980, 0.944, 0),
    "w3c_status_99999.log": (5, 5, 1, 5_000, 0.01, 1),
    "log_one_line_2025.log": (199, 69, 131, None, None, 0),
}


@pytest.mark.parametrize("name", TRUTH)
def test_a_real_file_says_what_it_says(name):
    requests, clients, objects, sent, taken, skipped = TRUTH[name]
    logged = sort_requests(read_logs([str(REAL / name)]))
    assert logged.requests == requests and logged.account.skipped.total() == skipped
    assert (int(logged.client.max()) + 1, logged.size.size) == (clients, objects)
    if name != "log_one_line_2025.log":
        assert (float(logged.bytes.sum()) if logged.sized else None) == sent
        assert (
            np.isnan(logged.seconds).all()
            if taken is None
            else np.nanmean(logged.seconds) == pytest.approx(taken, rel=1e-3)
        )
    if name == "vhost20.log":
        assert logged.size.sum() == 210_000.0


def test_the_unit_of_fastly_is_told_as_a_guess_and_that_of_others_is_stated():
    units = {name: read_logs([str(REAL / name)]).account.time_units for name in TRUTH}
    assert [(each.how, each.unit) for each in units["fastly.log"]] == [("guessed", "us")]
    for name in ("v_traefik.log", "v_morgan.log", "echo.log", "iis_default.log", "cloudfront27.log"):
        assert [each.how for each in units[name]] == ["stated"]


def test_a_line_of_another_year_takes_no_memory_and_is_named():
    logged = sort_requests(read_logs([str(REAL / "log_one_line_2025.log")]))
    (sample,) = logged.account.misdated_samples
    assert sample.line == 100 and "2025-01-01" in sample.text and logged.span == 77.0
