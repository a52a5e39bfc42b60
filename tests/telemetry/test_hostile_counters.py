"""Counters in which something stands that no tool writes are read cleanly, or refused with a ScenarioError: never
anything else, and nothing that is not finite comes of them."""

import json
import random

import numpy as np
import pytest

from models.errors import ScenarioError
from simulator.messages.stages import telemetry
from simulator.telemetry import series
from simulator.telemetry.farm_record import lay_side_by_side
from simulator.telemetry.prometheus_query import prometheus_query
from simulator.telemetry.read import read_counters
from tests.telemetry.formats import (
    azure_answer,
    cloudwatch_csv,
    datadog_answer,
    datadog_series,
    google_csv,
    google_series,
)
from tests.telemetry.prometheus_server import serving
from tests.telemetry.prometheus_server import text as plain_text
from tests.telemetry.test_cloudwatch import metric
from tests.telemetry.test_console_charts import PANEL
from tests.telemetry.test_other_counters import PERFMON, SADF, TABLE
from tests.telemetry.written import START, STEP, answer, server

ODD = (None, True, "", "NaN", "-Infinity", "1e308", "-1e308", "9" * 400, "0x10", "\x00", "\u2028", -1, 0, 1e308, 2**70,
       float("nan"), [], {}, [[]], {"values": []}, "2026-13-45", "1970-01-01", 253402300799)  # fmt: skip
JSON = (
    answer([*server("w1", [10.0, 20.0, 15.0], [0.1] * 3, [1e6] * 3), *server("w2", [10.0, 20.0, 15.0], [0.1] * 3)]),
    json.dumps({"MetricDataResults": [metric("RequestCount", [1.0] * 4), metric("CPUUtilization", [5.0] * 4)]}),
    json.dumps(azure_answer("virtualMachines/w1", {"Percentage CPU": ("average", [5.0, 6.0]),
                                                   "Network Out Total": ("total", [5e6, 6e6])})),
    json.dumps({"timeSeries": [
        google_series("loadbalancing.googleapis.com/https/request_count", {}, [300.0, 600.0], "DELTA"),
        google_series("compute.googleapis.com/instance/cpu/utilization", {"instance_name": "w1"}, [0.1, 0.2]),
    ]}),
    json.dumps(datadog_answer(datadog_series("system.cpu.idle", "w1", [90.0, None, 80.0], "avg"),
                              datadog_series("nginx.net.request_per_s", "w1", [5.0, 6.0, 7.0]))),
)  # fmt: skip
CHART = cloudwatch_csv({f"AWS/EC2 InstanceId:i-{place:017x} CPUUtilization Average 300": [5.0] * 3 for place in (1, 2)})
TEXTS = (
    TABLE,
    SADF,
    PERFMON,
    CHART,
    google_csv({"w1": [1.0, 2.0], "w2": [3.0, 4.0]}),
    PANEL.format("w1", "w2", *"1234"),
)
# What some texts must be named with, so that they are read at all.
NAMED = ("", "", "requests/s=", "CPU 0-1=")


def places(found, path=()):
    """The paths of all that stands in some JSON."""
    yield path
    inner = found.items() if isinstance(found, dict) else enumerate(found) if isinstance(found, list) else ()
    for key, each in inner:
        yield from places(each, (*path, key))


def changed(text, dice):
    """Some JSON with something odd in one or a few places."""
    found = json.loads(text)
    for _ in range(dice.choice((1, 1, 1, 3))):
        *above, last = dice.choice([path for path in places(found) if path] or [(None,)])
        if last is None:
            break
        inner = found
        for key in above:
            inner = inner[key]
        if dice.random() < 0.2:
            del inner[last]
        else:
            inner[last] = dice.choice(ODD)
    return json.dumps(found)


def spoilt(text, dice):
    """A text in which a few letters are others, or are missing."""
    letters = list(text)
    for _ in range(dice.choice((1, 2, 8))):
        letters[dice.randrange(len(letters))] = dice.choice(("", ",", ";", "\n", "-", "9", "e", '"', "\t", "x", " "))
    return "".join(letters)


@pytest.mark.parametrize("seed", range(10))
def test_nothing_but_an_error_or_finite_figures_comes_of_them(write, seed):
    dice = random.Random(seed)
    for number in range(40):
        text = changed(dice.choice(JSON), dice) if number % 2 else spoilt(dice.choice((*TEXTS, *JSON)), dice)
        named = dice.choice(NAMED)
        _is_finite_or_refused(lambda text=text, named=named: read_counters([named + write(text)]))


@pytest.mark.parametrize("seed", range(4))
def test_nor_of_a_prometheus_that_answers_so(seed):
    dice = random.Random(seed)
    values = [[START + place * STEP, "0.5"] for place in range(1, 4)]
    usual = answer({"metric": {"instance": f"{host}:9100"}, "values": values} for host in ("w1", "w2"))

    def reply(handler):
        each = dice.choice((usual, usual, changed(usual, dice), spoilt(usual, dice)))
        plain_text(each, dice.choice((200, 200, 200, 200, 400)))(handler)

    with serving(reply) as (url, _):
        query = prometheus_query(url, until="2026-09-23", days=1)
        for _ in range(30):
            _is_finite_or_refused(lambda: read_counters([], query))


def test_a_million_series_are_no_farm(write, monkeypatch):
    """With a limit of a thousand in its place: what is beyond is refused before it is read, and laid side by side."""
    monkeypatch.setattr(series, "MOST_SERIES", 1_000)
    many = [{"metric": {"__name__": "http_requests_total", "instance": f"w{n}"}, "values": []} for n in range(1_001)]
    table = "time,server,requests/s\n" + "".join(f"2026-09-22,w{n},5\n2026-09-23,w{n},6\n" for n in range(1_001))
    for text in (answer(many), table):
        with pytest.raises(ScenarioError) as failed:
            read_counters([write(text)])
        (problem,) = failed.value.problems
        assert (problem.message, problem.remedy) == telemetry.too_many_series(1_001, 1_000)


def _is_finite_or_refused(read):
    """Reads counters, of which nothing comes but a clear error, or figures that can be."""
    try:
        record = lay_side_by_side(read())
    except ScenarioError as error:
        assert all(each.message and each.file for each in error.problems)
        return
    assert np.isfinite(record.at).all() and not np.isinf(np.stack([record.rate, record.sent, record.cpu])).any()
    assert np.nanmax(record.cpu, initial=0.0) <= 1.0
