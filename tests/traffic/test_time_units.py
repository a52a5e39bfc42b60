"""Times taken are in the unit that a line, its format or whoever asks states; else a number is a time only if it
behaves as one, in the one unit that fits, and where several fit it asks."""

import json
from dataclasses import replace

import numpy as np
import pytest

from simulator.traffic.reading.options import LogOptions
from simulator.traffic.reading.read_logs import read_logs
from simulator.traffic.requests import sort_requests
from tests.traffic.written import combined, common, drawn, iso

SEEDS = range(5)


@pytest.fixture
def read(tmp_path):
    def of(lines, unit="", client=""):
        (tmp_path / "access.log").write_text("\n".join([*lines, ""]))
        return read_logs([str(tmp_path / "access.log")], stated=LogOptions(unit, client))

    return of


def behind(rows, ends):
    return [combined(row, str(end)) for row, end in zip(rows, ends, strict=True)]


TEXTS = {
    "Traefik": lambda s: f"{round(s * 1e3)}ms", "morgan": lambda s: f"- {s * 1e3:.3f} ms",
    "Go": lambda s: f'"{s:.3f}s"',
    "micro": lambda s: f"{round(s * 1e6)}µs", "the other micro": lambda s: f"{round(s * 1e6)}μs",
    "us": lambda s: f"{round(s * 1e6)} us", "ns": lambda s: f"took={round(s * 1e9)}ns",
    "seconds": lambda s: f"{s:.3f} sec", "named": lambda s: f"time_ms={s * 1e3:.0f}",
    "named us": lambda s: f"bytes=5000 request_time_us={round(s * 1e6)}",
}  # fmt: skip


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("text", TEXTS)
def test_a_unit_that_stands_in_the_line_is_the_unit(text, seed, read):
    """Whatever counter stands before it, and whatever is stated for numbers without one."""
    rows = drawn(seed)
    for before, unit in (("", ""), ("{} ", ""), ("", "us")):
        lines = behind(rows, [before.format(k + 17) + TEXTS[text](row.taken) for k, row in enumerate(rows)])
        found = read(lines, unit)
        np.testing.assert_allclose(found.columns["seconds"], [row.taken for row in rows], atol=1e-3)
        assert [each.how for each in found.account.time_units] == ["stated"]


def is_no_time(kind, rows, seed):
    draws = np.random.default_rng(seed)
    first = int(draws.integers(1, 100_000))
    return {
        "a counter": [first + k for k in range(len(rows))],
        "a counter of several processes": [first + k // 2 for k in range(len(rows))],
        "bytes with headers": [row.size + 180 + int(draws.integers(60)) for row in rows],
        "the bytes again": [row.size for row in rows],
        "a port": [8080 + first] * len(rows),
        "ports of clients": draws.integers(32_768, 60_999, len(rows)).tolist(),
        "bytes of the request": (400 + draws.integers(0, 300, len(rows))).tolist(),
    }[kind]


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("kind", ["a counter", "a counter of several processes", "bytes with headers",
                                  "the bytes again", "a port", "ports of clients", "bytes of the request"])  # fmt: skip
def test_a_whole_number_that_behaves_as_no_time_is_none(kind, seed, read):
    rows = drawn(seed)
    found = read(behind(rows, is_no_time(kind, rows, seed)))
    assert np.isnan(found.columns["seconds"]).all()
    (unit,) = found.account.time_units
    assert (unit.how, unit.unit, unit.lines) == ("not read", "", len(rows)) and unit.why_none


@pytest.mark.parametrize("seed", SEEDS)
def test_the_one_unit_that_whole_numbers_can_be_in_is_taken_and_told_as_a_guess(seed, read):
    """%D of Apache, of pages that take tens of milliseconds and of which one took a minute and more; and milliseconds,
    of which several are 0."""
    rows, draws = drawn(seed, 400), np.random.default_rng(seed)
    slow = draws.lognormal(-2.5, 1.2, 400)
    microseconds = (slow * 1e6).astype(int) + 1
    found = read(behind(rows, microseconds))
    assert [(each.how, each.unit) for each in found.account.time_units] == [("guessed", "us")]
    np.testing.assert_allclose(found.columns["seconds"], microseconds * 1e-6, rtol=1e-5)
    milliseconds = (draws.lognormal(-4.0, 1.0, 400) * 1e3).astype(int)
    milliseconds[::19] = 0
    found = read(behind(rows, milliseconds))
    (unit,) = found.account.time_units
    assert unit.unit in ("ms", "") and "us" not in unit.fits


@pytest.mark.parametrize("seed", SEEDS)
def test_where_several_units_fit_none_is_taken_until_it_is_stated(seed, read):
    rows = drawn(seed, 200)
    numbers = (np.random.default_rng(seed).lognormal(6.5, 0.8, 200)).astype(int) + 60
    found = read(behind(rows, numbers))
    (unit,) = found.account.time_units
    assert unit.how == "not read" and {"ms", "us"} <= set(unit.fits) and np.isnan(found.columns["seconds"]).all()
    for stated, factor in (("ms", 1e-3), ("us", 1e-6)):
        found = read(behind(rows, numbers), stated)
        np.testing.assert_allclose(found.columns["seconds"], numbers * factor, rtol=1e-5)
        assert [(each.how, each.unit) for each in found.account.time_units] == [("stated", stated)]


def test_the_last_of_several_numbers_is_the_time_where_its_unit_is_stated(read):
    rows = drawn(1)
    found = read(behind(rows, [f"{row.size + 200} 500 {round(row.taken * 1e6)}" for row in rows]), "us")
    np.testing.assert_allclose(found.columns["seconds"], [row.taken for row in rows], atol=1e-6)


@pytest.mark.parametrize("seed", SEEDS)
def test_numbers_with_a_point_are_seconds_unless_nobody_waits_so_long(seed, read):
    """morgan's own time without its unit: small responses of tens of ms are not answered in tens of s."""
    rows = drawn(seed, 300)
    found = read(behind(rows, [f"{row.taken:.3f}" for row in rows]))
    assert [(each.how, each.unit) for each in found.account.time_units] == [("guessed", "s")]
    rows = [row for row in rows if row.taken > 0.01]
    found = read(behind(rows, [f"{row.taken * 1e3:.3f}" for row in rows]))
    (unit,) = found.account.time_units
    assert (unit.how, unit.unit) == ("guessed", "ms")
    np.testing.assert_allclose(found.columns["seconds"], [row.taken for row in rows], rtol=1e-3)


def test_large_files_over_slow_lines_may_take_tens_of_seconds(read):
    rows = drawn(2, 200)
    large = [replace(row, size=30_000_000) for row in rows]
    lines = [combined(row, f"{20 + k % 40}.000") for k, row in enumerate(large)]
    (unit,) = read(lines).account.time_units
    assert unit.unit == "s"


NAMED = {
    "duration_ms": 1e3, "responseTimeMs": 1e3, "elapsed_us": 1e6, "durationNanos": 1e9, "latency_ns": 1e9,
    "request_time": 1.0, "time_taken_seconds": 1.0, "response_time_us": 1e6, "took_ms": 1e3,
}  # fmt: skip
SIZES = (
    "body_bytes_sent",
    "length",
    "bytes_out",
    "body_bytes",
    "responseSize",
    "size",
    "contentLength",
    "respSize",
    "bytes",
)
CLIENTS = ("remote_addr", "clientIp", "remote_ip", "ip", "x_forwarded_for", "client", "host", "realIP", "client-ip")
STATUSES = (
    "status",
    "statusCode",
    "response_code",
    "code",
    "status_code",
    "http_status",
    "response",
    "responseStatus",
    "status",
)
PATHS = ("uri", "path", "url", "request_uri", "requestPath", "request", "target", "requestUrl", "uri_path")


@pytest.mark.parametrize("name", NAMED)
def test_keys_of_json_are_known_by_what_they_are_called(name, read):
    """However they are spelt, and in objects within objects."""
    k, rows = list(NAMED).index(name), drawn(3)
    http = [{STATUSES[k]: row.status, PATHS[k]: row.path, SIZES[k]: row.size} for row in rows]
    lines = [
        {"@timestamp": iso(row.end), CLIENTS[k]: row.client, name: round(row.taken * NAMED[name], 6), "level": "info"}
        | (each if k % 2 else {"http": each})
        for row, each in zip(rows, http, strict=True)
    ]
    found = read(map(json.dumps, lines))
    np.testing.assert_allclose(found.columns["seconds"], [row.taken for row in rows], rtol=1e-3, atol=1e-6)
    assert found.columns["bytes"].tolist() == [row.size for row in rows]
    assert found.columns["status"].tolist() == [row.status for row in rows]
    assert np.unique(found.columns["client"]).size == len({row.client for row in rows})
    assert [each.how for each in found.account.time_units] == ["stated"]


@pytest.mark.parametrize("key", ["responsetime", "duration", "latency", "elapsed", "took"])
def test_a_number_under_a_key_without_a_unit_is_told_as_a_guess_or_asked_for(key, read):
    rows = drawn(4)

    def lines(factor):
        return [json.dumps({"time": iso(row.end), "ip": row.client, "path": row.path, "status": row.status,
                            "length": row.size, key: round(row.taken * factor) if factor > 1 else row.taken})
                for row in rows]  # fmt: skip

    for factor, unit in ((1, "s"), (1e6, "us")):
        found = read(lines(factor))
        (told,) = found.account.time_units
        assert told.where == f"`{key}`"
        if told.how == "guessed":
            assert told.unit == unit
            np.testing.assert_allclose(found.columns["seconds"], [row.taken for row in rows], atol=1e-5)
        else:
            assert unit in told.fits and np.isnan(found.columns["seconds"]).all()
        stated = read(lines(factor), unit)
        np.testing.assert_allclose(stated.columns["seconds"], [row.taken for row in rows], atol=1e-5)
        assert stated.account.time_units[0].how == "stated"


@pytest.mark.parametrize("seed", SEEDS)
def test_what_has_no_size_is_not_measured(seed, read):
    rows = drawn(seed)
    fields = "#Fields: date time c-ip cs-uri-stem sc-status time-taken"
    w3c = [f"{iso(row.end)[:10]} {iso(row.end)[11:19]} {row.client} {row.path} {row.status} 5" for row in rows]
    dash = [f"{line} -" for line in w3c]
    objects = [
        json.dumps({"ts": row.end / 1e3, "remote_ip": row.client, "uri": row.path, "status": row.status})
        for row in rows
    ]
    for lines in ([fields, *w3c], [fields + " sc-bytes", *dash], objects):
        found = read(lines)
        assert found.account.read.total() == len(rows) and np.isnan(found.columns["bytes"]).all()
        logged = sort_requests(found)
        assert not logged.sized and found.account.unsized == len(rows)


def test_one_without_a_size_is_as_large_as_its_object(read):
    rows = drawn(1)
    lines = [json.dumps({"ts": row.at / 1e3, "remote_ip": row.client, "uri": row.path, "status": row.status}
                        | ({"size": 700 + len(row.path)} if k % 3 else {})) for k, row in enumerate(rows)]  # fmt: skip
    logged = sort_requests(read(lines))
    assert logged.sized and logged.account.unsized == 20
    known = {row.path for k, row in enumerate(rows) if k % 3}
    told = [size for size, row in zip(logged.bytes.tolist(), rows, strict=True) if row.path in known]
    assert told == [700.0 + len(row.path) for row in rows if row.path in known] and logged.bytes.min() >= 712.0


@pytest.mark.parametrize("seed", SEEDS)
def test_the_client_is_in_the_field_that_is_stated(seed, read):
    rows = drawn(seed)
    fields = "#Fields: date time c-ip cs-uri-stem sc-status X-Forwarded-For"
    day = [f"{iso(row.end)[:10]} {iso(row.end)[11:19]} 10.0.0.1 {row.path} {row.status} {row.client}" for row in rows]
    key = [json.dumps({"time": iso(row.end), "remote_addr": "10.0.0.1", "who": {"real": row.client}, "uri": row.path,
                       "status": row.status}) for row in rows]  # fmt: skip
    forwarded = [combined(row, f'"{row.client}, 10.0.0.2"').replace(row.client, "10.0.0.1", 1) for row in rows]
    for lines, field in (([fields, *day], "x-forwarded-for"), (key, "who.real"), (forwarded, "x-forwarded-for")):
        assert np.unique(read(lines).columns["client"]).size == 1
        found = read(lines, client=field)
        assert np.unique(found.columns["client"]).size == len({row.client for row in rows})


@pytest.mark.parametrize("seed", SEEDS)
def test_the_few_lines_that_are_dated_far_from_all_others_are_left_out_and_named(seed, read):
    draws = np.random.default_rng(seed)
    rows, where, years = drawn(seed, 400), int(draws.integers(400)), int(draws.integers(-25, 25)) or 1
    lines = [common(row) for row in rows]
    lines[where] = common(rows[where], rows[where].end + years * 366 * 86_400_000)
    found = read(lines)
    logged = sort_requests(found)
    assert logged.requests == 399 and logged.span < 100.0
    (sample,) = logged.account.misdated_samples
    assert logged.account.misdated == 1 and sample.line == where + 1 and sample.file.endswith("access.log")
    assert f"{abs(years) * 366 - 1:,}"[:-1] in sample.text or f"{abs(years) * 366:,}" in sample.text
