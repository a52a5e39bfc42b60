"""The errors of a simulation, sorted by what the reader does next. ScenarioError (edit the file) is in models."""

from typing import TypeVar

from models.errors import Remedy, ScenarioError
from models.quantities.formatting import significant
from simulator.messages.stages import program
from simulator.targets import NearestTarget, Target, looser_target, remedy, why_missed

_There = TypeVar("_There")
# Requests a second below which a load is hardly any.
_HARDLY_ANY = 0.01


USE_KERNEL = "use --engine kernel"  # What to do instead of what theory does not know.
STATE_A_DEMAND = Remedy({"demand": "12 Gbps"})  # For whoever asks for a farm of a server.


class UnsupportedByEngine(Exception):  # noqa: N818 - named for what the reader is told
    """This engine cannot run this network. why: the part that it cannot do; instead: what to do, which the message says
    last, or "" where that says so itself; remedies: the same, of which each leads to an answer."""

    def __init__(self, why: str, instead: str = "", remedies: tuple[Remedy, ...] = ()) -> None:
        super().__init__(why, instead, remedies)
        self.why, self.instead = why, instead
        self.remedies = remedies or ((Remedy(engine="kernel"),) if instead.startswith(USE_KERNEL) else ())

    def __str__(self) -> str:
        return f"{self.why}; {self.instead}" if self.instead else self.why


class TooLarge(ScenarioError):  # noqa: N818 - named for what the reader is told
    """What is asked takes more memory than there is: change the parameter that the message names."""


class Unstable(Exception):  # noqa: N818
    """The demand exceeds what there is: lower it or enlarge the station that the message names."""


class NoCapacity(Unstable):
    """No number of units carries the demand: do what the message names, usually a remedy for the server.

    remedies: those of what it names that are values, of which each leads to an answer.
    """

    def __init__(self, *told: object, remedies: tuple[Remedy, ...] = ()) -> None:
        super().__init__(*told)
        self.remedies = remedies


class NoLoad(NoCapacity):
    """No load meets the targets of a scenario: loosen the one that is missed, or enlarge what stands behind it.

    nearest: the target that is missed, what was measured and what is asked, and the limit behind it; rate: the load at
    which, the smallest one tried, requests a second; scenario: its name, "" where that is not known.
    """

    def __init__(self, nearest: NearestTarget, rate: float, scenario: str = "") -> None:
        looser = looser_target(nearest)
        ways = (Remedy({f"targets.{nearest.target.value}": looser}),) if looser else ()
        super().__init__(nearest, rate, scenario, remedies=ways)
        self.nearest, self.rate, self.scenario = nearest, rate, scenario

    def __str__(self) -> str:
        named = f"{self.scenario}: " if self.scenario else ""
        return f"{named}{self.why}; {self.remedy}"

    @property
    def why(self) -> str:
        """The target that is missed, and where the time goes."""
        load = significant(self.rate, 3) if self.rate >= _HARDLY_ANY else ""
        return program.no_load(load, why_missed(self.nearest))

    @property
    def target(self) -> Target:
        """The target that is missed."""
        return self.nearest.target

    @property
    def remedy(self) -> str:
        """What to write or to enlarge."""
        return remedy(self.nearest)

    def of(self, scenario: str) -> "NoLoad":
        """The same of a scenario with this name."""
        return NoLoad(self.nearest, self.rate, scenario)


def reason_without_remedy(error: Exception) -> str:
    """Why there is no answer, without what to do instead: for whoever does that already, or asks somebody who knows it
    better."""
    return error.why if isinstance(error, UnsupportedByEngine | NoLoad | Overloaded) else str(error)


class NotConverged(Exception):  # noqa: N818
    """The interval is still too wide to answer: run longer; the message gives the width and the settings to raise.

    remedies: those settings, of which each leads to an answer.
    """

    def __init__(self, message: str, remedies: tuple[Remedy, ...] = ()) -> None:
        super().__init__(message, remedies)
        self.message, self.remedies = message, remedies

    def __str__(self) -> str:
        return self.message

    def of(self, scenario: str) -> "NotConverged":
        """The same of a scenario with this name."""
        return NotConverged(f"{scenario}: {self.message}", self.remedies)


class Overloaded(NotConverged):
    """A server that is offered more than it carries does not settle: lower its load, or enlarge what is full.

    limit: what requests wait for, by name; carried, offered: requests a second of a server; scenario: its name, ""
    where that is not known.
    """

    def __init__(self, limit: str, carried: float, offered: float, scenario: str = "") -> None:
        super().__init__("", (Remedy(command="capacity"),))
        self.limit, self.carried, self.offered, self.scenario = limit, carried, offered, scenario

    def __reduce__(self) -> tuple[type["Overloaded"], tuple[str, float, float, str]]:
        return Overloaded, (self.limit, self.carried, self.offered, self.scenario)

    def __str__(self) -> str:
        named = f"{self.scenario}: " if self.scenario else ""
        return f"{named}{self.why}; {program.less_load(self.limit)}"

    @property
    def why(self) -> str:
        """What is full, what is carried and what is offered."""
        return program.overloaded(self.limit, significant(self.offered, 3), significant(self.carried, 3))

    def of(self, scenario: str) -> "Overloaded":
        """The same of a scenario with this name."""
        return Overloaded(self.limit, self.carried, self.offered, scenario)


class InternalError(Exception):
    """The program contradicts itself: report it, with the command and the scenario."""


def require(value: _There | None, what: str) -> _There:
    """A value that must be there, as `what` was asked for before. Raises InternalError where it is not."""
    if value is None:
        raise InternalError(program.missing(what))
    return value


class ReportError(Exception):
    """The report could not be written: change the folder or its permissions. Nothing partial is left behind."""

    def __init__(self, path: str, reason: str, remedy: str) -> None:
        super().__init__(f"{path}: {reason}; {remedy}")
        self.path = path
        self.reason = reason
        self.remedy = remedy
