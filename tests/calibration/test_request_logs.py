"""A log of requests is a row for each load that held: ramps, transactions and pauses between runs are none."""

from datetime import UTC, datetime

import pytest

from models.errors import ScenarioError
from simulator.calibration.point import Metric
from simulator.calibration.reading.read import read_measurements
from tests.calibration.request_logs import (
    START,
    generator,
    held,
    jtl,
    jtl_with_transactions,
    jtl_xml,
    k6_csv,
    ramp,
)

SEEDS = range(5)


def read(folder, text):
    (folder / "log").write_text(text, encoding="utf-8")
    return read_measurements([str(folder / "log")])


def loads(rng):
    """Two numbers of users, each with its mean response."""
    first = int(rng.integers(3, 12))
    return (first, float(rng.uniform(0.1, 0.3))), (first + int(rng.integers(5, 20)), float(rng.uniform(0.3, 0.6)))


def as_expected(points, requests):
    """Each point has the rate and the mean of the requests of its number of users."""
    for point in points:
        mine = [each for each in requests if each.users == point.get(Metric.USERS)]
        took = [each.took for each in mine]
        assert point[Metric.MEAN] == pytest.approx(sum(took) / len(took), rel=1e-3)
        assert point[Metric.RATE] == pytest.approx(point[Metric.USERS] / point[Metric.MEAN], rel=0.05)
        assert point[Metric.ERRORS] == pytest.approx(sum(each.status > 400 for each in mine) / len(mine))


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("write", [jtl, jtl_xml, lambda log: jtl(log, headings=False)])
def test_a_log_of_jmeter_is_a_row_for_each_load_in_every_form(tmp_path, write, seed):
    rng = generator(seed)
    (few, quick), (many, slow) = loads(rng)
    log = held(rng, few, quick, 30.0) + held(rng, many, slow, 30.0, START + 31.0)
    points = read(tmp_path, write(log)).points
    assert [point[Metric.USERS] for point in points] == [few, many]
    as_expected(points, log)
    assert points[0][Metric.SIZE] == 2048


@pytest.mark.parametrize(
    "form",
    ["%Y/%m/%d %H:%M:%S.%f", "%Y-%m-%d %H:%M:%S", "%d/%m/%Y %H:%M:%S", "%b %d, %Y %H:%M:%S", "%m/%d/%y %I:%M:%S %p"],
)
@pytest.mark.parametrize("seed", SEEDS[:2])
def test_times_may_have_any_form(tmp_path, form, seed):
    """Also one without milliseconds, which moves rates by what a second is."""
    rng = generator(seed)
    log = held(rng, 4, 0.3, 300.0, datetime(2024, 11, 14, 22, 10, tzinfo=UTC).timestamp())
    (point,) = read(tmp_path, jtl(log, lambda at: f'"{datetime.fromtimestamp(at, UTC):{form}}"')).points
    assert point[Metric.RATE] == pytest.approx(4 / point[Metric.MEAN], rel=0.05)


@pytest.mark.parametrize("seed", SEEDS)
def test_a_ramp_is_left_out_and_said(tmp_path, seed):
    rng = generator(seed)
    users = int(rng.integers(8, 25))
    log = ramp(rng, users, 0.2, 0.5, START) + held(rng, users, 0.2, 40.0, START + users * 0.5)
    found = read(tmp_path, jtl(log))
    (point,) = found.points
    assert point[Metric.USERS] == users
    as_expected(found.points, log)
    assert any(f"{users - 1} of" in note.told and "a ramp is no load that holds" in note.told for note in found.notes)


@pytest.mark.parametrize("seed", SEEDS)
def test_a_log_that_is_a_ramp_alone_is_refused_as_that(tmp_path, seed):
    rng = generator(seed)
    with pytest.raises(ScenarioError, match=r"40 of 40 requests .* between 1 and 40: a ramp is no load that holds"):
        read(tmp_path, jtl(ramp(rng, 41, 0.3, 0.2, START)))


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("says", [True, False])
def test_transactions_are_no_requests(tmp_path, says, seed):
    """Whether their message says it, or only that their time is the sum of those within them."""
    rng = generator(seed)
    users = int(rng.integers(3, 9))
    log = held(rng, users, 0.4, 30.0)
    found = read(tmp_path, jtl_with_transactions(log, says))
    (point,) = found.points
    assert point[Metric.MEAN] == pytest.approx(sum(each.took for each in log) / len(log) / 2, rel=0.01)
    assert point[Metric.RATE] == pytest.approx(2 * len(log) / 30.0, rel=0.05) and point[Metric.SIZE] == 2048
    assert any(f"{len(log):,} transactions" in note.told for note in found.notes)


@pytest.mark.parametrize("seed", SEEDS)
def test_runs_with_hours_between_them_are_rows_of_their_own(tmp_path, seed):
    rng = generator(seed)
    hours = float(rng.uniform(1.0, 9.0))
    first, second = held(rng, 6, 0.2, 20.0), held(rng, 6, 0.3, 20.0, START + hours * 3600.0)
    points = read(tmp_path, jtl(first + second)).points
    assert [point[Metric.RATE] for point in points] == pytest.approx([6 / 0.2, 6 / 0.3], rel=0.06)


@pytest.mark.parametrize("seed", SEEDS)
def test_metrics_of_k6_are_a_row_for_each_number_of_users_that_holds(tmp_path, seed):
    rng = generator(seed)
    (few, quick), (many, slow) = loads(rng)
    log = held(rng, few, quick, 40.0) + held(rng, many, slow, 40.0, START + 41.0)
    users = [(int(START) + at, few if at < 41 else many) for at in range(82)]
    points = read(tmp_path, k6_csv(log, users)).points
    assert [point[Metric.USERS] for point in points] == [few, many]
    assert points[1][Metric.RATE] == pytest.approx(many / slow, rel=0.06)
    assert points[1][Metric.MEAN] == pytest.approx(slow, rel=0.03)


def test_a_log_that_was_cut_off_is_read_to_there(tmp_path):
    log = jtl(held(generator(1), 5, 0.2, 30.0))
    found = read(tmp_path, log[:-60])
    assert len(found.points) == 1 and any("1 lines are not whole" in note.told for note in found.notes)
    xml = jtl_xml(held(generator(1), 5, 0.2, 30.0))
    found = read(tmp_path, xml[:-200])
    assert len(found.points) == 1 and any("not XML to its end" in note.told for note in found.notes)


def test_a_bad_number_in_a_log_is_told_with_its_line(tmp_path):
    text = jtl(held(generator(1), 5, 0.2, 30.0)).splitlines()
    text[7] = text[7].replace(text[7].split(",")[1], "74.0x", 1)
    with pytest.raises(ScenarioError, match=r"log:8: elapsed = 74.0x: a unit in a cell"):
        read(tmp_path, "\n".join(text))
