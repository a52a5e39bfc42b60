"""A live start: who joins, what buffers that fill ask for, and who stays; counted by hand and simulated."""

import json

import numpy as np
import pytest

from models.errors import ScenarioError
from models.load import load
from models.parts.daily.live_start import LiveStart
from simulator.daily.day_course import day_course
from simulator.daily.figures import REQUESTS
from simulator.daily.live_load import Viewing, find_viewing, live_load, live_times
from simulator.engines.engine import load_engine
from simulator.engines.run_plan import RunPlan
from simulator.farm.outcome import roll_up
from simulator.messages.daily.live import live_sentence
from simulator.messages.farm_notes import farm_notes
from simulator.studies.daily.result import day_data
from simulator.translate.translate import translate
from tests.daily.conftest import SERVER
from tests.fabricated import results, scenario, stamp

# A segment of 3 MB every 4 s, of which 300 are watched: 20 min. Five fill a buffer of 20 s.
VIEWING = Viewing(requests=300.0, startup=5, seconds=1200.0, cycle=4.0, fading=False, mbps=24.0)
START = LiveStart.model_validate({"at": 72_000.0, "viewers": 1.5, "joins": 60.0})
VIDEO = {"workload.session": {"requests": 30, "requests_distribution": "constant", "think_time": "2 s", "startup": 5}}
LIVE = {"workload.day.live": [{"at": "4 h", "viewers": 0.5, "joins": "60 s"}]}


def test_joins_and_gbps_at_the_start_are_counted_by_hand():
    """1,000 requests a second are of 4,000 viewers; 6,000 join in a minute, 100 a second,
    each with 15 MB at once: 12 Gbps beside the 36 Gbps with which all watch, 1 + 20 s / 60 s times that."""
    found = live_load(START, VIEWING, 1_000.0)
    assert found.viewers == pytest.approx(6_000.0)
    assert found.joining == pytest.approx(100.0)
    assert found.watching_mbps == pytest.approx(36_000.0)
    assert found.filling_mbps == pytest.approx(100 * 15e6 * 8 / 1e6)
    assert found.times == pytest.approx(1.0 + 20.0 / 60.0)
    assert VIEWING.buffer == 20.0
    said = live_sentence(found)
    assert "6,000 viewers of a server join in 60 s, 100 a second. They watch with 36 Gbps" in said
    assert "filling 20 s of buffer takes 12 Gbps more" in said and "1.33 times" in said


def test_viewers_join_stay_as_long_as_a_session_lasts_and_go():
    at = START.at + np.array([-1.0, 30.0, 59.0, 62.0, 600.0, 1_199.0, 1_230.0, 1_261.0])
    times = live_times(START, VIEWING, at)
    assert times == pytest.approx([0.0, 0.75 + 0.5, 1.475 + 0.5, 1.5, 1.5, 1.5, 0.75, 0.0])


def test_viewers_whose_sessions_end_at_random_fade():
    fading = Viewing(300.0, 5, 1200.0, 4.0, True, 24.0)
    later = live_times(START, fading, START.at + 60.0 + np.array([2.0, 1200.0, 2400.0]))
    assert later == pytest.approx(1.5 * np.exp([-2 / 1200, -1.0, -2.0]), rel=1e-9)


def test_a_session_is_told_by_its_requests_pauses_and_responses(server):
    """30 kB at 10 MB/s and 20 ms of work: 30 such responses, and of 29 pauses five are not taken."""
    network = translate(load(server, {**VIDEO, "workload.offered": "1 /s"})).network
    viewing = find_viewing(network)
    assert viewing.seconds == pytest.approx(30 * 0.023 + 24 * 2.0, rel=0.01)
    assert viewing.cycle == pytest.approx(2.023, rel=0.002)
    assert (viewing.startup, viewing.fading) == (5, False)


def test_a_day_without_a_live_start_is_what_it_was(server):
    day = load(server).workload.day
    assert day_course(day, viewing=VIEWING).arriving is None
    assert day_course(day, viewing=VIEWING).times == pytest.approx(day_course(day).times)


def test_the_simulated_start_has_the_load_that_is_told(followed):
    """At 4 h the server has 12 % of its peak of 38 /s. There 38 / 30 sessions a second of 48.7 s are 61.7 viewers; half
    as many join, and ask again every 2.02 s."""
    day = followed(fewer=1.0, **VIDEO, **LIVE)
    (live,) = day.live
    assert live.watching == pytest.approx(0.5 * 38 / 30 * (30 * 0.023 + 24 * 2.0) / 2.023, rel=0.01)
    assert live.filling == pytest.approx(live.joining * 5)
    (window,) = [each for each in day.windows if each.asked.name == "live start"]
    simulated, told = window.full[REQUESTS], window.by_curve[REQUESTS]
    assert simulated.value == pytest.approx(told, abs=max(simulated.half_width, 0.07 * told))
    assert day.course.at(4 * 3600.0 - 1.0) == pytest.approx(0.12, rel=0.01)
    assert day.course.at(4 * 3600.0 + 58.0) > 0.5 > day.course.at(4 * 3600.0 + 64.0 + live.viewing.seconds + 60.0)
    (data,) = day_data(day)["live"]
    assert data["times"] == pytest.approx(live.times) and data["joining"]["value"] == pytest.approx(live.joining)


@pytest.mark.parametrize(("changes", "told"), [
    ({"workload.session.startup": 3}, "as many requests as a session sends or more, 3, .*; write fewer than that"),
    ({"workload.session.startup": 2, "workload.population": 40}, "no start at which a buffer fills"),
    ({"workload.session.startup": -1}, "allowed is 0"),
    ({"workload.day.live": [{"at": "23.5 h", "viewers": 1, "joins": "1 h"}]},
     "a live start goes on beyond midnight; let it end within the day"),
    ({"workload.day.live": [{"at": "4 h", "viewers": 0}]}, "viewers.*too small; allowed is 0.001"),
    ({"workload.day.live": [{"at": "4 h"}]}, "viewers: missing"),
])  # fmt: skip
def test_what_cannot_be_is_told(tmp_path, changes, told):
    file = tmp_path / "server.yaml"
    file.write_text(SERVER)
    with pytest.raises(ScenarioError, match=told):
        load(file, changes)


LADDER = {"segment": "4 s", "rungs": [{"rate": "3 Mbps", "share": "30 %"}, {"rate": "6 Mbps", "share": "50 %"},
                                      {"rate": "16 Mbps", "share": "20 %"}]}  # fmt: skip


def with_ladder(tmp_path, request):
    file = tmp_path / "video.yaml"
    file.write_text(SERVER.replace("{size: 30 kB, ", "{").replace("cpu: 20 ms,", f"cpu: 20 ms, {request},"))
    return load(file)


def test_a_ladder_is_a_size_for_each_bit_rate(tmp_path):
    """4 s of 3, 6 and 16 Mbps are 1.5, 3 and 8 MB; 30, 50 and 20 % of them 3.55 MB, 7.1 Mbps."""
    request = with_ladder(tmp_path, f"ladder: {json.dumps(LADDER)}").workload.request
    assert request.size.mean == pytest.approx(3.55e6)
    drawn = quantiles_of(request, [0.0, 0.299, 0.301, 0.799, 0.801, 1.0])
    assert drawn == pytest.approx([1.5e6, 1.5e6, 3e6, 3e6, 8e6, 8e6])


def quantiles_of(request, shares):
    points = np.array(request.size.quantiles)
    return np.interp(shares, points[:, 0], points[:, 1])


@pytest.mark.parametrize("engine", ["kernel", "reference"])
def test_engines_send_the_bit_rates_of_a_ladder(tmp_path, engine):
    scenario = with_ladder(tmp_path, f"ladder: {json.dumps(LADDER)}")
    workload = scenario.workload.model_copy(update={"offered": 20.0})
    network = translate(scenario.model_copy(update={"workload": workload})).network
    plan = RunPlan(windows=1, window=400.0, warm_up=20.0, replication=0)
    tally = load_engine(engine).run(network, plan, 7)
    sent = tally.column("requests", "payload")[-1] / tally.column("requests", "completed")[-1]
    assert sent == pytest.approx(3.55e6, rel=0.03)


@pytest.mark.parametrize(("request_", "told"), [
    (f"ladder: {json.dumps({**LADDER, 'rungs': LADDER['rungs'][:2]})}", "shares of the bit rates sum to 80 %"),
    (f"size: 3 MB, ladder: {json.dumps(LADDER)}", "a size stands beside it; leave out one of both"),
    ("ladder: {segment: 4 s, rungs: [{rate: 3 Mbps, share: 60 %}, {rate: 3 Mbps, share: 40 %}]}", "stands there twice"),
    ("ladder: {segment: 4 s}", "rungs: missing"),
    ("ladder: {segment: 4 MB, rungs: [{rate: 3 Mbps, share: 100 %}]}", "segment"),
    ("ladder: {segment: 4 s, rungs: [{rate: fast, share: 100 %}]}", "rate"),
])  # fmt: skip
def test_a_ladder_that_cannot_be_is_told(tmp_path, request_, told):
    with pytest.raises(ScenarioError, match=told) as error:
        with_ladder(tmp_path, request_)
    assert len(error.value.problems) == 1


def test_a_plan_says_that_a_start_brings_more_than_it_is_sized_for():
    """Half as many as watch at the peak join while nine tenths of that watch: 0.9 + 0.5."""
    day = {**VIDEO, "workload.day.hours": [0.9] * 12 + [1.0] * 12}
    start = {"workload.day.live": [{"at": "4 h", "viewers": 0.5, "joins": "60 s"}]}
    for changes, more in ((day, False), ({**day, **start}, True)):
        built = scenario(changes)
        outcome = roll_up(built, translate(built).network, results(), stamp())
        assert ("At 4:01 the day that `workload.day` states has 1.4 times" in farm_notes(outcome)) == more
