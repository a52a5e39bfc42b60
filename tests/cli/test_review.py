"""`review` on the command line: its exit code says whether what runs is enough, and its figures are those in Python."""

import json
import shlex

import pytest

from simulator.messages import review as words
from simulator.telemetry.prometheus_query import prometheus_query
from tests.telemetry.prometheus_server import counters, serving, text
from tests.telemetry.written import downloads

FARM, COUNTERS = "scenarios/first_farm.yaml", "scenarios/counters/downloads.json"
THEORY = ("--engine", "theory")


def test_a_farm_that_is_enough_ends_with_0(headroom):
    said = headroom("review", FARM, "--counters", COUNTERS, *THEORY)
    assert said.code == 0 and said.out.splitlines()[1].startswith("Enough: 10 servers")


def test_a_farm_that_is_short_ends_with_1_and_says_what_to_add(headroom):
    said = headroom("review", FARM, "--counters", COUNTERS, *THEORY, "--set", "targets.utilisation=20 %")
    told = " ".join(said.out.split())
    assert said.code == 1 and "Short by 10 servers (2 units): 10 servers (2 units) can carry" in told
    assert "Add 10 servers (2 units): " in told


def test_figures_go_to_standard_output_and_words_to_standard_error(headroom):
    said = headroom("review", FARM, "--counters", COUNTERS, *THEORY, "--tolerance", "10", "--json", "-")
    assert json.loads(said.out)["tolerance"] == 0.1 and "Tolerance 10 %" in said.err


def test_a_report_has_every_hour(headroom, tmp_path):
    said = headroom("review", FARM, "--counters", COUNTERS, *THEORY, "--report", tmp_path, "--formats", "markdown")
    (file,) = tmp_path.glob("*.md")
    text = file.read_text(encoding="utf-8")
    assert said.code == 0 and "| 02-03 |" in text and "--counters scenarios/counters/downloads.json" in text


def test_a_file_that_is_none_ends_with_2_and_one_line(headroom):
    said = headroom("review", FARM, "--counters", "scenarios/first_farm.yaml", *THEORY)
    assert said.code == 2 and "scenarios/first_farm.yaml: " in said.err and "Traceback" not in said.err


def test_a_verdict_is_kept_and_the_command_of_the_report_says_so(headroom, tmp_path):
    kept = ("--keep", "--store", tmp_path / "kept.sqlite")
    said = headroom(
        "review", FARM, "--counters", COUNTERS, *THEORY, *kept, "--report", tmp_path, "--formats", "markdown"
    )
    (file,) = tmp_path.glob("*.md")
    assert said.code == 0 and (tmp_path / "kept.sqlite").exists()
    assert words.review_kept(str(tmp_path / "kept.sqlite")) in said.out.splitlines()
    assert f"--keep --store {tmp_path / 'kept.sqlite'}" in file.read_text(encoding="utf-8")


def test_a_review_without_a_verdict_says_that_nothing_was_kept(headroom, tmp_path):
    kept = ("--keep", "--store", tmp_path / "kept.sqlite", "--set", "workload.request.cpu=70 ms")
    said = headroom("review", FARM, "--counters", COUNTERS, *THEORY, *kept)
    assert said.code == 1 and words.NOT_KEPT in said.out.splitlines()


def test_a_store_without_keep_and_one_that_is_none_end_with_2(headroom, tmp_path):
    said = headroom("review", FARM, "--counters", COUNTERS, *THEORY, "--store", tmp_path / "kept.sqlite")
    assert said.code == 2 and said.err.strip() == "--store: nothing is to be kept in it; add --keep"
    said = headroom("review", FARM, "--counters", COUNTERS, *THEORY, "--keep", "--store", FARM)
    assert said.code == 2 and f"{FARM}: this is no store of results" in said.err


def test_counters_must_be_named(headroom):
    assert headroom("review", FARM, *THEORY).code == 2


HOURS = ("--days", "2", "--until", "2026-09-24T00:00:00Z", "--step", "3600")


def test_a_prometheus_is_asked_and_its_days_stand_in_the_command_of_the_report(headroom, tmp_path):
    query = prometheus_query("http://prometheus", 2, "2026-09-24", 3_600)
    with serving(counters(list(downloads()), query)) as (url, _):
        wanted = ("--prometheus", url, *HOURS, *THEORY)
        said = headroom("review", FARM, *wanted, "--report", tmp_path, "--formats", "markdown")
        (file,) = tmp_path.glob("*.md")
        (line,) = (each for each in file.read_text(encoding="utf-8").splitlines() if "--prometheus" in each)
        command = shlex.split(line[line.index("headroom review") :].rstrip(" `|"))
        again = headroom(*command[1:])
    assert said.code == again.code == 0 and said.out.splitlines()[:8] == again.out.splitlines()[:8]
    assert "Enough: 10 servers" in said.out


@pytest.mark.parametrize("reply", [text("no", 401), text("<html>"), text("", 302, Location="http://elsewhere/")])
def test_what_is_no_answer_ends_with_2_and_one_line(headroom, reply):
    with serving(reply) as (url, _):
        said = headroom("review", FARM, "--prometheus", url, *THEORY)
    assert said.code == 2 and f"{url}: " in said.err and "Traceback" not in said.err


@pytest.mark.parametrize("url", ["file:///etc/passwd", "ftp://prometheus", "http://user:pw@prometheus"])
def test_an_address_that_is_none_ends_with_2(headroom, url):
    said = headroom("review", FARM, "--prometheus", url, *THEORY)
    assert said.code == 2 and said.err.startswith("prometheus: ") and "pw" not in said.err
