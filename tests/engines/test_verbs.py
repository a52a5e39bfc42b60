"""The kernel dispatches by groups of verbs: each verb is in one, each group has its function, and none else runs."""

import ast
import inspect
from collections import Counter

import pytest

from simulator.engines.kernel import program, verbs
from simulator.engines.kernel.clock import advance
from simulator.engines.kernel.program import UnknownVerb
from simulator.engines.kernel.world import build_world
from simulator.engines.run_plan import RunPlan
from tests.architecture.sources import ROOT, functions, sources
from tests.networks import download, recycling

VERBS = {name: number for name, number in vars(verbs).items() if isinstance(number, int) and name != "RESPONSE"}
GROUPS = {name: group for name, group in vars(verbs).items() if isinstance(group, tuple) and name != "GROUPS"}
SHORT = RunPlan(windows=2, window=0.5, warm_up=0.0)


def test_every_verb_is_in_one_group():
    assert Counter(verb for group in verbs.GROUPS for verb in group) == Counter(VERBS.values())
    assert len(set(VERBS.values())) == len(VERBS)


def test_every_group_is_dispatched():
    assert set(GROUPS.values()) == set(verbs.GROUPS)
    source = inspect.getsource(program)
    for name in set(GROUPS) - {"OFTEN"}:
        assert source.count(f"if verb in {name}:") == 1
    told = [name for name, number in VERBS.items() if f"if verb == {name}:" in source]
    assert {VERBS[name] for name in told} == set(verbs.OFTEN)


def test_the_function_of_a_group_names_its_verbs_and_no_others():
    """All of them, or all but the one that is left when it is none of the others; none where it does alike by all."""
    kernel = {f.name: f for file in sources("simulator/engines/kernel") for f in functions(file)}
    for name, function in _functions_of_groups().items():
        named = {n.id for n in ast.walk(kernel[function]) if isinstance(n, ast.Name)} & set(VERBS)
        group = {verb for verb, number in VERBS.items() if number in GROUPS[name]}
        assert named <= group, function
        assert len(group - named) <= 1 or not named, function


def _functions_of_groups() -> dict[str, str]:
    """The function that program.py calls for each group."""
    tests = [n for n in ast.walk(ast.parse(inspect.getsource(program))) if isinstance(n, ast.If)]
    groups = [n for n in tests if isinstance(n.test, ast.Compare) and isinstance(n.test.ops[0], ast.In)]
    assert len(groups) == len(GROUPS) - 1
    return {n.test.comparators[0].id: n.body[0].value.func.id for n in groups}


def test_nothing_leans_on_the_order_of_the_numbers():
    for file in sources("simulator/engines/kernel"):
        compared = [n for n in ast.walk(ast.parse(file.read_text(encoding="utf-8"))) if isinstance(n, ast.Compare)]
        for node in compared:
            about_verbs = "verb" in ast.unparse(node.left).split(".")
            exact = all(isinstance(op, ast.Eq | ast.In) for op in node.ops)
            assert exact or not about_verbs, f"{file.relative_to(ROOT)}: {ast.unparse(node)}"


@pytest.mark.parametrize("network", [download(), recycling()], ids=["download", "recycling"])
@pytest.mark.parametrize("unknown", [-1, max(VERBS.values()) + 1, verbs.RESPONSE])
@pytest.mark.parametrize("known", ["SHARE", "END", "ENTER"])
def test_an_unknown_verb_stops_the_run(network, unknown, known):
    world = build_world(network, SHORT, 1, 0)
    verb = world.steps["verb"]
    verb[verb == VERBS[known]] = unknown
    with pytest.raises(UnknownVerb, match="in no group"):
        while advance(world, SHORT.duration):
            pass


@pytest.mark.parametrize("network", [download(), recycling()], ids=["download", "recycling"])
def test_the_same_run_with_its_own_verbs_comes_to_its_end(network):
    world = build_world(network, SHORT, 1, 0)
    assert advance(world, SHORT.duration) == 0
    assert world.clock[0]["events"] > 0
