"""What visitors of a page read of a Prometheus that answers with no counters: not where it is, and what they can do."""

from collections.abc import Sequence
from dataclasses import replace

from models.errors import Problem
from simulator.messages.page import review_page
from simulator.messages.stages.prometheus import NAME, warned
from simulator.telemetry.prometheus_get import TOKEN, PrometheusProblem, Refusal

# The message, "" for the one that there is, which names no place, and the remedy.
_SHOWN = {
    Refusal.UNREACHED: (review_page.UNREACHED, review_page.TELL_WHO_RUNS),
    Refusal.REDIRECTED: (review_page.REDIRECTED, review_page.TELL_WHO_RUNS),
    Refusal.NOT_ALLOWED: (review_page.NOT_ALLOWED, review_page.TELL_WHO_RUNS),
    Refusal.NOT_PROMETHEUS: ("", review_page.TELL_WHO_RUNS),
    Refusal.STATUS: ("", review_page.TELL_WHO_RUNS),
    Refusal.QUERY_REFUSED: (review_page.QUERY_REFUSED, review_page.ASK_FOR_LESS),
    Refusal.TOO_MUCH: ("", review_page.ASK_FOR_LESS),
}


def visitor_problems(problems: Sequence[Problem]) -> tuple[Problem, ...]:
    """The same problems without addresses, options and variables. What a visitor has typed is told as it is."""
    return tuple(map(_shown, problems))


def visitor_note(note: str) -> str:
    """A note of what was read, without the places that a warning of Prometheus may name."""
    before, after = warned("\0").split("\0")
    return review_page.WARNED if note.startswith(before) and note.endswith(after) else note


def _shown(problem: Problem) -> Problem:
    if isinstance(problem, PrometheusProblem):
        message, remedy = _SHOWN[Refusal(problem.kind)]
        return Problem(NAME, 0, "", "", message or problem.message, remedy)
    if problem.file == NAME and problem.path:  # A field of the page.
        return problem
    if problem.file in (NAME, TOKEN):  # The address or the token that the page was started with.
        return Problem(NAME, 0, "", "", problem.message, review_page.TELL_WHO_RUNS)
    if problem.file.startswith("http"):  # What the answer holds.
        return replace(problem, file=NAME, value="", remedy=review_page.CHECK_FIELDS)
    return problem
