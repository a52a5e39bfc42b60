"""The kernel says what each function reads and changes of the world that it is handed."""

import ast

import pytest

from tests.architecture.effects import all_effects, compiled_functions, told
from tests.architecture.sources import name

TAKE_THE_WORLD = [key for key, function in compiled_functions().items() if "world" in ast.unparse(function.args)]


def test_most_functions_of_the_kernel_take_the_world():
    assert len(TAKE_THE_WORLD) > 80


@pytest.mark.parametrize("key", TAKE_THE_WORLD, ids=lambda key: f"{key[0].stem}.{key[1]}")
def test_a_function_says_what_it_reads_and_changes(key):
    """Itself or through whom it calls, in the last lines of its docstring."""
    said = " ".join((ast.get_docstring(compiled_functions()[key]) or "").split())
    assert told(key), f"{name(key[0])}: {key[1]} takes the world and does nothing with it"
    assert said.endswith(told(key)), f"{name(key[0])}: {key[1]} must say: {told(key)}"
    assert said.count("Reads:") == told(key).count("Reads:")
    assert said.count("Changes:") == told(key).count("Changes:")


def test_what_is_found_is_what_a_reader_finds():
    by_name = {key[1]: told(key) for key in TAKE_THE_WORLD}
    assert by_name["demand_of"] == "Reads: key, quantiles, jobs."
    assert by_name["take_turn"] == "Changes: clock, jobs."
    assert by_name["sleep"] == "Changes: clock, jobs, heaps."
    assert by_name["pool_advance"] == "Changes: pools, statistics."
    assert by_name["is_ours"] == "Reads: key, source."
    assert "caches" not in by_name["pool_give"]
    assert "pools" in by_name["advance"].partition("Changes:")[2]


def test_what_a_function_does_to_a_record_that_it_is_handed_counts_for_its_caller():
    effects = {key[1]: found for key, found in all_effects().items()}
    assert effects["end_old"][1] == {"process"}
    assert "world.processes" in effects["process_free"][1]
    assert effects["push"][1] == {"heaps"}
