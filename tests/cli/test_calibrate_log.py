"""`calibrate log`: what it says, what it writes, and that it writes nothing where a log has nothing usable."""

import gzip
import json
import re
from pathlib import Path

import numpy as np
import pytest

from models.load import load
from tests.traffic.logs import combined, common, whole_log


@pytest.fixture(scope="module")
def log(tmp_path_factory):
    file = tmp_path_factory.mktemp("logs") / "access.log.gz"
    file.write_bytes(gzip.compress(b"".join(whole_log(30_000, seed=3, rate=20.0, objects=2000)), 1))
    return file


def test_what_a_log_says_is_what_it_was_made_of(headroom, log, tmp_path):
    said = headroom("calibrate", "log", log, "--json", tmp_path / "out.json")
    assert said.code == 0, said.err
    found = json.loads((tmp_path / "out.json").read_text())
    mean = found["arrivals"]["mean"]
    assert abs(mean["value"] - 20.0) < 3.0 * mean["half_width"]
    assert found["requests"] == 30_000 and found["account"]["read"] == {"common or combined": 30_000}
    width, dispersion = found["arrivals"]["dispersion"][0]
    assert width == 1 and abs(dispersion["value"] - 1.0) < 3.0 * dispersion["half_width"]
    zipf = found["popularity"]["zipf"]
    assert abs(zipf["value"] - 0.9) < 2.0 * zipf["half_width"] < 0.03
    best = found["object_size"]["fits"][0]
    assert best["name"] == "lognormal"
    assert dict(best["parameters"])["mean"] == pytest.approx(np.exp(9.0 + 1.5**2 / 2), rel=0.1)
    told = ("30,000 lines: 30,000 common or combined; none was skipped.", "busiest second", "exponent of Zipf's law")
    assert all(each in said.out for each in told)


def test_lines_of_which_no_number_is_clearly_the_time_are_told_and_every_line_is_counted(headroom, tmp_path):
    """With the remedy, for neither of two whole numbers says that it is no time; blank lines are in the count."""
    lines = [combined(s, f"10.0.0.{s % 7}", f"/{s % 30}", taken="" if s % 2 else f"{900 + s} 1200") for s in range(60)]
    (tmp_path / "access.log").write_text("\n".join(["", *lines, "", "#Fields: x", ""]))
    said = headroom("calibrate", "log", tmp_path / "access.log", "--json", tmp_path / "out.json")
    assert said.code == 0, said.err
    told = " ".join(said.out.split())
    assert "63 lines: 60 common or combined, 2 blank, 1 directive; none was skipped." in told
    assert "Several whole numbers stand behind the user agent in 30 lines, such as 900 1200 in" in told
    assert "access.log:2. None is read as the time taken" in told and "log $request_time of nginx" in told
    assert json.loads((tmp_path / "out.json").read_text())["account"]["time_taken_unclear"] == 30


def test_the_mean_of_a_fit_has_its_unit(headroom, log):
    said = " ".join(headroom("calibrate", "log", log).out.split())
    fits = said[said.index("Fits to values") : said.index("Popularity")]
    means = re.findall(r"(responses|objects|pauses) \w+ mean [0-9.,]+ ([a-zA-Z]+)", fits)
    assert len(means) == len(re.findall("mean", fits)) >= 6
    assert {unit for of, unit in means if of != "pauses"} <= {"B", "kB", "MB"}
    assert {unit for of, unit in means if of == "pauses"} <= {"ms", "s"}


def test_fits_show_what_they_are_ordered_by(headroom, log, tmp_path):
    said = headroom("calibrate", "log", log, "--json", tmp_path / "out.json").out
    fits = json.loads((tmp_path / "out.json").read_text())["size"]["fits"]
    behind = [fit["likelihood"] - fits[0]["likelihood"] for fit in fits]
    assert behind == sorted(behind, reverse=True) and behind[1] < 0.0
    rows = re.findall(r"responses +(\w+) .*?(the best|-[0-9.]+) +[0-9.]+ %", said)
    assert [name for name, _ in rows] == [fit["name"] for fit in fits] and rows[0][1] == "the best"
    assert [float(told) for _, told in rows[1:]] == pytest.approx(behind[1:], rel=0.01)
    assert "the likeliest first" in said


def test_the_scenario_of_a_log_is_measured_and_has_its_means(headroom, log, tmp_path):
    out = tmp_path / "mine.yaml"
    said = headroom("calibrate", "log", log, "--out", out, "--json", tmp_path / "out.json")
    assert said.code == 0, said.err
    found, scenario = json.loads((tmp_path / "out.json").read_text()), load(str(out))
    assert scenario.workload.request.size.mean == pytest.approx(found["size"]["mean"]["value"], rel=1e-3)
    assert scenario.workload.session.requests == pytest.approx(found["clients"]["requests"]["value"], rel=1e-3)
    pause = found["clients"]["pause"]["mean"]["value"]
    assert scenario.workload.session.think_time.mean == pytest.approx(pause, rel=1e-3)
    assert scenario.workload.content.objects == pytest.approx(found["popularity"]["objects"], rel=1e-3)
    kinds = {path: origin.kind for path, origin in scenario.sources.items()}
    assert kinds["workload.content.popularity.zipf"] == kinds["workload.session.requests"] == "measured"
    assert kinds["workload.request.cpu"] == "assumed"
    assert headroom("plan", out, "--engine", "theory").code == 0
    again = headroom("calibrate", "log", log, "--out", out)
    assert again.code == 2 and "there is such a file already; name another one, or add --force" in again.err
    assert headroom("calibrate", "log", log, "--out", out, "--force").code == 0


def test_the_report_of_a_log_shows_what_the_terminal_says(headroom, log, tmp_path):
    said = headroom("calibrate", "log", log, "--report", tmp_path / "report", "--formats", "html,xlsx")
    assert said.code == 0, said.err
    html = next((tmp_path / "report").glob("*.html")).read_text()
    assert all(each in html for each in ("30,000", "busiest second", "exponent of Zipf", "<svg"))
    assert len(list((tmp_path / "report").iterdir())) == 2
    wrong = headroom("calibrate", "log", log, "--report", tmp_path / "none", "--formats", "doc")
    assert wrong.code == 2 and "doc" in wrong.err and not (tmp_path / "none").exists()


def test_times_taken_tell_the_speed_of_clients(headroom, tmp_path):
    file = tmp_path / "nginx.log"
    lines = [combined(s, f"192.0.2.{s % 50}", "/big", 10_000_000, taken=f"{(s % 5) + 1}.000") for s in range(600)]
    file.write_text("\n".join(lines))
    said = headroom("calibrate", "log", file, "--out", tmp_path / "s.yaml")
    assert said.code == 0 and "speed of large responses, 50 %" in said.out
    clients = load(str(tmp_path / "s.yaml")).workload.clients
    assert sum(client.share for client in clients) == pytest.approx(1.0)
    slow, *_, fast = sorted(client.rate for client in clients)
    assert 2e6 <= slow < 2.3e6 and 7e6 < fast <= 10e6


def test_response_times_are_told_with_percentiles_that_enough_lie_beyond(headroom, tmp_path):
    """And nobody is told that a log has no times, where it has too few of large responses."""
    file = tmp_path / "nginx.log"
    taken = np.random.default_rng(7).exponential(0.2, 1200).round(3)
    lines = [combined(s, f"192.0.2.{s % 200}", f"/{s % 30}", taken=f"{t:.3f}") for s, t in enumerate(taken.tolist())]
    file.write_text("\n".join([*lines, common(1200, "192.0.2.9", "/0")]))
    said = headroom("calibrate", "log", file, "--out", tmp_path / "s.yaml", "--json", tmp_path / "s.json")
    assert said.code == 0, said.err
    times = json.loads((tmp_path / "s.json").read_text())["answers"]["times"]
    assert times["count"] == 1200 and times["told"] == pytest.approx(1200 / 1201)
    assert times["mean"]["value"] == pytest.approx(taken.mean()) and 0.0 < times["mean"]["half_width"] < 0.03
    told = dict(times["percentiles"])
    for share in (0.5, 0.95):
        assert told[share]["value"] == pytest.approx(np.quantile(taken, share), abs=0.01)
        assert abs(told[share]["value"] + 0.2 * np.log(1.0 - share)) < 2.0 * told[share]["half_width"] < 0.4
    assert told[0.99] == {"refused": "the log tells 1,200 response times, and it needs 2,000"}
    out = " ".join(said.out.split())
    assert "requests with a time 1,200, 99.9 % of all" in out and "99th percentile not told: the log tells 1,200" in out
    why = "a guess: responses of 65.54 kB or more tell the speed of a line; 0 have a time above 0 s, of 100 needed"
    assert why in (tmp_path / "s.yaml").read_text() and why.removeprefix("a guess: ") in out


@pytest.mark.parametrize(
    ("taken", "told", "guessed"),
    [
        ("", "not told: the log has none", "a guess: the log does not tell how long responses took"),
        ("0.000", "not told: all 300 are 0 s, less than its clock tells apart", "0 have a time above 0 s, of 100"),
    ],
)
def test_response_times_that_a_log_has_not_are_not_made_up(headroom, tmp_path, taken, told, guessed):
    lines = [combined(s, f"192.0.2.{s % 200}", f"/{s % 30}", 100_000, taken=taken) for s in range(300)]
    (tmp_path / "a.log").write_text("\n".join(lines))
    said = headroom("calibrate", "log", tmp_path / "a.log", "--out", tmp_path / "s.yaml")
    assert said.code == 0 and told in " ".join(said.out.split()), said.err
    assert guessed in (tmp_path / "s.yaml").read_text()


def test_a_clock_that_is_put_back_is_told(headroom, tmp_path):
    file = tmp_path / "autumn.log"
    before = [common(s, "192.0.2.7", f"/{s % 9}", zone="+0200") for s in range(0, 7200, 30)]
    after = [common(s - 3600, "192.0.2.7", f"/{s % 9}", zone="+0100") for s in range(7200, 10800, 30)]
    file.write_text("\n".join([*before, *after]))
    said = headroom("calibrate", "log", file)
    assert "The log has 2 time zones, as where summer time begins or ends" in said.out
    assert "The time goes back" not in said.out
    local = [line.replace("+0100", "+0200") for line in after]
    file.write_text("\n".join([*before, *local, "garbage \x1b[2J"]))
    said = headroom("calibrate", "log", file)
    assert "It goes back by about an hour once" in said.out
    assert "garbage \\x1b[2J" in said.out and "\x1b" not in said.out


@pytest.mark.parametrize(
    ("content", "words", "told"),
    [
        (b"", (), "there is no line in it"),
        (b"Dear Sir\n", (), 'no line of 1 is a request; line 1 is in no format that is known: "Dear Sir"'),
        (common(0, "a", "/").encode(), ("--gap", "soon"), "--gap soon"),
        (common(0, "a", "/").encode(), ("--out", "-"), "a scenario from a log has files of values beside it"),
    ],
)
def test_what_cannot_be_answered_is_one_error(headroom, tmp_path, monkeypatch, content, words, told):
    """And nothing is written."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "a.log").write_bytes(content)
    words = words or ("--out", "s.yaml", "--json", "s.json")
    said = headroom("calibrate", "log", "a.log", *words)
    assert said.code == 2 and told in said.err and len(said.err.strip().splitlines()) == 1
    assert [file.name for file in tmp_path.iterdir()] == ["a.log"]


def test_a_log_of_one_line_is_told_without_intervals(headroom, tmp_path):
    (tmp_path / "a.log").write_text(common(0, "a", "/", 5))
    said = headroom("calibrate", "log", tmp_path / "a.log", "--out", tmp_path / "s.yaml", "--json", tmp_path / "s.json")
    assert said.code == 0, said.err
    load(str(tmp_path / "s.yaml"))


REAL = Path(__file__).parents[1] / "traffic/real"


def strictly(file):
    """What a file of JSON holds; NaN and infinity are none."""
    return json.loads(file.read_text(), parse_constant=lambda word: pytest.fail(f"{word} is no JSON"))


@pytest.mark.parametrize("name", ["iis_default.log", "fastly.log"])
def test_what_a_log_does_not_measure_is_neither_told_as_0_nor_written_as_measured(headroom, tmp_path, name):
    out = tmp_path / "s.yaml"
    said = headroom("calibrate", "log", REAL / name, "--out", out, "--json", tmp_path / "s.json")
    assert said.code == 0, said.err
    found = strictly(tmp_path / "s.json")
    assert found["size"] is found["object_size"] is found["working_set"] is found["bytes"] is None
    assert found["popularity"]["bytes"] is None and {peak["bytes"] for peak in found["arrivals"]["peaks"]} == {None}
    told = " ".join(said.out.split())
    assert "response, object not measured: no field is known for it; the fields are" in told and " 0 B" not in told
    scenario = load(str(out))
    assert scenario.sources["workload.request.size.mean"].kind == "assumed"
    assert [file.name for file in tmp_path.iterdir() if "sizes" in file.name] == []
    assert headroom("plan", out, "--engine", "theory").code == 0


def test_a_log_without_sizes_is_not_replayed(headroom, tmp_path):
    (tmp_path / "a.log").write_text((REAL / "iis_default.log").read_text())
    out = tmp_path / "s.yaml"
    assert headroom("calibrate", "log", tmp_path / "a.log", "--out", out).code == 0
    assert "# trace" not in out.read_text()
    said = headroom("run", out, "--engine", "theory", "--set", "workload.trace=a.log")
    assert said.code == 2 and "it does not tell how large responses are" in said.err


@pytest.mark.parametrize(("unit", "mean"), [("", None), ("ms", 0.8), ("us", 0.0008)])
def test_a_unit_is_stated_or_asked_for(headroom, tmp_path, unit, mean):
    (tmp_path / "a.log").write_text(
        "\n".join(combined(s, f"10.0.0.{s % 90}", f"/{s % 30}", taken=f"{300 + 7 * (s % 144)}") for s in range(576))
    )
    stated = ("--time-unit", unit) if unit else ()
    said = headroom("calibrate", "log", tmp_path / "a.log", *stated, "--json", tmp_path / "s.json")
    times = strictly(tmp_path / "s.json")["answers"]["times"]
    told = " ".join(said.out.split())
    if mean is None:
        assert said.code == 0 and times is None
        assert "the whole number behind the user agent, which may be in ms or us: --time-unit ms states it." in told
    else:
        assert times["mean"]["value"] == pytest.approx(mean, rel=0.01) and "Not read" not in told


def test_what_is_stated_wrongly_is_one_error(headroom, tmp_path):
    log = REAL / "echo.log"
    for words, told in (
        (("--time-unit", "min"), "--time-unit min: this is no unit of time; write s, ms, us, ns"),
        (("--client-field", "who"), "JSON without a key who; it has time, id, remote_ip, host, method"),
    ):
        said = headroom("calibrate", "log", log, *words)
        assert said.code == 2 and told in said.err and len(said.err.strip().splitlines()) == 1


def test_a_line_of_another_year_is_named_with_its_span(headroom, tmp_path):
    said = headroom("calibrate", "log", REAL / "log_one_line_2025.log", "--json", tmp_path / "s.json")
    assert said.code == 0, said.err
    found = strictly(tmp_path / "s.json")
    assert found["span"] == 77.0 and found["requests"] == 199 and found["account"]["misdated"]["requests"] == 1
    assert found["account"]["misdated"]["samples"][0]["line"] == 100
    assert "log_one_line_2025.log:100 is of 2025-01-01 00:00:00, 697 days before all others." in " ".join(
        said.out.split()
    )
