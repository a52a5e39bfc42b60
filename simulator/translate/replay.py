"""The access log that a scenario replays."""

from pathlib import Path

from models.errors import Problem, ScenarioError
from models.scenario import Scenario
from simulator.errors import ReportError
from simulator.messages.stages import translation_errors
from simulator.network.trace import SessionTrace

_AT = "workload.trace.file"


def replayed_trace(scenario: Scenario) -> SessionTrace | None:
    """The trace of the log; None where none is replayed. Raises ScenarioError for a log that is none."""
    replay = scenario.workload.trace
    if replay is None:
        return None
    # What reads logs takes long to load, and few scenarios have one.
    from simulator.traffic.sessions import log_trace

    folder = Path(scenario.file).parent
    if "\0" in replay.file or not (folder / replay.file).resolve().is_relative_to(folder.resolve()):
        raise _wrong(scenario, replay.file, translation_errors.FILE_ELSEWHERE, translation_errors.LOG_BESIDE)
    try:
        return log_trace(str(folder / replay.file), replay.gap, replay.rate)
    except ReportError as error:
        raise _wrong(scenario, replay.file, error.reason, error.remedy) from None
    except OSError:
        raise _wrong(scenario, replay.file, translation_errors.NO_FILE, translation_errors.ACCESS_LOG) from None


def _wrong(scenario: Scenario, file: str, message: str, remedy: str) -> ScenarioError:
    return ScenarioError((Problem(scenario.file, 0, _AT, f'"{file:.60}"', message, remedy),))
