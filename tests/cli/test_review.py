"""`review` on the command line: its exit code says whether what runs is enough, and its figures are those in Python."""

import json

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


def test_counters_must_be_named(headroom):
    assert headroom("review", FARM, *THEORY).code == 2
