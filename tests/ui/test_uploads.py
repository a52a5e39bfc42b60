"""A text from a browser ends in a scenario or in problems at their lines, and reaches nothing but what is shipped."""

import random
from pathlib import Path

import pytest

from models.errors import ScenarioError
from models.load import load
from simulator.farm.stamp import fingerprint
from simulator.ui.library import shipped
from simulator.ui.pages.scenario import network_description
from simulator.ui.uploads import (
    LARGEST,
    MOST_ENTRIES,
    SHOWN,
    decode_upload,
    line_of,
    load_text,
    load_upload,
    scenario_text,
    write_upload,
)
from simulator.uncertainty.resolution import resolve
from tests.shipped import of_each_kind
from tests.ui.mutations import BINARY, BOMBS, mutated

SMALL = "single_server"
MUTATIONS = 40
MUTATIONS_OF_THE_PROOF = 1_000


def problems_of(text):
    with pytest.raises(ScenarioError) as caught:
        load_text(text)
    return caught.value.problems


def survives(content):
    """Whether what a browser sends is a scenario; if not, it has been told off."""
    try:
        assert network_description(load_text(decode_upload(content)))
    except ScenarioError as error:
        assert error.problems and all(problem.message for problem in error.problems)
        assert "headroom-" not in str(error)
        return False
    return True


def fuzz(number, seed):
    """How many of so many damaged scenarios are scenarios still."""
    chance = random.Random(seed)
    texts = [scenario_text(name) for name in shipped()]
    return sum(survives(mutated(chance.choice(texts), chance)) for _ in range(number))


@pytest.mark.parametrize("name", of_each_kind(shipped()))
def test_every_shipped_scenario_uploaded_as_it_is_shown_is_that_scenario(name):
    assert fingerprint(load_text(scenario_text(name))) == fingerprint(resolve(load(shipped()[name])))


def test_overrides_are_laid_over_it():
    assert load_text(scenario_text(SMALL), {"server.ram": "8 GiB"}).server.ram == 8 * 1024.0**3


def test_nothing_tells_where_it_was_read():
    scenario = load_text("extends: microsoft_update.yaml\nserver: {core_speed: 1.1}\n")
    assert scenario.file == scenario.baseline.file == SHOWN
    for one in (scenario, scenario.baseline):
        sources = {source.source for source in one.sources.values()}
        assert f"{SHOWN}, line 2" in sources
        assert any(source.startswith("scenarios/published/microsoft_update_x64.yaml, line ") for source in sources)
        assert not any("headroom-" in source or source.startswith("/") for source in sources)


def test_a_problem_stands_at_its_line_and_in_its_file():
    first, second = problems_of("extends: microsoft_update.yaml\ndemand: 12 Gbbs\nserver: {ram: 8 pizzas}\n")
    assert (first.file, first.line, first.path) == (SHOWN, 2, "demand.wire")
    assert (second.file, second.line, second.path) == (SHOWN, 3, "server.ram")


@pytest.mark.parametrize(
    "extends",
    [
        "/etc/passwd",
        "../scenarios/single_server.yaml",
        "published/../single_server.yaml",
        "./single_server.yaml",
        "uploaded.yaml/../single_server.yaml",
        "{value: /etc/passwd, source: here}",
        "[single_server.yaml]",
        "''",
        f"{Path(SHOWN).name}",
        "http://127.0.0.1/single_server.yaml",
    ],
)
def test_it_extends_only_what_is_shipped(extends):
    with pytest.raises(ScenarioError) as caught:
        load_text(f"scenario: shop\nextends: {extends}\n")
    (problem,) = caught.value.problems
    assert (problem.file, problem.line, problem.path) == (SHOWN, 2, "extends")
    assert problem.message == "a scenario from a browser extends only those that are shipped"
    assert ".yaml" in problem.remedy and "root:" not in str(problem)


def test_a_near_miss_is_told_what_was_meant():
    (problem,) = problems_of("extends: single_sever.yaml\n")
    assert 'did you mean "single_server.yaml"?' in problem.remedy


def test_a_link_in_the_folder_of_a_session_cannot_be_extended(tmp_path):
    (tmp_path / "link.yaml").symlink_to("/etc/passwd")
    with pytest.raises(ScenarioError, match="extends only those that are shipped"):
        write_upload(tmp_path, "extends: link.yaml\n")


def test_another_text_of_the_same_session_cannot_be_extended(tmp_path):
    other = write_upload(tmp_path, scenario_text(SMALL))
    with pytest.raises(ScenarioError, match="extends only those that are shipped"):
        write_upload(tmp_path, f"extends: {other.name}\n")


def test_the_same_text_is_the_same_file_and_another_one_another(tmp_path):
    first = write_upload(tmp_path, scenario_text(SMALL))
    assert write_upload(tmp_path, scenario_text(SMALL)) == first
    assert write_upload(tmp_path, scenario_text(SMALL) + "# changed\n") != first
    assert fingerprint(load_upload(first)) == fingerprint(load(shipped()[SMALL]))


def test_too_large_a_file_is_refused_before_it_is_read():
    with pytest.raises(ScenarioError) as caught:
        decode_upload(b"#" * (LARGEST + 1))
    assert str(caught.value) == (
        "scenarios/uploaded.yaml: 256,001 B: larger than 256 kB; a scenario has a few kB; is this another file?"
    )
    assert decode_upload(b"#" * LARGEST)
    with pytest.raises(ScenarioError, match="larger than 256 kB"):
        load_text("\N{SNOWMAN}" * (LARGEST // 3 + 1))


@pytest.mark.parametrize("separator", ["\n", "\r", "\r\n", "\u2028", ","])
def test_more_entries_than_anyone_writes_are_refused_before_they_are_read(separator):
    text = f"a: [1{separator}" + f"1,{separator}" * MOST_ENTRIES
    (problem,) = problems_of(text)
    assert problem.message == "too many lines and commas"
    assert problem.remedy == "keep to 600, without those in comments; a scenario states only what differs"


def test_lines_of_comment_are_no_entries():
    comment = "  # one, two, three\n" * MOST_ENTRIES
    assert load_text(comment + scenario_text(SMALL))


def test_a_byte_order_mark_and_the_ends_of_lines_of_other_systems_are_read():
    text = scenario_text("microsoft_update")
    original = fingerprint(load_text(text))
    assert fingerprint(load_text(decode_upload(b"\xef\xbb\xbf" + text.encode()))) == original
    assert fingerprint(load_text(decode_upload(text.replace("\n", "\r\n").encode()))) == original


@pytest.mark.parametrize(("content", "message"), BINARY.values(), ids=BINARY)
def test_what_is_no_text_is_refused(content, message):
    with pytest.raises(ScenarioError) as caught:
        decode_upload(content)
    (problem,) = caught.value.problems
    assert (problem.file, problem.message) == (SHOWN, message)


@pytest.mark.parametrize("content", BOMBS.values(), ids=BOMBS)
def test_a_bomb_is_refused(content):
    assert not survives(content)


def test_the_line_that_is_quoted_is_the_one_that_yaml_counts():
    text = "one\ntwo\r\nthree\rfour\N{LINE SEPARATOR}five\x0cfive"
    assert [line_of(text, line) for line in range(7)] == ["", "one", "two", "three", "four", "five\x0cfive", ""]


def test_forty_damaged_uploads_end_in_a_scenario_or_in_problems():
    assert 0 < fuzz(MUTATIONS, 20062) < MUTATIONS


@pytest.mark.proof
def test_a_thousand_damaged_uploads_end_in_a_scenario_or_in_problems():
    assert 0 < fuzz(MUTATIONS_OF_THE_PROOF, 20063) < MUTATIONS_OF_THE_PROOF
