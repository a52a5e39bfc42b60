"""A scenario that extends another one says only what differs, and stays within its folder."""

import pytest

from models.errors import ScenarioError
from models.load import load


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
