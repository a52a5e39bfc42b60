"""Public files that were once misread, with what is right; each kind has drawn ones beside it."""

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from models.errors import ScenarioError
from simulator.calibration.load_kind import check_rows
from simulator.calibration.point import Metric
from simulator.calibration.reading.read import read_measurements
from simulator.calibration.reading.readers import READERS
from tests.calibration import load_texts
from tests.calibration.load_texts import drawn

TRIED = Path(__file__).parent / "samples/tried"
SEEDS = range(5)


def read(*names, decimal=""):
    return read_measurements([name.replace("@", f"{TRIED}/") if "@" in name else str(TRIED / name) for name in names],
                             decimal)  # fmt: skip


def read_text(folder, text, decimal="", name="rows.csv"):
    (folder / name).write_text(text, encoding="utf-8")
    return read_measurements([str(folder / name)], decimal)


def noted(found, told):
    return any(told in note.told for note in found.notes)


@pytest.mark.parametrize(
    ("name", "gauge", "values"),
    [
        ("wrk_real_loop.txt", Metric.RATE, [19960.67, 29991.22, 49986.16, 51608.27, 51580.20, 48201.94]),
        ("wrk_real_loop.txt", Metric.MEAN, [1.03e-3, 1.07e-3, 1.30e-3, 2.80, 5.26, 6.73]),
        ("w409both.txt", Metric.RATE, [8248.78, 8364.54]), ("w409both.txt", Metric.USERS, [640, 384]),
        ("ab_len.txt", Metric.ERRORS, [0.0]), ("ab_len.txt", Metric.SIZE, [4094.5627]),
        ("bor_hist.csv", Metric.USERS, [50]), ("bor_hist.csv", Metric.RATE, [39.0]),
        ("bort_stats.csv", Metric.MEAN, [0.050184648958923994]),
        ("ser_aggregate.csv", Metric.RATE, [3.71977]), ("ser_aggregate.csv", Metric.BYTES, [18.93 * 1024]),
        ("own_comma2.csv", Metric.CPU, [0.015, 0.031, 0.058]),
        ("own_comma2.csv", Metric.MEAN, [0.01025, 0.01075, 0.0135]),
        ("own_semi.csv", Metric.RATE, [1000, 2000, 4000]), ("own_semi.csv", Metric.CPU, [0.125, 0.251, 0.498]),
        ("oha501.json", Metric.ERRORS, [1.0]), ("sar_de.txt", Metric.CPU, [0.182421, 0.256900]),
        ("ss_sar-A.txt", Metric.CPU, [0.17, 0.0421]),
        ("sar_locale_de.txt", Metric.CPU, [0.25, 0.5, 0.75]),
        ("tp_stdout.csv", Metric.CPU, [0.189882, 0.333319]),
        ("lineends_lfcr.csv", Metric.USERS, [1, 18, 36, 72]),
    ],
)  # fmt: skip
def test_a_file_is_read_as_it_was_meant(name, gauge, values):
    assert [point.get(gauge) for point in read(name).points] == pytest.approx(values, rel=0.01)


def test_transactions_of_a_real_log_are_no_requests():
    found = read("pp_filewithtransactions.csv")
    assert noted(found, "103 transactions") and noted(found, "of 210 requests")


def test_a_real_log_that_is_a_ramp_is_none():
    with pytest.raises(ScenarioError, match="200 of 200 requests .* a ramp is no load that holds"):
        read("hebroms_results.jtl")


def test_a_summary_of_users_that_come_and_go_has_no_steady_row():
    with pytest.raises(ScenarioError, match=r"virtual users went from 1 to 250.*no steady row"):
        read("noe_k6.json")


def test_counters_are_laid_beside_values_that_are_not_there_all_the_time():
    points = read("CPU %=@prom_cpu.json", "requests/s=@prom_nan.json").points
    assert [(point[Metric.CPU], point[Metric.RATE]) for point in points] == [(0.125, 10), (0.25, 25)]
    points = read("es.txt", "requests/s=@rps_es.json").points
    assert [(round(point[Metric.CPU], 4), point[Metric.RATE]) for point in points] == [(0.0743, 100), (0.2743, 400)]


@pytest.mark.parametrize(
    ("name", "told"),
    [
        ("sar_bad_number.txt", r"sar_bad_number.txt:4: 74.0x: not a number"),
        ("rate_1e308.csv", r"rate_1e308.csv:6: requests/s = .*: more than any server has"),
        ("threads_0.001.csv", r"threads_0.001.csv:3: threads = 0.001: less than one of the threads"),
    ],
)
def test_what_cannot_be_is_told_with_its_line(name, told):
    with pytest.raises(ScenarioError, match=told):
        check_rows(read(name).points)


def german(value, digits):
    return f"{value:,.{digits}f}".replace(",", " ").replace(".", ",").replace(" ", ".")


def rows(seed):
    """Rates above a thousand, CPU in % and means in ms that the tests draw."""
    rng = np.random.default_rng(seed)
    rates = np.sort(rng.integers(1_001, 90_000, 5))
    return [(int(rate), float(rate / 1_000.0), float(rng.uniform(10, 60))) for rate in rates]


@pytest.mark.parametrize("digits", [1, 2, 3])
@pytest.mark.parametrize("seed", SEEDS)
def test_the_decimal_mark_is_found_from_the_whole_file(tmp_path, seed, digits):
    """Three digits behind a mark may be thousands, but a CPU of 12,500 % and 40,000 users with half a user are none."""
    table = rows(seed)
    text = "requests/s;CPU %;mean ms\n" + "".join(
        f"{german(rate, 0)};{german(cpu, digits)};{german(mean, digits)}\n" for rate, cpu, mean in table
    )
    found = read_text(tmp_path, text)
    for point, (rate, cpu, mean) in zip(found.points, table, strict=True):
        assert point[Metric.RATE] == rate and point[Metric.CPU] == pytest.approx(round(cpu, digits) / 100)
        assert point[Metric.MEAN] == pytest.approx(round(mean, digits) / 1e3)
    assert found.notes


@pytest.mark.parametrize("separator", [";", "\t", ","])
@pytest.mark.parametrize("seed", SEEDS)
def test_a_decimal_point_and_commas_of_thousands_are_read_too(tmp_path, seed, separator):
    table = rows(seed)
    text = (
        separator.join(["requests/s", "CPU %", "mean ms"])
        + "\n"
        + "".join(separator.join([f'"{rate:,}"', f"{cpu:.2f}", f"{mean:.2f}"]) + "\n" for rate, cpu, mean in table)
    )
    points = read_text(tmp_path, text).points
    assert [point[Metric.RATE] for point in points] == [rate for rate, *_ in table]
    assert [point[Metric.MEAN] for point in points] == pytest.approx([round(mean, 2) / 1e3 for *_, mean in table])


@pytest.mark.parametrize("seed", SEEDS)
def test_where_both_readings_can_be_true_it_asks_and_decimal_says_it(tmp_path, seed):
    text = "requests/s;mean ms\n" + "".join(f"{rate / 1e3:.3f};{mean:.3f}\n" for rate, _, mean in rows(seed))
    with pytest.raises(ScenarioError, match=r"may be .* \(--decimal \.\) or .* \(--decimal ,\); say which"):
        read_text(tmp_path, text)
    points = read_text(tmp_path, text, ".").points
    assert points[0][Metric.RATE] == pytest.approx(rows(seed)[0][0] / 1e3)
    assert read_text(tmp_path, text, ",").points[0][Metric.RATE] == pytest.approx(rows(seed)[0][0])


@pytest.mark.parametrize("seed", SEEDS)
def test_thousands_are_known_by_the_numbers_below_a_thousand(tmp_path, seed):
    """900 beside 1,200 is a number of a column whose thousands have commas."""
    rng = np.random.default_rng(seed)
    rates = [int(rng.integers(100, 999)), *map(int, np.sort(rng.integers(1_001, 9_000, 4)))]
    text = "requests/s,mean ms\n" + "".join(f'"{rate:,}",{20 + place}\n' for place, rate in enumerate(rates))
    assert [point[Metric.RATE] for point in read_text(tmp_path, text).points] == rates


def test_numbers_of_both_kinds_are_told_with_their_line(tmp_path):
    with pytest.raises(ScenarioError, match=r'rows.csv:3: 1,5: a decimal comma here, and a decimal point in "2.25"'):
        read_text(tmp_path, 'requests/s,mean ms\n100,2.25\n200,"1,5"\n')


AGGREGATE = (
    "Label,# Samples,Average,Median,90% Line,95% Line,99% Line,Min,Max,Error %,Throughput,Received KB/sec,Sent KB/sec\n"
)


@pytest.mark.parametrize("seed", SEEDS)
def test_an_aggregate_report_may_have_commas(tmp_path, seed):
    rng = np.random.default_rng(seed)
    rate, size = round(float(rng.uniform(0.1, 900)), 5), round(float(rng.uniform(1, 900)), 2)
    shown = f"{rate:.5f}".lstrip("0").replace(".", ",")
    cells = f'"0,250%","{shown}","{size:.2f}","4,48"'.replace(f"{size:.2f}", f"{size:.2f}".replace(".", ","))
    (point,) = read_text(tmp_path, f"{AGGREGATE}TOTAL,3352,455,180,1279,1793,3082,107,11010,{cells}\n").points
    assert point[Metric.RATE] == pytest.approx(rate) and point[Metric.BYTES] == pytest.approx(size * 1024)
    assert point[Metric.ERRORS] == pytest.approx(0.0025)


STATS = (
    "Type,Name,Request Count,Failure Count,Median Response Time,Average Response Time,Min Response Time,"
    "Max Response Time,Average Content Size,Requests/s,Failures/s,50%,95%,99%,99.9%,100%\n"
)


@pytest.mark.parametrize("seed", SEEDS)
def test_a_percentile_that_locust_rounds_is_not_above_its_maximum(tmp_path, seed):
    """It rounds to two digits: 2,160 ms is 2,200."""
    rng = np.random.default_rng(seed)
    most = float(rng.uniform(105, 9_000))
    top = float(f"{most:.1e}")
    line = f",Aggregated,2210,0,3,50.2,2.6,{most},162.2,37.3,0.0,3,8,{top:.0f},{top:.0f},{top:.0f}\n"
    found = read_text(tmp_path, STATS + line + line)
    assert found.points[0].percentiles[0.99] <= max(most, top) / 1e3
    check_rows([found.points[0], found.points[0].given(Metric.RATE, 50.0)])


HISTORY = (
    "Timestamp,User Count,Type,Name,Requests/s,Failures/s,50%,95%,99%,100%,Total Request Count,Total Failure Count,"
    "Total Median Response Time,Total Average Response Time,Total Min Response Time,Total Max Response Time,"
    "Total Average Content Size\n"
)


def history(rng, steps):
    """A history of Locust, second by second: so many users for so long, each with its rate and mean in ms."""
    lines, at, count, spent, top = [], 1_772_849_612, 0, 0.0, 100.0
    for users, lasts, rate, mean in steps:
        for second in range(lasts):
            # The rate is that of ten seconds; what is before them is another load's.
            shown = rate if second >= 10 else 0.1 * rate
            top = max(top, mean * float(rng.uniform(1.0, 3.0)))
            average = spent / count if count else 0.0
            cells = ["N/A"] * 4 if not count else [f"{average:.0f}", f"{top:.0f}", f"{top:.0f}", f"{top:.0f}"]
            lines.append(f"{at},{users},,Aggregated,{shown},0.0,{','.join(cells)},{count},0,5,{average},2,{top},99")
            at, count, spent = at + 1, count + rate, spent + rate * mean
    return HISTORY + "\n".join(lines) + "\n"


@pytest.mark.parametrize("seed", SEEDS)
def test_a_history_is_a_row_for_each_number_of_users_that_holds(tmp_path, seed):
    """Of what Locust counts since the start, what came in the meantime is that of the load."""
    rng = np.random.default_rng(seed)
    few, many = int(rng.integers(5, 50)), int(rng.integers(60, 200))
    rates, means = rng.integers(20, 300, 2), rng.uniform(20.0, 400.0, 2)
    ramp = [(few * share // 4, 2, int(rates[0]), means[0]) for share in (1, 2, 3)]
    steps = [(0, 3, 0, 0.0), *ramp, (few, 60, int(rates[0]), means[0]), (many, 60, int(rates[1]), means[1])]
    found = read_text(tmp_path, history(rng, steps), name="a_stats_history.csv")
    assert [point[Metric.USERS] for point in found.points] == [few, many]
    assert [point[Metric.RATE] for point in found.points] == pytest.approx(list(rates))
    assert [point[Metric.MEAN] for point in found.points] == pytest.approx(list(means / 1e3), rel=1e-3)
    assert not any(point.percentiles for point in found.points), "those since the start are of no load"
    assert noted(found, "did not hold: a ramp")


@pytest.mark.parametrize("seed", SEEDS)
def test_statuses_from_400_on_are_errors(tmp_path, seed):
    import json

    rng = np.random.default_rng(seed)
    counts = {str(status): int(rng.integers(1, 900)) for status in (200, 302, 404, 500, int(rng.integers(400, 599)))}
    answer = {"summary": {"successRate": 1.0, "requestsPerSec": 100.0, "average": 0.01},
              "statusCodeDistribution": counts}  # fmt: skip
    (point,) = read_text(tmp_path, json.dumps(answer)).points
    bad = sum(count for status, count in counts.items() if int(status) >= 400)
    assert point[Metric.ERRORS] == pytest.approx(bad / sum(counts.values()))


@pytest.mark.parametrize("seed", SEEDS)
def test_users_that_come_and_go_are_a_closed_load_without_a_steady_row(tmp_path, seed):
    import json

    rng = np.random.default_rng(seed)
    most, part = int(rng.integers(20, 400)), float(rng.uniform(0.3, 0.8))
    seconds = float(rng.uniform(0.2, 3.0))
    rate = most * part / seconds
    metrics = {
        "http_reqs": {"count": 9999, "rate": rate}, "iterations": {"count": 9999, "rate": rate},
        "iteration_duration": {"avg": seconds * 1e3}, "http_req_duration": {"avg": seconds * 900, "med": 5, "max": 9e5},
        "vus": {"value": 1, "min": 1, "max": most}, "vus_max": {"value": most, "min": most, "max": most},
    }  # fmt: skip
    with pytest.raises(ScenarioError, match=f"virtual users went from 1 to {most}.*no steady row"):
        read_text(tmp_path, json.dumps({"metrics": metrics}), name="a.json")


@pytest.mark.parametrize("tool", ["hey", "vegeta_json", "oha_json", "fortio", "autocannon"])
def test_what_a_tool_writes_as_0_was_not_measured(tmp_path, tool):
    run = replace(drawn(1), size=0, mean=0.0)
    (point,) = read_text(tmp_path, getattr(load_texts, tool)(run)).points
    assert not point.has(Metric.SIZE) and not point.has(Metric.MEAN) and point[Metric.RATE] > 0.0


UNKNOWN = [
    "Dear planner, the server was slow on Tuesday, and on Wednesday it was not.\nYours, the operator\n",
    "#!/bin/sh\nfor n in 1 2 3; do sleep 1; done\n", "name: test\nsteps:\n  - one\n  - two\n",
    "<html><body><h1>Report</h1></body></html>\n", "city,country,people\nParis,France,2\nRome,Italy,3\n",
    "2024-06-01T00:00:00Z INFO started\n2024-06-01T00:00:01Z INFO ready\n", '{"weather": "fine"}', "[1, 2, 3]",
]  # fmt: skip


@pytest.mark.parametrize("text", UNKNOWN)
def test_text_of_no_known_kind_is_told_with_the_tools_that_are_known(tmp_path, text):
    with pytest.raises(ScenarioError) as refused:
        read_text(tmp_path, text)
    said = str(refused.value)
    assert "of no known kind" in said and len(refused.value.problems) == 1
    assert all(name in said for reader in READERS for name in reader.tool.split(", "))


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("Method,Name,Error,Occurrences\nGET,/,500,3\n", "failures of Locust"),
        ("Count,Message,Traceback,Nodes\n1,a,b,c\n", "failures of Locust"),
        ('<?xml version="1.0"?>\n<jmeterTestPlan version="1.2">\n', "a plan of JMeter"),
        ("RUN\tcomputerdatabase\tbasic\t1584\n", "a log of Gatling"),
        ('{"attack":"","seq":0,"code":200,"timestamp":"2024","latency":1}\n', "single results of vegeta"),
        ("# HELP up 1 is up\n# TYPE up gauge\nup 1\n", "a scrape of Prometheus"),
        ('{"status": "error", "errorType": "bad_data", "error": "x"}', "Prometheus answers with an error"),
        ('192.0.2.1 - - [01/Jan/2024:00:00:00 +0000] "GET / HTTP/1.1" 200 5\n', "this is an access log"),
        ("     iteration_duration...: avg=1s min=1s\n     vus_max....: 5 min=5 max=5\n", "no http_req_duration"),
    ],
)
def test_what_is_nearly_of_a_known_kind_is_told_by_name(tmp_path, text, told):
    with pytest.raises(ScenarioError, match=told):
        read_text(tmp_path, text)
