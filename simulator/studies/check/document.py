"""Checked plans as a terminal shows them, a line each, which a program may read too."""

from collections import Counter
from collections.abc import Iterator, Sequence

from models.visible import visible
from simulator.experiment.verdicts import Verdict
from simulator.messages.decision import headline
from simulator.messages.sentences import measured_against_target, verdict_text
from simulator.output.blocks import Block, Preformatted
from simulator.studies.check.answer import PlanStanding, ScenarioCheck

_COUNTED: tuple[PlanStanding, ...] = ("met", "missed", "not known", "no answer")


def check_blocks(check_results: Sequence[ScenarioCheck]) -> list[Block]:
    """A line for each scenario, and what they come to, which is also what the exit code says."""
    return [Preformatted("\n".join(map(visible, lines(check_results))))]


def lines(check_results: Sequence[ScenarioCheck]) -> Iterator[str]:
    """The lines that are printed."""
    for each in check_results:
        yield f"{each.standing:<9}  {each.scenario.file}: {_as_line(each)}"
    yield verdict_of_all(check_results)


def verdict_of_all(check_results: Sequence[ScenarioCheck]) -> str:
    """How many scenarios met their targets, how many did not, and why not."""
    counts = Counter(each.standing for each in check_results)
    parts = [f"{counts[standing]} {standing}" for standing in _COUNTED if counts[standing]]
    return f"{len(check_results)} checked: {', '.join(parts)}."


def _as_line(each: ScenarioCheck) -> str:
    """Why a scenario stands as it does: the figures of its targets, those first that are not met."""
    if each.outcome is None:
        # The line has named the file.
        return "; ".join(_without(each.scenario.file, line) for line in each.reason.splitlines())
    ordered = sorted(each.outcome.verdicts, key=lambda verdict: verdict.met is True)
    farm = f"; {headline(each.outcome)}" if each.outcome.farm else ""
    return f"{'; '.join(figures(verdict) for verdict in ordered)}{farm}"


def _without(file: str, problem: str) -> str:
    """A problem without the name of its file, which its line number may follow."""
    rest = problem.removeprefix(f"{file}:")
    return f"line {rest}" if rest != problem and rest[:1].isdigit() else rest.strip()


def figures(verdict: Verdict) -> str:
    """One target: what was measured, what is asked, and the judgement."""
    told = measured_against_target(verdict)
    return f"{verdict_text(verdict)}: {told}" if verdict.met is None else f"{told}: {verdict_text(verdict)}"
