"""Every format is read to the same columns, and what is not read is accounted for line by line."""

import gzip

import numpy as np
import pyarrow
import pytest

from simulator.errors import ReportError
from simulator.traffic.reading.log_files import LogFile
from simulator.traffic.reading.read_logs import read_logs
from tests.traffic.logs import FIELDS, START, caddy, combined, common, flat_json, w3c

LINES = {
    "common": [common(s, "192.0.2.7", f"/{s}") for s in range(3)],
    "combined": [combined(s, "192.0.2.7", f"/{s}") for s in range(3)],
    "nginx": [combined(s, "192.0.2.7", f"/{s}", taken="0.012") for s in range(3)],
    "apache": [combined(s, "192.0.2.7", f"/{s}", taken="12000") for s in range(3)],
    "host": ["www.example:443 " + combined(s, "192.0.2.7", f"/{s}") for s in range(3)],
    "w3c": ["#Software: Microsoft IIS 6.0", FIELDS, *(w3c(s, "192.0.2.7", f"/{s}") for s in range(3))],
    "caddy": [caddy(s, "192.0.2.7", f"/{s}") for s in range(3)],
    "json": [flat_json(s, "192.0.2.7", f"/{s}") for s in range(3)],
}  # fmt: skip


def read(folder, lines, name="access.log", pack=lambda content: content):
    file = folder / name
    content = lines if isinstance(lines, bytes) else "\n".join([*lines, ""]).encode()
    file.write_bytes(pack(content))
    return read_logs([str(file)])


@pytest.mark.parametrize("format", LINES)
def test_every_format_tells_the_same(format, tmp_path):
    found = read(tmp_path, LINES[format])
    assert found.columns["time"].tolist() == [START, START + 1, START + 2]
    assert found.columns["bytes"].tolist() == [1000.0] * 3 and found.columns["status"].tolist() == [200] * 3
    site = "http://www.example" if format == "host" else ""
    same = read(tmp_path, [common(s, "192.0.2.7", f"{site}/{s}") for s in range(3)]).columns
    assert found.columns["object"].tolist() == same["object"].tolist()
    assert len(set(found.columns["client"].tolist())) == 1 and found.account.skipped.total() == 0
    assert sum(found.account.read.values()) == found.account.lines - found.account.directives == 3
    if format in ("nginx", "apache", "w3c", "caddy", "json"):
        assert np.allclose(found.columns["seconds"], 0.012)
        assert found.columns["ended"].tolist() == [format != "apache"] * 3
    else:
        assert np.isnan(found.columns["seconds"]).all()


IN_SECONDS = (
    "462 0.005", "0.005 462", "4650 0.005 -", "0.005 0.004", "0.004 0.005", '"0.004" "0.005"',
    '"10.0.0.1, 10.0.0.2" 0.005 0.004', 'rt=0.005 uct="0.000" uht="0.004" urt="0.004"', "uct=0.001 rt=0.005 urt=0.002",
    "1795910400.123 0.005", '"-" 0.005 "2.31"',
)  # fmt: skip
IN_MICROSECONDS = ("50000", '"50000"', '"-" 50000', "taken=50000")
NOT_TOLD = ('"2.31"', "-", '"192.0.2.7"')
TAKEN = {
    **dict.fromkeys(IN_SECONDS, (0.005, True)),
    **dict.fromkeys(IN_MICROSECONDS, (0.05, False)),
    **dict.fromkeys(NOT_TOLD, (None, False)),
}


@pytest.mark.parametrize("end", TAKEN)
def test_the_time_taken_is_found_among_what_stands_behind_the_user_agent(end, tmp_path):
    """In either order: bytes are no microseconds where a number with a point is beside them."""
    seconds, ended = TAKEN[end]
    found = read(tmp_path, [combined(s, "192.0.2.7", "/", taken=end) for s in range(3)])
    assert np.allclose(found.columns["seconds"], np.nan if seconds is None else seconds, equal_nan=True)
    assert found.columns["ended"].tolist() == [ended] * 3 and found.account.unclear == 0


@pytest.mark.parametrize("end", ["462 1000", "1000 462", '"462" "1000"', "462 - 1000", '"10.0.0.1, 10.0.0.2" 462 1000'])
def test_of_several_whole_numbers_none_is_taken_for_the_time_and_that_is_said(end, tmp_path):
    ends = ["", end, end, "462 0.001"]
    found = read(tmp_path, [combined(s, "192.0.2.7", "/", taken=each) for s, each in enumerate(ends)])
    assert np.allclose(found.columns["seconds"], [np.nan] * 3 + [0.001], equal_nan=True)
    sample = found.account.unclear_sample
    assert found.account.unclear == 2 and (sample.line, sample.text) == (2, end)


@pytest.mark.parametrize("pack", [gzip.compress, lambda b: pyarrow.compress(b, "zstd", asbytes=True)])
def test_a_packed_log_tells_the_same(pack, tmp_path):
    found = read(tmp_path, LINES["combined"], pack=pack)
    assert found.columns["time"].tolist() == [START, START + 1, START + 2]


def test_a_time_of_another_zone_is_one_of_utc(tmp_path):
    """On 25 October 2026 the clocks of Berlin go back: 2:30 comes twice, and the zone of each line tells them apart."""
    twice = [common(9000, "192.0.2.7", "/a", zone=zone) for zone in ("+0200", "+0100", "-0730")]
    found = read(tmp_path, twice)
    assert (found.columns["time"] - START).tolist() == [9000 - 7200, 9000 - 3600, 9000 + 27000]
    assert found.columns["offset"].tolist() == [7200, 3600, -27000]


def test_a_file_may_change_its_format_half_way(tmp_path):
    extended = [FIELDS + " x", w3c(9, "a", "/b") + " 7"]
    mixed = [LINES["combined"][0], LINES["caddy"][1], *LINES["w3c"][1:3], LINES["common"][2], *extended]
    found = read(tmp_path, mixed)
    assert (found.columns["time"] - START).tolist() == [0, 1, 0, 2, 9]
    assert found.account.read == {"common or combined": 2, "Caddy JSON": 1, "W3C": 2}


@pytest.mark.parametrize("first", ["caddy", "json"])
def test_two_programs_may_write_json_into_one_file(tmp_path, first):
    """What stands at `request` is an object for one of them and a text for the other."""
    second = {"caddy": "json", "json": "caddy"}[first]
    found = read(tmp_path, [LINES[first][0], LINES[second][1], LINES[first][2]])
    assert (found.columns["time"] - START).tolist() == [0, 1, 2]
    one, two = ({"caddy": "Caddy JSON", "json": "JSON"}[each] for each in (first, second))
    assert found.account.read == {one: 2, two: 1} and not found.account.skipped


def test_what_is_no_request_is_counted_and_shown(tmp_path):
    good = LINES["combined"]
    lines = [
        good[0], "garbage", '{"ts": 1, "broken', good[1], "x" * 1_000_000, "", common(5, "192.0.2.7", "/a", status=999),
        good[2].replace("29/Nov", "31/Feb"), good[0].replace("Nov", "Xyz"), good[2], "\x1b[31m evil \x07",
    ]  # fmt: skip
    found = read(tmp_path, lines)
    account = found.account
    assert account.lines == len(lines) and account.blank == 1 and found.columns["time"].size == 4
    assert account.lines == account.read.total() + account.skipped.total() + account.blank
    assert found.account.skipped == {
        "longer than 64 KiB": 1, "no JSON object that tells when who asked for what": 1,
        "in no format that is known": 2, "with a time that is none": 2,
    }  # fmt: skip
    first = found.account.samples["in no format that is known"][0]
    assert (first.line, first.text) == (2, "garbage")
    assert found.account.samples["longer than 64 KiB"][0].line == 5
    assert all(len(samples) <= 3 for samples in found.account.samples.values())


def test_hostile_user_agents_change_nothing(tmp_path):
    agents = ['\\"] \\" 200 5 \\"', "\x1b]0;owned\x07", "' OR 1=1 --", "\x00", "日本語", '"', "\u202e"]
    lines = [combined(s, "192.0.2.7", "/a", agent=agent) for s, agent in enumerate(agents)]
    found = read(tmp_path, lines)
    assert found.columns["bytes"].tolist() == [1000.0] * len(agents)
    escaped = read(tmp_path, [lines[0], "\x1b[2J\x1b]0;owned\x07" + "z" * 100])
    sample = escaped.account.samples["in no format that is known"][0]
    assert sample.text.startswith("\\x1b[2J\\x1b]0;owned\\x07zzz") and sample.text.isprintable()


def test_what_is_no_utf_8_is_read(tmp_path):
    before, _, after = combined(0, "192.0.2.7", "/a%").encode().partition(b"%")
    found = read(tmp_path, b"".join(before + byte + after + b"\r\n" for byte in (b"\xe9", b"\xff")))
    assert len(set(found.columns["object"].tolist())) == 2 and found.account.foreign == 2


def test_of_a_truncated_log_all_is_read_up_to_there(tmp_path):
    lines = [combined(s, f"10.0.{s % 256}.{s * 7 % 256}", f"/{s * 7919 % 10007}") for s in range(20_000)]
    for pack in (gzip.compress, lambda b: pyarrow.compress(b, "zstd", asbytes=True)):
        found = read(tmp_path, lines, pack=lambda content, pack=pack: pack(content)[:-2000])
        assert 10_000 < found.columns["time"].size < 20_000
        assert found.account.damaged[0].reason == "it is cut off"
        assert found.columns["time"].tolist() == list(range(START, START + found.columns["time"].size))


def test_a_log_of_many_blocks_is_read_as_one_of_a_single(tmp_path, monkeypatch):
    many = [common(s, "192.0.2.7", f"/{s}") for s in range(500)]
    lines = [*many, "y" * 300_000, "bad", FIELDS, w3c(600, "a", "/")]
    whole = read(tmp_path, lines)
    monkeypatch.setattr("simulator.traffic.reading.log_files.BLOCK", 1000)
    pieces = read(tmp_path, lines)
    assert all(np.array_equal(whole.columns[n], pieces.columns[n], equal_nan=True) for n in ("time", "object", "bytes"))
    assert pieces.account == whole.account


def test_every_line_is_in_the_count_and_blank_ones_too(tmp_path, monkeypatch):
    one = LINES["common"][0]
    lines = ["", one, "", FIELDS, w3c(9, "a", "/b"), "", FIELDS, FIELDS, "", "#Date: 1", "bad", "", FIELDS]
    for block in (16 * 1024 * 1024, 100):
        monkeypatch.setattr("simulator.traffic.reading.log_files.BLOCK", block)
        account = read(tmp_path, lines).account
        assert (account.lines, account.blank, account.directives) == (len(lines), 5, 5)
        assert account.read.total() == 2 and account.skipped.total() == 1
        assert account.samples["not in the fields that #Fields names"][0].line == 11


@pytest.mark.parametrize(
    ("name", "content", "told"),
    [
        ("empty.log", b"", "empty.log: there is no line in it; name an access log that has requests in it"),
        ("comments.log", b"#Version: 1.0\n", "comments.log: there is no line in it"),
        ("letter.log", b"Sir,\nthanks\n", 'no line of 2 is a request; line 1 is in no format that is known: "Sir,"'),
        ("a.zip", b"PK\x03\x04....", "a.zip: it is packed by zip; unpack it, or pack it by gzip or zstd"),
        ("w3c.log", b"#Fields: time c-ip\n10:00 1.1.1.1\n", "line 2 is #Fields without date, cs-uri-stem, sc-status"),
    ],
)  # fmt: skip
def test_a_log_with_nothing_usable_is_one_clear_error(name, content, told, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / name).write_bytes(content)
    with pytest.raises(ReportError) as error:
        read_logs([name])
    assert told in str(error.value)


def test_a_log_that_is_not_there_or_named_twice_is_refused(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "a.log").write_text(common(0, "a", "/"))
    with pytest.raises(ReportError, match="no.log: there is no such file; name an access log"):
        read_logs(["no.log"])
    with pytest.raises(ReportError, match="is named twice; name each log once"):
        read_logs(["a.log", "./a.log"])


def test_blank_lines_without_end_are_no_block_of_their_own(tmp_path, monkeypatch):
    """A few kB unpack to as many as one likes."""
    monkeypatch.setattr("simulator.traffic.reading.log_files.BLOCK", 100_001)
    (tmp_path / "blank.log").write_bytes(b"\r\n" * 1_000_000 + b"end")
    pieces = list(LogFile(str(tmp_path / "blank.log")).pieces())
    assert max(len(piece.text) for piece in pieces) < 200_000
    assert (pieces[-1].first + pieces[-1].text.count("\n"), pieces[-1].text.strip()) == (1_000_001, "end")
