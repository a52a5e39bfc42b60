"""The commands `sweep` and `results`: what they print, write and refuse, and what they leave behind."""

import csv
import io
import json
import sqlite3

import pytest
from pyarrow import parquet

from tests.cli.test_bad_input import refused
from tests.shipped import FOLDER
from tests.sweep.conftest import TINY

# What each variant has of its own, whatever its figures are.
OF_EACH = ("variant", "same_as", "server.cards", "values_sha256")


@pytest.fixture(autouse=True)
def own_data(monkeypatch, tmp_path):
    """The usual store is in a folder of the test."""
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    return tmp_path / "data" / "headroom" / "results.sqlite"


@pytest.fixture
def tiny(tmp_path):
    file = tmp_path / "tiny.yaml"
    file.write_text(TINY.replace("[1000 /s, 2000 /s]", "[1000 /s]"))
    return file


def test_a_sweep_answers_and_goes_on_from_what_it_has(headroom, tiny, tmp_path, own_data):
    first = headroom("sweep", tiny, "--json", tmp_path / "1.json", "--csv", tmp_path / "1.csv")
    assert first.code == 0 and "tiny: 2 variants, 2 to be answered" in first.out
    assert f"4 runs made and 0 found in {own_data}" in first.out
    again = headroom("sweep", tiny, "--json", tmp_path / "2.json", "--threads", "1")
    assert "0 runs made and 4 found" in again.out
    assert (tmp_path / "1.json").read_bytes() == (tmp_path / "2.json").read_bytes()
    rows = list(csv.DictReader(io.StringIO((tmp_path / "1.csv").read_text())))
    figures = json.loads((tmp_path / "1.json").read_text())
    (named,) = figures["variants"]
    assert [(row["variant"], row["same_as"]) for row in rows] == [(named["name"], ""), (*named["also"], named["name"])]
    assert [row["server.cards"] for row in rows] == ['["1 Gbps"]', '["1 Gbps", "1 Gbps"]']
    assert {**rows[1], **dict.fromkeys(OF_EACH)} == {**rows[0], **dict.fromkeys(OF_EACH)}
    assert "One row for several variants" in first.out and "1 with the same figures as another one" in first.out
    assert float(rows[0]["cost_per_month"]) == figures["variants"][0]["cost_per_month"]["value"]
    assert figures["best"] == named["name"] and f"Cheapest within its targets: {figures['best']}, " in first.out


def test_figures_on_standard_output_are_alone_there(headroom, tiny):
    said = headroom("sweep", tiny, "--engine", "theory", "--json", "-")
    assert json.loads(said.out)["engine"] == "theory" and "Cheapest within its targets: " in said.err
    said = headroom("sweep", tiny, "--engine", "theory", "--csv", "-")
    assert said.out.startswith("variant,") and "Cheapest within its targets: " in said.err


def test_theory_and_no_store_leave_no_store(headroom, tiny, own_data):
    assert "by theory, with nothing simulated" in headroom("sweep", tiny, "--engine", "theory").out
    assert "Nothing was kept." in headroom("sweep", tiny, "--no-store").out
    assert not own_data.exists()


def test_the_shipped_portfolio_is_answered_by_theory(headroom, tmp_path):
    said = headroom("sweep", FOLDER / "portfolio.yaml", "--engine", "theory", "--json", tmp_path / "found.json")
    found = json.loads((tmp_path / "found.json").read_text())
    assert said.code == 0 and found["made"] == 72 and found["invalid"] == 0
    assert len(found["variants"]) < 72 == sum(1 + len(each["also"]) for each in found["variants"])
    assert "windows-2003-x64" in found["best"] and found["best"] in found["front"]


def test_a_report_shows_the_front(headroom, tiny, tmp_path):
    words = ("--engine", "theory", "--report", tmp_path / "reports", "--formats", "html,markdown")
    said = headroom("sweep", tiny, *words)
    assert said.code == 0, said.err
    text = (tmp_path / "reports" / "report.md").read_text()
    for fragment in ("Cost against capacity and headroom", "All variants", "sweep", "--engine theory"):
        assert fragment in text
    assert "<svg" in (tmp_path / "reports" / "report.html").read_text()


def test_no_variant_within_its_targets_is_exit_code_1(headroom, tiny):
    said = headroom("sweep", tiny, "--engine", "theory", "--set", "targets.utilisation=1 %")
    assert said.code == 1 and "None of the 1 variants that could be answered meets its targets" in said.out
    assert "misses utilisation" in said.out


def test_results_are_listed_shown_exported_and_pruned(headroom, tiny, tmp_path, own_data):
    headroom("sweep", tiny)
    listed = json.loads(headroom("results", "list", "--json", "-").out)
    assert [row["runs"] for row in listed] == [2, 2]
    name = listed[0]["scenario"]
    assert "4 runs, " in headroom("results", "list").out
    shown = json.loads(headroom("results", "show", name, "--json", "-").out)
    assert [row["replication"] for row in shown] == [0, 1] and all(row["requests_completed"] > 0 for row in shown)
    assert headroom("results", "show", listed[0]["values_sha256"][:10]).code == 0
    for target in ("runs.csv", "runs.parquet"):
        assert "4 runs written" in headroom("results", "export", tmp_path / target).out
    rows = list(csv.DictReader(io.StringIO((tmp_path / "runs.csv").read_text())))
    table = parquet.read_table(tmp_path / "runs.parquet").to_pylist()
    assert len(rows) == len(table) == 4
    assert [float(row["wire_bytes"]) for row in rows] == [row["wire_bytes"] for row in table]
    assert "0 runs removed" in headroom("results", "prune", "--old").out
    assert "2 runs removed" in headroom("results", "prune", "--scenario", name).out
    assert "2 runs removed" in headroom("results", "prune", "--all").out
    assert own_data.exists() and "0 runs, 0 MB" in headroom("results", "list").out


def test_results_that_are_not_there_are_refused(headroom, tiny, tmp_path):
    refused(headroom("results", "list"), "there is no store of results", "run a `sweep` first")
    assert not (tmp_path / "data").exists()
    headroom("sweep", tiny)
    refused(headroom("results", "show", "nobody"), "nobody: there is no such run", "results list")
    refused(headroom("results", "prune"), "which runs?", "--all")
    refused(headroom("results", "prune", "--scenario", "nobody"), "there is no such run")
    refused(headroom("results", "export", "runs.txt"), "neither CSV nor Parquet")
    refused(headroom("results", "export", tmp_path / "none" / "runs.csv"), "there is no folder")


WRONG = {
    "an empty grid": ("portfolio: p\nbase: BASE\ngrid: {}\n", "an empty grid"),
    "a grid of millions": (
        "portfolio: p\nbase: BASE\ngrid:\n"
        + "".join(f"  server.{name}: [{', '.join(map(str, range(100)))}]\n" for name in ("sockets", "rack_units", "x")),
        "1,000,000 variants",
    ),
    "a variant that contradicts itself": (
        "portfolio: p\nbase: BASE\ngrid: {operating_system: [windows-2003-x86], web_server.file_cache: [2.5 GiB]}\n",
        "address space",
    ),
    "a scenario": ("scenario: s\n", "this is a scenario, not a portfolio"),
}


@pytest.mark.parametrize("name", WRONG)
def test_a_wrong_portfolio_is_refused_before_anything_runs(headroom, tmp_path, own_data, name):
    text, fragment = WRONG[name]
    file = tmp_path / "portfolio.yaml"
    file.write_text(text.replace("BASE", str(FOLDER / "single_server.yaml")))
    refused(headroom("sweep", file), "portfolio.yaml", fragment)
    assert not own_data.exists()


def test_a_store_that_is_none_is_refused_before_anything_runs(headroom, tiny, tmp_path):
    notes = tmp_path / "notes.txt"
    notes.write_text("what somebody wrote")
    said = headroom("sweep", tiny, "--store", notes)
    assert said.code == 2 and "this is no store of results; name another with --store FILE" in said.err
    assert notes.read_text() == "what somebody wrote"
    foreign = tmp_path / "songs.sqlite"
    with sqlite3.connect(foreign) as connection:
        connection.execute("CREATE TABLE songs (title)")
    connection.close()
    assert "another program" in headroom("sweep", tiny, "--store", foreign).err


def test_a_cluster_that_does_not_answer_is_refused(headroom, tiny, monkeypatch):
    monkeypatch.setattr("simulator.studies.sweep.dask_cluster.PATIENCE", 0.5)
    said = headroom("sweep", tiny, "--dask", "nonsense://x")
    assert said.code == 2 and "--dask nonsense://x: no scheduler answers there" in said.err


def test_options_that_contradict_each_other_are_refused(headroom, tiny):
    assert "contradict" in headroom("sweep", tiny, "--store", "a", "--no-store").err
    refused(headroom("sweep", tiny, "--json", "-", "--csv", "-"), "both cannot go to standard output")
    refused(headroom("sweep", tiny, "--engine", "theory", "--dask", "tcp://h:1"), "theory runs nothing")
    refused(headroom("sweep", tiny, "--engine", "kernal"), "did you mean kernel")
    refused(headroom("sweep", tiny, "--json", "nowhere/a.json"), "there is no folder nowhere")
