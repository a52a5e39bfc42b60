"""What Azure Monitor, Google Cloud Monitoring and Datadog answer: sums of a grain, gaps, servers, and what
cannot be."""

import json

import numpy as np
import pytest

from models.errors import ScenarioError
from simulator.calibration.point import Metric
from simulator.messages.stages import telemetry
from simulator.telemetry import azure, datadog, google_cloud
from simulator.telemetry.farm_record import lay_side_by_side
from simulator.telemetry.read import read_counters
from tests.telemetry.formats import (
    FORMATS,
    azure_answer,
    datadog_answer,
    datadog_series,
    google_series,
)
from tests.telemetry.trials import SimulatedFarm
from tests.telemetry.written import START, STEP

CPU, SENT = (
    "compute.googleapis.com/instance/cpu/utilization",
    "compute.googleapis.com/instance/network/sent_bytes_count",
)
COUNTED = "aws.applicationelb.request_count"
REQUESTS = "loadbalancing.googleapis.com/https/request_count"


@pytest.fixture
def read(write):
    """The counters of some answers, one after the other in one file."""

    def read(*answers, named=""):
        return read_counters([named + write("\n".join(map(json.dumps, answers)))])

    return read


def of(counters):
    return {(each.host, each.gauge): each.values.tolist() for each in counters.series}


@pytest.mark.parametrize("name", FORMATS)
def test_each_format_says_the_same_of_a_farm(name, write):
    steps = np.arange(12.0)
    farm = SimulatedFarm(
        rate=np.array([10.0 + steps, 20.0 + steps]), cpu=np.array([0.1 + 0.01 * steps, 0.2 + 0.01 * steps]),
        sent=np.array([3e6 + 300.0 * steps, 6e6 + 300.0 * steps]),
    )  # fmt: skip
    record = lay_side_by_side(read_counters(FORMATS[name](farm, write)))
    there = np.isfinite(record.cpu)
    assert record.servers.max() == 2 and there.sum() >= 11
    assert record.at[there].tolist() == [START + place * STEP for place in range(there.sum())]
    assert record.cpu[there] == pytest.approx(farm.cpu.mean(axis=0)[: there.sum()], abs=1e-4)
    known = np.isfinite(record.rate)
    if name != "sadf":
        assert record.rate[known] == pytest.approx(farm.rate.sum(axis=0)[: known.sum()], rel=1e-3)
    sent = np.isfinite(record.sent)
    assert record.sent[sent] == pytest.approx(farm.sent.sum(axis=0)[: sent.sum()], rel=0.03)


def test_a_total_of_azure_is_divided_by_its_grain_and_a_grain_of_nothing_is_a_gap(read):
    found = read(azure_answer("virtualMachines/w1", {"Network Out Total": ("total", [3e8, None, 6e8])}))
    assert of(found) == {("w1", Metric.BYTES): [1e6, 2e6]}
    assert found.series[0].at.tolist() == [START, START + 2 * STEP]


@pytest.mark.parametrize("interval", ["PT5M", "0:05:00", None])
def test_the_grain_of_azure_is_stated_or_that_of_its_times(read, interval):
    answer = azure_answer("virtualMachines/w1", {"Network Out Total": ("total", [3e8, 3e8, 3e8])})
    assert of(read(answer | {"interval": interval})) == {("w1", Metric.BYTES): [1e6] * 3}


def test_times_of_azure_may_be_of_another_zone(read):
    times = ["2026-09-22T02:00:00+02:00", "2026-09-22T02:05:00+02:00"]
    found = read(azure_answer("virtualMachines/w1", {"Percentage CPU": ("average", [5.0, 6.0])}, times))
    assert found.series[0].at.tolist() == [START, START + STEP]


def test_servers_of_a_scale_set_are_told_apart(read):
    answer = azure_answer("virtualMachineScaleSets/web", {"Percentage CPU": ("average", [5.0, 6.0])})
    (metric,) = answer["value"]
    (series,) = metric["timeseries"]
    metric["timeseries"] = [
        series | {"metadatavalues": [{"name": {"value": "vmname"}, "value": name}]} for name in ("web_0", "web_1")
    ]
    assert of(read(answer)).keys() == {("web_0", Metric.CPU), ("web_1", Metric.CPU)}


def test_series_of_google_are_added_up_and_its_points_stand_at_the_beginning_of_their_step(read):
    codes = [google_series(REQUESTS, {"response_code": code}, [300.0, 600.0], "DELTA") for code in ("200", "404")]
    found = read({"timeSeries": codes})
    assert of(found) == {("", Metric.RATE): [2.0, 4.0]}
    assert found.series[0].at.tolist() == [START, START + STEP]


def test_what_google_has_aligned_to_a_rate_is_one(read):
    series = google_series(SENT, {"instance_name": "w1"}, [1e6, 2e6])
    assert of(read({"timeSeries": [series]})) == {("w1", Metric.BYTES): [1e6, 2e6]}


def test_what_cloud_cdn_answers_is_no_demand_of_the_farm(read):
    series = [google_series(REQUESTS, {"cache_result": how}, [300.0, 600.0], "DELTA") for how in ("HIT", "MISS")]
    assert of(read({"timeSeries": series})) == {("", Metric.RATE): [1.0, 2.0]}


@pytest.mark.parametrize("before", ["", "external/regional/", "internal/"])
def test_each_load_balancer_of_google_is_of_the_farm(read, before):
    name = REQUESTS.replace("https/", f"https/{before}")
    assert of(read({"timeSeries": [google_series(name, {}, [300.0, 600.0], "DELTA")]})) == {
        ("", Metric.RATE): [1.0, 2.0]
    }


@pytest.mark.parametrize("name", ["OriginRequestCount", "BackendRequestCount"])
def test_of_front_door_what_goes_to_the_origin_is_the_demand(read, name):
    assert of(read(azure_answer("profiles/door", {name: ("total", [300.0, 600.0])}))) == {("", Metric.RATE): [1.0, 2.0]}


def page(name, values, token="", server="w1"):
    """A page of what Google Cloud answers of a metric; a token asks for the next one."""
    series = [google_series(name, {"instance_name": server}, values)] if values else []
    return {"timeSeries": series} | ({"nextPageToken": token} if token else {})


def test_pages_of_google_are_read_where_all_of_each_metric_are_there(read):
    last = page(CPU, [0.2], server="w2"), page(SENT, [2e6], server="w2")
    found = of(read(page(CPU, [0.1], "a"), page(SENT, [1e6], "b"), *last))
    assert found == {("w1", Metric.CPU): [0.1], ("w2", Metric.CPU): [0.2],
                     ("w1", Metric.BYTES): [1e6], ("w2", Metric.BYTES): [2e6]}  # fmt: skip
    assert ("w1", Metric.CPU) in of(read(page(CPU, [0.1], "a"), page(CPU, []), page(SENT, [1e6])))


@pytest.mark.parametrize("answers", [
    [page(CPU, [0.1], "a"), page(SENT, [1e6])],
    [page(SENT, [1e6]), page(CPU, [0.1], "a")],
    [page(CPU, [0.1], "a"), page(CPU, [], "b"), page(SENT, [1e6])],
    [page(CPU, [], "a"), page(SENT, [1e6])],
])  # fmt: skip
def test_a_page_of_google_whose_next_is_missing_is_refused_wherever_it_stands(read, answers):
    with pytest.raises(ScenarioError) as error:
        read(*answers)
    (problem,) = error.value.problems
    assert (problem.message, problem.remedy) == telemetry.GOOGLE_PAGE


def test_idle_cpus_of_datadog_are_not_busy_and_nothing_is_a_gap(read):
    found = read(datadog_answer(datadog_series("system.cpu.idle", "w1", [90.0, None, 75.0], "avg")))
    assert of(found) == {("w1", Metric.CPU): pytest.approx([0.1, 0.25])}


def test_cards_of_datadog_are_added_up_in_their_unit(read):
    unit = [{"family": "bytes", "name": "kibibyte", "scale_factor": 1024.0}, {"name": "second"}]
    series = [
        datadog_series("system.net.bytes_sent", f"w1,device:{card}", [10.0, 20.0], "avg", unit=unit)
        for card in ("eth0", "eth1")
    ]
    assert of(read(datadog_answer(*series))) == {("w1", Metric.BYTES): [20_480.0, 40_960.0]}


def test_a_count_of_datadog_is_divided_by_its_interval(read):
    series = datadog_series(
        COUNTED, "", [300.0, 600.0], scope="name:front", expression=f"sum:{COUNTED}{{*}}.as_count()"
    )
    assert of(read(datadog_answer(series))) == {("", Metric.RATE): [1.0, 2.0]}


def test_what_datadog_computes_is_named(read):
    series = datadog_series("(100 - system.cpu.idle)", "w1", [10.0, 20.0])
    assert of(read(datadog_answer(series), named="CPU %=")) == {("w1", Metric.CPU): [0.1, 0.2]}


AZURE = azure_answer("virtualMachines/w1", {"Percentage CPU": ("average", [5.0, 6.0])})
GAUGE = google_series(CPU, {"instance_name": "w1"}, [0.1, 0.2])
WRONG = {
    "Azure: an unknown metric": (
        azure_answer("virtualMachines/w1", {"Disk Read Bytes": ("total", [1.0])}),
        telemetry.unknown_cloud_metric(", ".join(azure.METRICS)),
    ),
    "Azure: another aggregation": (
        azure_answer("virtualMachines/w1", {"Network Out Total": ("average", [1.0, 2.0])}),
        telemetry.without_aggregation("Network Out Total", "Total"),
    ),
    "Azure: text": (azure_answer("virtualMachines/w1", {"Percentage CPU": ("average", ["x"])}), telemetry.NO_NUMBER),
    "Azure: no name": (AZURE | {"value": [{"timeseries": []}]}, telemetry.NOT_AZURE),
    "Azure: several resources": ({"values": [AZURE]}, telemetry.AZURE_BATCH),
    "Google: an unknown metric": (
        {"timeSeries": [google_series("compute.googleapis.com/guest/disk", {}, [1.0])]},
        telemetry.unknown_cloud_metric(", ".join(google_cloud.METRICS)),
    ),
    "Google: a page": ({"timeSeries": [GAUGE], "nextPageToken": "x"}, telemetry.GOOGLE_PAGE),
    "Google: a counter": ({"timeSeries": [GAUGE | {"metricKind": "CUMULATIVE"}]}, telemetry.GOOGLE_CUMULATIVE),
    "Google: sums of nothing": (
        {"timeSeries": [google_series(SENT, {}, [1.0, 2.0]) | {"valueType": "INT64"}]}, telemetry.GOOGLE_SUM
    ),
    "Google: no points": ({"timeSeries": [{"metric": {"type": CPU}}]}, telemetry.NOT_GOOGLE),
    "Google: another query": ({"timeSeriesData": []}, telemetry.GOOGLE_QUERY),
    "Datadog: an unknown metric": (
        datadog_answer(datadog_series("system.load.1", "w1", [1.0])),
        telemetry.unknown_datadog_metric("{file}", ", ".join(datadog.METRICS)),
    ),
    "Datadog: a mean of cards": (
        datadog_answer(datadog_series("system.net.bytes_sent", "w1", [1.0], "avg")), telemetry.DATADOG_MEAN
    ),
    "Datadog: a mean of servers": (
        datadog_answer(datadog_series("nginx.net.request_per_s", "", [1.0], "avg", scope="*")), telemetry.DATADOG_MEAN
    ),
    "Datadog: a number in place of points": (
        datadog_answer(datadog_series("system.cpu.idle", "w1", []) | {"pointlist": 7}), telemetry.NOT_DATADOG
    ),
    "Datadog: a mean of counts": (datadog_answer(datadog_series(COUNTED, "", [300.0])), telemetry.DATADOG_NO_COUNT),
    "Datadog: a count of a rate": (
        datadog_answer(datadog_series("nginx.net.request_per_s", "w1", [300.0], expression="sum:x{*}.as_count()")),
        telemetry.DATADOG_COUNT,
    ),
    "Azure: what caches of Front Door answer too": (
        azure_answer("profiles/door", {"RequestCount": ("total", [1.0])}),
        telemetry.unknown_cloud_metric(", ".join(azure.METRICS)),
    ),
    "Datadog: its other query": ({"data": {"type": "timeseries_response"}}, telemetry.DATADOG_V2),
    "beyond all": (
        datadog_answer(datadog_series("nginx.net.request_per_s", "w1", [1e308])),
        telemetry.impossible("requests/s", 1e9, " requests/s"),
    ),
}  # fmt: skip


@pytest.mark.parametrize("case", WRONG)
def test_what_cannot_be_is_one_clear_error(read, case):
    answer, (message, remedy) = WRONG[case]
    with pytest.raises(ScenarioError) as error:
        read(answer)
    (problem,) = error.value.problems
    assert (problem.message, problem.remedy) == (message, remedy.replace("{file}", problem.file))
