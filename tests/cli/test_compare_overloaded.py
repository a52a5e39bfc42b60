"""`compare` with a server that cannot carry the load: it is told as overloaded, in whatever order the files stand."""

import json
from pathlib import Path

import pytest

from tests.cli.conftest import SMALL

# Long enough for a pilot run to settle where one does, and no longer: an overloaded one takes 16 times as much.
SHORT = "run: {duration: 10 s, window: 1 s, replications: 2, seed: 7}\n"
CARRIES, TOO_MUCH = "900 /s", "6000 /s"


@pytest.fixture
def small(tmp_path):
    (tmp_path / "small.yaml").write_text(Path(SMALL).read_text(encoding="utf-8"))


@pytest.fixture
def written(small, tmp_path):
    def write(name, offered):
        file = tmp_path / f"{name}.yaml"
        file.write_text(f"extends: small.yaml\nscenario: {name}\nworkload: {{offered: {offered}}}\n{SHORT}")
        return file

    return write


@pytest.mark.parametrize("first", ["carries", "overloaded"])
def test_the_one_that_is_overloaded_is_told_so(first, headroom, written, tmp_path):
    files = {"carries": written("carries", CARRIES), "overloaded": written("overloaded", TOO_MUCH)}
    ordered = sorted(files, key=lambda name: name != first)
    told = ("--json", "-", "--report", tmp_path, "--formats", "html")
    said = headroom("compare", *(files[name] for name in ordered), *told)
    words, found = " ".join(said.err.split()), json.loads(said.out)
    assert said.code == 0 and "run.duration" not in said.err
    assert "is overloaded at 6,000 requests/s" in (tmp_path / "report.html").read_text(encoding="utf-8")
    assert f"overloaded ({files['overloaded']}) is overloaded at 6,000 requests/s (" in words
    assert "`capacity` finds the load that it carries). A server that is offered more than it carries" in words
    assert ("it has no differences." in words) == (first == "carries")
    assert ("nothing can be compared with it." in words) == (first == "overloaded")
    assert [each["scenario"] for each in found["overloaded"]] == [str(files["overloaded"])]
    (overload,) = found["overloaded"]
    assert overload["limit"] and 0.0 < overload["carried"] < overload["requests"] == 6_000.0
    assert found["differences"] == []


def test_with_a_stated_warm_up_it_is_told_so_too(headroom, written):
    files = written("carries", CARRIES), written("overloaded", TOO_MUCH)
    stated = ("--set", "run.warm_up=8 s", "--set", "run.duration=20 s", "--replications", "5")
    said = headroom("compare", *files, *stated, "--json", "-")
    assert said.code == 0 and "is overloaded at 6,000 requests/s" in " ".join(said.err.split())
    assert [each["scenario"] for each in json.loads(said.out)["overloaded"]] == [str(files[1])]


def test_the_others_are_compared_all_the_same(headroom, written, tmp_path):
    files = written("one", CARRIES), written("overloaded", TOO_MUCH), written("other", "800 /s")
    said = headroom("compare", *files, "--json", "-", "--report", tmp_path / "report", "--formats", "html")
    found = json.loads(said.out)
    assert {row["scenario"] for row in found["differences"]} == {str(files[2])}
    page = (tmp_path / "report" / "report.html").read_text(encoding="utf-8")
    assert "is overloaded at 6,000 requests/s" in page and f"other ({files[2]})" in page


def test_where_all_are_overloaded_it_is_refused_as_before(headroom, written):
    said = headroom("compare", written("one", TOO_MUCH), written("other", TOO_MUCH))
    assert said.code == 2 and "one: overloaded at the " in said.err


def test_a_server_that_is_too_small_for_the_share_of_another_is_compared_at_an_equal_share(small, headroom, tmp_path):
    shared = f"extends: small.yaml\nworkload: {{offered: none}}\ndemand: 2 Gbps\n{SHORT}"
    (tmp_path / "large.yaml").write_text(f"scenario: large\nserver: {{cards: [{{rate: 1 Gbps}}]}}\n{shared}")
    (tmp_path / "less.yaml").write_text(f"scenario: less\nserver: {{cards: [{{rate: 100 Mbps}}]}}\n{shared}")
    said = headroom("compare", tmp_path / "large.yaml", tmp_path / "less.yaml", "--json", "-")
    found = json.loads(said.out)
    assert said.code == 0 and found["overloaded"] == []
    (other,) = found["at_equal_shares"]
    large, less = (farm["needed_servers"]["value"] for farm in found["farms"])
    assert other["requests"] == pytest.approx(found["load"] * large / less, rel=0.05)
