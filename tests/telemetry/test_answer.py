"""What a review says: on a terminal in one page, as data, in a report; and of which farm it is."""

import json

import numpy as np
import pytest

import headroom
from simulator.farm.misfit import Misfit
from simulator.messages import review as words
from simulator.output.blocks import Text
from simulator.store.kept_reviews import kept_reviews
from tests.printed import printed
from tests.telemetry.conftest import FARM
from tests.telemetry.written import START, answer, counter, downloads, series, server

ONE = {"unit": {"nodes": 1, "spare_nodes": 0}}
SHIPPED = "scenarios/counters/downloads.json"


@pytest.fixture(scope="module")
def found():
    return headroom.review(FARM, SHIPPED, engine="theory")


def test_the_counters_that_ship_are_what_they_are_said_to_be():
    with open(SHIPPED, encoding="utf-8") as file:
        assert json.load(file) == json.loads(answer(downloads()))


def test_a_page_of_80_columns_holds_the_answer_and_its_first_line_is_the_verdict(found):
    lines = printed(found.blocks(), width=80).splitlines()
    assert max(map(len, lines)) <= 80 and len(lines) <= 50
    assert lines[0].startswith("Enough: 10 servers (2 units) can carry ")


def test_a_backup_at_night_is_told_and_moves_nothing(found):
    assert found.review.fit.work == pytest.approx(0.9 / 0.7, rel=0.01)
    assert [each.hour for each in found.review.fit.misfits] == [2, 3]
    assert "More CPU than the model at 02:00-04:00 UTC" in printed(found.blocks())
    assert found.describes is True


def test_the_data_have_every_figure(found):
    data = found.to_dict()
    assert data["verdict"] == "enough" and data["servers"] == 10 and len(data["hours"]) == 24
    assert data["model"]["cpu_time_times"] == found.review.fit.work
    assert data["peak"]["at"] == "2026-09-22 20:00" and data["until"] is None
    night = data["hours"][2]
    assert night["residual"] == pytest.approx(night["cpu"] - night["model"]) and not night["fits"]


def test_a_growth_that_is_stated_says_until_when(found):
    grown = headroom.review("scenarios/growing_downloads.yaml", SHIPPED, engine="theory")
    assert grown.too_small_in is not None and grown.too_small_in in str(grown.to_dict()["until"])
    assert found.too_small_in is None


def test_a_history_of_years_is_forecast(reviewed, write):
    """Counters by the day through three years, of a demand that grows by 3 % a month."""
    day, days = 86_400, 3 * 365
    rates = [1_000.0 * 1.03 ** (at / 30.44) for at in range(days)]
    cpu = [rate * 0.7e-3 / 4.0 for rate in rates]
    start = START - days * day
    farm = [each for n in range(5) for each in server(f"w{n}", rates, cpu, cores=1, step=day, start=start)]
    found = reviewed(write(answer(farm)))
    assert found.review.ahead.ahead.forecast is not None
    # What one server carries is reached when log(carries) / log(1.03) months have passed.
    running = found.review.running
    month = headroom.grow(
        {"extends": FARM, "scenario": "x", "demand": found.review.peak.on_a_line, "supply": {"today": [{"units": 1}]},
         "growth": {"start": "2026-10", "a_month": "3 %", "horizon": "60 months"}},
        engine="theory",
    ).growth.reserve_gone.likely  # fmt: skip
    assert running.servers == 5 and abs(found.review.ahead.reserve_gone.likely - month) <= 1


def test_servers_with_other_cpus_are_told(reviewed, write):
    counters = answer(server("w1", [100.0] * 5, [0.1] * 5, cores=16))
    found = reviewed(write(counters), overrides=ONE)
    assert "Servers have 16 CPUs, and that of the scenario has 4" in printed(found.blocks())


def test_responses_of_another_size_are_told(reviewed, write):
    counters = answer(server("w1", [500.0] * 5, [0.0875] * 5, sent=[500.0 * 70e3] * 5))
    found = reviewed(write(counters), overrides=ONE)
    assert (found.describes, found.verdict) == (False, None)
    told, data = printed(found.blocks(), width=500), found.to_dict()
    assert "times the bytes of the model on the wire" in told
    # The reason is that of the bytes: the CPU is near all the time. Without a verdict nothing rests on it.
    assert words.model_sentence(Misfit.RESPONSE_BYTES, 1.0, 0.0, 1.0, False) in told
    assert "near in" not in told and "verdict rests" not in told and "Tolerance" not in told
    assert data["no_verdict_because"] == found.no_verdict_because == "response_bytes"
    assert data["model"]["described_at_peak"] is True


def test_shares_that_are_headed_as_per_cent_leave_no_verdict_and_tell_the_cause(reviewed, write):
    """A hundredth of the CPU that the scenario takes was measured: that is no farm without a measured CPU."""
    lines = (f"2026-11-09 {hour:02d}:00,w1,{rate},{rate * 0.7e-3 / 4.0:.4f}" for hour, rate in enumerate(SEEN))
    table = "\n".join(["time,server,requests/s,CPU %", *lines])
    found = reviewed(write(table, "own.csv"), overrides=ONE)
    told = printed(found.blocks(), width=500)
    assert (found.describes, found.no_verdict_because) == (False, "request_cpu")
    assert found.review.fit.work == pytest.approx(0.01, rel=0.05)
    assert words.CPU_SHARES in told and "No CPU was measured" not in told
    right = reviewed(write(table.replace("CPU %", "CPU 0-1"), "own.csv"), overrides=ONE)
    assert right.describes is True and words.CPU_SHARES not in printed(right.blocks(), width=500)


@pytest.mark.parametrize(("agent", "is_told"), [(0.0, False), (0.05, True)])
def test_cpu_that_is_used_all_the_time_counts_once_for_each_server_and_not_as_cpu_of_requests(
    reviewed, write, agent, is_told
):
    rates = [1_200.0 + 100.0 * (hour % 13) for hour in range(48)]
    cpu = [agent + rate * 0.9e-3 / 4.0 + 0.002 * (hour % 3 - 1) for hour, rate in enumerate(rates)]
    cpu = [each + 0.12 * (hour % 24 == 2) for hour, each in enumerate(cpu)]  # A backup.
    found = reviewed(write(answer(server("w1", rates, cpu))), overrides=ONE)
    always, data = found.review.fit.always, found.to_dict()["model"]
    assert (always is not None) is is_told is ("is used without any request" in printed(found.blocks(), width=500))
    if is_told:
        assert always.work == data["cpu_without_requests"] == pytest.approx(agent, abs=0.01)
        assert found.review.fit.work == pytest.approx(0.9 / 0.7, rel=0.03) and found.describes is True
        fitted = found.review.running.farm.scenario
        assert fitted.operating_system.cpu_without_requests == always.work
        stated = reviewed(
            write(answer(server("w1", rates, cpu))), overrides=ONE | {"operating_system.cpu_without_requests": "5 %"}
        )
        assert stated.review.fit.always is None and stated.review.fit.idle == 0.05
        assert stated.to_dict()["model"]["cpu_without_requests"] is None  # It is what is stated.
        assert stated.review.running.carries == pytest.approx(found.review.running.carries, rel=0.01)


def test_a_batch_by_night_leaves_the_verdict_and_a_cpu_that_grows_otherwise_takes_it(reviewed, write):
    """Both models are near the CPU at the peak. What was measured in the other hours is drawn on to the load that the
    farm must carry: work that is no request does not move it, a CPU that is ever dearer does."""
    rates = [1_200.0 + 100.0 * (hour % 13) for hour in range(96)]
    even = [rate * 0.9e-3 / 4.0 for rate in rates]
    batch = [each + 0.12 * (hour % 24 < 5) for hour, each in enumerate(even)]
    dearer = [0.1 + 0.54 * ((rate - 1_100.0) / 1_300.0) for rate in rates]
    by_night, steep = (reviewed(write(answer(server("w1", rates, cpu))), overrides=ONE) for cpu in (batch, dearer))
    assert (by_night.no_verdict_because, by_night.describes) == (None, False)
    assert by_night.verdict is not None and by_night.review.misfit == "cpu_in_other_hours"
    assert (steep.verdict, steep.no_verdict_because) == (None, "cpu_beyond_peak")


@pytest.mark.parametrize("hours", [8, 10, 11, 12])
def test_a_batch_of_half_a_day_is_no_cpu_without_requests(reviewed, write, hours):
    """30 points of CPU around midnight: what a request takes is told by the other hours, and all is told of a batch."""
    random, steps = np.random.default_rng(1), np.arange(7 * 288)
    loads = 300.0 + 2_300.0 * (0.5 - 0.5 * np.cos(2.0 * np.pi * steps / 288.0))
    here = np.abs((steps % 288) / 12.0 - 12.0) > 12.0 - hours / 2.0
    cpu = loads / 4_000.0 + 0.3 * here + 0.005 * random.standard_normal(len(steps))
    found = reviewed(write(answer(server("w1", loads.tolist(), cpu.clip(0.0, 1.0).tolist()))), overrides=ONE)
    fit = found.review.fit
    assert fit.always is None and fit.idle == 0.0 and fit.at_peak and fit.grows is not False
    assert fit.work == pytest.approx(1.0 / 0.7, rel=0.02)  # A thousandth of a second, and not 0.7 thousandths.
    assert (found.no_verdict_because, found.review.misfit) == (None, "cpu_in_other_hours")


def test_a_server_that_hardly_works_for_requests_has_a_reason_of_its_own(reviewed, write):
    rates = [300.0 + 25.0 * (hour % 13) for hour in range(96)]
    cpu = [0.92 + rate * 0.5e-3 / 4.0 for rate in rates]
    found = reviewed(write(answer(server("w1", rates, cpu))), overrides=ONE)
    assert (found.verdict, found.no_verdict_because) == (None, "cpu_without_requests")
    assert found.to_dict()["model"]["cpu_without_requests"] == pytest.approx(0.92, abs=0.005)
    told = printed(found.blocks(), width=500)
    always = found.review.fit.always
    assert words.cpu_always(always.work, *always.between, False) in told
    assert "`operating_system" not in told and "workload.request.cpu" not in told


def test_no_cpu_without_requests_where_some_is_stated_is_told_in_plain_words(reviewed, write):
    rates = [600.0 + 50.0 * (hour % 13) for hour in range(96)]
    cpu = [rate * 0.9e-3 / 4.0 + 0.001 * (hour * 7 % 5 - 2) for hour, rate in enumerate(rates)]
    over = ONE | {"operating_system.cpu_without_requests": "10 %"}
    found = reviewed(write(answer(server("w1", rates, cpu))), overrides=over)
    assert found.to_dict()["model"]["cpu_without_requests"] == pytest.approx(0.0, abs=0.001)
    told = printed(found.blocks(), width=500)
    assert "hardly any of the CPU" in told and "state `operating_system: {cpu_without_requests: 0 %}`" in told
    assert "counts once" not in told


SEEN = (800, 1_400, 2_000, 1_400)


def test_a_cpu_that_is_neither_used_nor_to_be_used_tells_nothing(reviewed, write):
    found = reviewed(write(answer(server("w1", [5.0] * 5, [0.01] * 5))), overrides=ONE)
    assert (found.describes, found.review.fit.work) == (None, None) and found.verdict is not None


@pytest.mark.parametrize("times", [1e-3, 50.0])
def test_bytes_that_are_of_another_load_are_no_size_of_its_responses(reviewed, write, times):
    sent = [35_700.0 * times * 2_000.0] * 12
    found_in = write(answer(server("w1", [2_000.0] * 12, [0.35] * 12, sent)))
    found = reviewed(found_in, overrides=ONE)
    assert "too far off to be theirs" in printed(found.blocks())
    # The demand of the scenario is in Gbps; one in requests does not rest on them.
    assert (found.describes, found.verdict) == (False, None)
    of_requests = reviewed(found_in, overrides=ONE | {"demand": "9,000 requests/s"})
    assert (of_requests.describes, of_requests.verdict) == (True, "enough")


def test_a_cpu_that_works_for_something_else_leaves_the_farm_as_sure_as_the_scenario_is(reviewed, write):
    """A node whose CPU is busy with hardly any request, as a real one is while its load begins."""
    rates = [0.07, 43.0, 49.5, 52.6]
    busy = reviewed(write(answer(server("w1", rates, [1.0] * 4))), overrides=ONE)
    known = reviewed(write(answer([series("nginx_http_requests_total", counter([300.0 * each for each in rates]))])),
                     overrides=ONE)  # fmt: skip
    assert not busy.review.corrected and busy.review.fit.work_between.high > 100.0 * busy.review.fit.work
    assert busy.review.carries_between == pytest.approx(known.review.carries_between)
    assert busy.review.running.sure == known.review.running.sure


def test_work_too_far_off_to_be_that_of_the_scenario_is_not_described_and_not_enough(reviewed, write):
    """The CPU time was fitted to the counters, so that the CPU is near in all steps."""
    busy = reviewed(write(answer(server("w1", [43.0, 49.5, 52.6] * 3, [0.86, 0.99, 1.0] * 3))), overrides=ONE)
    assert busy.review.fit.described == 1.0 and busy.no_verdict_because == "request_cpu"
    assert (busy.describes, busy.met, busy.to_dict()["model"]["describes"]) == (False, False, False)
    no_answer(busy)
    told = " ".join(printed(busy.blocks()).split())
    assert told.startswith("Whether 1 server can carry the measured peak is not known: the model does not")
    assert "The model does not describe this farm: a request takes" in told and "correct `workload.request.cpu`" in told
    assert "probability" not in told


def no_answer(found):
    """Holds that what nobody knows is given as such in the data, in Python and in the report."""
    data, answers = found.to_dict(), ("verdict", "carries", "missing_servers", "give_back_servers", "until", "farm")
    assert {data[name] for name in answers} == {None}
    assert (found.verdict, found.missing, found.give_back, found.too_small_in) == (None,) * 4
    first = next(each for each in found.report().blocks if isinstance(each, Text))
    assert "is not known" in first.text and first.lead
    assert "probability" not in " ".join(printed(found.blocks()).split())


def day_of(cpu):
    """A server whose load is low in nine steps of ten, and the CPU that is used in both."""
    rates, used = ([low] * 27 + [peak] * 3 for low, peak in ((400.0, 2_000.0), cpu))
    return answer(server("w1", rates, used))


def test_a_model_that_is_off_at_the_peak_says_nothing_of_the_farm(reviewed, write):
    found = reviewed(write(day_of((0.2, 0.5))), overrides=ONE)
    assert found.review.fit.described == pytest.approx(0.9) and (found.describes, found.met) == (False, False)
    assert "off where the load is largest" in printed(found.blocks())
    no_answer(found)


def test_a_model_that_is_off_at_night_alone_says_what_it_says_of_the_peak(reviewed, write):
    rates = [100.0] * 4 + [2_000.0] * 16
    found = reviewed(write(answer(server("w1", rates, [0.2] * 4 + [0.35] * 16))), overrides=ONE)
    assert (found.describes, found.verdict, found.met) == (False, "enough", True)
    assert "near in 80 % of the time" in printed(found.blocks())


def test_a_verdict_that_nobody_stands_by_is_not_remembered(write, tmp_path):
    counters, store = write(day_of((0.2, 0.5))), tmp_path / "kept.sqlite"
    found = headroom.review(FARM, counters, ONE, engine="theory", keep=True, store=store)
    assert found.verdict is None
    assert kept_reviews(store, found.review.scenario.name, found.review.scenario.server.name, 1) == []


def test_a_record_of_minutes_is_told_in_minutes(reviewed, write):
    found = reviewed(write(answer(server("w1", [2_000.0] * 4, [0.35] * 4))), overrides=ONE)
    assert "20 min are too short" in printed(found.blocks())


def test_without_a_cpu_the_times_of_the_scenario_hold(reviewed, write):
    counters = answer([series("haproxy_frontend_http_requests_total", counter([300 * 2_000] * 5), "lb")])
    found = reviewed(write(counters), overrides={"supply": {"today": [{"units": 2}]}})
    assert (found.describes, found.review.fit.work, found.servers) == (None, None, 10)
    assert "No CPU was measured" in printed(found.blocks())


WRONG = {
    "no servers": (
        [series("haproxy_frontend_http_requests_total", counter([3e5] * 5), "lb")], {}, "how many servers run"
    ),
    "more servers than stand": (
        [each for n in range(10) for each in server(f"w{n}", [9.0] * 5, [0.1] * 5)],
        {"supply": {"today": [{"units": 1}]}},
        "10 servers were measured at once, and supply.today has 5",
    ),
    "no whole units": (server("w1", [9.0] * 5, [0.1] * 5), {}, "units of 5 do not add up to 1 server"),
    "no load": (
        [series("node_cpu_seconds_total", counter([250.0] * 5), cpu="0", mode="idle")], {}, "counters without the load"
    ),
    "a farm that serves nobody": (
        [each for n in range(5) for each in server(f"w{n}", [0.0] * 5, [0.1] * 5)], {}, "no request was served"
    ),
}  # fmt: skip


@pytest.mark.parametrize("case", WRONG)
def test_what_says_nothing_of_a_farm_is_one_clear_error(reviewed, write, case):
    result, overrides, told = WRONG[case]
    with pytest.raises(headroom.ScenarioError, match=told):
        reviewed(write(answer(result)), overrides=overrides)


@pytest.mark.parametrize(("files", "tolerance"), [((), 0.05), ((SHIPPED,), 0.6), ((SHIPPED,), -1)])
def test_arguments_that_cannot_be_are_named(files, tolerance):
    with pytest.raises(headroom.ScenarioError, match="argument (counters|tolerance)"):
        headroom.review(FARM, files, tolerance=tolerance, engine="theory")


def test_the_data_have_the_ends_of_the_intervals(found):
    data, review = found.to_dict(), found.review
    peak = data["peak"]
    assert peak["low"] <= peak["value"] == peak["mbps"] <= peak["high"] and peak["unit"] == "Mbps"
    assert data["model"]["cpu_time_low"] <= data["model"]["cpu_time_times"] <= data["model"]["cpu_time_high"]
    assert (data["carries_low"], data["carries_high"]) == tuple(review.carries_between) and data["confidence"] == 0.95
    assert "the farm can carry" in printed(found.blocks(), width=500).split("95 % intervals:")[1]
