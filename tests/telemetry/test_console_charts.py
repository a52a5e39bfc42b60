"""Charts that consoles write as CSV: what is read of them, and what is one clear error."""

import math

import pytest

from models.errors import ScenarioError
from simulator.calibration.point import Metric
from simulator.messages.stages import telemetry
from simulator.messages.stages.calibration import recordings, tables
from simulator.telemetry import datadog
from simulator.telemetry.read import read_counters
from tests.telemetry.formats import cloudwatch_csv, google_csv
from tests.telemetry.written import START, STEP

CPU = f"AWS/EC2 InstanceId:i-052bbcbccf7277a40 CPUUtilization {{}} {STEP}"
FRONT = "AWS/ApplicationELB LoadBalancer:app/a/b RequestCount Sum 60"
LAMBDA = "AWS/Lambda FunctionName:edge-fn Invocations {} 60"


def of(counters):
    return {(each.host, each.gauge): each.values.tolist() for each in counters.series}


@pytest.fixture
def read(write):
    """The counters of a text, which may be named with what its values are."""

    def read(text, named=""):
        return read_counters([f"{named}={write(text, 'chart.csv')}" if named else write(text, "chart.csv")])

    return read


@pytest.fixture
def told(read):
    """What is wrong with a text: its message, its remedy and its line."""

    def told(text, named=""):
        with pytest.raises(ScenarioError) as failed:
            read(text, named)
        (problem,) = failed.value.problems
        return problem.message, problem.remedy, problem.line

    return told


def test_of_several_statistics_of_cloudwatch_the_one_that_tells_the_load_is_read(read):
    columns = {CPU.format("Minimum"): [1.0, 2.0], CPU.format("Average"): [5.0, 6.0], CPU.format("Maximum"): [90.0] * 2}
    found = read(cloudwatch_csv(columns))
    assert of(found) == {("i-052bbcbccf7277a40", Metric.CPU): pytest.approx([0.05, 0.06])}
    assert found.series[0].at.tolist() == [START, START + STEP]
    assert [each.text for each in found.notes] == [telemetry.NO_ZONE]


def test_a_sum_of_cloudwatch_is_divided_by_the_period_that_its_label_has(read):
    assert of(read(cloudwatch_csv({FRONT: [600.0, 1_200.0]}))) == {("", Metric.RATE): [10.0, 20.0]}


def test_a_number_among_the_dimensions_of_a_label_is_no_period(read):
    """A server called `web 1`, and version 2 of a function."""
    found = of(read(cloudwatch_csv({f"AWS/EC2 web 1 CPUUtilization Average {STEP}": [50.0, 60.0]})))
    assert list(found.values()) == [pytest.approx([0.5, 0.6])]
    label = "AWS/Lambda FunctionName:edge 2 Invocations Sum 60"
    assert of(read(cloudwatch_csv({label: [600.0, 1_200.0]}), "requests/s")) == {("", Metric.RATE): [10.0, 20.0]}


def test_a_metric_of_cloudwatch_that_is_not_known_can_be_named(read):
    found = read(cloudwatch_csv({LAMBDA.format("Sum"): [600.0, 1_200.0]}), "requests/s")
    assert of(found) == {("", Metric.RATE): [10.0, 20.0]}


WRONG = {
    "a metric that is not known": (cloudwatch_csv({LAMBDA.format("Sum"): [1.0, 2.0]}), "", telemetry.UNKNOWN_METRIC, 4),
    "a label without its statistic": (cloudwatch_csv({"AWS/EC2 CPUUtilization x": [1.0] * 2}), "",
                                      telemetry.UNKNOWN_METRIC, 4),
    "the largest values alone": (
        cloudwatch_csv({CPU.format("Maximum"): [5.0, 6.0]}), "",
        telemetry.chart_without_statistic("CPUUtilization", "Average"), 4,
    ),
    "several statistics of what is named": (
        cloudwatch_csv({LAMBDA.format(each): [1.0, 2.0] for each in ("Sum", "Maximum")}), "requests/s",
        telemetry.SEVERAL_STATISTICS, 4,
    ),
    "a line that is cut off": (
        cloudwatch_csv({FRONT: [1.0, 2.0]}) + "\n2026/09", "", tables.cells_unlike_headings(1, 2), 8,
    ),
    "a text for a number": (
        cloudwatch_csv({FRONT: [1.0, 2.0]}).replace("2.0", "two"), "", (tables.NOT_A_NUMBER, tables.OR_EMPTY), 7,
    ),
    "times of connections": (google_csv({"w1": [1.0, 2.0]}), "connections", telemetry.NOT_READ, 0),
}  # fmt: skip


@pytest.mark.parametrize("case", WRONG)
def test_what_no_chart_says_is_one_clear_error(told, case):
    text, named, expected, line = WRONG[case]
    assert told(text, named) == (*expected, line)


def test_the_values_of_google_must_be_named(told, tmp_path):
    expected = recordings.values_without_unit(str(tmp_path / "chart.csv"))
    assert told(google_csv({"w1": [1.0, 2.0]})) == (*expected, 0)


def test_series_of_google_are_servers_in_steps_that_end_when_it_says(read):
    found = read(google_csv({"w1": [0.1, 0.2, 0.3], "w2": [0.3, math.nan, 0.5]}), "CPU 0-1")
    assert of(found) == {("w1", Metric.CPU): [0.1, 0.2, 0.3], ("w2", Metric.CPU): [0.3, 0.5]}
    assert found.series[0].at.tolist() == [START, START + STEP, START + 2 * STEP]


def test_series_of_google_without_a_server_are_of_the_whole_farm(read):
    text = google_csv({"200": [5.0, 6.0], "404": [1.0, 2.0]}).replace("instance_name", "response_code")
    assert of(read(text, "requests/s")) == {("", Metric.RATE): [6.0, 8.0]}


PANEL = '"Time","{}","{}"\n2026-09-22 00:00:00,{},{}\n2026-09-22 00:05:00,{},{}\n'


@pytest.mark.parametrize("name", [
    '{{__name__=""nginx_http_requests_total"", instance=""w{}:9113""}}',
    'nginx_http_requests_total{{instance=""w{}:9113"",job=""web""}}',
])  # fmt: skip
def test_counters_in_a_panel_of_grafana_are_known_by_their_names(read, name):
    found = read(PANEL.format(name.format(1), name.format(2), 0, 0, 3_000, 600))
    assert of(found) == {("w1", Metric.RATE): [10.0], ("w2", Metric.RATE): [2.0]}


def test_the_unit_that_a_panel_shows_is_no_number_of_its_own(read):
    found = read(PANEL.format("w1:9100", "w2:9100", "12.5%", "10%", "14%", "null"), "CPU %")
    assert of(found) == {("w1", Metric.CPU): [0.125, 0.14], ("w2", Metric.CPU): [0.1]}
    assert [each.text for each in found.notes] == [telemetry.columns_are_servers(2)]


def test_a_panel_whose_values_nobody_names_is_told_how(told, tmp_path):
    labels = ['{instance=""w1:9113""}', '{instance=""w2:9113""}']
    message, remedy, _ = told(PANEL.format(*labels, 1, 2, 3, 4))
    assert message == telemetry.unknown_counter("", "", "")[0] and f"requests/s={tmp_path}" in remedy


@pytest.mark.parametrize("tag", ["host:w{}", "avg:system.cpu.user{{env:prod,host:w{}}}"])
def test_a_column_with_the_tag_of_a_host_is_that_server(read, tag):
    """As a graph of Datadog has its series side by side."""
    text = f'timestamp,"{tag.format(1)}","{tag.format(2)}"\n2026-09-22T00:00:00Z,12.5,10\n2026-09-22T00:05:00Z,14,\n'
    found = read(text, "CPU %")
    assert of(found) == {("w1", Metric.CPU): [0.125, 0.14], ("w2", Metric.CPU): [0.1]} and found.notes == ()


def test_columns_of_datadog_are_known_by_their_metrics(read):
    """As its API names series; what a graph heads its columns with, no reference says."""
    text = (
        'time,"avg:system.cpu.idle{host:w1}","sum:system.net.bytes_sent{host:w1,device:eth0}",'
        '"sum:nginx.net.request_per_s{*} by {host}"\n'
        "2026-09-22T00:00:00Z,90,1000,40\n2026-09-22T00:05:00Z,80,,50\n"
    )
    found = read(text)
    assert of(found) == {
        ("w1", Metric.CPU): pytest.approx([0.1, 0.2]), ("w1", Metric.BYTES): [1_000.0], ("", Metric.RATE): [40.0, 50.0],
    }  # fmt: skip
    assert found.series[0].at.tolist() == [START, START + STEP]


def test_what_the_exporter_of_datadog_writes_is_read(read):
    text = "date,metric,host:w1,host:w2\n" + "".join(
        f"2026-09-22 00:0{minute}:00,system.cpu.idle (avg),{90 - minute},80\n" for minute in (0, 5)
    )
    assert of(read(text)) == {
        ("w1", Metric.CPU): pytest.approx([0.1, 0.15]), ("w2", Metric.CPU): pytest.approx([0.2, 0.2]),
    }  # fmt: skip


def test_metrics_below_each_other_are_read_apart(read):
    """The exporter may write several into one file, in whatever order of their rows."""
    rows = [
        "2026-09-22 00:00:00,system.cpu.idle (avg),90,80", "2026-09-22 00:00:00,nginx.net.request_per_s (avg),40,50",
        "2026-09-22 00:05:00,system.cpu.idle (avg),85,", "2026-09-22 00:05:00,nginx.net.request_per_s (avg),41,52",
    ]  # fmt: skip
    expected = {
        ("w1", Metric.CPU): pytest.approx([0.1, 0.15]), ("w2", Metric.CPU): pytest.approx([0.2]),
        ("w1", Metric.RATE): [40.0, 41.0], ("w2", Metric.RATE): [50.0, 52.0],
    }  # fmt: skip
    for order in (rows, rows[::2] + rows[1::2]):
        assert of(read("\n".join(["date,metric,host:w1,host:w2", *order, ""]))) == expected


def test_counts_that_the_exporter_writes_are_told_how_else_to_ask_for(told):
    text = "date,metric,*\n" + "".join(
        f"2026-09-22 00:0{minute}:00,aws.applicationelb.request_count (sum),300000\n" for minute in (0, 5)
    )
    assert told(text) == (*telemetry.DATADOG_EXPORTED_COUNT, 2)


@pytest.mark.parametrize("heading, expected", [
    ("avg:system.net.bytes_sent{host:w1}", telemetry.DATADOG_MEAN),
    ("avg:redis.net.commands{host:w1}", None),
    ("p95 of it", telemetry.NO_DATADOG_COLUMN),
])  # fmt: skip
def test_columns_of_datadog_that_cannot_be_read_are_told(told, tmp_path, heading, expected):
    text = f'time,system.cpu.idle{{host:w1}},"{heading}"\n2026-09-22 00:00:00,90,5\n2026-09-22 00:05:00,80,6\n'
    file = str(tmp_path / "chart.csv")
    assert told(text)[:2] == (expected or telemetry.unknown_datadog_metric(file, ", ".join(datadog.METRICS)))


def test_a_workbook_is_told_by_name(write, tmp_path):
    (tmp_path / "chart.xlsx").write_bytes(b"PK\x03\x04\x14\x00")
    with pytest.raises(ScenarioError) as failed:
        read_counters([str(tmp_path / "chart.xlsx")])
    assert [(each.message, each.remedy) for each in failed.value.problems] == [tables.WORKBOOK]


@pytest.mark.parametrize("text", [
    'Title,Percentage CPU for web1\n\nTime,"Percentage CPU (Avg), web1"\n2026-09-22 00:00,12.5\n',
    "Timestamp            Name               Total\n-------------------  -----------------  -----\n"
    "2026-09-22 00:00:00  Network Out Total  37500\n",
])  # fmt: skip
def test_tables_of_azure_are_told_by_name(told, text):
    """A chart of its portal, saved as CSV, and what `az` prints with `-o table`."""
    assert told(text)[:2] == telemetry.AZURE_TEXT
