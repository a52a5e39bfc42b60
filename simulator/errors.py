"""The errors of a simulation, sorted by what the reader does next. ScenarioError (edit the file) is in models."""


class UnsupportedByEngine(Exception):  # noqa: N818 - named for what the reader is told
    """This engine cannot run this network: choose another engine; the message names the part and one that can."""


class Unstable(Exception):  # noqa: N818
    """The demand exceeds what there is: lower it or enlarge the station that the message names."""


class NoCapacity(Unstable):
    """No number of units carries the demand: do what the message names, usually a remedy for the server."""


class NotConverged(Exception):  # noqa: N818
    """The interval is still too wide to answer: run longer; the message gives the width and the settings to raise."""


class InternalError(Exception):
    """The program contradicts itself: report it, with the command and the scenario."""


class ReportError(Exception):
    """The report could not be written: change the folder or its permissions. Nothing partial is left behind."""

    def __init__(self, path: str, reason: str, remedy: str) -> None:
        super().__init__(f"{path}: {reason}; {remedy}")
        self.path = path
        self.reason = reason
        self.remedy = remedy
