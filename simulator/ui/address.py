"""The share link: a scenario's name and the values changed in it, as plain parameters of the page's address.

`?scenario=microsoft_update&demand=20 Gbps&server.ram=8 GiB`: paths and values are exactly those of `--set`. Whatever
stands in an address was written by somebody else, so it is judged like a file: by `load`, once it looks like a change.
"""

import re
from collections.abc import Mapping

from models.errors import Problem, ScenarioError
from models.reading.override import parse_value
from simulator.messages.page import refusals
from simulator.service.answers import Changes

SCENARIO = "scenario"
PLACE = "address"
MOST_CHANGES = 40
LONGEST = 200  # Characters of a path or a value.
# The growth is one value, with the months of a history of ten years in it.
_LONGER = {"growth": 1_500}
_WORD = r"[a-z_][a-z0-9_]*(?:\[\d{1,4}\])?"
_PATH = re.compile(rf"{_WORD}(?:\.{_WORD})*")
# How many threads a run takes is the server's affair, and the figures do not depend on it.
_OF_THE_SERVER = "run.threads"


def to_parameters(name: str, changes: Changes) -> dict[str, str]:
    """The parameters of the address that `read` makes the same scenario of."""
    return {SCENARIO: name, **order_changes(changes)}


def from_parameters(params: Mapping[str, str]) -> tuple[str, dict[str, str]]:
    """The name of the scenario, "" where none is given, and the changes, in the order in which they apply.

    Whether there is such a scenario, such a parameter and such a value is for `library.shipped` and `load` to say.
    Raises ScenarioError with every parameter that cannot be a change.
    """
    changes = {path.strip(): text.strip() for path, text in params.items() if path != SCENARIO}
    if len(changes) > MOST_CHANGES:
        message, remedy = refusals.too_many_changes(len(changes), MOST_CHANGES)
        raise ScenarioError((Problem(PLACE, 0, "", "", message, remedy),))
    problems = tuple(problem for path, text in changes.items() if (problem := _problem(path, text)))
    if problems:
        raise ScenarioError(problems)
    return params.get(SCENARIO, "").strip(), order_changes(changes)


def order_changes(changes: Changes) -> dict[str, str]:
    """Parts before what lies in them: another server first, then its RAM, which would be lost the other way round."""
    return dict(sorted(changes.items(), key=lambda change: (len(re.findall(r"[^.\[\]]+", change[0])), change[0])))


def overrides(changes: Changes) -> dict[str, object]:
    """The changes as `load` takes them."""
    return {path: parse_value(text) for path, text in order_changes(changes).items()}


def _problem(path: str, text: str) -> Problem | None:
    """Why a parameter cannot be a change; None if it can."""
    if len(path) > LONGEST or not _PATH.fullmatch(path):
        return Problem(PLACE, 0, _shortened(path), "", *refusals.NO_PATH)
    if path == _OF_THE_SERVER:
        return Problem(PLACE, 0, path, "", *refusals.THREADS)
    if not text:
        return Problem(PLACE, 0, path, "", *refusals.no_value(path))
    longest = _LONGER.get(path, LONGEST)
    if len(text) > longest or not text.isprintable():
        return Problem(PLACE, 0, path, f'"{_shortened(text)}"', *refusals.not_a_value(longest))
    return None


def _shortened(text: str) -> str:
    """As much of a text as a message has room for, without what would break its line."""
    shown = "".join(character if character.isprintable() else " " for character in text[:60])
    return shown if len(text) <= 60 else f"{shown}..."
