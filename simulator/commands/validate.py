"""`validate`: published against simulated, with signed errors."""

import sys
from collections.abc import Sequence

from simulator.commands.day import today
from simulator.commands.inputs import read_engine
from simulator.commands.outputs import check_writable, progress, write_text
from simulator.exits import DONE, MISSED


def run_validate(cases: Sequence[str], json: str, markdown_file: str, engine_name: str) -> int:
    """Runs the published systems of the cases (all, if none is named). The exit code says whether a bound is broken."""
    engine = read_engine(engine_name)
    check_writable(json)
    check_writable(markdown_file)

    from simulator.report.figures import to_json
    from simulator.report.validation import figures_of_rows, markdown, print_rows
    from simulator.validate.published import published_figures
    from simulator.validate.validate import scenarios_of, steps, validate

    figures = _chosen(published_figures(), cases)
    scenarios = scenarios_of(figures)
    with progress(steps(scenarios), "simulating") as step:
        rows = validate(figures, scenarios, engine, today(), step)
    print_rows(rows, sys.stderr if json == "-" else sys.stdout)
    if markdown_file:
        write_text(markdown_file, markdown(rows))
    if json:
        write_text(json, to_json(figures_of_rows(rows)))
    return MISSED if any(row.verdict == "not reproduced" for row in rows) else DONE


def _chosen(figures: Sequence, cases: Sequence[str]) -> tuple:
    from difflib import get_close_matches

    from models.errors import Problem, ScenarioError

    known = list(dict.fromkeys(figure.case for figure in figures))
    unknown = [case for case in cases if case not in known]
    if unknown:
        near = get_close_matches(unknown[0], known, 1)
        hint = f"did you mean {near[0]}? " if near else ""
        message = f"no such published case; {hint}there are: {', '.join(known)}"
        raise ScenarioError((Problem("validate", 0, "", unknown[0], message, ""),))
    return tuple(figure for figure in figures if not cases or figure.case in cases)
