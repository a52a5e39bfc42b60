"""What CloudWatch answers: sums of a period, servers by their instance, and what cannot be."""

import json

import pytest

from models.errors import ScenarioError
from simulator.calibration.point import Metric
from simulator.messages.stages import telemetry
from simulator.telemetry.farm_record import lay_side_by_side
from simulator.telemetry.read import read_counters

TIMES = [f"2026-09-22T{hour:02d}:00:00+00:00" for hour in range(4)]


def metric(label, values, times=TIMES, **others):
    return {"Id": "m1", "Label": label, "Timestamps": times, "Values": values, "StatusCode": "Complete", **others}


@pytest.fixture
def data(write):
    """The counters of get-metric-data."""
    return lambda *results: read_counters([write(json.dumps({"MetricDataResults": list(results), "Messages": []}))])


def by_gauge(counters):
    return {each.gauge: each for each in counters.series}


def test_a_sum_is_divided_by_its_period(data):
    found = by_gauge(
        data(metric("RequestCount", [3.6e6] * 4), metric("i-0abc1234def567890 CPUUtilization", [25.0] * 4))
    )
    assert found[Metric.RATE].values.tolist() == [1_000.0] * 4 and found[Metric.RATE].host == ""
    assert found[Metric.CPU].values.tolist() == [0.25] * 4 and found[Metric.CPU].host == "i-0abc1234def567890"


def test_the_newest_value_comes_first_and_is_the_last(data):
    found = by_gauge(data(metric("RequestCount", [7200, 3600], TIMES[1::-1])))
    assert found[Metric.RATE].values.tolist() == [1.0, 2.0]


def test_servers_add_up(data):
    names = [f"i-0abc1234def56789{n}" for n in range(3)]
    record = lay_side_by_side(data(*(metric(f"{name} NetworkOut", [3.6e9] * 4) for name in names)))
    assert record.sent.tolist() == [3e6] * 4 and record.servers.tolist() == [3.0] * 4 and not record.whole


@pytest.mark.parametrize(
    "statistic, label, value", [("Average", "CPUUtilization", 0.4), ("Sum", "RequestCount", 40 / 3600)]
)
def test_get_metric_statistics_is_read_in_any_order(write, statistic, label, value):
    points = [{"Timestamp": at, statistic: 40.0, "Unit": "Percent"} for at in TIMES[::-1]]
    found = read_counters([write(json.dumps({"Label": label, "Datapoints": points}))])
    assert found.series[0].values.tolist() == pytest.approx([value] * 4)


WRONG = {
    "an unknown metric": ([metric("DiskReadOps", [1.0] * 4)], telemetry.UNKNOWN_METRIC),
    "a page of several": ([metric("RequestCount", [1.0] * 4, StatusCode="PartialData")], telemetry.PARTIAL),
    "fewer values than times": ([metric("RequestCount", [1.0])], telemetry.unequal(4, 1)),
    "text in place of a number": ([metric("RequestCount", ["many"] * 4)], telemetry.NO_NUMBER),
    "no values": ([{"Label": "RequestCount"}], telemetry.NOT_CLOUDWATCH),
    "a number in place of a metric": ([7], telemetry.NOT_CLOUDWATCH),
    "nothing measured": ([metric("RequestCount", [], [])], telemetry.NOT_MEASURED),
    "a time twice": ([metric("RequestCount", [1.0, 2.0], TIMES[:1] * 2)], telemetry.clock_back(1790035200)),
    "more than any farm does": (
        [metric("RequestCount", [1e308] * 4)], telemetry.impossible("requests/s", 1e9, " requests/s")
    ),
}  # fmt: skip


@pytest.mark.parametrize("case", WRONG)
def test_what_cannot_be_is_one_clear_error(data, case):
    results, told = WRONG[case]
    with pytest.raises(ScenarioError) as error:
        data(*results)
    assert [(each.message, each.remedy) for each in error.value.problems] == [told]


def test_a_statistic_that_is_not_there_is_named(write):
    text = json.dumps({"Label": "CPUUtilization", "Datapoints": [{"Timestamp": TIMES[0], "Maximum": 90.0}]})
    with pytest.raises(ScenarioError, match="CPUUtilization without its Average; query it with --statistics Average"):
        read_counters([write(text)])
