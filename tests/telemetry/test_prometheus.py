"""What Prometheus answers: servers by instance, counters that begin anew, gaps, and what cannot be."""

import json

import numpy as np
import pytest

from models.errors import ScenarioError
from simulator.calibration.point import Metric
from simulator.messages.stages import telemetry
from simulator.telemetry.farm_record import lay_side_by_side
from simulator.telemetry.read import read_counters
from tests.telemetry.written import START, STEP, answer, counter, series, server


@pytest.fixture
def read(write):
    """The series of an answer."""

    def read(*result, name=""):
        file = write(answer(result))
        return read_counters([f"{name}={file}" if name else file])

    return read


def only(counters, gauge):
    (found,) = [each for each in counters.series if each.gauge is gauge]
    return found


def samples(*values):
    return [[START + place * STEP, value] for place, value in enumerate(values)]


def test_a_counter_is_what_it_gains_a_second(read):
    found = only(read(series("nginx_http_requests_total", counter([300, 600, 900]))), Metric.RATE)
    assert (found.host, found.at[0]) == ("web1", START)
    assert found.values.tolist() == [1.0, 2.0, 3.0]


def test_a_counter_that_falls_has_begun_anew(read):
    found = only(read(series("nginx_http_requests_total", samples("100", "400", "150", "450"))), Metric.RATE)
    assert found.values.tolist() == [1.0, 0.5, 1.0]


def test_nothing_is_known_of_a_gap(read):
    values = samples(*(str(300 * place) for place in range(20)))
    found = only(read(series("nginx_http_requests_total", values[:5] + values[15:])), Metric.RATE)
    assert len(found.values) == 8 and set(found.values.tolist()) == {1.0}


def test_what_is_no_number_was_not_measured(read):
    counters = read(series("nginx_http_requests_total", samples("0", "300", "NaN", "900", "+Inf", "1500")))
    assert only(counters, Metric.RATE).values.tolist() == [1.0, 1.0, 1.0]
    assert counters.notes[0].text == telemetry.not_finite(2)


def test_codes_and_cards_of_a_server_add_up_and_its_loopback_does_not(read):
    requests = [series("http_requests_total", counter([300, 300]), code=code) for code in ("200", "404")]
    cards = [
        series("node_network_transmit_bytes_total", counter([3e6, 3e6]), device=device)
        for device in ("eth0", "eth1", "lo", "docker0")
    ]
    counters = read(*requests, *cards)
    assert only(counters, Metric.RATE).values.tolist() == [2.0, 2.0]
    assert only(counters, Metric.BYTES).values.tolist() == [20_000.0, 20_000.0]


@pytest.mark.parametrize("modes", [("user", "idle"), ("idle",), ("user", "idle", "iowait", "guest")])
def test_a_cpu_is_busy_when_it_neither_idles_nor_waits(read, modes):
    times = {"user": 120.0, "idle": 180.0 if "iowait" not in modes else 100.0, "iowait": 80.0, "guest": 50.0}
    result = [
        series("node_cpu_seconds_total", counter([times[mode]] * 3), cpu=str(cpu), mode=mode)
        for cpu in range(2) for mode in modes
    ]  # fmt: skip
    counters = read(*result)
    assert only(counters, Metric.CPU).values.tolist() == pytest.approx([0.4] * 3)
    assert counters.cores == {"web1": 2}


def test_a_balancer_counts_for_the_whole_farm(read):
    counters = read(*server("web1", [5.0] * 4, [0.1] * 4), series(
        "haproxy_frontend_http_requests_total", counter([3_000] * 4), "lb:8404", proxy="www"
    ))  # fmt: skip
    record = lay_side_by_side(counters)
    assert record.whole and set(record.rate.tolist()) == {10.0} and record.servers.max() == 1.0


def test_the_answer_of_a_query_that_computes_is_named_on_the_command_line(read):
    result = {"metric": {"instance": "web1:9100"}, "values": samples("12.5", "25")}
    found = only(read(result, name="CPU %"), Metric.CPU)
    assert found.values.tolist() == [0.125, 0.25]


def test_a_step_in_which_a_server_was_not_measured_is_left_out(write):
    whole = list(server("w1", [10.0] * 6, [0.1] * 6))
    missing = series("nginx_http_requests_total", counter([3_000.0] * 6), "w2:9113")
    missing["values"][3][1] = "NaN"
    record = lay_side_by_side(read_counters([write(answer([*whole, missing]))]))
    assert record.left_out == np.isnan(record.rate).sum() == 1
    assert np.nanmax(record.rate) == pytest.approx(20.0)


def test_servers_come_and_go(write):
    early = server("w1", [10.0] * 6, [0.1] * 6)
    late = server("w2", [10.0] * 3, [0.1] * 3, start=START + 3 * STEP)
    record = lay_side_by_side(read_counters([write(answer([*early, *late]))]))
    assert record.rate.tolist() == pytest.approx([10.0] * 3 + [20.0] * 3)
    assert record.servers.tolist() == [1.0] * 3 + [2.0] * 3


NAME = "nginx_http_requests_total"
WRONG = {
    "text in place of a number": ([series(NAME, samples("1", "many"))], telemetry.NOT_PROMETHEUS),
    "a time that is text": ([series(NAME, [["now", "1"], ["then", "2"]])], telemetry.NOT_PROMETHEUS),
    "a value without its time": ([series(NAME, [["1"]])], telemetry.NOT_PROMETHEUS),
    "no values": ([{"metric": {"__name__": NAME}}], telemetry.NOT_PROMETHEUS),
    "a series that is a list": ([[1, 2]], telemetry.NOT_PROMETHEUS),
    "time that runs back": ([series(NAME, samples("1", "2", "3")[::-1])], telemetry.clock_back(START + 2 * STEP)),
    "time that stands still": ([series(NAME, samples("1") * 2)], telemetry.clock_back(START)),
    "a year that nobody lives in": ([series(NAME, [[1e300, "1"], [2e300, "2"]])], telemetry.NO_TIME),
    "a counter below 0": ([series(NAME, samples("-1", "2"))], telemetry.NEGATIVE),
    "more than any farm does": (
        [series(NAME, samples("0", "1e308"))], telemetry.impossible("requests/s", 1e9, " requests/s")
    ),
    "nothing": ([], telemetry.NO_SERIES),
    "one sample": ([series(NAME, samples("1"))], telemetry.NOT_MEASURED),
    "gauges of nothing but NaN": ([series(NAME, samples("NaN", "NaN"))], telemetry.NOT_MEASURED),
    "no idle time": ([series("node_cpu_seconds_total", samples("0", "9"), mode="user", cpu="0")], telemetry.NO_IDLE),
    "idle time of many": ([series("node_cpu_seconds_total", samples("0", "900"), mode="idle")], telemetry.IDLE_OF_SOME),
}  # fmt: skip


@pytest.mark.parametrize("case", WRONG)
def test_what_cannot_be_is_one_clear_error(read, case):
    result, told = WRONG[case]
    with pytest.raises(ScenarioError) as error:
        read(*result)
    (problem,) = error.value.problems
    assert (problem.message, problem.remedy) == told


def test_an_unknown_metric_is_named_with_those_that_are_known(read):
    with pytest.raises(ScenarioError, match=r"go_goroutines: this metric is not known; .*nginx_http_requests_total"):
        read(series("go_goroutines", samples("1", "2")))


@pytest.mark.parametrize("kind", ["vector", "scalar", None])
def test_an_answer_of_another_query_is_refused(write, kind):
    file = write(json.dumps({"status": "success", "data": {"resultType": kind, "result": [1, "2"]}}))
    with pytest.raises(ScenarioError, match="is no answer of a range query|of no known kind"):
        read_counters([file])


def test_a_cpu_of_several_hundred_per_cent_is_no_share(read):
    with pytest.raises(ScenarioError, match="CPU from 0 to 110 % are possible"):
        read({"metric": {"instance": "w"}, "values": samples("380", "390")}, name="CPU %")


def test_a_percentile_is_no_counter_of_a_farm(read):
    with pytest.raises(ScenarioError, match="a review reads"):
        read({"metric": {}, "values": samples("3", "4")}, name="p95 ms")
