"""Every call of a sentence with places gives it a value for each of them: no type checker looks at that."""

import ast
from importlib import import_module

import pytest

from models.messages.template import places, problem, sentence
from tests.architecture.sources import FOLDERS, name, parsed, sources

MESSAGES = ("models/messages", "simulator/messages")


def module(file):
    return name(file).removesuffix(".py").replace("/", ".")


def templates():
    """The places of every sentence that has some, by its module and its name."""
    found = {}
    for file in sources(*MESSAGES):
        for node in parsed(file).body:
            call = node.value if isinstance(node, ast.Assign) else None
            if isinstance(call, ast.Call) and getattr(call.func, "id", "") in ("sentence", "problem"):
                found[module(file), node.targets[0].id] = places(*map(ast.literal_eval, call.args))
    return found


def calls(tree, own):
    """Calls of what a file names itself or imports: the module and the name of what is called, and the call."""
    imported = {
        alias.asname or alias.name: (node.module, alias.name)
        for node in ast.walk(tree)
        if isinstance(node, ast.ImportFrom) and node.module
        for alias in node.names
    }
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
            yield imported.get(node.func.id, (own, node.func.id)), node
        elif isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
            of = imported.get(getattr(node.func.value, "id", ""))
            if of is not None:
                yield (".".join(of), node.func.attr), node


TEMPLATES = templates()


@pytest.mark.parametrize("folder", FOLDERS)
def test_every_call_of_a_sentence_fills_all_of_its_places(folder):
    wrong = [
        f"{name(file)}:{call.lineno}: {target[1]} has the places {TEMPLATES[target]}"
        for file in sources(folder)
        for target, call in calls(parsed(file), module(file))
        if target in TEMPLATES and not fills(call, TEMPLATES[target])
    ]
    assert not wrong


def fills(call, named):
    if any(isinstance(value, ast.Starred) for value in call.args) or any(not each.arg for each in call.keywords):
        return True  # How many they are is known when it runs.
    given = {each.arg for each in call.keywords}
    return given <= set(named) and len(call.args) + len(given) == len(named)


def test_sentences_with_places_are_found():
    assert len(TEMPLATES) > 400
    for home, called in TEMPLATES:
        assert callable(getattr(import_module(home), called))


def test_a_sentence_takes_its_values_in_their_order_or_by_name():
    apart = sentence("{one} and {other:.1f}, then {one} again")
    assert apart("a", 2.0) == apart("a", other=2.0) == apart(other=2.0, one="a") == "a and 2.0, then a again"


def test_a_problem_and_its_remedy_share_a_row_of_places():
    wrong = problem("{found} is more than {most}", "write at most {most}, e.g. {{a: {most}}}")
    assert wrong(3, 2) == ("3 is more than 2", "write at most 2, e.g. {a: 2}")


@pytest.mark.parametrize(("values", "named"), [((1,), {}), ((1, 2, 3), {}), ((1, 2), {"third": 3})])
def test_a_call_with_other_values_than_there_are_places_is_an_error(values, named):
    with pytest.raises(TypeError):
        sentence("{one} of {other}")(*values, **named)
