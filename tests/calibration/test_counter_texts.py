"""Counters over time are read in every form and language: CPU, what cards send, what disks read."""

import json
import re
from datetime import UTC, datetime

import numpy as np
import pytest

from models.errors import ScenarioError
from simulator.calibration.load_kind import check_rows
from simulator.calibration.point import Metric
from simulator.calibration.reading.read import read_measurements
from tests.calibration import counter_texts
from tests.calibration.counter_texts import STEP, WINDOWS, drawn, windows

SEEDS = range(5)
KB = 1024.0
# What each form tells beside the CPU.
ALL = ["sar", "sar_twelve_hours", "sar_german", "sadf", "sadf_german", "sadf_json"]
DISKS = ["iostat", "iostat_json"]
WITHOUT = ["mpstat", "mpstat_json"]


def read(folder, text, named=""):
    (folder / "log").write_text(text, encoding="utf-8")
    return read_measurements([f"{named}{folder / 'log'}"])


def busy(points):
    return [point[Metric.CPU] for point in points]


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("form", [*ALL, *DISKS, *WITHOUT, "sar_human"])
def test_the_cpu_is_what_is_neither_idle_nor_waiting(tmp_path, form, seed):
    instants = drawn(seed)
    points = read(tmp_path, getattr(counter_texts, form)(instants)).points
    assert busy(points) == pytest.approx([each.busy / 100 for each in instants], abs=1e-4)
    assert {point.cores for point in points} == {8}
    assert [point.has(Metric.BYTES) for point in points] == [form in ALL or form == "sar_human"] * len(instants)


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("form", [*ALL, *DISKS, "sar_human"])
def test_disks_and_cards_are_read_with_their_units(tmp_path, form, seed):
    instants = drawn(seed)
    points = read(tmp_path, getattr(counter_texts, form)(instants)).points
    reads = [point[Metric.READ_BYTES] for point in points]
    assert reads == pytest.approx([each.read * KB for each in instants], rel=1e-3)
    assert [point[Metric.READS] for point in points] == pytest.approx([each.reads for each in instants])
    if form not in DISKS:
        sent = [point[Metric.BYTES] for point in points]
        assert sent == pytest.approx([each.sent * KB for each in instants], rel=1e-3)


@pytest.mark.parametrize("seed", SEEDS)
def test_vmstat_is_read_by_its_times(tmp_path, seed):
    instants = drawn(seed)
    points = read(tmp_path, counter_texts.vmstat(instants)).points
    assert busy(points) == pytest.approx([round(each.busy) / 100 for each in instants])
    assert points[1][Metric.READ_BYTES] == pytest.approx(round(instants[1].read) * KB)


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("form", ["vmstat_without_times", "iostat_without_times"])
def test_counters_without_times_are_a_row_that_a_table_names(tmp_path, form, seed):
    """Their first line is of all time since the machine began, and does not count."""
    instants = drawn(seed)
    (tmp_path / "counted").write_text(getattr(counter_texts, form)(instants))
    (tmp_path / "rows.csv").write_text("file,users,requests/s,mean ms\ncounted,5,100,20\n")
    (point,) = read_measurements([str(tmp_path / "rows.csv")]).points
    mean = sum(round(each.busy) if "vmstat" in form else each.busy for each in instants) / len(instants) / 100
    assert point[Metric.CPU] == pytest.approx(mean, abs=1e-4) and point[Metric.USERS] == 5


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("comma", [False, True])
@pytest.mark.parametrize("language", WINDOWS)
def test_counters_of_windows_are_read_in_its_languages(tmp_path, language, comma, seed):
    instants = drawn(seed)
    for encoding in ("utf-8", "cp1252", "utf-16"):
        (tmp_path / "log").write_bytes(windows(instants, language, comma).encode(encoding))
        points = read_measurements([str(tmp_path / "log")]).points
        later = instants[1:]
        assert busy(points) == pytest.approx([each.busy / 100 for each in later])
        assert [point[Metric.BYTES] for point in points] == pytest.approx([each.sent * KB for each in later])
        assert [point[Metric.READS] for point in points] == pytest.approx([each.reads for each in later])


def test_the_zone_that_typeperf_writes_counts(tmp_path):
    instants = drawn(1)
    (tmp_path / "log").write_text(windows(instants).replace("(UTC)(0)", "(Eastern Daylight Time)(240)"))
    values = [[each.at + 240 * 60, f"{100 + place}"] for place, each in enumerate(instants)]
    (tmp_path / "rate.json").write_text(json.dumps(prometheus(values)))
    points = read_measurements([str(tmp_path / "log"), f"requests/s={tmp_path / 'rate.json'}"]).points
    assert [point[Metric.RATE] for point in points] == [102, 103, 104, 105]


def prometheus(values):
    return {"status": "success", "data": {"resultType": "matrix", "result": [{"metric": {}, "values": values}]}}


def iso(each):
    return each.when("%Y-%m-%dT%H:%M:%SZ")


def monitored(instants):
    """The CPU in % by each form of monitoring."""
    shuffled = sorted(instants, key=lambda each: each.busy)
    frame = {"schema": {"fields": [{"name": "Time"}, {"name": "Value"}]},
             "data": {"values": [[each.at * 1000 for each in instants], [each.busy for each in instants]]}}  # fmt: skip
    return {
        "prometheus": json.dumps(prometheus([[each.at, str(each.busy)] for each in instants])),
        "cloudwatch statistics": json.dumps({"Label": "CPUUtilization", "Datapoints": [
            {"Timestamp": iso(each), "Average": each.busy, "Unit": "Percent"} for each in shuffled]}),
        "cloudwatch data": json.dumps({"Messages": [], "MetricDataResults": [{
            "Id": "m1", "Label": "CPUUtilization", "Timestamps": [iso(each) for each in reversed(instants)],
            "Values": [each.busy for each in reversed(instants)], "StatusCode": "Complete"}]}),
        "graphite json": json.dumps([{"target": "a.cpu", "datapoints": [[each.busy, each.at] for each in instants]}]),
        "grafana of old": json.dumps([
            {"target": "cpu", "datapoints": [[each.busy, each.at * 1000] for each in instants]}]),
        "graphite raw": f"a.cpu,{instants[0].at},{instants[-1].at + STEP},{STEP}|" + ",".join(
            str(each.busy) for each in instants) + "\n",
        "graphite csv": "".join(f"a.cpu,{each.when('%Y-%m-%d %H:%M:%S')},{each.busy}\n" for each in instants),
        "grafana panel": json.dumps([frame]),
        "grafana query": json.dumps({"results": {"A": {"status": 200, "frames": [frame]}}}),
        "grafana csv": '"Time","busy {instance=\'web1\'}"\n' + "".join(
            f"{each.when('%Y-%m-%d %H:%M:%S')},{each.busy}\n" for each in instants),
        "grafana with units": '"Time","busy"\n' + "".join(
            f"{each.when('%Y-%m-%d %H:%M:%S')},{each.busy}%\n" for each in instants),
        "grafana of old, csv": "Series;Time;Value\n" + "".join(
            f"busy;{each.when('%Y-%m-%dT%H:%M:%S+00:00')};{each.busy}\n" for each in instants),
    }  # fmt: skip


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("form", monitored(drawn(0)))
def test_monitoring_is_read_by_the_name_that_the_command_line_gives_it(tmp_path, form, seed):
    instants = drawn(seed)
    points = read(tmp_path, monitored(instants)[form], "CPU %=").points
    assert busy(points) == pytest.approx([each.busy / 100 for each in instants])


@pytest.mark.parametrize("form", [each for each in monitored(drawn(0)) if "cloudwatch" not in each])
def test_values_without_a_unit_are_asked_for_it(tmp_path, form):
    with pytest.raises(ScenarioError, match='its values have no unit; name them, e.g. "CPU %='):
        read(tmp_path, monitored(drawn(1))[form])


@pytest.mark.parametrize("seed", SEEDS)
def test_what_cloudwatch_counts_a_period_is_divided_by_it(tmp_path, seed):
    instants = drawn(seed)
    answer = {"Label": "RequestCount", "Datapoints": [
        {"Timestamp": iso(each), "Sum": each.reads * STEP, "Unit": "Count"} for each in instants]}  # fmt: skip
    for named in ("", "requests/s="):
        found = read(tmp_path, json.dumps(answer), named)
        assert [point[Metric.RATE] for point in found.points] == pytest.approx([each.reads for each in instants])
        assert any("sum of each period of 10 s" in note.told for note in found.notes)


@pytest.mark.parametrize("bad", ["NaN", "+Inf", "-Inf"])
@pytest.mark.parametrize("seed", SEEDS)
def test_what_is_no_finite_number_was_not_measured(tmp_path, bad, seed):
    instants = drawn(seed)
    values = [[each.at, bad if place == 2 else str(each.busy)] for place, each in enumerate(instants)]
    found = read(tmp_path, json.dumps(prometheus(values)), "CPU %=")
    expected = [each.busy / 100 for place, each in enumerate(instants) if place != 2]
    assert busy(found.points) == pytest.approx(expected)
    assert any("1 of 6 values are no finite numbers" in note.told for note in found.notes)


@pytest.mark.parametrize("form", [*ALL, *DISKS[:1], *WITHOUT[:1], "vmstat"])
def test_a_bad_number_is_told_with_its_line(tmp_path, form):
    instants = drawn(1)
    text = getattr(counter_texts, form)(instants)
    idle = (f"{instants[3].idle:.2f}", f"{instants[3].idle:.2f}".replace(".", ","))
    if form == "vmstat":
        idle = (str(100 - round(instants[3].busy) - round(instants[3].waiting)),)
    bad = next(each for each in idle if each in text)
    lines = text.split("\n")
    place = next(number for number, line in enumerate(lines) if bad in line.replace(";", " ").split()) \
        if form != "sadf_json" else 0  # fmt: skip
    if form == "sadf_json":
        text = text.replace(f'"idle": {instants[3].idle}', '"idle": 74.0x')
        with pytest.raises(ScenarioError, match=r"log:\d+: not JSON to its end"):
            read(tmp_path, text)
        return
    lines[place] = lines[place].replace(bad, "74.0x")
    with pytest.raises(ScenarioError, match=rf"log:{place + 1}: 74.0x: not a number"):
        read(tmp_path, "\n".join(lines))


@pytest.mark.parametrize("seed", range(20))
@pytest.mark.parametrize("form", [*ALL, *DISKS, *WITHOUT, "vmstat", "windows", *monitored(drawn(0))])
def test_whatever_is_changed_in_a_file_it_is_read_or_told(tmp_path, form, seed):
    """Numbers are replaced by what is none, and pieces are cut out."""
    rng, instants = np.random.default_rng(seed), drawn(seed)
    text = monitored(instants)[form] if form in monitored(instants) else getattr(counter_texts, form)(instants)
    for _ in range(3):
        found = list(re.finditer(r"[\d.,]+", text))
        one = found[int(rng.integers(len(found)))]
        put = ("", "74.0x", "1e308", "nan", "-1", "null", "{", "]", "\n", ";", "9" * 30)[int(rng.integers(11))]
        text = text[: one.start()] + put + text[one.end() :]
    cut = int(rng.integers(len(text)))
    text = text[:cut] + text[cut + int(rng.integers(20)) :]
    try:
        check_rows(read(tmp_path, text, ("", "CPU %=")[seed % 2]).points)
    except ScenarioError as error:
        assert str(error)


def test_a_day_of_sar_goes_on_past_midnight(tmp_path):
    text = counter_texts.LINUX + "".join(
        f"{row}\n" for row in ("23:59:50 CPU  %user  %iowait  %idle", "23:59:50 all 10.00 0.00 90.00",
                               "00:00:00 all 20.00 0.00 80.00", "00:00:10 all 30.00 0.00 70.00")
    )  # fmt: skip
    assert busy(read(tmp_path, text).points) == pytest.approx([0.1, 0.2, 0.3])
    start = datetime(2024, 6, 1, 23, 59, 50, tzinfo=UTC).timestamp()
    (tmp_path / "rate.json").write_text(json.dumps(prometheus([[start + 10 * k, str(k + 1)] for k in range(3)])))
    points = read_measurements([str(tmp_path / "log"), f"requests/s={tmp_path / 'rate.json'}"]).points
    assert [point[Metric.RATE] for point in points] == [1, 2, 3]
