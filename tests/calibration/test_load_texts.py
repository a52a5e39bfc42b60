"""What each load tool writes is read as it meant it, whatever the figures are; a loop is as many rows as runs."""

import pytest

from simulator.calibration.point import Metric
from simulator.calibration.reading.read import read_measurements
from simulator.calibration.reading.readers import READERS
from tests.calibration import load_texts
from tests.calibration.load_texts import drawn
from tests.fabricated import ROOT

CLOSED = ["wrk", "apache_bench", "h2load", "fortio", "fortio_json", "autocannon", "autocannon_json", "k6", "k6_newer"]
OPEN = ["hey", "oha", "oha_newer", "oha_json", "vegeta", "vegeta_json", "artillery", "artillery_json", "gatling",
        "gatling_newer", "gatling_json", "jmeter_dashboard", "jmeter_plugins"]  # fmt: skip
# What tools count twice: a run of ab has three failures beside its statuses.
BESIDE = {"apache_bench": 3}
SEEDS = range(5)


def read(folder, text, *others):
    (folder / "run").write_text(text, encoding="utf-8")
    return read_measurements([str(folder / "run"), *others])


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("tool", CLOSED + OPEN)
def test_an_output_says_what_the_tool_has_measured(tmp_path, tool, seed):
    run = drawn(seed)
    (point,) = read(tmp_path, getattr(load_texts, tool)(run)).points
    assert point[Metric.RATE] == pytest.approx(run.rate, rel=1e-3)
    # Some write whole milliseconds.
    assert point[Metric.MEAN] == pytest.approx(run.mean, rel=1e-3, abs=6e-4)
    assert point[Metric.ERRORS] == pytest.approx((run.failed + BESIDE.get(tool, 0)) / run.count, rel=1e-3, abs=1e-7)
    for gauge, value in ((Metric.LEAST, run.least), (Metric.MOST, run.most)):
        assert point.measured.get(gauge, value) == pytest.approx(value, rel=1e-2, abs=6e-4)
    for share, value in ((0.5, run.p50), (0.95, run.p95), (0.99, run.p99)):
        assert point.percentiles.get(share, value) == pytest.approx(value, rel=1e-2, abs=6e-4)
    # h2load and wrk2 tell no percentiles, or not these.
    assert tool == "h2load" or point.percentiles
    assert tool.startswith(("artillery", "gatling")) or point.size == pytest.approx(run.size, rel=1e-2)


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("tool", CLOSED)
def test_users_of_a_closed_test_are_those_of_its_output(tmp_path, tool, seed):
    run = drawn(seed)
    (point,) = read(tmp_path, getattr(load_texts, tool)(run)).points
    assert point[Metric.USERS] == pytest.approx(run.users, rel=1e-3)


@pytest.mark.parametrize("tool", OPEN)
def test_no_users_are_made_up_and_a_tool_that_has_them_but_does_not_say_them_is_told(tmp_path, tool):
    found = read(tmp_path, getattr(load_texts, tool)(drawn(1)))
    assert not found.points[0].has(Metric.USERS)
    assert tool.startswith(("vegeta", "artillery")) or any("table adds" in note.told for note in found.notes)


@pytest.mark.parametrize("tool", [each for each in CLOSED + OPEN if each not in ("jmeter_dashboard", "jmeter_plugins")])
def test_outputs_that_are_appended_in_a_loop_are_a_row_each(tmp_path, tool):
    runs = [drawn(seed) for seed in (11, 12, 13)]
    # Gatling tells its runs apart by their counts.
    runs.sort(key=lambda run: -run.count)
    points = read(tmp_path, "\n".join(getattr(load_texts, tool)(run) for run in runs)).points
    assert [point[Metric.RATE] for point in points] == pytest.approx([run.rate for run in runs], rel=1e-3)
    assert [point[Metric.MEAN] for point in points] == pytest.approx([run.mean for run in runs], rel=1e-2)
    lines = [point.line for point in points]
    assert lines == sorted(set(lines)) and lines[0] > 0, "each row is named by the line at which its run begins"


@pytest.mark.parametrize("tool", ["wrk", "apache_bench", "hey", "h2load", "fortio"])
def test_a_run_that_did_not_end_is_left_out_of_a_loop_and_said(tmp_path, tool):
    text = getattr(load_texts, tool)(drawn(3))
    begun = text[: text.index(next(part for part in ("Requests/sec:", "Requests per second:", "finished in",
                                                     "Ended after") if part in text))]  # fmt: skip
    found = read(tmp_path, f"{text}\n{begun}" if tool != "h2load" else f"{begun}\n{text}")
    assert len(found.points) == 1
    assert any("1 of 2 runs did not end" in note.told for note in found.notes)


@pytest.mark.parametrize("tool", CLOSED + OPEN)
def test_lines_may_end_in_any_way(tmp_path, tool):
    text = getattr(load_texts, tool)(drawn(2))
    for end in ("\r\n", "\r", "\n\r"):
        (tmp_path / "run").write_bytes(text.replace("\n", end).encode())
        (point,) = read_measurements([str(tmp_path / "run")]).points
        assert point[Metric.RATE] == pytest.approx(drawn(2).rate, rel=1e-3)


@pytest.mark.parametrize("seed", SEEDS)
def test_autocannon_writes_rates_in_the_language_of_the_machine(tmp_path, seed):
    """And times and sizes with a point: all requests over their time tell which mark a rate has."""
    run = drawn(seed)
    rate = run.rate * 37
    shown = f"{rate:,.0f}"
    lines = load_texts.autocannon(run).replace(f"{run.rate:,.2f}", shown).split("\n")
    place = next(number for number, line in enumerate(lines) if "Req/Sec  " in line)
    lines[place] = lines[place].replace(",", ";").replace(".", ",").replace(";", ".")
    text = "\n".join(lines).replace(f"{run.rate * 10.02 / 1e3:.3f}k requests", f"{rate * 10.02 / 1e3:.0f}k requests")
    (point,) = read(tmp_path, text).points
    assert point[Metric.RATE] == pytest.approx(rate, rel=0.01) and point[Metric.MEAN] == pytest.approx(
        run.mean, rel=0.01
    )


def test_the_guide_has_the_readers():
    guide = (ROOT / "docs/bring-your-measurements.md").read_text(encoding="utf-8")
    rows = [f"| {reader.tool} | {reader.what} | {reader.gives} |" for reader in READERS]
    assert "\n".join(["| tool | what of it is read | what it becomes |", "| --- | --- | --- |", *rows]) in guide
    assert len({(reader.tool, reader.what) for reader in READERS}) == len(READERS)
