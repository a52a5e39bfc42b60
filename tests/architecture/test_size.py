"""Functions that a person takes in at once, in files named for what they are."""

import pytest

from tests.architecture.sources import FOLDERS, functions, name, sources

LONGEST_FUNCTION = 60
USUAL_FUNCTION = 20
# Names that say nothing: what is in such a file belongs to the file of the thing it is about.
EMPTY_NAMES = {"utils", "util", "common", "helpers", "helper", "manager", "misc", "tools"}
EVERYWHERE = (*FOLDERS, "tests")


@pytest.mark.parametrize("folder", FOLDERS)
def test_no_function_is_longer_than_60_lines(folder):
    lengths = {
        f"{name(file)}: {function.name}": function.end_lineno - function.lineno + 1
        for file in sources(folder)
        for function in functions(file)
    }
    assert not {where: length for where, length in lengths.items() if length > LONGEST_FUNCTION}


def test_most_functions_are_short():
    lengths = sorted(f.end_lineno - f.lineno + 1 for file in sources(*FOLDERS) for f in functions(file))
    assert lengths[len(lengths) * 9 // 10] <= USUAL_FUNCTION


@pytest.mark.parametrize("folder", EVERYWHERE)
def test_no_file_or_folder_has_a_name_that_says_nothing(folder):
    assert not [name(file) for file in sources(folder) if EMPTY_NAMES & {file.stem, *file.parts}]
