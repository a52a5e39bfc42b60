"""The five questions: how each is asked, what is taken where nobody answers, and what an answer is checked with."""

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace

from models.errors import Problem
from models.quantities.units import SIZE, QuantityError, parse_quantity, require_range
from models.suggest import did_you_mean
from models.visible import shortened
from simulator.messages.init import questions
from simulator.studies.init.cheapest_server import CHEAPEST
from simulator.studies.init.first_scenario import Answers, answer_problems, demand_text
from simulator.studies.init.places import PLACES
from simulator.studies.init.presets import PRESETS, SAFETIES
from simulator.studies.init.servers import servers_by_year

# What an answer may be made of: nothing that YAML reads as more than one value, and nothing that cannot be seen.
_PLAIN = re.compile(r"(?:[A-Za-z0-9]|[+\N{MINUS SIGN}-](?=\d))[A-Za-z0-9 .,/%_+-]{0,59}")
SMALLEST, LARGEST = 1.0, 1e12  # Bytes of a response.
SHOWN_SERVERS = 6


class WrongAnswer(Exception):  # noqa: N818 - named for what the reader is told
    """An answer that cannot be used: why, and what can be."""

    def __init__(self, answer: str, why: str, remedy: str) -> None:
        super().__init__(f'"{shortened(answer)}": {why}; {remedy}')
        self.why, self.remedy = why, remedy


@dataclass(frozen=True)
class Prompt:
    """One of the five. field: of Answers, and the name of its option; path: where the scenario has the answer; known:
    the words that it must be one of, if it must; decides: whether the usual answers to the others hang on it;
    is_optional: whether there may be no answer."""

    field: str
    ask: str
    path: str = ""
    known: tuple[str, ...] = ()
    decides: bool = False
    is_size: bool = False
    is_optional: bool = False

    @property
    def is_amount(self) -> bool:
        """Whether the answer is so much of something, and not one of some words."""
        return not self.known


def default_answers(what: str) -> Answers:
    """What is answered where nobody says otherwise, of something that is served."""
    return Answers(what, PRESETS[what].peak, PRESETS[what].size, CHEAPEST, "usual")


def five_questions() -> tuple[Prompt, ...]:
    """The five, in the order in which they are asked."""
    what, safe, names = tuple(PRESETS), tuple(SAFETIES), (CHEAPEST, *(name for name, _ in servers_by_year()))
    return (
        Prompt("what", f"What is served: {_either(what)}?", known=what, decides=True),
        Prompt("peak", questions.PEAK, "demand"),
        Prompt("size", questions.SIZE, "workload", is_size=True),
        Prompt("server", f"On what server: {_offered()}?", known=names),
        Prompt("safe", f"How safe: {_meanings()}?", known=safe),
    )


def more_questions() -> tuple[Prompt, ...]:
    """What may be asked besides: to whom it is sent, and where the farm stands."""
    return (
        Prompt("clients", questions.CLIENTS, "workload.clients"),
        Prompt("prices", questions.PLACE, known=tuple(PLACES)),
        Prompt("daily", questions.DAILY, is_optional=True),
    )


def check_answer(question: Prompt, answer: str, before: Answers) -> Answers:
    """The answers with one more. Raises WrongAnswer for one that the program could not use, with its own words."""
    if not answer.strip() and question.is_optional:
        return replace(before, **{question.field: ""})
    if not answer.strip():
        raise WrongAnswer(answer, questions.NOTHING_WRITTEN, _example(question, before))
    if not _PLAIN.fullmatch(answer):
        raise WrongAnswer(answer, *questions.NOT_PLAIN)
    if question.known and answer not in question.known:
        raise WrongAnswer(answer, questions.NOT_KNOWN, did_you_mean(answer, question.known))
    if question.is_amount and not re.search(r"\d", answer):
        raise WrongAnswer(answer, "no amount", _example(question, before))
    if question.is_size:
        _check_size(answer)
    if question.field == "daily":
        _check_daily(replace(before, daily=answer))
    after = default_answers(answer) if question.decides else replace(before, **{question.field: answer})
    wrong = [problem for problem in answer_problems(after) if question.path and problem.path.startswith(question.path)]
    if wrong:
        raise WrongAnswer(answer, *_problem_and_remedy(wrong[0]))
    return after


def _example(question: Prompt, before: Answers) -> str:
    """What may be answered, by what usually is."""
    usual = default_answers(before.what)
    return f'write e.g. "{usual.line if question.field == "clients" else getattr(usual, question.field)}"'


def _check_size(answer: str) -> None:
    try:
        require_range(parse_quantity(answer, SIZE), SIZE, SMALLEST, LARGEST)
    except QuantityError as error:
        raise WrongAnswer(answer, error.message, error.remedy) from None


def _check_daily(answers: Answers) -> None:
    try:
        demand_text(answers)
    except QuantityError as error:
        raise WrongAnswer(answers.daily, error.message, error.remedy) from None


def _problem_and_remedy(problem: Problem) -> tuple[str, str]:
    return problem.message, problem.remedy


def _either(words: Sequence[str]) -> str:
    return f"{', '.join(words[:-1])} or {words[-1]}"


def _offered() -> str:
    """The newest servers with their years, and how many there are besides."""
    found = servers_by_year()
    shown = [f"{name} ({year})" for name, year in found[:SHOWN_SERVERS]]
    more = len(found) - SHOWN_SERVERS
    return f"{CHEAPEST}, {_either([*shown, questions.other_servers(more)] if more > 0 else shown)}"


def _meanings() -> str:
    return _either([f"{name} ({safety.meaning})" for name, safety in SAFETIES.items()])
