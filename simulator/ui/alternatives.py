"""What the current scenario is compared with: its baseline, shipped scenarios, and variations of itself."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from models.errors import Problem, ScenarioError
from models.scenario import Scenario
from simulator.ui import address
from simulator.ui.library import shipped
from simulator.ui.plans.shelf import KeptPlan
from simulator.ui.session import BrowserSession
from simulator.ui.uploads import load_text, text_of

MOST = 4
PLACE = "variations"


@dataclass(frozen=True)
class Candidate:
    """A scenario under the name that it has on the page."""

    label: str
    scenario: Scenario


def alternatives(
    session: BrowserSession,
    reference: Scenario,
    baseline: bool,
    names: Sequence[str],
    variations: str,
    plans: Sequence[KeptPlan] = (),
) -> tuple[Candidate, ...]:
    """One to MOST alternatives to the reference, each to be run as the reference is: only so do their runs make pairs.

    `plans` are those of the shelf. `variations` has one on each line: PATH=VALUE, several of them with semicolons, laid
    over the current scenario.
    Raises ScenarioError with all problems at once.
    """
    found = [Candidate("baseline", reference.baseline)] if baseline and reference.baseline else []
    found += [Candidate(name, load_text(text_of(name))) for name in names if name in shipped()]
    found += [Candidate(kept.title, session.read(kept.plan)) for kept in plans]
    problems: list[Problem] = []
    for number, line in enumerate(variations.splitlines(), start=1):
        if line.strip():
            try:
                found.append(_variation(session, line))
            except ScenarioError as error:
                problems += (_at_line(problem, number, line) for problem in error.problems)
    if problems:
        raise ScenarioError(tuple(problems))
    _check_number(len(found))
    return tuple(_run_like(reference, one) for one in found)


def _check_number(number: int) -> None:
    if number == 0:
        remedy = "choose a plan or a scenario, or write a variation such as server.ram=8 GiB"
        raise _refused("", "nothing to compare with", remedy)
    if number > MOST:
        raise _refused(str(number), f"more than {MOST} alternatives", f"take {number - MOST} away")


def _refused(value: str, message: str, remedy: str) -> ScenarioError:
    return ScenarioError((Problem(PLACE, 0, "", value, message, remedy),))


def _variation(session: BrowserSession, line: str) -> Candidate:
    changes = dict(map(_assignment, filter(str.strip, line.split(";"))))
    name, over = address.read(changes)
    if any(path == "run" or path.startswith("run.") for path in over):
        message, remedy = "all are run like the current scenario, or their runs would be no pairs", "change it there"
        raise ScenarioError((Problem(PLACE, 0, "run", "", message, remedy),))
    if name:
        message, remedy = "a variation changes the current scenario, it cannot name another one", "choose that above"
        raise ScenarioError((Problem(PLACE, 0, address.SCENARIO, name, message, remedy),))
    changed = address.overrides({**session.kept_changes, **over})
    return Candidate(line.strip(), load_text(session.text or text_of(session.name), changed))


def _assignment(text: str) -> tuple[str, str]:
    path, equals, value = text.partition("=")
    if not equals or not path.strip() or not value.strip():
        raise ScenarioError((Problem(PLACE, 0, "", f'"{text.strip():.60}"', "not an assignment", "write PATH=VALUE"),))
    return path.strip(), value.strip()


def _at_line(problem: Problem, number: int, line: str) -> Problem:
    """The problem at its line of the variations, wherever it came to light."""
    return replace(problem, file=PLACE, line=number, value=problem.value or f'"{line.strip():.60}"')


def _run_like(reference: Scenario, alternative: Candidate) -> Candidate:
    alike = {"run": reference.run, "baseline": None}
    return Candidate(alternative.label, alternative.scenario.model_copy(update=alike))
