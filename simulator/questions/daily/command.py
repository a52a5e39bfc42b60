"""`daily`: a day of the farm as bought, by its hours, with what happens on it."""

from simulator.exits import DONE, MISSED
from simulator.questions.arguments import ScenarioFile
from simulator.questions.asked import Asked, reporting_command
from simulator.questions.day import today
from simulator.questions.inputs import command_line, first_lines, read_engine, read_scenario
from simulator.questions.outputs import check_writable, progress, say, write_text
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

    from simulator.daily.follow import follow, require_a_day, steps
    from simulator.questions.daily.data import day_data
    from simulator.questions.daily.document import day_on_terminal, day_report
    from simulator.report.figure import to_json
    from simulator.report.renderers.terminal import show
    from simulator.rollup.stamp import stamped

    require_a_day(scenario)
    with progress(steps(scenario, load), "simulating") as step:
        found = follow(scenario, engine, load, step)
    command = command_line("daily", [path], asked, load=load)
    stamp = stamped(scenario, engine.name, found.served.replications, command, today().isoformat())
    written = write_report(lambda: day_report(found, stamp))
    if asked.json:
        write_text(asked.json, to_json(day_data(found)))
    show(day_on_terminal(found), asked.json, written)
    return DONE if found.met else MISSED
