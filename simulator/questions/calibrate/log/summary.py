"""Everything that `calibrate log` says of some logs."""

from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass

from simulator.questions.calibrate.log.arrivals import Arrivals, arrivals_of
from simulator.questions.calibrate.log.clients import Clients, LoggedAnswers, answers_of, clients_of
from simulator.questions.calibrate.log.popularity import LoggedPopularity, popularity_of
from simulator.questions.calibrate.log.values import LoggedValues, values_of
from simulator.traffic.logged import LogClock, Logged
from simulator.traffic.reading.account import Account
from simulator.traffic.sessions import sessions_of
from simulator.traffic.working_set import WorkingSet, working_set


@dataclass(frozen=True)
class LogSummary:
    """What logs say. files: as they were named; first: seconds since 1970 of the first whole second, in UTC; span: s;
    bytes: of all responses; object_size: of the different objects, by the largest response of each."""

    files: tuple[str, ...]
    account: Account
    clock: LogClock
    requests: int
    bytes: float
    first: float
    span: float
    arrivals: Arrivals
    size: LoggedValues
    object_size: LoggedValues
    popularity: LoggedPopularity
    clients: Clients
    answers: LoggedAnswers
    working_set: WorkingSet


def summarise(files: tuple[str, ...], logged: Logged, gap: float) -> LogSummary:
    """Works out all figures; sessions end after `gap` seconds of silence."""
    size, object_size = values_of(logged.bytes, "B"), values_of(logged.size, "B")
    with ThreadPoolExecutor(1) as pool:  # Beside the rest, for it takes as long as all of that.
        curve = pool.submit(working_set, logged.object, logged.size)
        sessions = sessions_of(logged, gap)
        arrivals, popularity = arrivals_of(logged), popularity_of(logged)
        clients, answers = clients_of(logged, sessions), answers_of(logged)
    assert size is not None and object_size is not None, "a log that was read has a request"
    return LogSummary(
        files=files,
        account=logged.account,
        clock=logged.clock,
        requests=logged.requests,
        bytes=float(logged.bytes.sum()),
        first=logged.first,
        span=logged.span,
        arrivals=arrivals,
        size=size,
        object_size=object_size,
        popularity=popularity,
        clients=clients,
        answers=answers,
        working_set=curve.result(),
    )
