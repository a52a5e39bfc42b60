"""What tools write is read as they meant it: rates a second, times in seconds, shares from 0 to 1."""

from pathlib import Path

import pytest

from simulator.calibration.point import Metric
from simulator.calibration.reading.headings import parse_heading
from simulator.calibration.reading.read import read_measurements

SAMPLES = Path(__file__).parent / "samples"


def read(*names):
    return read_measurements(
        [name.replace("@", f"{SAMPLES}/") if "@" in name else str(SAMPLES / name) for name in names]
    ).points


@pytest.mark.parametrize(
    ("name", "expected", "percentiles"),
    [
        ("wrk.txt", {Metric.RATE: 23775.22, Metric.USERS: 100, Metric.MEAN: 4.2e-3, Metric.MOST: 38.52e-3,
                     Metric.ERRORS: 0},
         {0.5: 4.01e-3, 0.99: 9.8e-3}),
        ("wrk2.txt", {Metric.RATE: 2000.28, Metric.MEAN: 6.46e-3}, {0.5: 6.67e-3, 0.999: 12.3e-3}),
        ("ab.txt", {Metric.RATE: 1000, Metric.USERS: 20, Metric.MEAN: 0.02, Metric.SIZE: 30720, Metric.CONNECTING: 1000,
                    Metric.MOST: 0.06}, {0.95: 0.031}),
        ("k6.json", {Metric.RATE: 500, Metric.USERS: 510, Metric.MEAN: 0.02, Metric.ERRORS: 0.0005,
                     Metric.BYTES: 5.12e6},
         {0.5: 0.0185, 0.95: 0.036}),
        ("k6_open.json", {Metric.RATE: 500, Metric.MEAN: 0.02}, {0.95: 0.036}),
        ("oha.json", {Metric.RATE: 4000, Metric.MEAN: 0.0125, Metric.ERRORS: 0.001, Metric.SIZE: 30720}, {0.99: 0.05}),
        ("locust_stats.csv", {Metric.RATE: 100, Metric.MEAN: 0.0205, Metric.ERRORS: 0.001}, {0.95: 0.04, 0.999: 0.15}),
        ("jmeter_aggregate.csv", {Metric.RATE: 100, Metric.MEAN: 0.03, Metric.ERRORS: 0.0005, Metric.BYTES: 1024e3},
         {0.5: 0.026, 0.95: 0.06}),
    ],
)  # fmt: skip
def test_an_output_is_one_point(name, expected, percentiles):
    (point,) = read(name)
    assert {key: point.measured.get(key) for key in expected} == pytest.approx(expected)
    assert {share: point.percentiles.get(share) for share in percentiles} == pytest.approx(percentiles)


def test_open_tests_have_no_users():
    """wrk2 and arrivals at a rate of k6 have connections, but nobody waits for an answer before the next request."""
    assert not any(point.has(Metric.USERS) for point in (*read("wrk2.txt"), *read("k6_open.json")))


def test_a_history_of_locust_is_a_point_for_each_number_of_users():
    points = read("locust_history.csv")
    assert [point[Metric.USERS] for point in points] == [100, 200]
    assert [point[Metric.RATE] for point in points] == pytest.approx([98, 195])
    assert [point[Metric.MEAN] for point in points] == pytest.approx([0.02, 0.02]), "of what came while they were there"
    assert not any(point.percentiles for point in points), "its percentiles are those since the start"


def test_a_log_of_jmeter_is_a_point_for_each_number_of_threads():
    few, many = read("jmeter.jtl")
    assert (few[Metric.USERS], many[Metric.USERS]) == (10, 20)
    assert few[Metric.RATE] == pytest.approx(10.0, rel=0.02) and many[Metric.RATE] == pytest.approx(20.0, rel=0.02)
    assert few[Metric.MEAN] == pytest.approx(0.0245) and few[Metric.ERRORS] == 0.01
    assert set(few.percentiles) == {0.5, 0.9}, "a percentile needs ten requests beyond it"


def test_counters_are_laid_side_by_side_by_their_clocks():
    """sar knows the time of day, Prometheus the date as well."""
    points = read("sar.txt", "requests/s=@prometheus_rate.json")
    assert [point[Metric.CPU] for point in points] == pytest.approx([0.25, 0.5, 0.75])
    assert [point[Metric.RATE] for point in points] == pytest.approx([100, 200, 300])
    assert points[1][Metric.BYTES] == 2000 * 1024 and points[0].cores == 4


def test_counters_of_windows_are_added_up_over_their_instances():
    points = read("typeperf.csv")
    assert [point[Metric.CPU] for point in points[-3:]] == pytest.approx([0.25, 0.5, 0.75])
    assert points[-1][Metric.BYTES] == 3_072_000 and points[-1][Metric.RATE] == 300


def test_what_sar_says_of_all_disks_is_read():
    points = read("sar_disks.txt")
    assert [point[Metric.READS] for point in points] == [40, 80, 120]
    assert [point[Metric.READ_BYTES] for point in points] == pytest.approx([20480 * 512, 40960 * 512, 61440 * 512])


def test_what_sar_says_of_each_disk_is_added_up_without_what_stands_on_others():
    points = read("sar_devices.txt")
    assert [point[Metric.READ_BYTES] for point in points] == pytest.approx([10_000 * 1024, 20_000 * 1024])
    assert not any(point.has(Metric.READS) for point in points), "transfers are reads and writes together"


def test_all_disks_together_go_before_each_of_them(tmp_path):
    whole = (SAMPLES / "sar_disks.txt").read_text()
    each = "10:00:00 AM DEV tps rkB/s\n10:00:10 AM sda 45 1\n10:00:20 AM sda 90 2\n10:00:30 AM sda 90 3\n"
    (tmp_path / "sar.txt").write_text(whole + each)
    assert read_measurements([str(tmp_path / "sar.txt")]).points[0][Metric.READ_BYTES] == 20480 * 512


def test_older_versions_of_sar_count_sectors(tmp_path):
    lines = ["Linux 2.6.18 (a) 11/02/2006 _x86_64_ (4 CPU)", "10:00:00 DEV tps rd_sec/s wr_sec/s",
             "10:00:10 dev8-0 4 2000 10", "10:00:20 dev8-0 4 4000 10", "10:00:20 dev9-0 4 4000 10"]  # fmt: skip
    (tmp_path / "sar.txt").write_text("\n".join(lines) + "\n")
    points = read_measurements([str(tmp_path / "sar.txt")]).points
    assert [point[Metric.READ_BYTES] for point in points] == [2000 * 512, 4000 * 512]


def test_disks_and_the_cache_of_windows_are_read():
    points = read("typeperf_disks.csv")
    assert [point[Metric.READS] for point in points] == [40, 80, 120]
    assert points[0][Metric.READ_BYTES] == 2_621_440 and points[2][Metric.HITS] == pytest.approx(0.61)


def test_a_query_of_prometheus_is_a_ratio_or_what_disks_read():
    """`rate(node_disk_reads_completed_total[1m])`, `rate(node_disk_read_bytes_total[1m])`, and a ratio from 0 to 1."""
    named = {"disk reads/s": Metric.READS, "disk B/s": Metric.READ_BYTES, "hit ratio 0-1": Metric.HITS}
    for text, gauge in named.items():
        points = read(f"{text}=@prometheus_rate.json")
        assert [point[gauge] for point in points][:2] == pytest.approx([100, 200])


def test_a_row_names_the_output_of_a_tool_and_adds_to_it(tmp_path):
    (tmp_path / "run.json").write_text((SAMPLES / "oha.json").read_text())
    (tmp_path / "rows.csv").write_text("file,users,CPU %\nrun.json,50,40\n")
    (point,) = read_measurements([str(tmp_path / "rows.csv")]).points
    assert point[Metric.USERS] == 50 and point[Metric.CPU] == 0.4 and point[Metric.RATE] == 4000
    assert point.percentiles[0.95] == 0.026


@pytest.mark.parametrize(
    ("text", "quantity", "factor"),
    [
        ("requests/s", Metric.RATE, 1.0), ("Throughput (req/s)", Metric.RATE, 1.0),
        ("scripts/hour", Metric.RATE, 1 / 3600),
        ("thousand requests/s", Metric.RATE, 1e3), ("rps", Metric.RATE, 1.0), ("VUs", Metric.USERS, 1.0),
        ("Mbps", Metric.BYTES, 125e3), ("Traffic [MB/s]", Metric.BYTES, 1e6), ("CPU %", Metric.CPU, 0.01),
        ("cpu (%)", Metric.CPU, 0.01), ("mean ms", Metric.MEAN, 1e-3), ("mean response time (ms)", Metric.MEAN, 1e-3),
        ("avg_ms", Metric.MEAN, 1e-3), ("max s", Metric.MOST, 1.0), ("errors %", Metric.ERRORS, 0.01),
        ("connections", Metric.CONNECTIONS, 1.0), ("new connections/s", Metric.CONNECTING, 1.0),
        ("size kB", Metric.SIZE, 1e3), ("think time s", Metric.THINK, 1.0),
        ("hit ratio %", Metric.HITS, 0.01), ("Cache hits (%)", Metric.HITS, 0.01), ("% hits", Metric.HITS, 0.01),
        ("hit rate 0-1", Metric.HITS, 1.0), ("miss ratio %", Metric.MISSES, 0.01), ("misses %", Metric.MISSES, 0.01),
        ("disk reads/s", Metric.READS, 1.0), ("disk reads/min", Metric.READS, 1 / 60), ("cache GB", Metric.CACHE, 1e9),
        ("disk read MB/s", Metric.READ_BYTES, 1e6), ("disk MiB/s", Metric.READ_BYTES, 1024.0**2),
        ("File cache (GiB)", Metric.CACHE, 1024.0**3), ("hits/s", Metric.RATE, 1.0),
    ],
)  # fmt: skip
def test_a_heading_is_a_quantity_and_a_unit(text, quantity, factor):
    found = parse_heading(text)
    assert found.quantity is quantity and found.factor == pytest.approx(factor)


@pytest.mark.parametrize(
    ("text", "share"), [("p95 ms", 0.95), ("p99.9 us", 0.999), ("90% ms", 0.9), ("median ms", 0.5)]
)
def test_a_percentile_is_known_by_its_share(text, share):
    assert parse_heading(text).share == pytest.approx(share)


def test_what_is_counted_a_second_is_a_counter():
    assert parse_heading("db calls/s").counter == "db calls/s"


def test_semicolons_go_with_decimal_commas(tmp_path):
    (tmp_path / "rows.csv").write_text("requests/s;mean ms\n1.000,5;12,5\n")
    (point,) = read_measurements([str(tmp_path / "rows.csv")]).points
    assert point[Metric.RATE] == 1000.5 and point[Metric.MEAN] == pytest.approx(0.0125)
