"""`compare`: servers against the first one, on the same sessions."""

from collections.abc import Sequence
from pathlib import Path

from models.errors import Problem, ScenarioError
from models.scenario import Scenario
from simulator.cli.arguments import ComparedFiles
from simulator.cli.inputs import command_line, read_engine, read_scenario, require_one_currency
from simulator.cli.options import CommandOptions, simulating_command
from simulator.cli.outputs import check_writable, deliver, print_line, show_progress
from simulator.cli.reports import report_writer
from simulator.messages.arguments import NAME_ANOTHER, TWO_AT_LEAST


@simulating_command
def compare(paths: ComparedFiles, asked: CommandOptions) -> int:
    """How servers differ under the same workload, each difference with its interval."""
    reference, *others = _scenarios(paths, asked)
    engine = read_engine(asked.engine)
    check_writable(asked.json)
    write_report = report_writer(asked.files)

    from simulator.studies.compare.study import compare as compare_servers
    from simulator.studies.compare.study import require_comparable

    require_comparable([reference, *others])
    print_line(f"{', '.join(other.file for other in others)}, against {reference.file} ...", asked.json)
    found = compare_servers([reference, *others], engine, command_line("compare", paths, asked), show_progress)
    return deliver(found, asked.json, write_report)


def _scenarios(paths: Sequence[Path], asked: CommandOptions) -> list[Scenario]:
    """The scenarios without their baselines, all with the same overrides; at least two of them."""
    if len(paths) < 2:
        raise ScenarioError((Problem("compare", 0, "", str(paths[0]), TWO_AT_LEAST, NAME_ANOTHER),))
    read = [read_scenario(path, asked) for path in paths]
    require_one_currency(read)
    return [scenario.without_baseline() for scenario in read]
