"""`daily`: a day of the farm as bought, by its hours, with what happens on it."""

from simulator.cli.arguments import ScenarioFile
from simulator.cli.inputs import command_line, question, read_engine, read_scenario
from simulator.cli.options import CommandOptions, simulating_command
from simulator.cli.outputs import check_writable, deliver, print_line, show_progress
from simulator.cli.reports import report_writer
from simulator.studies.survive.command import StatedLoad


@simulating_command
def daily(path: ScenarioFile, asked: CommandOptions, load: StatedLoad = "") -> int:
    """A day of the farm, hour by hour: peaks, a release, a crowd, stale content, a flood."""
    # 0 if the day keeps to its targets, 1 if it does not or that is not known.
    scenario = read_scenario(path, asked).without_baseline()
    engine = read_engine(asked.engine)
    check_writable(asked.json)
    write_report = report_writer(asked.files, scenario.name)
    print_line(question(scenario), asked.json)

    from simulator.studies.daily.study import daily as follow_day

    found = follow_day(scenario, engine, load, command_line("daily", [path], asked, load=load), show_progress)
    return deliver(found, asked.json, write_report)
