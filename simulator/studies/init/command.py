"""`init`: a first scenario from five answers, given as options, at a terminal or through a pipe."""

import os
import sys
from typing import Annotated

import typer

from models.errors import ScenarioError
from models.visible import shortened, visible
from simulator.cli.inputs import shell_quoted
from simulator.cli.outputs import check_writable, write_text
from simulator.errors import ReportError
from simulator.exits import DONE
from simulator.messages import command_usage
from simulator.messages.init import questions
from simulator.studies.init.first_scenario import Answers, answer_problems, scenario_text
from simulator.studies.init.five_questions import Prompt, WrongAnswer, check_answer, default_answers, five_questions
from simulator.studies.init.presets import PRESETS

FIRST = "first_scenario.yaml"
LONGEST = 10_000  # Bytes of an answer that are looked at.


def init(
    file: Annotated[str, typer.Argument(metavar="[FILE]", help="What to write; - for standard output.")] = FIRST,
    what: Annotated[str, typer.Option(help="What you serve: downloads, video, pages or api.")] = "",
    peak: Annotated[str, typer.Option(help="Peak demand, e.g. '20 Gbps' or '5,000 requests/s'.")] = "",
    size: Annotated[str, typer.Option(help="Mean size of a response, e.g. '30 MB'.")] = "",
    server: Annotated[str, typer.Option(help="Server, by its name in the catalogue.")] = "",
    safe: Annotated[str, typer.Option(help="Safety margin: lean, usual or careful.")] = "",
    usual: Annotated[bool, typer.Option("--usual", help="Take the usual answer to questions left open.")] = False,
    force: Annotated[bool, typer.Option("--force", help="Replace the file if it is there.")] = False,
) -> None:
    """A first scenario, from five questions."""
    options = {"what": what, "peak": peak, "size": size, "server": server, "safe": safe}
    raise typer.Exit(run_init(file, options, usual, force))


def run_init(file: str, options: dict[str, str], take_usual: bool, force: bool) -> int:
    """Asks what no option says, checks each answer at once, and writes the scenario. Raises ReportError for a file that
    cannot be written or is there already, and for an answer that is wrong or missing."""
    check_writable(file)
    if file != "-" and os.path.lexists(file) and not force:
        raise ReportError(file, *command_usage.FILE_IS_THERE)
    answers = _answers(options, take_usual)
    if problems := answer_problems(answers):
        raise ScenarioError(problems)
    write_text(file, scenario_text(answers, shell_quoted([file if file != "-" else FIRST])))
    if file != "-":
        print(questions.written(visible(file), shell_quoted([file])))
    return DONE


def _answers(options: dict[str, str], take_usual: bool) -> Answers:
    """The five answers, each checked before the next is asked for."""
    answers = default_answers(next(iter(PRESETS)))
    for number, question in enumerate(five_questions(), start=1):
        stated = options[question.field]
        if stated:
            answers = _of_option(question, stated, answers)
        elif not take_usual:
            answers = _asked(number, question, answers)
    return answers


def _of_option(question: Prompt, stated: str, before: Answers) -> Answers:
    try:
        return check_answer(question, stated.strip(), before)
    except WrongAnswer as error:
        raise ReportError(f'--{question.field} "{shortened(stated)}"', error.why, error.remedy) from None


def _asked(number: int, question: Prompt, before: Answers) -> Answers:
    """Asks until there is an answer that can be used. An empty line takes what stands in brackets."""
    default = getattr(before, question.field)
    while True:
        print(f"{number}/5 {question.ask} [{default}] ", end="", file=sys.stderr, flush=True)
        line = "" if sys.stdin is None else sys.stdin.buffer.readline(LONGEST).decode("utf-8", "replace")
        if not line:
            print(file=sys.stderr)
            raise ReportError(f"question {number} of 5", *questions.no_answer(question.field))
        try:
            return check_answer(question, line.strip() or default, before)
        except WrongAnswer as error:
            print(f"  {visible(str(error))}", file=sys.stderr)
