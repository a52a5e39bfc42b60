"""A scenario that extends another one says only what differs, and stays within its folder."""

import json

import pytest

from models.errors import ScenarioError
from models.load import load
from models.reading.document import SHIPPED


@pytest.fixture(autouse=True)
def folder(tmp_path, monkeypatch, smallest):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "base.yaml").write_text(smallest)
    return tmp_path


def test_what_is_not_said_comes_from_the_extended_file(folder):
    (folder / "more.yaml").write_text("extends: base.yaml\nserver: {ram: 8 GiB}\n")
    base, more = load("base.yaml"), load("more.yaml")
    assert more.server == base.server.model_copy(update={"ram": 8 * 1024.0**3})
    assert more.workload == base.workload
    assert more.name == base.name


def test_problems_are_told_in_the_file_where_they_stand(folder):
    (folder / "base.yaml").write_text((folder / "base.yaml").read_text().replace("30 kB", "30"))
    (folder / "more.yaml").write_text("extends: base.yaml\nunit: {nodes: 0}\n")
    with pytest.raises(ScenarioError) as caught:
        load("more.yaml")
    assert [(problem.file, problem.line) for problem in caught.value.problems] == [("more.yaml", 2), ("base.yaml", 4)]


@pytest.mark.parametrize(
    ("extends", "message"),
    [
        ("../base.yaml", "leaves the folder of the scenario"),
        ("/etc/passwd", "not a relative path"),
        ("[base.yaml]", "not a relative path"),
        ("other.yaml", "there is no such file"),
        ("more.yaml", "the files extend each other in a circle"),
        ("loop.yaml", "the files extend each other in a circle"),
        ("link.yaml", "leaves the folder of the scenario"),
    ],
)
def test_a_file_that_cannot_be_extended(folder, extends, message):
    (folder / "loop.yaml").write_text("extends: more.yaml\n")
    (folder / "link.yaml").symlink_to("/etc/passwd")
    (folder / "more.yaml").write_text(f"extends: {extends}\n")
    with pytest.raises(ScenarioError) as caught:
        load("more.yaml")
    assert message in str(caught.value)


def test_a_long_chain_is_refused(folder):
    for position in range(20):
        (folder / f"{position}.yaml").write_text(f"extends: {position + 1}.yaml\n")
    with pytest.raises(ScenarioError, match="more than 8 files extend each other"):
        load("0.yaml")


@pytest.mark.parametrize("name", ["published/microsoft_update_x64.yaml", "microsoft_update.yaml"])
def test_a_shipped_scenario_can_be_extended_from_any_folder(folder, name):
    (folder / "shop").mkdir()
    (folder / "shop/more.yaml").write_text(f"extends: {name}\nserver: {{ram: 8 GiB}}\n")
    more, shipped = load("shop/more.yaml"), load(SHIPPED / name)
    assert more.server.ram == 8 * 1024.0**3
    assert more.workload == shipped.workload


def test_a_shipped_scenario_that_extends_another_one_does_so_from_any_folder(folder):
    (folder / "more.yaml").write_text("extends: published/tcp_open_rhel_4.yaml\n")
    assert load("more.yaml").workload == load(SHIPPED / "published/tcp_open_rhel_4.yaml").workload


def test_a_file_beside_comes_before_a_shipped_one_of_the_same_name(folder):
    (folder / "microsoft_update.yaml").write_text("extends: base.yaml\nscenario: ours\n")
    (folder / "more.yaml").write_text("extends: microsoft_update.yaml\n")
    assert load("more.yaml").name == "ours"


def test_a_problem_in_a_shipped_scenario_is_told_in_its_file(folder, monkeypatch):
    (folder / "shipped").mkdir()
    monkeypatch.setattr("models.reading.document.SHIPPED", folder / "shipped")
    (folder / "shipped/spoilt.yaml").write_text((folder / "base.yaml").read_text().replace("30 kB", "30"))
    (folder / "more.yaml").write_text("extends: spoilt.yaml\n")
    with pytest.raises(ScenarioError, match=r"^scenarios/spoilt\.yaml:4: "):
        load("more.yaml")


def test_a_name_that_is_nowhere_is_told_with_both_places_and_the_nearest_one(folder):
    (folder / "shop").mkdir()
    (folder / "shop/more.yaml").write_text("scenario: shop\nextends: published/microsoft_update_64.yaml\n")
    with pytest.raises(ScenarioError) as caught:
        load("shop/more.yaml")
    (problem,) = caught.value.problems
    assert (problem.file, problem.line, problem.path) == ("shop/more.yaml", 2, "extends")
    assert problem.remedy == (
        "neither shop/published/microsoft_update_64.yaml nor the shipped scenarios/published/microsoft_update_64.yaml"
        " exists; did you mean published/microsoft_update_x64.yaml?"
    )


@pytest.mark.parametrize("name", ["../pyproject.toml", "published/../../pyproject.toml"])
def test_nothing_beside_the_shipped_scenarios_can_be_extended(folder, name):
    (folder / "more.yaml").write_text(f"extends: {name}\n")
    with pytest.raises(ScenarioError, match="leaves the folder of the scenario"):
        load("more.yaml")


def test_a_link_among_the_shipped_scenarios_leads_nowhere_else(folder, monkeypatch):
    (folder / "shipped").mkdir()
    (folder / "shipped/link.yaml").symlink_to(folder / "base.yaml")
    (folder / "shop").mkdir()
    (folder / "shop/more.yaml").write_text("extends: link.yaml\n")
    monkeypatch.setattr("models.reading.document.SHIPPED", folder / "shipped")
    with pytest.raises(ScenarioError, match="there is no such file"):
        load("shop/more.yaml")


def test_a_portfolio_is_told_apart_from_a_scenario_in_one_problem(folder):
    (folder / "many.yaml").write_text("format: 1\nportfolio: many\nbase: base.yaml\ngrid: {server.ram: [4 GiB]}\n")
    with pytest.raises(ScenarioError) as caught:
        load("many.yaml")
    (problem,) = caught.value.problems
    assert (problem.file, problem.line, problem.path, problem.value) == ("many.yaml", 2, "portfolio", '"many"')
    assert (problem.message, problem.remedy) == ("this is a portfolio, not a scenario", "`sweep many.yaml` answers it")


def test_an_answer_is_told_apart_from_a_scenario_in_one_problem(folder):
    """What `--json` writes was taken for a scenario of a thousand unknown keys."""
    answer = {"scenario": "A farm", "format": 1, "servers": 4, "units": 2, "carries": {}, "limits": [], "targets": []}
    (folder / "plan.json").write_text(json.dumps({**answer, "provenance": {}}))
    with pytest.raises(ScenarioError) as caught:
        load("plan.json")
    (problem,) = caught.value.problems
    assert problem.message == "this is an answer that `--json` wrote, not a scenario"
    assert problem.remedy == "name the YAML file of the scenario that it answers"


def test_no_name_is_offered_that_is_nothing_like_the_one_that_is_nowhere(folder):
    """ "single_server.yaml" was offered for "not_there.yaml": both end alike."""
    (folder / "more.yaml").write_text("scenario: shop\nextends: not_there.yaml\n")
    with pytest.raises(ScenarioError, match=r"not_there\.yaml exists$"):
        load("more.yaml")
