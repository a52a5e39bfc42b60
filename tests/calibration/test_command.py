"""`calibrate measurements` tells what was fitted and how far off it is, and writes a scenario that `plan` reads."""

import json
import re
from pathlib import Path
from types import SimpleNamespace

import pytest
from typer.testing import CliRunner

from models.capacity_curve import SHARED, TO_COMPLETION
from models.errors import ScenarioError
from models.load import load
from models.variations.assumptions import assumed_ranges
from simulator.calibration.fit import Interval
from simulator.calibration.load_kind import LoadKind
from simulator.calibration.point import LoadTestRow, Metric
from simulator.calibration.row_names import row_name
from simulator.calibration.server import Parameter
from simulator.calibration.work_spread import ServiceOrder, WorkSpread
from simulator.cli.main import app
from simulator.experiment.theory_results import theory_results
from simulator.messages.calibrate.measurements import amount, spread_sentences
from simulator.studies.calibrate.measurements.answer import (
    calibrated_scenario,
    find_server,
    fit_uploads,
    parse_loads,
    stated_loads,
)
from simulator.studies.validate.own_cases import own_figures
from simulator.translate.translate import translate
from tests.calibration.made import CLOSED_SERVER, OPEN_SERVER, closed_rows, machine, open_rows

USED = (0.1, 0.25, 0.4, 0.55, 0.7, 0.8, 0.9)


@pytest.fixture(scope="module")
def answered(tmp_path_factory):
    """Rows of a known server of 2 cores, calibrated: what was printed, the data, and the folder of the scenario."""
    folder = tmp_path_factory.mktemp("calibrated")
    rows = open_rows(OPEN_SERVER, machine(8), USED, 0.005, 4)
    lines = ["requests/s,CPU %,mean ms,kB,db calls/s"]
    for row in rows:
        rate, cpu, mean = (row[each] for each in (Metric.RATE, Metric.CPU, Metric.MEAN))
        lines.append(f"{rate:.6g},{100 * cpu:.6g},{1e3 * mean:.6g},30,{2 * rate + 3:.6g}")
    (folder / "rows.csv").write_text("\n".join(lines) + "\n")
    options = ["--server", "dl585-2.2ghz-4gb-two", "--catalog", f"{folder}/own"]
    shipped = Path(__file__).parents[2] / "models/catalog/servers/dl585-2.2ghz-4gb.yaml"
    (folder / "own/servers").mkdir(parents=True)
    text = shipped.read_text().replace(
        "cores_per_socket: {value: 1, assumed: 1 to 1", "cores_per_socket: {value: 2, assumed: 2 to 2"
    )
    (folder / "own/servers/dl585-2.2ghz-4gb-two.yaml").write_text(text)
    options += ["--out", f"{folder}/made", "--name", "Own pages", "--json", f"{folder}/found.json"]
    options += ["--at", "1850 /s", "--at", "9000"]
    told = CliRunner().invoke(app, ["calibrate", "measurements", f"{folder}/rows.csv", *options])
    assert told.exit_code == 0, told.exception
    return told.output, json.loads((folder / "found.json").read_text()), folder / "made/own-pages.yaml"


def test_it_tells_the_parameters_with_their_intervals(answered):
    output, data, _ = answered
    assert "CPU time a request" in output and "wait elsewhere" in output and "held back" in output
    work = data["parameters"]["work"]
    assert work["low"] <= OPEN_SERVER[Parameter.WORK] <= work["high"]


def test_it_says_that_rows_do_not_tell_the_working_set(answered):
    said = " ".join(answered[0].split())
    assert "the working set is not told; `calibrate log` finds it" in said and 'a column "hit ratio %"' in said


def test_it_refuses_to_extrapolate_further_than_the_error_allows(answered):
    output, data, _ = answered
    near, far = data["predicted"]
    assert near["rate"]["value"] == pytest.approx(1850) and near["mean"]["half_width_share"] < 0.2
    assert "refused" in far and "9,000 requests/s: not predicted" in " ".join(output.split())


def test_what_drives_a_counter_is_told(answered):
    _, data, _ = answered
    counters = {each["counter"]: each["candidates"] for each in data["drivers"]}
    calls = counters["db calls/s"][0]
    assert calls["each"] == pytest.approx(2.0, rel=1e-4) or counters["db calls/s"][0]["name"] == "bytes/s"
    assert len(counters["CPU"]) >= 2


def test_the_scenario_says_what_was_measured_and_how_exactly(answered):
    _, _, file = answered
    sources = load(file).sources
    cpu = sources["workload.request.cpu"]
    assert cpu.kind == "measured" and "rows.csv, 7 rows" in cpu.source and cpu.low and cpu.high
    assert sources["workload.request.size.mean"].kind == "measured"
    assert sources["workload.session.requests"].kind == "assumed"


def test_the_scenario_is_the_server_that_was_fitted(answered):
    """Theory of the program, asked of the scenario that was written, says what the fit says."""
    _, data, file = answered
    row = data["rows"][3]
    found = theory_results(load(file).run, translate(load(file, {"workload.offered": f"{row['measured']['rate']} /s"})))
    assert found.measures["response_mean"].value == pytest.approx(row["fitted"]["mean"], rel=0.02)


def test_the_core_and_the_system_that_cpu_times_were_measured_with_have_no_range(tmp_path):
    """Both divide out of what was measured with them: to find them out next would tell nothing."""
    rows = b"requests/s,CPU %,mean ms\n100,10,5\n400,40,5.5\n800,80,9\n"
    (tmp_path / "rows.csv").write_bytes(rows)
    words = ["calibrate", "measurements", f"{tmp_path}/rows.csv", "--server", "m7i.xlarge", "--out", f"{tmp_path}/made"]
    assert CliRunner().invoke(app, words).exit_code == 0
    found = fit_uploads({"rows.csv": rows}, "m7i.xlarge")
    (tmp_path / "page.yaml").write_text(calibrated_scenario(found, "m7i.xlarge", ["rows.csv"]))
    for file in ("made/our-servers.yaml", "page.yaml"):
        written = load(tmp_path / file)
        ranges = {each.path for each in assumed_ranges(written)[0]}
        assert not {"server.core_speed", "operating_system.cpu_factor"} & ranges
        assert {"workload.request.cpu", "server.disks.count"} <= ranges
        assert written.is_measured_core and written.is_measured_system
        assert written.server.core_speed == find_server("m7i.xlarge").server.core_speed
        each = written.work_asked(written.workload.request.cpu)
        assert each == pytest.approx(found.fit.intervals[Parameter.WORK].value, rel=1e-3)


def test_an_entry_of_ones_own_catalogue_keeps_the_speed_of_its_cores_over_several_lines(tmp_path):
    shipped = (Path(__file__).parents[2] / "models/catalog/servers/dl585-2.2ghz-4gb.yaml").read_text()
    (line,) = [each for each in shipped.splitlines() if each.startswith("core_speed:")]
    block = 'core_speed:\n  value: 5\n  assumed: 4 to 6\n  why: "a guess"'
    (tmp_path / "own/servers").mkdir(parents=True)
    (tmp_path / "own/servers/ours.yaml").write_text(shipped.replace(line, block))
    (tmp_path / "rows.csv").write_text("requests/s,CPU %,mean ms\n100,10,5\n400,40,5.5\n800,80,9\n")
    words = ["calibrate", "measurements", f"{tmp_path}/rows.csv", "--server", "ours", "--catalog", f"{tmp_path}/own"]
    told = CliRunner().invoke(app, [*words, "--out", f"{tmp_path}/made"])
    assert told.exit_code == 0, told.exception
    written = load(tmp_path / "made/our-servers.yaml")
    assert written.server.core_speed == written.workload.cpu_measured_on.server.core_speed == 5.0
    assert written.workload.cpu_measured_on.up_to == written.demand.requests == 800.0
    assert "server.core_speed" not in {each.path for each in assumed_ranges(written)[0]}
    assert block in (tmp_path / "made/catalog/servers/our-servers-measured.yaml").read_text()


def test_an_instance_of_ones_own_catalogue_is_written_with_the_prices_of_a_cloud(tmp_path):
    shipped = (Path(__file__).parents[2] / "models/catalog/servers/m7i.2xlarge.yaml").read_text()
    (tmp_path / "own/servers").mkdir(parents=True)
    (tmp_path / "own/servers/ours.yaml").write_text(shipped)
    (tmp_path / "rows.csv").write_text("requests/s,CPU %,mean ms\n600,19.4,5.5\n1200,39,6.0\n2300,75,9.5\n")
    words = ["calibrate", "measurements", f"{tmp_path}/rows.csv", "--server", "ours", "--catalog", f"{tmp_path}/own"]
    told = CliRunner().invoke(app, [*words, "--out", f"{tmp_path}/made"])
    assert told.exit_code == 0, told.exception
    assert "prices: cloud-us-2026" in (tmp_path / "made/our-servers.yaml").read_text()


def test_a_catalogue_beside_the_rows_is_found(tmp_path, monkeypatch):
    shipped = (Path(__file__).parents[2] / "models/catalog/servers/dl585-2.2ghz-4gb.yaml").read_text()
    (tmp_path / "lab/catalog/servers").mkdir(parents=True)
    (tmp_path / "lab/catalog/servers/mine.yaml").write_text(shipped)
    (tmp_path / "lab/rows.csv").write_text("requests/s,CPU %,mean ms\n100,10,5\n400,40,5.5\n800,80,9\n")
    monkeypatch.chdir(tmp_path)
    words = ["calibrate", "measurements", "lab/rows.csv", "--server", "mine", "--out", "made"]
    told = CliRunner().invoke(app, words)
    assert told.exit_code == 0, told.exception
    assert "mine, with what was measured" in (tmp_path / "made/catalog/servers/our-servers-measured.yaml").read_text()


def test_a_row_is_called_the_same_in_the_tables_and_in_the_cases(answered):
    output, _, file = answered
    named = [figure.column for figure in own_figures(str(file.with_name("own-pages-rows.yaml")))]
    assert list(dict.fromkeys(named)) == [f"line {line}" for line in range(2, 9)]
    rows = output[output.index("The rows as measured") : output.index("What drives")]
    assert set(re.findall(r"^ *(line \d+) ", rows, re.M)) == set(named)


def test_rows_of_several_files_have_names_of_their_own():
    def row(file, line, users=5):
        return LoadTestRow(file, line, {Metric.USERS: users})

    two = [row("x/a.csv", 2), row("x/b.csv", 2), row("x/c.txt", 0)]
    assert [row_name(each, two) for each in two] == ["a.csv:2", "b.csv:2", "c.txt"]
    alike = [row("x/a.csv", 2), row("y/a.csv", 2)]
    assert [row_name(each, alike) for each in alike] == ["x/a.csv:2", "y/a.csv:2"]
    whole = [row("log.jtl", 0, 5), row("log.jtl", 0, 10)]
    assert [row_name(each, whole) for each in whole] == ["log.jtl, 5 users", "log.jtl, 10 users"]


def test_a_prediction_shows_no_more_digits_than_its_interval_supports(answered):
    output = answered[0]
    cells = re.findall(r"([0-9.,]+) \(([0-9.,]+)-([0-9.,]+)\)", output[output.index("\nPredicted") :])
    assert cells and all(len({len(each.partition(".")[2]) for each in cell}) == 1 for cell in cells)
    for cell in cells:
        numbers = [int(re.sub(r"[.,]", "", each)) for each in cell]
        unit = next(10**k for k in range(9, -1, -1) if all(each % 10**k == 0 for each in numbers))
        # Half of the range has two digits at most, of the place that all three end with.
        assert (numbers[2] - numbers[1]) / 2 / unit < 100


def test_what_drives_a_counter_has_its_unit(answered):
    table = " ".join(answered[0][answered[0].index("What drives") :].split())
    assert "2 db calls/s per requests/s 3 db calls/s" in table
    assert re.search(r"CPU requests/s [0-9.]+ [0-9.]+ % per requests/s -?[0-9.]+ %", table)
    assert re.search(r"CPU MB/s [0-9.]+ [0-9.]+ % per MB/s", table)


def test_percentiles_are_told_in_a_sentence():
    way, cv = ServiceOrder(SHARED, True, 0.0), Interval(0.0, 0.0, 0.12)
    spread = WorkSpread(way, cv, 0.026, (TO_COMPLETION,), 12)
    assert list(spread_sentences(SimpleNamespace(spread=spread))) == [
        "12 percentiles fit a CPU that all requests share evenly (one that runs each request to completion fits as"
        " well), waits elsewhere that vary, and work of a request with a coefficient of variation of 0 (0 to 0.12)."
        " Simulated so, they are 2.6 % off."
    ]


@pytest.mark.parametrize(("parameter", "value", "told"), [
    (Parameter.WAIT, 1.9e-20, "0 s"), (Parameter.WAIT, 2e-6, "2 us"), (Parameter.WORK_PER_BYTE, 5e-11, "0.05 ns"),
    (Parameter.WORK_PER_BYTE, 1e-20, "0 s"), (Parameter.THINK, 0.0, "0 s"),
])  # fmt: skip
def test_a_time_that_no_clock_tells_from_none_is_none(parameter, value, told):
    assert amount(parameter, value) == told


def test_loads_are_asked_for_as_other_commands_take_them():
    asked = parse_loads(["1850", "2,000 /s", "2000 requests/s"])
    assert stated_loads(asked, LoadKind.OPEN) == (1850.0, 2000.0, 2000.0)
    assert stated_loads(parse_loads(["200 users", "1 user", "50"]), LoadKind.CLOSED) == (200.0, 1.0, 50.0)


@pytest.mark.parametrize(("text", "told"), [
    ("2k/s", '--at: "2k/s": a number is written in digits; write "2,000 /s", or users of a closed test'),
    ("-3", '--at: "-3": must not be negative; allowed is 0.001 users to'),
    ("many", '--at: "many": not a number of users; write e.g. "100,000 users", or requests a second of an open test,'),
    ("0 /s", '--at: "0 /s": must not be zero; allowed is'),
    ("5 users", '--at: "5 users": the rows are of an open test, without users; write e.g. "2000 /s"'),
])  # fmt: skip
def test_a_load_that_is_none_is_refused_with_a_remedy(text, told):
    with pytest.raises(ScenarioError) as error:
        stated_loads(parse_loads([text]), LoadKind.OPEN)
    assert told in str(error.value)


def test_what_speaks_against_a_fit_goes_with_the_scenario_into_every_plan(tmp_path):
    """A rate that bends early and rises again, faster than the fit allows."""
    rows = "2,62.2,1.91,2.1\n8,236,3.55,8.3\n12,341,4.87,10.9\n16,385,11.1,13\n24,467,21,15.1\n48,650,43.4,19.8\n"
    (tmp_path / "rows.csv").write_text(f"users,requests/s,mean ms,CPU %\n{rows}")
    words = ["calibrate", "measurements", f"{tmp_path}/rows.csv", "--server", "dl585-2.2ghz-4gb", "--out"]
    told = CliRunner().invoke(app, [*words, f"{tmp_path}/made"])
    said = " ".join(told.output.split())
    assert told.exit_code == 0 and "do not plan by this" in said and "contradicts its rows" in said, said
    file = tmp_path / "made/our-servers.yaml"
    off, more = re.search(r"up to (\d+ %) off", said)[1], re.search(r"(\d+ %) more: the fit", said)[1]
    reasons = f"rows held back {off} off, a row did {more} more than it can"
    assert load(file).name == f"Our servers (not to plan by: {reasons})"
    planned = CliRunner().invoke(app, ["plan", str(file), "--engine", "theory"])
    assert f"not to plan by: {reasons}" in " ".join(planned.output.split())


def test_a_scenario_that_nothing_speaks_against_has_its_name_alone(answered):
    assert load(answered[2]).name == "Own pages"


def test_a_plan_reads_it(answered):
    _, _, file = answered
    told = CliRunner().invoke(app, ["plan", str(file), "--engine", "theory"])
    assert told.exit_code in (0, 1) and "Own pages" in told.output


def test_a_limit_of_workers_is_written_as_a_pool(tmp_path):
    rows = closed_rows(CLOSED_SERVER, machine(4, 7), (5, 20, 40, 60, 80, 100, 140), 0.01, 5)
    lines = ["users,requests/s,mean ms,CPU %"]
    for row in rows:
        rate, mean, cpu = (row[each] for each in (Metric.RATE, Metric.MEAN, Metric.CPU))
        lines.append(f"{row[Metric.USERS]},{rate:.6g},{1e3 * mean:.6g},{100 * cpu:.5g}")
    (tmp_path / "rows.csv").write_text("\n".join(lines) + "\n")
    words = ["calibrate", "measurements", f"{tmp_path}/rows.csv", "--server", "dl585-2.2ghz-4gb", "--out"]
    assert CliRunner().invoke(app, [*words, f"{tmp_path}/made"]).exit_code == 0
    written = load(tmp_path / "made/our-servers.yaml")
    assert written.web_server.pools[0].threads == 7
    assert written.sources["web_server.pools[0].threads"].kind == "measured"
