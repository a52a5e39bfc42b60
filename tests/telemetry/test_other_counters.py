"""Counters that the readers of measurements know, and tables: a file of sar is a server, a table may name them."""

import pytest

from models.errors import ScenarioError
from simulator.calibration.point import Metric
from simulator.messages.stages import telemetry
from simulator.telemetry.farm_record import lay_side_by_side
from simulator.telemetry.read import read_counters
from tests.telemetry.written import answer, server

TABLE = """time,server,requests/s,CPU %,Mbps
2026-09-22 00:00,www1,100,10,24
2026-09-22 00:00,www2,100,12,24
2026-09-22 01:00,www1,200,20,48
2026-09-22 01:00,www2,200,22,48
"""
SADF = """# hostname;interval;timestamp;CPU;%user;%nice;%system;%iowait;%steal;%idle
www1;600;2026-09-22 00:10:01 UTC;-1;8.00;0.00;2.00;1.00;0.00;89.00
www1;600;2026-09-22 00:20:01 UTC;-1;16.00;0.00;4.00;1.00;0.00;79.00
# hostname;interval;timestamp;IFACE;rxpck/s;txpck/s;rxkB/s;txkB/s;rxcmp/s;txcmp/s;rxmcst/s;%ifutil
www1;600;2026-09-22 00:10:01 UTC;eth0;10.00;20.00;5.00;3000.00;0.00;0.00;0.00;0.00
www1;600;2026-09-22 00:20:01 UTC;eth0;10.00;20.00;5.00;6000.00;0.00;0.00;0.00;0.00
"""
PERFMON = r""""(PDH-CSV 4.0) (UTC)(0)","\\WEB1\Processor(_Total)\% Processor Time","\\WEB1\Web Service(_Total)\Total Method Requests/sec"
"09/22/2026 00:00:00.000","10","100"
"09/22/2026 00:10:00.000","20","200"
"""  # noqa: E501


def of(counters, gauge):
    return {each.host: each.values.tolist() for each in counters.series if each.gauge is gauge}


def test_a_table_names_its_servers(write):
    counters = read_counters([write(TABLE, "farm.csv")])
    assert of(counters, Metric.CPU) == {"www1": [0.1, 0.2], "www2": [0.12, 0.22]}
    record = lay_side_by_side(counters)
    assert record.rate.tolist() == [200.0, 400.0] and record.sent.tolist() == pytest.approx([6e6, 12e6])
    assert record.step == 3_600.0


def test_a_table_without_servers_is_of_the_whole_farm(write):
    text = "time;requests/s;CPU %\n2026-09-22 00:00;1.500,5;10\n2026-09-22 01:00;2.500,5;20\n"
    counters = read_counters([write(text, "farm.csv")])
    assert of(counters, Metric.RATE) == {"": [1_500.5, 2_500.5]}


def test_a_file_of_sar_is_a_server(write):
    counters = read_counters([write(SADF, "www1.txt")])
    assert of(counters, Metric.CPU) == {"www1.txt": pytest.approx([0.1, 0.2])}
    assert list(of(counters, Metric.BYTES)["www1.txt"]) == pytest.approx([3_000 * 1_024, 6_000 * 1_024], rel=0.03)


def test_a_file_of_perfmon_is_a_server(write):
    counters = read_counters([write(PERFMON, "web1.csv")])
    assert of(counters, Metric.RATE) == {"web1.csv": [100.0, 200.0]}


def test_what_a_panel_of_grafana_shows_is_named(write):
    file = write("Time,Value\n2026-09-22 00:00:00,1200\n2026-09-22 00:10:00,1300\n", "panel.csv")
    assert of(read_counters([f"requests/s={file}"]), Metric.RATE) == {"": [1_200.0, 1_300.0]}


def test_files_are_laid_side_by_side(write):
    prometheus = write(answer(server("www1", [10.0] * 4, [0.1] * 4)))
    counters = read_counters([prometheus, write(SADF, "www2.txt")])
    assert {each.host for each in counters.series} == {"www1", "www2.txt"}


def test_all_files_that_are_wrong_are_told_at_once(write):
    wrong = [write("{", "a.json"), write("nothing known in here at all\n", "b.txt"), "no/such/file.json"]
    with pytest.raises(ScenarioError) as error:
        read_counters(wrong)
    assert [each.file for each in error.value.problems] == wrong


WRONG = {
    "no column of counters": ("time,connections\n2026-09-22,5\n2026-09-23,6\n", telemetry.NO_COLUMN),
    "a test without times": ("requests/s,CPU %\n100,10\n200,20\n", telemetry.NO_TIMES),
    "time that runs back": (
        "time,requests/s\n2026-09-22 02:00,5\n2026-09-22 01:00,6\n", telemetry.clock_back(1790035200 + 7200)
    ),
    "a CPU beyond all": (
        "time,requests/s,CPU %\n2026-09-22,5,1e308\n2026-09-23,6,5\n", telemetry.impossible("CPU", 110.0, " %")
    ),
    "below nothing": (
        "time,requests/s\n2026-09-22,-5\n2026-09-23,6\n", telemetry.impossible("requests/s", 1e9, " requests/s")
    ),
}  # fmt: skip


@pytest.mark.parametrize("case", WRONG)
def test_what_cannot_be_is_one_clear_error(write, case):
    text, told = WRONG[case]
    with pytest.raises(ScenarioError) as error:
        read_counters([write(text, "farm.csv")])
    assert [(each.message, each.remedy) for each in error.value.problems] == [told]


@pytest.mark.parametrize("text", [TABLE.replace("200,22", "two,22"), TABLE.replace("requests/s", "load")])
def test_a_cell_or_a_heading_that_is_none_is_told_with_its_line(write, text):
    with pytest.raises(ScenarioError, match=r"farm\.csv:[15]: "):
        read_counters([write(text, "farm.csv")])


def test_times_without_a_date_are_not_laid_beside_dates(write):
    undated = "Linux 6.1 (www1) \t(4 CPU)\n\n00:00:01  CPU  %user  %nice  %system  %iowait  %steal  %idle\n" + "".join(
        f"00:{minute:02d}:01  all  5.00  0.00  5.00  0.00  0.00  90.00\n" for minute in range(10, 40, 10)
    )
    with pytest.raises(ScenarioError, match=telemetry.NO_DATE[0]):
        read_counters([write(answer(server("w", [1.0] * 4, [0.1] * 4))), write(undated, "sar.txt")])


def sar(begins, day, kilobytes, step=600, count=12):
    """Text of sar: what a card sent in steps, the first of which begins at a second of a day, or before it."""
    times = (begins + step * number for number in range(count + 1))
    clocks = [f"{at % 86_400 // 3_600:02d}:{at % 3_600 // 60:02d}:{at % 60:02d}" for at in times]
    head = "IFACE   rxpck/s   txpck/s    rxkB/s    txkB/s   rxcmp/s   txcmp/s  rxmcst/s   %ifutil"
    rows = [f"{clock}  eth0  1.00  1.00  1.00  {kilobytes}.00  0.00  0.00  0.00  0.00" for clock in clocks[1:]]
    return "\n".join([f"Linux 6.1 (www1) \t{day}_x86_64_\t(4 CPU)", "", f"{clocks[0]}  {head}", *rows, ""])


@pytest.mark.parametrize("day", ["11/20/2026 \t", "2026-11-20 \t", ""])
def test_samples_around_midnight_are_of_one_night(write, day):
    """Of two servers one was sampled two seconds after the other: its first sample begins after midnight."""
    first, second = write(sar(-1, day, 100), "www1.txt"), write(sar(1, day, 200), "www2.txt")
    counters = read_counters([first, second])
    (one, two) = (each.at.tolist() for each in counters.series)
    assert [after - before for before, after in zip(one, two, strict=True)] == [2.0] * 12
    assert one[1] % 86_400.0 == 599.0
    record = lay_side_by_side(counters)
    assert record.servers.max() == 2.0 and record.days < 0.1 and record.left_out == 0
    assert record.sent.max() == pytest.approx(300 * 1_024)
    assert [each.text for each in counters.notes] == [telemetry.SAR_ZONE] * 2


@pytest.mark.parametrize(("zone", "ahead"), [("UTC", 0), ("CET", 1), ("CEST", 2), ("EST", -5), ("IST", 0), ("", 0)])
def test_times_of_vmstat_are_in_the_zone_that_stands_above_them(write, zone, ahead):
    """As UTC where nobody knows which it is, as of IST, which is that of India, Ireland or Israel."""
    rows = [f" 1 0 0 1 1 1 0 0 1 2 100 200 10 2 88 0 0 2026-11-20 {hour:02d}:00:00" for hour in range(5, 9)]
    head = f" r  b   swpd   free   buff  cache   si   so    bi    bo   in   cs us sy id wa st {zone:>19}"
    cpu = next(
        each for each in read_counters([write("\n".join([head, *rows]), "w1")]).series if each.gauge is Metric.CPU
    )
    assert cpu.at[0] % 86_400.0 == 3_600.0 * (5 - ahead)


def test_text_of_sar_has_the_day_of_its_first_line(write):
    """And goes on past midnight: the file of the day before and that of the day are one night."""
    before, after = sar(84_000, "11/19/2026 \t", 100, count=8), sar(0, "11/20/2026 \t", 100)
    first, second = (each.at for each in read_counters([write(before, "a.txt"), write(after, "b.txt")]).series)
    assert first[0] == 1_795_046_400.0 + 84_000.0 and first[4] == second[0] == 1_795_132_800.0


@pytest.mark.parametrize("cell", ["e4", "E", "-e4"])
def test_an_exponent_alone_is_no_number(write, cell):
    with pytest.raises(ScenarioError, match=r"farm\.csv:2: .*not a number"):
        read_counters([write(f"time,requests/s\n2026-09-22,{cell}\n2026-09-23,6\n", "farm.csv")])
