"""Whatever stands at a path, loading it ends with a scenario or with a sentence about the file."""

import os
from pathlib import Path

import pytest

from models.errors import ScenarioError
from models.load import load


def told(path: object) -> str:
    with pytest.raises(ScenarioError) as caught:
        load(path)
    return str(caught.value)


@pytest.fixture(autouse=True)
def folder(tmp_path, monkeypatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


def test_a_missing_file_is_compared_with_its_neighbours(folder):
    (folder / "shop.yaml").write_text("scenario: x")
    assert told("shp.yaml") == 'shp.yaml: there is no such file; did you mean "shop.yaml"? allowed are shop.yaml'


def test_a_missing_file_in_an_empty_folder():
    assert told("shop.yaml") == "shop.yaml: there is no such file; the folder has no YAML files"


def test_a_folder_is_told_to_be_one(folder):
    (folder / "sub").mkdir()
    (folder / "sub" / "a.yaml").write_text("scenario: x")
    assert told("sub") == "sub: this is a folder, not a file; name one of its files, e.g. a.yaml"


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (b"", "this file is empty"),
        (b" \n\n", "this file is empty"),
        (b"\x7fELF\0\0", "this is a binary file"),
        (b"a: b\nc: \xff\xfe", "shop.yaml:2: this is not UTF-8 text"),
        (b"x" * (1024 * 1024 + 1), "this file is larger than 1 MiB"),
        (b"- a\n- b\n", "the file is not a group of `key: value` lines"),
        (b"hello", "the file is not a group of `key: value` lines"),
        (b"# nothing but a comment\n", "the file is not a group of `key: value` lines"),
        (b"a: \x01", "this is not YAML"),
    ],
)
def test_a_file_without_a_scenario_is_told_what_it_is(folder, content, message):
    (folder / "shop.yaml").write_bytes(content)
    assert message in told("shop.yaml")


def test_a_file_without_permission(folder, monkeypatch):
    (folder / "shop.yaml").write_text("scenario: x")

    def refuse(*_arguments, **_options):
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(Path, "open", refuse)
    assert told("shop.yaml") == "shop.yaml: this file may not be read; change its permissions"


@pytest.mark.parametrize("path", ["a\0b", "x" * 5000, "shop.yaml/x"])
def test_an_impossible_path(folder, path):
    (folder / "shop.yaml").write_text("scenario: x")
    assert "this file cannot be read" in told(path)


def test_a_byte_order_mark_does_no_harm(folder, smallest):
    (folder / "shop.yaml").write_bytes(b"\xef\xbb\xbf" + smallest.encode())
    assert load("shop.yaml").name == "One download server"


def test_the_file_is_named_as_the_user_gave_it(folder, smallest):
    (folder / "shop.yaml").write_text(smallest)
    assert load("shop.yaml").file == "shop.yaml"
    assert load(folder / "shop.yaml").file == os.fspath(folder / "shop.yaml")
