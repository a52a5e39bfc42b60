"""Lines of every format tell what they were written from, whatever carries them and however they end."""

import json
import re
from pathlib import Path

import numpy as np
import pytest

from simulator.errors import ReportError
from simulator.traffic.reading.prefixes import PREFIXES, WRAPPERS
from simulator.traffic.reading.read_logs import read_logs
from simulator.traffic.reading.readers import FORMATS
from tests.traffic.written import WRITTEN, combined, drawn, iso, with_fraction

SEEDS = range(5)


@pytest.fixture
def read(tmp_path):
    def of(lines, ends="\n", encoding="utf-8", **stated):
        (tmp_path / "access.log").write_bytes(ends.join([*lines, ""]).encode(encoding))
        return read_logs([str(tmp_path / "access.log")], **stated)

    return of


def same_groups(found, written):
    """Whether numbers are equal where texts are, and differ where these do."""
    pairs = set(zip(found.tolist(), written, strict=True))
    return len(pairs) == len(set(written)) == len(set(found.tolist()))


def assert_tells(columns, rows, of):
    """Columns have what stands in the rows that a format was written from."""
    began = np.where(columns["ended"], columns["time"] - np.nan_to_num(columns["seconds"]), columns["time"])
    if of.taken:
        np.testing.assert_allclose(columns["seconds"], [row.taken for row in rows], atol=1e-6)
        np.testing.assert_allclose(began, [row.at / 1000 for row in rows], atol=of.clock)
    else:
        assert np.isnan(columns["seconds"]).all()
        np.testing.assert_allclose(columns["time"], [row.end // 1000 for row in rows])
    assert columns["bytes"].tolist() == [row.size for row in rows]
    assert columns["status"].tolist() == [row.status for row in rows]
    assert same_groups(columns["client"], [row.client for row in rows])
    assert same_groups(columns["object"], [row.site + row.path if of.sites else row.path for row in rows])


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("format", WRITTEN)
def test_lines_of_a_format_tell_what_they_were_written_from(format, seed, read):
    rows, of = drawn(seed), WRITTEN[format]
    found = read([*of.first, *map(of.line, rows)])
    assert found.account.read == {of.name: len(rows)} and not found.account.skipped
    assert_tells(found.columns, rows, of)


def test_a_time_may_have_a_fraction(read):
    rows = drawn(2)
    found = read(map(with_fraction, rows))
    np.testing.assert_allclose(found.columns["time"], [row.at / 1000 for row in rows], atol=1e-6)


def test_every_format_of_the_table_is_tried_here():
    assert {each.name for each in FORMATS} == {of.name for of in WRITTEN.values()}


CARRIERS = {
    "cri": lambda row, line: f"{iso(row.end)[:-1]}123456Z stdout F {line}",
    "cri with a zone": lambda row, line: f"{iso(row.end)[:19]}.144272509+03:30 stderr F {line}",
    "kubectl --prefix": lambda row, line: f"[pod/web-{row.size}/nginx] {line}",
    "kubectl --prefix --timestamps": lambda row, line: f"[pod/web-{row.size}/nginx] {iso(row.end)} {line}",
    "docker compose": lambda row, line: f"web-{row.size % 3}  | {line}",
    "docker compose in colour": lambda row, line: f"\x1b[36mweb-1  |\x1b[0m {line}",
    "docker service": lambda row, line: f"web.1.x8k2@node-{row.size % 3}    | {line}",
    "docker logs -t": lambda row, line: f"{iso(row.end)} {line}",
    "syslog": lambda row, line: f"Nov 29 00:00:{row.end // 1000 % 60:02d} web1 nginx: {line}",
    "syslog with a priority": lambda row, line: f"<190>Nov  9 00:00:01 web1 nginx[{row.size}]: {line}",
    "syslog of rfc 5424": lambda row, line: f"<190>1 {iso(row.end)} web1 nginx {row.size} - - {line}",
    "rsyslog": lambda row, line: f"{iso(row.end)[:19]}.123456+00:00 web{row.size % 3} nginx[17]: {line}",
    "journald short-iso": lambda row, line: f"{iso(row.end)[:19]}+0000 web1 nginx[{row.size}]: {line}",
    "journald short-full": lambda row, line: f"Sun 2026-11-29 00:00:01 UTC web1 nginx[{row.size}]: {line}",
    "journald short-unix": lambda row, line: f"{row.end / 1000:.6f} web1 nginx[{row.size}]: {line}",
    "docker json-file": lambda row, line: json.dumps({"log": f"{line}\n", "stream": "stdout", "time": iso(row.end)}),
    "journald json": lambda row, line: json.dumps({"__REALTIME_TIMESTAMP": f"{row.end}000", "MESSAGE": line}),
    "filebeat": lambda row, line: json.dumps({"@timestamp": iso(row.end), "message": line, "host": {"name": "n1"}}),
    "cri in syslog": lambda row, line: f"Nov 29 00:00:01 n1 kubelet[3]: {iso(row.end)} stdout F {line}",
}  # fmt: skip


@pytest.mark.parametrize("carrier", CARRIERS)
def test_what_carries_a_log_is_taken_off_whatever_the_log_is(carrier, read):
    """Each of five formats, of which no client is the carrier."""
    carries = CARRIERS[carrier]
    for seed, format in enumerate(("common", "nginx", "caddy", "haproxy", "host with port")):
        rows, of = drawn(seed), WRITTEN[format]
        found = read([carries(row, of.line(row)) for row in rows])
        assert found.account.read == {of.name: len(rows)} and not found.account.skipped and not found.account.carried
        assert_tells(found.columns, rows, of)


def test_every_known_carrier_is_tried_here():
    lines = [carries(row, "x y") for carries in CARRIERS.values() for row in drawn(1, 5)]
    for prefix in PREFIXES:
        assert re.match(prefix.pattern, prefix.example) and any(re.match(prefix.pattern, line) for line in lines)
    assert len(WRAPPERS) == 4


def test_what_is_no_known_carrier_is_told_and_is_no_client(read):
    rows = drawn(3)
    found = read([f"fleet web{k % 7} {combined(row)}" for k, row in enumerate(rows)])
    assert found.account.carried == len(rows) and found.account.carried_sample.text.startswith("fleet web0 ")
    assert same_groups(found.columns["client"], [row.client for row in rows])


def test_the_first_of_several_addresses_is_the_client_and_a_name_may_have_spaces(read):
    rows = drawn(4, clients=("192.0.2.{}",))
    lines = [
        combined(row).replace(" - - ", f", 10.0.0.{k % 5} - - " if k % 2 else " - John Doe ")
        for k, row in enumerate(rows)
    ]
    assert same_groups(read(lines).columns["client"], [row.client for row in rows])


ENDS = {"cr lf": "\r\n", "lf cr": "\n\r", "cr": "\r", "cr cr lf": "\r\r\n"}


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("ends", ENDS)
def test_lines_may_end_as_they_like(ends, seed, read, monkeypatch):
    """Wherever blocks begin and end."""
    monkeypatch.setattr("simulator.traffic.reading.log_files.BLOCK", 1000 + seed)
    rows = drawn(seed)
    found = read([combined(row) for row in rows], ENDS[ends])
    assert found.account.read.total() == len(rows) == found.account.lines - found.account.blank
    assert found.columns["bytes"].tolist() == [row.size for row in rows]
    assert found.line.tolist() == list(range(1, len(rows) + 1))


@pytest.mark.parametrize("encoding", ["utf-16", "utf-8-sig"])
def test_what_windows_writes_is_read(encoding, read):
    found = read(
        ["#Fields: date time c-ip cs-uri-stem sc-status", "2026-11-29 00:00:01 10.0.0.1 /ä 200"], "\r\n", encoding
    )
    assert found.account.read == {"W3C": 1} and found.account.foreign == 0


@pytest.mark.parametrize("status", ["-1", "99999", "0", "000", "7"])
@pytest.mark.parametrize(
    "format", ["common", "host", "iis", "cloudfront", "squid", "haproxy", "caddy", "cloudflare", "ltsv"]
)
def test_a_line_with_a_status_that_is_none_is_skipped_and_counted(format, status, read):
    rows, of = drawn(5, 20), WRITTEN[format]
    lines = [of.line(row) for row in rows]
    bad = of.line(drawn(6, 1)[0])
    for sign in (" {} ", "/{} ", ": {}", ":{}\t", "\t{}\t", ":{},", ": {}}}"):
        bad = bad.replace(sign.format(drawn(6, 1)[0].status), sign.format(status))
    wrong = format == "caddy" and status == "000"  # No JSON.
    found = read([*of.first, *lines, bad])
    assert found.account.read == {of.name: 20} and found.account.skipped.total() == 1
    reason = found.account.skipped.most_common(1)[0][0]
    if not wrong and not (format == "squid" and status == "-1"):
        assert reason == "with a status that is none of 100 to 999" or "000" in bad
    assert found.account.samples[reason][0].line == len(of.first) + 21


NEAR = {
    "AWS ALB": "https 2026-11-29T00:00:01.000Z app/web/50dc 192.0.2.1:40500",
    "AWS ELB": "2026-11-29T00:00:01.000Z my-lb 192.0.2.1:40500 10.0.0.1:80 0.1",
    "AWS S3": "79a59df900b949e55d96a1e698fbacedfd6e09d98eacf8f8d b [29/Nov/2026:00:00:01 +0000] 192.0.2.1",
    "HAProxy": "192.0.2.1:33317 [29/Nov/2026:00:00:01.123] web static/srv1 <torn>",
    "Istio": '[2026-11-29T00:00:01.000Z] "GET / HTTP/1.1" 200',
    "Squid": "1795910400.123    921 192.0.2.1 TCP_MISS",
    "the common format": '192.0.2.1 - - [29/Nov/2026:00:00:01 +0000] "GET / HTTP/1.1" OK',
    "HAProxy's log of connections": "192.0.2.1:33317 [29/Nov/2026:00:00:01.123] db db/s1 0/0/50 212 -- 0/0/0/0/3 0/0",
    "nginx's error log": "2026/11/29 00:00:01 [error] 123#0: *1 open() failed",
    "Apache's error log": "[Sun Nov 29 00:00:01.123456 2026] [core:error] [pid 1] AH00037",
    "varnishlog": "*   << Request  >> 32770",
    "morgan's short formats": "GET /a 200 15 - 14.9 ms",
    "VPC flow logs": "2 123456789010 eni-1235b8ca123456789 172.31.16.139 172.31.16.21 20641 22 6 20 4249 1418530010",
    "LTSV without a known key for the status": "time:[29/Nov/2026:00:00:01 +0000]\thost:192.0.2.1\treq:GET / HTTP/1.1",
}  # fmt: skip


@pytest.mark.parametrize("kind", NEAR)
def test_what_is_nearly_of_a_kind_is_told_by_name(kind, read):
    with pytest.raises(ReportError) as error:
        read([NEAR[kind]] * 3)
    assert "no line of 3 is a request; line 1 is" in error.value.reason and kind in error.value.reason


def test_keys_that_were_seen_are_named_where_none_is_known(read):
    with pytest.raises(ReportError) as error:
        read([json.dumps({"ts": 1795910400, "who": "192.0.2.1", "uri": "/a", "status": 200})] * 3)
    assert "the client (--client-field names it); it has ts, who, uri, status" in error.value.reason


GUIDE = Path(__file__).parents[2] / "docs/bring-your-logs.md"


def test_the_table_of_the_guide_is_the_table_of_readers():
    """Format by format; and the guide names everything that may carry a log."""
    guide = " ".join(GUIDE.read_text().split())
    rows = [f"| {each.name} | {each.written_by} | {each.taken} |" for each in FORMATS]
    assert re.findall(r"^\| (?!format|---).*\|$", GUIDE.read_text(), flags=re.MULTILINE) == rows
    carriers = "; ".join(each.name for each in PREFIXES)
    assert f"taken off each line: {carriers}; and objects" in guide
    assert f"under {', '.join(f'`{each}`' for each in WRAPPERS)}." in guide
