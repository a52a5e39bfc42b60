"""Whatever stands in a log, it is read or skipped, and every line is in the count."""

import json
import random
import re

import pytest

from simulator.calibration.log.summary import summarise
from simulator.errors import ReportError
from simulator.output.figure import to_json
from simulator.studies.calibrate.log.result import log_data
from simulator.traffic.reading import key_value_format
from simulator.traffic.reading.read_logs import read_logs
from simulator.traffic.requests import sort_requests
from tests.traffic.logs import flat_json
from tests.traffic.written import WRITTEN, drawn

WORDS = ("-1", "99999", "1e308", "NaN", "null", "-", "", '"', "[", "]", "{", "}", "\\", "\t", "\r", "  ", "0", "1e999",
         "9" * 25, "true", "\x00", "2026-13-45T99:99:99Z", "999.999.1.1", "é", "[]", "{}", "},{")  # fmt: skip


def damaged(line, draws):
    """The line with one of its words replaced, something put in, or cut off at either end."""
    place = draws.randrange(len(line) + 1)
    words = list(re.finditer(r"[^\s\",:{}\[\]]+", line)) or [re.match("", line)]
    word = draws.choice(words)
    return draws.choice((
        line[: word.start()] + draws.choice(WORDS) + line[word.end() :],
        line[:place] + draws.choice(WORDS) + line[place:], line[:place], line[place:],
    ))  # fmt: skip


@pytest.mark.parametrize("seed", range(6))
def test_no_line_makes_an_internal_error_or_is_lost(seed, tmp_path):
    draws, file = random.Random(seed), tmp_path / "a.log"
    for _ in range(20):
        lines = []
        for of in draws.sample(list(WRITTEN.values()), draws.choice((1, 1, 2))):
            lines += [*of.first, *map(of.line, drawn(draws.randrange(1000), draws.choice((1, 2, 30))))]
        for _ in range(draws.choice((1, 3, 10, 40))):
            place = draws.randrange(len(lines))
            lines[place] = damaged(lines[place], draws)
        file.write_text(draws.choice(("\n", "\r\n")).join(lines), newline="")
        try:
            found = read_logs([str(file)])
        except ReportError:
            continue
        account = found.account
        assert account.lines == account.read.total() + account.skipped.total() + account.blank + account.directives
        summary = summarise(("a.log",), sort_requests(found), 75.0)
        json.loads(to_json(log_data(summary)), parse_constant=lambda word: pytest.fail(f"{word} is no JSON"))


def test_lines_of_json_that_are_cut_off_keep_no_others_from_being_decoded_together(tmp_path, monkeypatch):
    """One line has a fault inside it besides: the thousand beside it, and no more, are decoded one by one."""
    file, one_by_one, loads = tmp_path / "a.log", [], json.loads
    whole = [flat_json(second, "192.0.2.1", "/a") for second in range(6_000)]
    lines = [line if n % 2 else line[:60] for n, line in enumerate(whole)]
    lines[1] = lines[1].replace('"status":', '"status"')
    file.write_text("\n".join(lines))
    monkeypatch.setattr(
        key_value_format.json, "loads", lambda *given, **named: (one_by_one.append(1), loads(*given, **named))[1]
    )
    found = read_logs([str(file)])
    assert (found.line % 2 == 0).all() and found.account.read.total() == len(found.line) == 2_999
    assert len(one_by_one) < 3_000
