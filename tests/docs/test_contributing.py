"""The page for those who work on the program is true: its folders are there, and each of its words means one thing."""

import ast
import re
from collections import defaultdict

import pytest

from tests.architecture.sources import ROOT, name, parsed, sources

PAGE = (ROOT / "docs/contributing.md").read_text(encoding="utf-8")
FOLDERS = re.findall(r"^\| ((?:models|simulator)/\w+) \|", PAGE, re.MULTILINE)
WORDS = re.findall(r"^\| (.+?) \| .+ \| (\S+\.py) `(\w+)` \|$", PAGE, re.MULTILINE)


def defined(file) -> set[str]:
    """What a file defines at its top: classes, functions, and the names of types."""
    found: set[str] = set()
    for node in parsed(file).body:
        if isinstance(node, ast.ClassDef | ast.FunctionDef):
            found.add(node.name)
        elif isinstance(node, ast.Assign):
            found |= {target.id for target in node.targets if isinstance(target, ast.Name)}
    return found


def test_every_folder_of_a_stage_is_on_the_page():
    there = {name(file.parent) for top in ("models", "simulator") for file in (ROOT / top).glob("*/__init__.py")}
    assert there <= set(FOLDERS) and all((ROOT / folder).is_dir() for folder in FOLDERS)


@pytest.mark.parametrize(("word", "file", "defines"), WORDS)
def test_a_word_of_the_glossary_is_where_the_page_says(word, file, defines):
    assert defines in defined(ROOT / file), f"{word}: {file} defines no {defines}"


# What a scenario says and what the network makes of it have one name, because they are one thing at two stages.
AT_TWO_STAGES = {"Balancer", "Distribution", "NodeGroup", "RequestClass", "Transport"}
# Words of two trades: what a vendor releases, and what a job gives back that it has seized.
OF_TWO_TRADES = {"Release"}


def test_a_type_has_one_meaning():
    where = defaultdict(set)
    for file in sources("models", "simulator"):
        for each in defined(file):
            if each[0].isupper() and not each.isupper() and len(each) > 1:
                where[each].add(name(file))
    assert len(where) > 300
    assert {each for each, files in where.items() if len(files) > 1} == AT_TWO_STAGES | OF_TWO_TRADES
