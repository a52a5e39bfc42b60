"""The working set that misses tell is printed, is in the data, and stands in the scenario that is written."""

import json
from pathlib import Path

import pytest
from typer.testing import CliRunner

from models.load import load
from simulator.calibration.content.working_set import miss_ratio
from simulator.calibration.point import Metric
from simulator.calibration.server import Parameter
from simulator.cli.main import app
from simulator.experiment.theory_results import theory_results
from simulator.studies.validate.own_cases import own_figures
from simulator.translate.translate import translate
from tests.calibration.made import CLOSED_SERVER, closed_rows, machine, open_rows

USED = (0.1, 0.2, 0.3, 0.35, 0.4, 0.45, 0.5)
# Requests that find the disks nearly idle, at six reads in 9 ms, and wait longer for others than for these.
SERVER = {Parameter.WORK: 0.02, Parameter.WAIT: 0.05}
WORKING_SET, SIZE = 9e9, 30e3


def table(caches, stated=True, column="hit ratio %"):
    lines = [f"requests/s,CPU %,mean ms,kB,{column}" + (",cache GB" if stated else "")]
    for row, cache in zip(open_rows(SERVER, machine(4), USED, 0.005, 4), caches, strict=True):
        rate, cpu, mean = (row[each] for each in (Metric.RATE, Metric.CPU, Metric.MEAN))
        misses = miss_ratio(WORKING_SET, 0.8, cache, SIZE)
        told = 100.0 * (1.0 - misses) if column == "hit ratio %" else misses * rate
        size = f",{cache / 1e9:.6g}" if stated else ""
        lines.append(f"{rate:.6g},{100 * cpu:.6g},{1e3 * mean:.6g},{SIZE / 1e3:g},{told:.6g}{size}")
    return "\n".join(lines) + "\n"


def answered(folder, rows, *options):
    """What is printed, as one line; the data; the scenario that was written."""
    (folder / "rows.csv").write_text(rows)
    words = ["calibrate", "measurements", f"{folder}/rows.csv", "--server", "dl585-2.2ghz-4gb"]
    told = CliRunner().invoke(app, [*words, "--out", f"{folder}/made", "--json", f"{folder}/found.json", *options])
    assert told.exit_code == 0, told.exception
    return " ".join(told.output.split()), json.loads((folder / "found.json").read_text()), folder / "made"


def test_a_single_row_with_misses(tmp_path):
    said, data, _ = answered(tmp_path, table([2e9] + [40e9] * 6))
    assert "The working set is 9" in said and "misses of rows left out in turn" not in said
    (row,) = data["content"]["rows"]
    assert row["from_other_rows"] is None


def test_one_size_of_the_cache(tmp_path):
    said, data, made = answered(tmp_path, table([2e9] * 7))
    assert "The working set is 9" in said and "with a skew of popularity of 0.8, which is assumed" in said
    assert "The rows cannot tell working set and skew of popularity apart" in said
    assert "One size of the cache cannot tell the skew" in said and "of several sizes tell both" in said
    assert "Misses of the cache as measured and as fitted" in said
    content = data["content"]
    assert content["working_set"]["low"] < WORKING_SET < content["working_set"]["high"]
    assert content["skew_is_assumed"] and len(content["rows"]) == 7 and content["rows"][0]["from_other_rows"] > 0.0
    assert ["working_set", "skew"] in data["not_told_apart"]
    written = load(made / "our-servers.yaml")
    catalogue = written.sources["workload.content.catalogue"]
    assert catalogue.kind == "measured" and "if the skew of popularity is 0.8" in catalogue.source and catalogue.low
    assert written.sources["workload.content.popularity.zipf"].kind == "assumed"
    assert written.sources["web_server.file_cache.size"].kind == "measured" and written.web_server.file_cache.fit


def test_the_scenario_misses_and_answers_as_the_rows_do(tmp_path):
    """Its cache misses what the rows say, and a read of its disks is no part of the wait any more."""
    _, data, made = answered(tmp_path, table([2e9] * 7))
    row = data["rows"][3]
    scenario = load(made / "our-servers.yaml", {"workload.offered": f"{row['measured']['rate']} /s"})
    found = theory_results(scenario.run, translate(scenario))
    misses = miss_ratio(WORKING_SET, 0.8, 2e9, SIZE)
    assert 1.0 - found.measures["cache_hit_ratio"].value / 100.0 == pytest.approx(misses, rel=0.01)
    wait = data["parameters"]["wait"]["value"]
    assert scenario.workload.request.wait.mean == pytest.approx(wait - misses * 0.009, rel=1e-3)
    assert found.measures["response_mean"].value == pytest.approx(row["fitted"]["mean"], rel=0.02)


def test_disks_that_are_slower_than_the_rows_leave_no_wait(tmp_path):
    """Nearly all misses, 9 ms a read of this server, and rows that waited 3 ms."""
    rows = open_rows({**SERVER, Parameter.WAIT: 0.003}, machine(4), USED, 0.005, 4)
    lines = ["requests/s,CPU %,mean ms,kB,hit ratio %"]
    lines += [f"{row[Metric.RATE]},{100 * row[Metric.CPU]},{1e3 * row[Metric.MEAN]},30,30" for row in rows]
    _, _, made = answered(tmp_path, "\n".join(lines) + "\n")
    assert "# no wait elsewhere: reads of this server's disks take longer" in (made / "our-servers.yaml").read_text()
    assert load(made / "our-servers.yaml").workload.request.wait is None


def test_several_sizes_tell_the_skew_too_and_stand_in_the_cases(tmp_path):
    said, data, made = answered(tmp_path, table([0.5e9, 1e9, 2e9, 0.5e9, 1e9, 2e9, 1e9]))
    assert "which was fitted with it" in said and "skew of popularity" in said
    assert data["content"]["skew"]["low"] <= 0.8 <= data["content"]["skew"]["high"]
    assert data["parameters"].keys() == {"work", "wait"}
    written = load(made / "our-servers.yaml")
    assert written.sources["workload.content.popularity.zipf"].kind == "measured"
    figures = own_figures(str(made / "our-servers-rows.yaml"))[::2]
    systems = [figure.systems[0] for figure in figures]
    caches = [load(system.file, dict(system.changes)).web_server.file_cache for system in systems]
    assert [(cache.size, cache.fit) for cache in caches[:3]] == [(0.5e9, True), (1e9, True), (2e9, True)]


def test_a_server_with_a_page_cache_and_a_limit_of_workers(tmp_path):
    """Linux and nginx, whose cache is what the RAM leaves; requests of a pool, in rows that say no response's size."""
    lines = ["users,requests/s,mean ms,CPU %,hit ratio %"]
    for row in closed_rows(CLOSED_SERVER, machine(4, 7), (5, 20, 40, 60, 80, 100, 140), 0.01, 5):
        users, rate, mean, cpu = (row[each] for each in (Metric.USERS, Metric.RATE, Metric.MEAN, Metric.CPU))
        lines.append(f"{users},{rate:.6g},{1e3 * mean:.6g},{100 * cpu:.5g},60")
    (tmp_path / "rows.csv").write_text("\n".join(lines) + "\n")
    words = ["calibrate", "measurements", f"{tmp_path}/rows.csv", "--server", "m7i.xlarge"]
    told = CliRunner().invoke(app, [*words, "--out", f"{tmp_path}/made"])
    assert told.exit_code == 0, told.exception
    written = load(tmp_path / "made/our-servers.yaml")
    assert written.web_server.pools and written.workload.content.object_size.mean == 10e3
    measured = load(tmp_path / "made/our-servers.yaml", {"workload.offered": "5 /s"})
    found = theory_results(measured.run, translate(measured))
    assert found.measures["cache_hit_ratio"].value == pytest.approx(60.0, abs=0.5)


def test_the_example_is_found_again_that_the_program_simulated(tmp_path):
    """12 GB asked for with an exponent of 0.9, from hit ratios of the kernel under three sizes of the cache."""
    file = Path(__file__).parents[2] / "scenarios/measured/several_caches.csv"
    _, data, _ = answered(tmp_path, file.read_text())
    content = data["content"]
    assert content["working_set"]["low"] <= 12e9 <= content["working_set"]["high"] < 12.5e9
    assert content["skew"]["low"] <= 0.9 <= content["skew"]["high"]


def test_without_a_size_the_cache_is_what_the_server_has_room_for(tmp_path):
    said, data, made = answered(tmp_path, table([2.5e9] * 7, stated=False, column="disk reads/s"))
    assert "behind a cache of 2.5 GB" in said and "reads of the disks, one for each miss" in said
    assert data["content"]["working_set"]["value"] == pytest.approx(WORKING_SET, rel=0.01)
    assert "file_cache" not in (made / "our-servers.yaml").read_text()
    counters = {each["counter"] for each in data["drivers"]}
    assert "disk reads/s" in counters, "what drives them is told as before"


def test_no_miss_is_a_bound(tmp_path):
    said, data, made = answered(tmp_path, table([12e9] * 7))
    assert "No row has a miss: the working set is at most 12 GB" in said
    assert "and the server of the catalogue has room for one of 2.5 GB" in said
    assert data["content"]["is_at_most"] and data["content"]["skew"] is None
    written = load(made / "our-servers.yaml")
    assert written.workload.content.catalogue == 12e9
    assert written.sources["workload.content.catalogue"].kind == "assumed"


def test_a_text_says_why_misses_tell_nothing(tmp_path):
    (tmp_path / "rows.csv").write_text(table([2e9] * 7, stated=False))
    told = CliRunner().invoke(app, ["calibrate", "measurements", f"{tmp_path}/rows.csv", "--cores", "4"])
    said = " ".join(told.output.split())
    assert 'The working set is not told: nobody says how large the cache was; add a column "cache GB"' in said


def test_a_plan_reads_it(tmp_path):
    _, _, made = answered(tmp_path, table([2e9] * 7))
    told = CliRunner().invoke(app, ["plan", str(made / "our-servers.yaml"), "--engine", "theory"])
    assert told.exit_code in (0, 1)
