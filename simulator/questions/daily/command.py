"""`daily`: a day of the farm as bought, by its hours, with what happens on it."""

from simulator.questions.arguments import ScenarioFile
from simulator.questions.asked import Asked, reporting_command
from simulator.questions.inputs import command_line, first_lines, read_engine, read_scenario
from simulator.questions.outputs import check_writable, deliver, progress, say
from simulator.questions.reports import report_writer
from simulator.questions.survive.command import StatedLoad


@reporting_command
def daily(path: ScenarioFile, asked: Asked, load: StatedLoad = "") -> int:
    """A day of the farm: its hours, a release, a crowd, stale content, a flood; and how far off that is."""
    # 0 if the day keeps to its targets, 1 if it does not or that is not known.
    scenario = read_scenario(path, asked).without_baseline()
    engine = read_engine(asked.engine)
    check_writable(asked.json)
    write_report = report_writer(asked.files)
    for line in first_lines(scenario):
        say(line, asked.json)

    from simulator.questions.daily.study import daily as follow_day

    found = follow_day(scenario, engine, load, command_line("daily", [path], asked, load=load), progress)
    return deliver(found, asked.json, write_report)
