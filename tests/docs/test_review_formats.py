"""The guide to `review` names every counter that is read and no other, and each file that it shows is read."""

import re
from pathlib import Path

import pytest

from simulator.calibration.point import Metric
from simulator.calibration.reading.headings import parse_heading
from simulator.messages.page.review_page import ABOUT
from simulator.telemetry import azure, cloudwatch, datadog, google_cloud, prometheus
from simulator.telemetry.deployments import deployments_of
from simulator.telemetry.host_use import HostUse
from simulator.telemetry.pods import POD_METRICS
from simulator.telemetry.prometheus_get import MOST_BYTES, TIME_OUT, TOKEN
from simulator.telemetry.prometheus_query import DAYS, OF_TIERS, PRESETS, STEP
from simulator.telemetry.read import read_counters

GUIDE = (Path(__file__).parents[2] / "docs/review-what-runs.md").read_text(encoding="utf-8")
TABLE = re.search(r"^\| from \| requests .*?\n\n", GUIDE, re.MULTILINE | re.DOTALL)[0]
COLUMNS = (Metric.RATE, Metric.CPU, Metric.BYTES)
FILES = list(re.finditer(r"^```(json|csv)\n(.*?)^```", GUIDE, re.MULTILINE | re.DOTALL))
# What each of the files gives: by server, in the order of the guide.
READ = (
    {("web1", Metric.RATE): [900.0, 930.0]},
    {("i-0123456789abcdef0", Metric.CPU): [0.125, 0.14]},
    {("web1", Metric.BYTES): [32.125e6, 32.5e6]},
    {("", Metric.RATE): [900.0, 930.0]},
    {("web1", Metric.RATE): [900.0, 930.0]},
    {("web1", Metric.CPU): [0.125, 0.14], ("web1", Metric.RATE): [900.0, 930.0]},
    {("i-0123456789abcdef0", Metric.CPU): [0.125, 0.14], ("i-0123456789abcdef1", Metric.CPU): [0.14, 0.155]},
    {("web1", Metric.CPU): [0.125, 0.14], ("web2", Metric.CPU): [0.14]},
    {("web1", Metric.RATE): [900.0, 910.0], ("web2", Metric.RATE): [930.0, 925.0]},
    {("file.csv", Metric.CPU): [0.1, 0.2]},
    {("file.csv", Metric.CPU): [0.1, 0.2], ("file.csv", Metric.RATE): [100.0, 200.0]},
    {("web1", Metric.RATE): [900.0, 910.0], ("web2", Metric.RATE): [930.0, 925.0],
     ("web1", Metric.CPU): [0.185, 0.189], ("web2", Metric.CPU): [0.191, 0.19],
     ("web1", Metric.BYTES): [32.125e6, 32.5e6], ("web2", Metric.BYTES): [33.25e6, 33e6]},
    {("web1", Metric.RATE): [900.0, 930.0]},
)  # fmt: skip


def test_the_page_names_what_the_guide_begins_with():
    (told,) = re.findall(r"something counts what it does: ([^.]+)\.", GUIDE)
    assert [each for each in told.split(", ") if each not in ABOUT] == []


def named():
    """The names in the table, in its order, each with the quantity of its column."""
    for row in TABLE.strip().splitlines()[2:]:
        for gauge, cell in zip(COLUMNS, row.split("|")[2:5], strict=True):
            for name in re.findall(r"`([^`]+)`", cell):
                yield name, gauge


def test_the_table_has_every_counter_in_its_column():
    known = {name: each.gauge for name, each in prometheus.METRICS.items() if not isinstance(each.gauge, HostUse)}
    assert {name: gauge for name, gauge in named() if re.fullmatch(r"\w+_\w+", name)} == known
    for others in (azure, datadog, google_cloud):
        assert {name: gauge for name, gauge in named() if name in others.METRICS} == {
            name: metric.gauge for name, metric in others.METRICS.items()
        }
    of_cloud = {name.lower(): gauge for name, gauge in named() if name.lower() in cloudwatch.METRICS}
    assert of_cloud == {name: metric.gauge for name, metric in cloudwatch.METRICS.items()}


def test_headings_of_the_table_are_headings():
    columns = {name: gauge for name, gauge in named() if name in ("requests/s", "CPU %", "Mbps")}
    assert len(columns) == 3 and all(parse_heading(name).quantity is gauge for name, gauge in columns.items())


def test_of_counters_of_requests_the_first_of_the_table_is_asked_for_first():
    asked = [name for names in PRESETS[Metric.RATE] for name in names]
    assert asked == [name for name, gauge in named() if gauge is Metric.RATE and name in asked]


@pytest.mark.parametrize("place", range(len(READ)))
def test_a_file_that_the_guide_shows_is_read(place, tmp_path):
    kind, text = FILES[place].groups()
    before = GUIDE[: FILES[place].start()].rstrip().rsplit("\n\n", 1)[-1]
    named = re.search(r"--counters '([^'=]+)=", before)
    file = tmp_path / f"file.{kind}"
    file.write_text(text, encoding="utf-8")
    found = {
        (each.host, each.gauge): each.values.tolist()
        for each in read_counters([f"{named[1]}={file}" if named else str(file)]).series
    }
    assert found.keys() == READ[place].keys() and len(FILES) == len(READ)
    assert all(found[key] == pytest.approx(values) for key, values in READ[place].items())


def test_the_table_of_pods_has_every_counter_of_them_and_the_example_is_read(tmp_path):
    (table,) = re.findall(r"^\| from \| counter \| what .*?\n\n", GUIDE, re.MULTILINE | re.DOTALL)
    assert set(re.findall(r"`(\w+_\w+)`", table)) == set(POD_METRICS)
    (tmp_path / "pods.json").write_text(FILES[-1][2], encoding="utf-8")
    (found,) = deployments_of(read_counters([str(tmp_path / "pods.json")]).pods, ["application"], STEP)
    assert found.threads.tolist() == pytest.approx([150.0 / STEP, 160.0 / STEP]) and found.pods.tolist() == [1.0, 1.0]


def test_the_table_of_hosts_of_tiers_has_every_preset_of_them():
    (table,) = re.findall(r"^\| from \| counter \| beside .*?\n\n", GUIDE, re.MULTILINE | re.DOTALL)
    assert {name for name in re.findall(r"`(\w+)`", table) if name.count("_") > 1} == set(OF_TIERS)


def test_its_figures_are_those_of_the_program():
    for told in (f"({DAYS:g})", f"({STEP:g})", f"{TIME_OUT:g} s", f"{MOST_BYTES // 2**20} MiB", f"`{TOKEN}`"):
        assert told in GUIDE
