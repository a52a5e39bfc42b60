"""`compare`: servers against the first one, on the same sessions."""

from collections.abc import Sequence
from pathlib import Path

from models.errors import Problem, ScenarioError
from models.scenario import Scenario
from simulator.exits import DONE
from simulator.questions.arguments import ComparedFiles
from simulator.questions.asked import Asked, reporting_command
from simulator.questions.day import today
from simulator.questions.inputs import command_line, read_engine, read_scenario, require_one_currency
from simulator.questions.outputs import check_writable, progress, say, write_text
from simulator.questions.reports import report_writer


@reporting_command
def compare(paths: ComparedFiles, asked: Asked) -> int:
    """Differences between servers on the same workload, each with its interval."""
    reference, *others = _scenarios(paths, asked)
    engine = read_engine(asked.engine)
    check_writable(asked.json)
    write_report = report_writer(asked.files)

    from simulator.measure.paired import check_pairs
    from simulator.questions.compare.answer import compare_all, require_a_load
    from simulator.questions.compare.data import compared_data
    from simulator.questions.compare.document import compared_blocks, comparison_report
    from simulator.report.figure import to_json
    from simulator.report.language.measured_core import core_of_cpu_times
    from simulator.report.renderers.terminal import show
    from simulator.rollup.stamp import stamped
    from simulator.sizing.measuring import replications

    check_pairs(reference, others)
    require_a_load([reference, *others])
    say(f"{', '.join(other.file for other in others)}, against {reference.file} ...", asked.json)
    for told in dict.fromkeys(filter(None, map(core_of_cpu_times, (reference, *others)))):
        say(told, asked.json)
    with progress(sum(replications(scenario) for scenario in (reference, *others)), "simulating") as step:
        found = compare_all([reference, *others], engine, step)
    command = command_line("compare", paths, asked)
    stamp = stamped(reference, engine.name, found.results.replications, command, today().isoformat())
    written = write_report(lambda: comparison_report([reference, *others], found, stamp))
    if asked.json:
        write_text(asked.json, to_json(compared_data(found)))
    show(compared_blocks(found), asked.json, written)
    return DONE


def _scenarios(paths: Sequence[Path], asked: Asked) -> list[Scenario]:
    """The scenarios without their baselines, all with the same overrides; at least two of them."""
    if len(paths) < 2:
        message, remedy = "a comparison needs at least two scenarios", "name another one after it"
        raise ScenarioError((Problem("compare", 0, "", str(paths[0]), message, remedy),))
    read = [read_scenario(path, asked) for path in paths]
    require_one_currency(read)
    return [scenario.without_baseline() for scenario in read]
