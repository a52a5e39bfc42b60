"""What the commands answer."""

import json

import pytest

from tests.cli.conftest import QUICK, SMALL

PLAN = "scenarios/microsoft_update.yaml"
FIGURE = {"value", "half_width", "confidence", "samples", "unit"}


def test_run_prints_the_measures_with_intervals(headroom):
    said = headroom("run", SMALL, *QUICK)
    assert said.code == 0 and said.err == ""
    assert "traffic on the wire" in said.out and "±" in said.out and "Mbps" in said.out
    assert "The disks" in said.out and "are used most" in said.out


def test_plan_answers_first_and_writes_its_report(headroom, tmp_path):
    html = ("--report", tmp_path / "reports", "--formats", "html")
    said = headroom("plan", PLAN, *QUICK, "--json", tmp_path / "plan.json", *html)
    assert said.code in (0, 1), said.err
    first, answer = said.out.splitlines()[:2]
    assert "12 Gbps" in first and "units" in answer
    figures = json.loads((tmp_path / "plan.json").read_text())
    for name in ("units", "servers", "racks", "cost_per_month", "capacity_mbps"):
        assert set(figures[name]) == FIGURE and set(figures["baseline"][name]) == FIGURE, name
    assert figures["binding_limit"] == "network cards" and figures["baseline"]["binding_limit"] == "disks"
    pages = list((tmp_path / "reports").glob("*.html"))
    assert len(pages) == 1 and pages[0].read_text().lower().startswith("<!doctype html>")
    assert not list((tmp_path / "reports").glob(".*")), "a temporary file was left behind"


def test_json_on_standard_output_is_nothing_but_json(headroom):
    said = headroom("run", SMALL, *QUICK, "--json", "-")
    figures = json.loads(said.out)
    assert figures["measures"]["wire_mbps"]["unit"] == "Mbps" and "are used most" in said.err


@pytest.mark.afresh
@pytest.mark.parametrize("command", ["run", "plan"])
def test_the_same_seed_gives_the_same_bytes_on_one_thread_or_two_and_another_seed_other_figures(headroom, command):
    one = headroom(command, SMALL, *QUICK, "--json", "-", "--threads", "1").out
    two = headroom(command, SMALL, *QUICK, "--json", "-", "--threads", "2").out
    other = headroom(command, SMALL, *QUICK, "--json", "-", "--seed", "2").out
    assert one == two
    assert json.loads(one)["measures"] != json.loads(other)["measures"]


def test_the_reference_engine_gives_the_figures_of_the_kernel(headroom):
    settings = ("run.warm_up=1 s", "run.duration=2 s", "run.window=400 ms")
    short = ("--replications", "2", *(word for setting in settings for word in ("--set", setting)))
    kernel = json.loads(headroom("run", SMALL, *short, "--json", "-").out)
    reference = json.loads(headroom("run", SMALL, *short, "--json", "-", "--engine", "reference").out)
    assert kernel["measures"].keys() == reference["measures"].keys()
    for name, figure in kernel["measures"].items():
        for part in ("value", "half_width"):
            assert reference["measures"][name].get(part) == pytest.approx(figure.get(part), rel=1e-9, abs=1e-9), name


def test_describe_says_that_no_load_is_stated(headroom):
    said = headroom("describe", SMALL, "--set", "workload.offered=none")
    assert said.code == 0
    assert "  no load is stated; what follows is at 1 request a second of each node\n" in said.out
    assert "no load is stated" not in headroom("describe", SMALL).out


def test_describe_prints_the_network_in_words(headroom, tmp_path):
    said = headroom("describe", SMALL, "--json", tmp_path / "network.json")
    for word in ("CPU", "disks", "file cache", "kernel pool", "process memory", "network cards", "think"):
        assert word in said.out, word
    assert json.loads((tmp_path / "network.json").read_text())["network"]["nodes"] == 1


def test_schema_is_a_json_schema(headroom):
    schema = json.loads(headroom("schema").out)
    assert schema["type"] == "object" and "workload" in schema["properties"]


def test_an_override_changes_the_answer_and_stands_in_the_command_that_reproduces_it(headroom):
    words = ("run", SMALL, *QUICK, "--set", "server.disks.count=12", "--json", "-")
    figures = json.loads(headroom(*words).out)
    disks = next(limit for limit in figures["limits"] if limit["name"] == "disks")
    assert disks["limit"].startswith("12 disks")
    assert "server.disks.count=12" in figures["provenance"]["command"]
