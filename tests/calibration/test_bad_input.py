"""Whatever is wrong with measurements is said once, with its place and what to do; nothing is written."""

import pytest
from typer.testing import CliRunner

from models.errors import ScenarioError
from simulator.calibration.load_kind import check_rows, require_possible
from simulator.calibration.point import LoadTestRow, Metric
from simulator.calibration.reading.read import read_measurements
from simulator.cli.main import app

GOOD = "requests/s,CPU %,mean ms\n100,10,20\n200,20,21\n400,40,22\n"
ROWS = [
    ("requests/s,CPU %\n100,10\n", ["one row says nothing", "two loads"]),
    ("CPU %,mean ms\n10,5\n20,6\n", ["no column says what load", '"requests/s" or "users"']),
    ("requests/s,CPU %\n100,10\n,20\n300,30\n", ["rows.csv:3", "this row has no load"]),
    ("requests/s,p95 ms,max ms\n100,50,40\n200,60,90\n",
     ["rows.csv:2", "percentile 95 = 50 ms", "above the maximum, 40 ms"]),
    ("requests/s,mean ms,max ms\n100,50,40\n200,60,90\n", ["mean response = 50 ms", "above the maximum"]),
    ("requests/s,p95 ms,p99 ms\n100,50,40\n200,60,90\n",
     ["percentile 99 = 40 ms", "less than the percentile 95, 50 ms"]),
    ("requests/s,CPU %\n100,10\n200,120\n", ["rows.csv:3", "CPU = 120 %: over 100 %", "divide by the cores"]),
    ("requests/s,CPU\n100,10\n200,20\n", ["CPU: this heading has no unit", 'write e.g. "CPU %"']),
    ("requests/s,mean\n100,10\n200,20\n", ["mean: this heading has no unit", '"mean ms"']),
    ("requests/s,mean\n100,10 ms\n200,20 ms\n", ["this heading has no unit"]),
    ("requests/s,mean s\n100,0.1\n200,20 ms\n", ["rows.csv:3", "mean s = 20 ms: a unit in a cell: units are mixed"]),
    ("requests/s,mean s,mean ms\n100,0.1,5\n200,2,6\n", ["mean ms", "same quantity, so that units are mixed"]),
    ("requests/s,mean %\n100,0.1\n200,2\n", ["mean %", "unit is not one of the quantity"]),
    ("requests/s,mean ms\n100,-1\n200,2\n", ["mean response = -0.001: must not be negative"]),
    ("requests/s,mean ms\n0,1\n200,2\n", ["requests/s = 0: must not be zero"]),
    ("requests/s,mean ms\n100,fast\n200,2\n", ["mean ms = fast: not a number"]),
    ("requests/s,mean ms\n100\n200,2\n", ["rows.csv:2", "1 cells, and there are 2 headings"]),
    ("requests/s,mean ms\n", ["this table has no rows"]),
    ("requests/s,sped\n100,1\n200,2\n", ["sped: not a heading that is known", "write one of"]),
    ("requests/s,mean ms,errors %\n100,1,50\n200,2,60\n", ["0 of 2 rows have no more than 1 % errors"]),
    ("requests/s,mean ms\n100,20\n200,21\n300,22\n", ["saturates nowhere and has no CPU", 'add a column "CPU %"']),
    ("users,requests/s,mean ms\n10,9.8,20\n50,48,22\n90,60,40\n120,118,25\n",
     ["rows.csv:4", "users = 90: breaks Little's law", "leave the row out"]),
    ("users,requests/s\n10,9.8\n50,48\n,60\n120,118\n", ["a row without users among rows with them"]),
    ("requests/s,CPU %,hit ratio %\n100,10,50\n200,20,120\n",
     ["rows.csv:3", "hit ratio = 120 %: over 100 %", "write the share of all lookups"]),
    ("requests/s,CPU %,misses %\n100,10,101\n200,20,20\n", ["rows.csv:2", "miss ratio = 101 %: over 100 %"]),
    ("requests/s,CPU %,hits %,misses %\n100,10,60,40\n200,20,60,50\n",
     ["rows.csv:3", "miss ratio = 50 %: with a hit ratio of 60 % that is not 100 % together", "write one of them"]),
    ("requests/s,CPU %,hit ratio\n100,10,50\n200,20,60\n", ["hit ratio: this heading has no unit", '"hit ratio %"']),
    ("requests/s,CPU %,cache\n100,10,4\n200,20,4\n", ["cache: this heading has no unit", 'write e.g. "cache GB"']),
    ("requests/s,CPU %,hits %,cache GB\n100,10,50,0\n200,20,50,4\n",
     ["rows.csv:2", "cache = 0: a cache of 0 bytes holds nothing", "write the memory that it could fill"]),
    ("users,mean ms,CPU %,disk reads/s\n10,20,10,50\n50,22,50,200\n",
     ["rows.csv:2", "disk reads/s = 50: reads without requests", 'fill in "requests/s"']),
    ("requests/s,CPU %,disk MB/s\n100,10,5\n200,20,10\n",
     ["rows.csv:3", "disk bytes/s = 1e+07: bytes that disks read, without the bytes that were served", '"Mbps"']),
    ("requests/s,CPU %,disk reads/s\n100,10,-5\n200,20,10\n", ["disk reads/s = -5: must not be negative"]),
    ("requests/s,CPU %,mean ms\n1000,5,3\n2000,10,0.0035\n4000,21,4\n",
     ["rows.csv:3", "mean response = 3.5 us: a thousandth of what the other rows have (3.5 ms)", "are these seconds"]),
    ("requests/s,CPU %,mean ms,p95 ms\n1000,5,3,9\n2000,10,3,9000\n4000,21,4,10\n",
     ["rows.csv:3", "percentile 95 = 9 s: a thousand times what the other rows have (9.5 ms)", "are these us"]),
    ("requests/s,CPU %,mean ms\n10,20,30\n20,40,3\n",
     ["rows.csv:3", "mean response = 3 ms: shorter than its work", "by the CPU of the rows, 1 core, it works for 20 ms",
      "share of all cores"]),
    ("users,CPU %\n10,20\n50,40\n", ["how many users there were, and nothing that they got"]),
]  # fmt: skip


@pytest.mark.parametrize(("text", "said"), ROWS)
def test_rows_that_cannot_be_used_are_refused_with_their_place(tmp_path, monkeypatch, text, said):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "rows.csv").write_text(text)
    from simulator.calibration.calibrate import calibrate

    with pytest.raises(ScenarioError) as refused:
        calibrate(read_measurements(["rows.csv"]).points)
    assert all(each in str(refused.value) for each in said), str(refused.value)
    assert "rows.csv" in str(refused.value)


@pytest.mark.parametrize(
    ("name", "content", "said"),
    [
        ("a.json", b'{"a": 1}', "this JSON is of no known kind"),
        ("a.json", b'{"metrics": {"http_reqs": ', "not JSON to its end"),
        ("a.json", b'{"metrics": {"x": {}}}', "no http_reqs"),
        ("a.json", b'{"metrics": {"http_reqs": {"rate": "fast"}}}', "not as its tool writes it"),
        ("a.json", b'{"summary": {"total": 1}}', "no summary.requestsPerSec"),
        ("a.json", b'{"data": {"resultType": "matrix", "result": [{}]}}', "its values have no unit"),
        ("a.json", b'{"data": {"resultType": "vector", "result": []}}', "no answer of a range query"),
        ("a.txt", b"Running 3s test @ http://a\n", "no Requests/sec"),
        ("a.txt", b"This is ApacheBench\n", "no rate or no concurrency"),
        ("a.txt", b"Linux 6 (a) 11/02/2026 _x86_64_ (4 CPU)\n", "fewer than 2 instants"),
        (
            "a.csv",
            b'"(PDH-CSV 4.0)","\\\\A\\Memory\\Free"\n"11/02/2026 10:00:00.1","1"\n',
            "none of its counters is known",
        ),
        ("a.csv", b"", "this file is empty"),
        ("a.csv", b"\x00\x01\x02", "this is no text"),
        ("a.csv", b"\xff\xfa\x80\x81", "this is no text"),
    ],
)
def test_files_that_are_none_are_refused(tmp_path, name, content, said):
    (tmp_path / name).write_bytes(content)
    with pytest.raises(ScenarioError, match=said):
        read_measurements([str(tmp_path / name)])


def test_a_query_of_several_series_is_refused(tmp_path):
    series = '{"metric": {}, "values": [[1, "1"], [2, "2"]]}'
    (tmp_path / "a.json").write_text(f'{{"data": {{"resultType": "matrix", "result": [{series}, {series}]}}}}')
    with pytest.raises(ScenarioError, match="2 series in one answer"):
        read_measurements([f"CPU %={tmp_path}/a.json"])


def test_counters_of_different_times_are_refused(tmp_path):
    for name, start in (("a", 10**9), ("b", 2 * 10**9)):
        values = ", ".join(f'[{start + 10 * k}, "{k + 1}"]' for k in range(5))
        result = f'[{{"metric": {{}}, "values": [{values}]}}]'
        (tmp_path / f"{name}.json").write_text(f'{{"data": {{"resultType": "matrix", "result": {result}}}}}')
    with pytest.raises(ScenarioError, match="no time in common"):
        read_measurements([f"CPU %={tmp_path}/a.json", f"requests/s={tmp_path}/b.json"])


def test_all_problems_of_all_files_are_told_at_once(tmp_path):
    (tmp_path / "a.csv").write_text("requests/s,mean\n100,10\n")
    with pytest.raises(ScenarioError) as refused:
        read_measurements([str(tmp_path / "a.csv"), str(tmp_path / "none.csv")])
    assert len(refused.value.problems) == 2


def test_a_stated_think_time_that_the_rows_deny_is_refused(tmp_path):
    (tmp_path / "rows.csv").write_text("users,requests/s,mean ms\n10,9.8,20\n50,48.9,22\n")
    points = read_measurements([str(tmp_path / "rows.csv")]).points
    assert check_rows(points, 1.0).off < 0.05
    with pytest.raises(ScenarioError, match="breaks Little's law"):
        check_rows(points, 2.0)


@pytest.mark.parametrize(
    ("options", "said"),
    [
        (["--cores", "4", "--server", "m7i.xlarge"], "leave out one of --server and --cores"),
        (["--server", "m7i.xlarg"], 'did you mean "m7i.xlarge"'),
        (["--out", "made"], "name the server of the catalogue"),
        (["--think-time", "5"], "which unit?"),
        (["--decimal", "x"], 'not a decimal mark; write "." or ","'),
        (["--hold-back", "2"], "2 of 3 rows held back leave too few"),
        (["--server", "m7i.xlarge", "--out", "made", "--name", "taken"], "is there already"),
    ],
)
def test_options_that_cannot_be_are_refused_and_nothing_is_written(tmp_path, monkeypatch, options, said):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "rows.csv").write_text(GOOD)
    if "taken" in options:
        (tmp_path / "made").mkdir()
        (tmp_path / "made/taken.yaml").write_text("mine\n")
    before = sorted(tmp_path.rglob("*"))
    from simulator.exits import exit_code

    told = CliRunner().invoke(app, ["calibrate", "measurements", "rows.csv", *options])
    code, message = exit_code(told.exception)
    assert code == 2 and said in message, message
    assert sorted(tmp_path.rglob("*")) == before


COMMAS = 'requests/s,CPU %,mean ms\n100,"10,5","20,25"\n200,"20,9","21,5"\n400,"41,5","22,75"\n'


def test_how_a_file_was_read_is_said_on_the_terminal_and_in_the_data(tmp_path, monkeypatch):
    import json

    monkeypatch.chdir(tmp_path)
    (tmp_path / "rows.csv").write_text(COMMAS)
    words = ["calibrate", "measurements", "rows.csv", "--cores", "4", "--hold-back", "0", "--json", "found.json"]
    said = CliRunner().invoke(app, words).output
    told = 'rows.csv: numbers are read with a decimal comma: "10,5" is 10.5; `--decimal .` says otherwise'
    assert told in " ".join(said.split())
    data = json.loads((tmp_path / "found.json").read_text())
    assert data["notes"] == [told]
    assert [row["measured"]["cpu"] for row in data["rows"]] == pytest.approx([0.105, 0.209, 0.415])


@pytest.mark.parametrize(("mark", "rates"), [(",", [1000.0, 2000.0]), (".", [1.0, 2.0])])
def test_the_decimal_mark_that_is_stated_holds(tmp_path, monkeypatch, mark, rates):
    import json

    monkeypatch.chdir(tmp_path)
    (tmp_path / "rows.csv").write_text("requests/s;CPU %\n1.000;10\n2.000;20\n")
    words = ["calibrate", "measurements", "rows.csv", "--cores", "4", "--hold-back", "0", "--json", "found.json"]
    from simulator.exits import exit_code

    code, message = exit_code(CliRunner().invoke(app, words).exception)
    assert code == 2 and '"1.000" may be 1 (--decimal .) or 1,000 (--decimal ,); say which' in message
    CliRunner().invoke(app, [*words, "--decimal", mark])
    found = json.loads((tmp_path / "found.json").read_text())
    assert [row["measured"]["rate"] for row in found["rows"]] == rates


def test_what_was_left_out_is_said_where_nothing_can_be_answered(tmp_path, monkeypatch):
    from simulator.exits import exit_code

    monkeypatch.chdir(tmp_path)
    (tmp_path / "rows.csv").write_text(COMMAS[: COMMAS.index("200")])
    code, message = exit_code(CliRunner().invoke(app, ["calibrate", "measurements", "rows.csv"]).exception)
    assert code == 2 and "one row says nothing" in message and "decimal comma" in message


def test_a_fit_that_no_scenario_allows_is_told_and_nothing_is_left_behind(tmp_path, monkeypatch):
    """800 ns of CPU a request: the file that would have them is not there, and so no line of it is named."""
    from simulator.exits import exit_code

    monkeypatch.chdir(tmp_path)
    (tmp_path / "rows.csv").write_text("requests/s,CPU %,mean ms\n1e6,10,0.005\n4e6,40,0.005\n8e6,80,0.0053\n")
    words = ["calibrate", "measurements", "rows.csv", "--server", "c7g.2xlarge", "--out", "a/b/made"]
    code, message = exit_code(CliRunner().invoke(app, words).exception)
    assert code == 2 and message.startswith("--out: workload.request.cpu ="), message
    assert "does not allow what was fitted (too small), so that nothing was written; allowed is 1 us" in message
    assert [each.name for each in tmp_path.iterdir()] == ["rows.csv"]


def test_a_folder_that_cannot_be_written_to_leaves_nothing_behind(tmp_path, monkeypatch):
    from simulator.exits import exit_code

    monkeypatch.chdir(tmp_path)
    (tmp_path / "rows.csv").write_text(GOOD)
    (tmp_path / "made").mkdir()
    (tmp_path / "made/catalog").write_text("a file where a folder is needed\n")
    words = ["calibrate", "measurements", "rows.csv", "--server", "m7i.xlarge", "--out", "made"]
    code, message = exit_code(CliRunner().invoke(app, words).exception)
    assert code == 2 and "name another folder" in message, message
    assert sorted(each.name for each in tmp_path.rglob("*")) == ["catalog", "made", "rows.csv"]


def test_a_response_that_saturates_is_not_taken_for_another_unit():
    """A first row of a server that has nothing to do, and others that queue for a thousand times as long."""
    points = [
        LoadTestRow("rows", line, {Metric.USERS: users, Metric.RATE: users / mean, Metric.MEAN: mean})
        for line, (users, mean) in enumerate(((1, 0.001), (900, 0.9), (1000, 1.0), (1100, 1.1)), start=2)
    ]
    require_possible(check_rows(points), 1)


def test_a_machine_that_does_something_beside_does_not_make_its_rows_impossible():
    """5 % of four cores at 1 request/s are not what a request costs: 100 more of them are 2 %."""
    points = [
        LoadTestRow("rows", line, {Metric.RATE: rate, Metric.CPU: cpu, Metric.MEAN: 0.003})
        for line, (rate, cpu) in enumerate(((1.0, 0.05), (51.0, 0.06), (101.0, 0.07)), start=2)
    ]
    require_possible(check_rows(points), 4)
    with pytest.raises(ScenarioError, match="shorter than its work"):
        require_possible(check_rows([each.given(Metric.MEAN, 0.0003) for each in points]), 4)
