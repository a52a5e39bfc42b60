"""`compare`: what it prints, writes and refuses."""

import json
import re
import shutil
from pathlib import Path

import pytest

from tests.cli.conftest import QUICK, SMALL

GUIDE = Path("docs/compare-two-servers.md")
ROW = {
    "reference",
    "scenario",
    "measure",
    "unit",
    "reference_value",
    "value",
    "difference",
    "percent",
    "significant",
    "replications_if_independent",
}
FIGURE = {"value", "half_width", "confidence", "samples", "unit"}


@pytest.fixture
def files(tmp_path):
    """Writes variations of the small scenario, each in a file of its own, and gives their paths after its own."""
    shutil.copy(SMALL, tmp_path)

    def write(**variations):
        for name, text in variations.items():
            (tmp_path / f"{name}.yaml").write_text(f"extends: single_server.yaml\n{text}\n")
        return [tmp_path / Path(SMALL).name, *(tmp_path / f"{name}.yaml" for name in variations)]

    return write


def test_it_prints_the_differences_and_how_to_read_them(headroom, files):
    said = headroom("compare", *files(faster="server: {core_speed: 1.02}"), *QUICK)
    assert said.code == 0 and said.err == ""
    line = next(line for line in said.out.splitlines() if "CPU" in line)
    assert line.count("±") == 3 and "yes" in line
    words = " ".join(said.out.split())
    assert "measures differ significantly" in words and "independent workloads would have needed" in words
    assert re.search(r"-1\.9\d* ± [\d.]+ %", words) and "workloads differ" not in words


def test_each_other_scenario_is_compared_with_the_first_in_rows_of_a_fixed_shape(headroom, files):
    paths = files(faster="server: {core_speed: 1.02}", slower="server: {core_speed: 0.9}")
    said = headroom("compare", *paths, *QUICK, "--json", "-")
    rows = json.loads(said.out)["differences"]
    assert said.code == 0 and "differ significantly" in " ".join(said.err.split())
    assert all(set(row) == ROW for row in rows)
    assert {row["reference"] for row in rows} == {str(paths[0])}
    assert list(dict.fromkeys(row["scenario"] for row in rows)) == [str(path) for path in paths[1:]]
    faster, slower = (row for row in rows if row["measure"] == "CPU")
    for figure in ("reference_value", "value", "difference", "percent"):
        assert set(faster[figure]) == FIGURE, figure
    assert faster["difference"]["value"] < 0.0 < slower["difference"]["value"]
    assert faster["significant"] is True and faster["replications_if_independent"] >= 4 * 2
    errors = next(row for row in rows if row["measure"] == "errors")
    assert errors["replications_if_independent"] is None and set(errors["percent"]) == {"refused"}


def test_the_values_are_those_that_run_gives(headroom, files):
    small, faster = files(faster="server: {core_speed: 1.02}")
    rows = json.loads(headroom("compare", small, faster, *QUICK, "--json", "-").out)["differences"]
    for key, path in (("reference_value", small), ("value", faster)):
        alone = json.loads(headroom("run", path, *QUICK, "--json", "-").out)
        known = alone["measures"] | {limit["name"]: limit["utilisation"] for limit in alone["limits"]}
        assert {row["measure"]: row[key] for row in rows} == {row["measure"]: known[row["measure"]] for row in rows}


@pytest.mark.afresh
def test_the_same_seed_gives_the_same_bytes_and_another_other_figures(headroom, files):
    words = ("compare", *files(faster="server: {core_speed: 1.02}"), *QUICK, "--json", "-")
    assert headroom(*words, "--threads", "1").out == headroom(*words, "--threads", "2").out
    assert headroom(*words).out != headroom(*words, "--seed", "2").out


def test_a_scenario_does_not_differ_from_itself(headroom):
    said = headroom("compare", SMALL, SMALL, *QUICK, "--json", "-")
    rows = json.loads(said.out)["differences"]
    assert rows and not any(row["significant"] or row["difference"]["value"] for row in rows)
    assert "0 of" in said.err


def test_it_says_where_pairing_may_not_help(headroom, files):
    said = headroom("compare", *files(more="workload: {offered: 2100 /s}"), *QUICK)
    assert said.code == 0
    words = " ".join(said.out.split())
    assert "Their workloads differ (workload.offered)" in words and "pairing may not help" in words


def test_runs_with_other_draws_are_refused_before_anything_is_simulated(headroom, files):
    small, other = files(other="run: {seed: 2, window: 2 s}")
    said = headroom("compare", small, other)
    assert said.code == 2 and said.out == "" and "Traceback" not in said.err
    assert str(small) in said.err and str(other) in said.err
    assert "--set 'run.seed=1'" in said.err and "--set 'run.window=5 s'" in said.err
    assert headroom("compare", small, other, *QUICK, "--seed", "2").code == 0


def test_wrong_input_is_refused(headroom, tmp_path):
    for words, fragment in (
        ((SMALL,), "at least two"),
        ((), "A B"),
        ((SMALL, "scenarios/single_sever.yaml"), "single_server.yaml"),
        ((SMALL, SMALL, "--json", tmp_path / "nowhere/rows.json"), "nowhere"),
        ((SMALL, SMALL, "--engine", "kernal"), "did you mean kernel"),
        ((SMALL, SMALL, "--replications", "1"), "replications"),
    ):
        said = headroom("compare", *words)
        assert said.code == 2 and said.out == "" and fragment in said.err, said


def test_the_variation_in_the_guide_is_a_scenario_to_compare(headroom, files, tmp_path):
    block = re.search(r"^```yaml\n(.*?)^```", GUIDE.read_text(), flags=re.MULTILINE | re.DOTALL)
    file = tmp_path / "faster.yaml"
    file.write_text(block.group(1))
    assert headroom("compare", *files(), file, *QUICK).code == 0


def test_the_farm_of_each_scenario_with_a_demand_stands_beside_the_differences(headroom, files, tmp_path):
    paths = files(disks="server: {disks: {count: 12}}", reserved="reserve: 60 %")
    said = headroom("compare", *paths, *QUICK, "--set", "demand=20 Gbps", "--json", "-", "--report", str(tmp_path))
    assert said.code == 0, said.err
    farms = json.loads(said.out)["farms"]
    assert [farm["scenario"] for farm in farms] == [str(path) for path in paths]
    base, faster, reserved = farms
    assert reserved["servers_more"] > 0.0 and reserved["server_mbps"] == base["server_mbps"]
    assert faster["servers_more"] == faster["servers"]["value"] - base["servers"]["value"] < 0.0
    assert faster["cost_more"] == faster["cost_per_month"]["value"] - base["cost_per_month"]["value"] < 0.0
    words = " ".join(said.err.split())
    assert f"Against One download server: {-faster['servers_more']:.0f} servers fewer" in words
    page = (tmp_path / "report.html").read_text()
    assert ">Farms<" in page and f"({base['whole_units']['value']:,.0f} units of" in page


def test_a_farm_that_plan_does_not_recommend_is_not_the_cheapest(headroom, files):
    """Two ways out of 15 Gbps each, for 20 Gbps: with one down the other is full."""
    link = "capacity: 15 Gbps, share: 50 %, price: 1 USD/Mbps-month"
    links = f"datacenter: {{spare_links: 1, links: [{{name: A, {link}}}, {{name: B, {link}}}]}}"
    paths = files(dearer='server: {price: "90,000 USD"}')
    short = paths[0].with_name("short.yaml")
    short.write_text(f"extends: single_server.yaml\nscenario: Short\n{links}\n")
    said = headroom("compare", short, paths[1], *QUICK, "--set", "demand=20 Gbps", "--json", "-")
    assert said.code == 0, said.err
    first, second = json.loads(said.out)["ranking"]
    assert first["name"] != "Short" and first["why_not"] is None
    assert second["total_per_month"]["value"] < first["total_per_month"]["value"]
    assert second["why_not"] == {"kind": "misses_targets_as_bought", "targets": ["links"]}
    assert headroom("plan", short, *QUICK, "--set", "demand=20 Gbps", "--json", "-").code == 1


def test_without_a_stated_load_servers_are_compared_at_what_falls_to_one_of_the_first_farm(headroom, files):
    paths = files(faster="server: {core_speed: 2}")
    words = ("--set", "workload.offered=none", "--set", "demand=2 Gbps", "--json", "-")
    said = headroom("compare", *paths, *QUICK, *words)
    data = json.loads(said.out)
    farm, _ = data["farms"]
    assert data["load"] == pytest.approx(farm["demanded"]["requests"] / farm["servers"]["value"], rel=0.05)
    assert "servers are compared at what falls to one of the first farm as bought" in " ".join(said.err.split())


def test_with_neither_a_load_nor_a_demand_there_is_nothing_to_compare_at(headroom, files):
    said = headroom("compare", *files(faster="server: {core_speed: 2}"), *QUICK, "--set", "workload.offered=none")
    assert said.code == 2 and "workload.offered" in said.err and said.out == ""


def test_a_scenario_of_which_no_load_meets_the_targets_has_no_farm_and_a_reason(headroom, files):
    paths = files(hopeless="targets: {p95_response: 1 ms}")
    said = headroom("compare", *paths, *QUICK, "--set", "demand=2 Gbps", "--json", "-")
    assert said.code == 0, said.err
    first, second = json.loads(said.out)["farms"]
    assert first["reason"] is None and second["servers"] is None and "no load meets the targets" in second["reason"]
    assert "no farm is recommended" in " ".join(said.err.split())
