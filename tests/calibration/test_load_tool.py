"""Rows that are of a load tool and not of the server are recognised, told and left out; and a closed test tells an open
load."""

import json
import math
from heapq import heapreplace

import numpy as np
import pytest
from typer.testing import CliRunner

from models.errors import ScenarioError
from simulator.calibration.calibrate import calibrate
from simulator.calibration.load_kind import LoadKind, check_rows
from simulator.calibration.load_tool import RowFault, end_of_rate, quicker_at_more_load
from simulator.calibration.point import LoadTestRow, Metric
from simulator.calibration.reading.headings import parse_heading
from simulator.calibration.reading.read import read_measurements
from simulator.calibration.server import Parameter
from simulator.calibration.work_spread import ServiceOrder
from simulator.cli.main import app
from tests.calibration.made import CLOSED_SERVER, closed_rows, in_one_way, machine

USERS = (4, 16, 48, 96, 144)


def left_out(loaded):
    return [(each.row.line, each.why) for each in loaded.left_out]


def rows(*measured):
    return [LoadTestRow("rows.csv", line, each) for line, each in enumerate(measured, 2)]


def in_the_tool(row, users):
    """The same rate and response for more users, of whom the others wait in the load generator."""
    return LoadTestRow("rows", 100 + round(users), {**row.measured, Metric.USERS: users})


@pytest.mark.parametrize("stated", [None, CLOSED_SERVER[Parameter.THINK]])
def test_users_who_wait_in_the_load_generator_are_left_out_and_change_no_fit(stated):
    of_server = closed_rows(CLOSED_SERVER, machine(8), USERS, 0.005, 2)
    more = [in_the_tool(of_server[-1], users) for users in (220.0, 300.0)]
    found = check_rows([*of_server, *more], stated)
    assert left_out(found) == [(320, RowFault.IN_TOOL), (400, RowFault.IN_TOOL)]
    alone, beside = (calibrate(each, machine(8), stated) for each in (of_server, [*of_server, *more]))
    assert beside.fit.parameters == alone.fit.parameters


def test_rows_of_a_server_that_saturates_are_not_taken_for_a_limit_of_the_tool():
    full = closed_rows(CLOSED_SERVER, machine(8), (*USERS, 250, 400, 800), 0.005, 3, cpu=False)
    assert left_out(check_rows(full)) == []


def test_a_load_generator_without_cpu_to_spare_is_left_out():
    of_server = closed_rows(CLOSED_SERVER, machine(8), USERS)
    shares = (0.1, 0.3, 0.6, 0.85, 0.97)
    busy = [row.given(Metric.CLIENT_CPU, share) for row, share in zip(of_server, shares, strict=True)]
    assert left_out(check_rows(busy)) == [(6, RowFault.CLIENT_FULL)]


def test_an_open_row_that_was_to_send_more_is_left_out():
    sent = rows(*({Metric.RATE: rate, Metric.CPU: rate / 1000.0, Metric.ASKED: asked}
                  for rate, asked in ((100.0, 100.0), (398.0, 400.0), (520.0, 800.0))))  # fmt: skip
    assert left_out(check_rows(sent)) == [(4, RowFault.SENT_LESS)]


@pytest.mark.parametrize(("first", "cold"), [(700.0, [2]), (960.0, [])])
def test_a_first_run_that_is_slower_than_its_repeats_is_left_out(first, cold):
    runs = rows(*({Metric.USERS: 64.0, Metric.RATE: rate} for rate in (first, 1000.0, 1020.0, 990.0)),
                {Metric.USERS: 8.0, Metric.RATE: 150.0})  # fmt: skip
    assert left_out(check_rows(runs)) == [(line, RowFault.COLD) for line in cold]


def test_repeats_that_scatter_leave_no_first_run_out():
    runs = rows(*({Metric.USERS: 64.0, Metric.RATE: rate} for rate in (700.0, 1000.0, 1300.0)))
    assert left_out(check_rows(runs)) == []


def test_the_first_run_of_an_open_test_is_cold_where_its_responses_are_longer():
    runs = rows(*({Metric.RATE: 100.0, Metric.MEAN: mean} for mean in (0.030, 0.020, 0.0205, 0.0198)))
    assert left_out(check_rows(runs)) == [(2, RowFault.COLD)]


def test_one_row_of_many_that_breaks_littles_law_is_left_out():
    of_server = closed_rows(CLOSED_SERVER, machine(8), (*USERS, 200))
    wrong = of_server[3].given(Metric.USERS, 2.0 * of_server[3][Metric.USERS])
    found = check_rows([*of_server[:3], wrong, *of_server[4:]])
    assert left_out(found) == [(5, RowFault.LITTLE)] and len(found.points) == 5


@pytest.mark.parametrize(("pause", "shown"), [(0.0, "0 s"), (1.0, "1 s")])
def test_a_think_time_that_was_not_there_is_told_with_that_of_the_rows(pause, shown):
    made = rows(*({Metric.USERS: n, Metric.RATE: n / (pause + r), Metric.MEAN: r}
                  for n, r in ((10.0, 0.02), (50.0, 0.022), (90.0, 0.04))))  # fmt: skip
    with pytest.raises(ScenarioError) as refused:
        check_rows(made, 2.0)
    (problem,) = refused.value.problems
    assert problem.message.startswith("2 s of think time breaks Little's law in every row") and shown in problem.message
    assert problem.remedy == f"state {shown}, or leave it out: the rows show it"


def test_rows_of_a_load_generator_alone_are_refused_with_what_to_do():
    busy = rows(*({Metric.USERS: n, Metric.RATE: 100.0 * n, Metric.CLIENT_CPU: 0.99} for n in (1.0, 2.0)))
    with pytest.raises(ScenarioError, match="0 of 2 rows are of the server: .* load generator that has CPU to spare"):
        check_rows(busy)


def flat(client=None, cpu=0.4):
    beside = {} if client is None else {Metric.CLIENT_CPU: client}
    return rows(*({Metric.USERS: n, Metric.RATE: rate, Metric.CPU: cpu * rate / 1000.0, **beside}
                  for n, rate in ((8.0, 500.0), (16.0, 990.0), (32.0, 1000.0), (64.0, 995.0))))  # fmt: skip


@pytest.mark.parametrize(("cpu", "ends"), [(0.4, True), (0.9, False)])
def test_a_rate_that_ends_is_named_where_the_cpu_does_not_end_it(cpu, ends):
    found = end_of_rate(check_rows(flat(cpu=cpu), 0.0).points)
    assert (found is not None) == ends
    if found:
        assert (found.row.line, found.client) == (3, None) and found.cpu == pytest.approx(0.4)


def test_a_rate_that_still_rises_has_not_ended():
    assert end_of_rate(check_rows(flat()[:2], 0.0).points) is None


def test_more_users_who_get_more_each_are_named():
    made = rows({Metric.USERS: 1.0, Metric.RATE: 530.0}, {Metric.USERS: 2.0, Metric.RATE: 1198.0},
                {Metric.USERS: 4.0, Metric.RATE: 1141.0})  # fmt: skip
    first, second = quicker_at_more_load(made)
    assert (first.line, second.line) == (2, 3)
    assert quicker_at_more_load(made[1:]) is None


@pytest.mark.parametrize(
    ("heading", "quantity", "factor"),
    [
        ("client CPU %", Metric.CLIENT_CPU, 0.01),
        ("load_generator_cpu_%", Metric.CLIENT_CPU, 0.01),
        ("target requests/s", Metric.ASKED, 1.0),
        ("offered rps", Metric.ASKED, 1.0),
    ],
)
def test_headings_say_what_the_load_generator_did(heading, quantity, factor):
    found = parse_heading(heading)
    assert (found.quantity, found.factor) == (quantity, factor)


def test_a_cpu_of_the_load_generator_over_100_percent_is_refused(tmp_path):
    (tmp_path / "rows.csv").write_text("users,requests/s,client CPU %\n1,100,20\n2,190,320\n")
    with pytest.raises(ScenarioError, match="client CPU = 320 %: over 100 %"):
        check_rows(read_measurements([str(tmp_path / "rows.csv")]).points)


def test_k6_says_what_it_could_not_send(tmp_path):
    took = {"http_req_duration": {"avg": 5.0}, "iteration_duration": {"avg": 5.0}}
    sent = {"http_reqs": {"rate": 90.0}, "iterations": {"rate": 90.0}, "dropped_iterations": {"rate": 30.0}}
    open_test = {**took, **sent, "vus_max": {"max": 50}}
    (tmp_path / "k6.json").write_text(json.dumps({"metrics": open_test}))
    (row,) = read_measurements([str(tmp_path / "k6.json")]).points
    assert row[Metric.ASKED] == pytest.approx(120.0) and row[Metric.RATE] == 90.0


def test_what_was_found_is_told_and_is_in_the_data(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("COLUMNS", "400")
    (tmp_path / "rows.csv").write_text(
        "users,requests/s,mean ms,p99 ms,CPU %,client CPU %\n1,100,10,12,5,3\n2,198,10.1,13,10,6\n"
        "4,390,10.26,14,20,12\n"
        "8,770,10.4,16,40,85\n16,1000,10.6,20,52,99\n32,800,11,25,42,60\n64,805,11.2,25,42,60\n"
    )
    words = ["calibrate", "measurements", "rows.csv", "--cores", "8", "--hold-back", "0", "--json", "found.json"]
    told = CliRunner().invoke(app, [*words, "--at", "500 /s", "--at", "5000 /s"])
    assert told.exit_code == 0, told.exception
    said = " ".join(told.output.split())
    assert "1 row left out (line 6): the load generator had no CPU left" in said
    assert "2 rows left out (line 7, line 8)" in said and "these users waited in the load generator" in said
    assert "The load generator used 80 % or more of its CPU in line 5" in said
    assert "coordinated omission" in said and "Predicted for requests that come at random" in said
    assert "5,000 requests/s that come at random: not predicted" in said
    data = json.loads((tmp_path / "found.json").read_text())
    assert [each["why"] for each in data["rows_left_out"]] == ["client full", *2 * ["in load tool"]]
    near, far = data["predicted_open"]
    assert near["rate"]["value"] == 500.0 and near["percentiles"]["p99"] > 0.0 and "refused" in far


@pytest.mark.parametrize(("client", "said"), [(None, "Send the same load from two machines"), (0.3, "does not end it")])
def test_a_rate_that_ends_early_is_told_with_what_may_end_it(tmp_path, monkeypatch, client, said):
    monkeypatch.chdir(tmp_path)
    lines = ["users,requests/s,mean ms,CPU %" + ("" if client is None else ",client CPU %")]
    for row in flat(client):
        n, rate, cpu = row[Metric.USERS], row[Metric.RATE], row[Metric.CPU]
        lines.append(f"{n},{rate},{1e3 * n / rate},{100 * cpu}" + ("" if client is None else f",{100 * client}"))
    (tmp_path / "rows.csv").write_text("\n".join(lines))
    told = CliRunner().invoke(app, ["calibrate", "measurements", "rows.csv", "--cores", "8", "--json", "found.json"])
    assert told.exit_code == 0, told.exception
    assert said in " ".join(told.output.split())
    ends = json.loads((tmp_path / "found.json").read_text())["rate_ends_before_cpu"]
    assert ends["users"] == 16.0 and ends["cpu"] == pytest.approx(0.4) and ends["client_cpu"] == client


def erlang_c_mean(rate, work, threads, wait):
    """The mean response of M/M/c, and of threads that share evenly whatever the work varies by, with a wait."""
    offered = rate * work
    states = [offered**k / math.factorial(k) for k in range(threads)]
    last = offered**threads / math.factorial(threads) / (1.0 - offered / threads)
    return work + wait + last / (sum(states) + last) * work / (threads - offered)


@pytest.mark.parametrize("used", [0.3, 0.7, 0.85])
def test_a_closed_test_tells_the_mean_response_of_an_open_load(used):
    found = calibrate(closed_rows(CLOSED_SERVER, machine(8), (*USERS, 160, 200)), machine(8))
    rate = used * 8 / CLOSED_SERVER[Parameter.WORK]
    ahead = found.open_load.at(rate).ahead
    exact = erlang_c_mean(rate, CLOSED_SERVER[Parameter.WORK], 8, CLOSED_SERVER[Parameter.WAIT])
    assert ahead.said.mean == pytest.approx(exact, rel=2e-3)
    assert ahead.said.cpu == pytest.approx(used, rel=2e-3)


def served_in_turn(rate, work, cv, threads, wait, requests=200_000):
    """Responses of requests that come at random and are served in turn: each begins when it is there and the first of
    the threads is free."""
    draws = np.random.default_rng(7)
    spread = math.sqrt(math.log(1.0 + cv**2))
    works = work * np.exp(spread * draws.standard_normal(requests) - spread**2 / 2.0)
    came = np.cumsum(draws.exponential(1.0 / rate, requests))
    free, took = [0.0] * threads, np.empty(requests)
    for place, (at, busy) in enumerate(zip(came.tolist(), works.tolist(), strict=True)):
        done = max(at, free[0]) + busy
        heapreplace(free, done)
        took[place] = done - at + wait
    return took[requests // 10 :]


def test_a_closed_test_tells_the_percentiles_of_an_open_load():
    """Rows of threads that serve in turn, 8 of them; percentiles at 85 % of their CPU, of arrivals at random."""
    from models.capacity_curve import TO_COMPLETION

    base = closed_rows(CLOSED_SERVER, machine(8), (*USERS, 170, 200))
    known = calibrate(base, machine(8)).fit
    made = in_one_way(base, known, ServiceOrder(TO_COMPLETION, False, 1.0), seed=3, requests=60_000)
    found = calibrate(made, machine(8))
    rate = 0.85 * 8 / CLOSED_SERVER[Parameter.WORK]
    took = served_in_turn(rate, CLOSED_SERVER[Parameter.WORK], 1.0, 8, CLOSED_SERVER[Parameter.WAIT])
    opened = found.open_load.at(rate)
    for share in (0.5, 0.95, 0.99):
        assert opened.percentiles[share] == pytest.approx(float(np.quantile(took, share)), rel=0.06)
    assert found.loaded.kind is LoadKind.CLOSED
