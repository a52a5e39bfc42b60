"""What a node's sessions come to in a second: how many are let in, what they send, what fails and what they hold."""

import math
from collections import defaultdict
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from simulator.engines.theory.node.flows import PAUSED, Flow, JobFlow, NodeConditions, add_flow
from simulator.engines.theory.programs import TheoryProgram, TheoryPrograms
from simulator.network.distribution import Distribution, Family


class ClassRequests(NamedTuple):
    """Requests of one class. completed: a second; response: their mean response time, s, nan where none is completed;
    flow: what one of them does, or one of a class that is equal (see EqualPrograms)."""

    completed: float
    response: float
    flow: Flow


class Traffic(NamedTuple):
    """A node's traffic, by the second.

    came: sessions; let_in: the share of those that try who are; entered: those that are let in; requests:
    sent; classes: by name; gave_up: sessions, by the cause that refused them last; failed: requests, by cause; open:
    mean number of sessions, with those that wait to try again; flow: what all do, with background jobs; background:
    their mean number; paused: the mean number of those that wait to try again.
    """

    came: float
    let_in: float
    entered: float
    requests: float
    classes: Mapping[str, ClassRequests]
    gave_up: Mapping[str, float]
    failed: Mapping[str, float]
    open: float
    flow: Flow
    background: Mapping[str, float]
    paused: float

    @property
    def again(self) -> float:
        """The share of the sessions that were refused at first and let in later."""
        return max(0.0, self.entered / self.came - self.let_in)

    @property
    def completed(self) -> float:
        """Requests completed a second."""
        return sum(each.completed for each in self.classes.values())


def node_traffic(programs: TheoryPrograms, sessions: float, met: NodeConditions) -> Traffic:
    """What comes of `sessions` that arrive at a node a second, if places take and refuse as told.

    Refusals are taken to be independent of each other (the reduced load approximation: Kelly 1991, Loss Networks). So
    is a client's second attempt of its first; at once it finds what it found before.
    """
    source, flow = programs.network.source, Flow(met.unlike)
    connecting = Flow(met.unlike)
    held: dict[str, float] = {}
    let_in = add_flow(connecting, programs.connect, JobFlow(1.0, 0.0), held, met).number
    attempts = source.attempts if source.back_off > 0.0 else 0
    tries = sessions * sum((1.0 - let_in) ** k for k in range(attempts + 1))
    flow.add(connecting, tries)
    entered = tries * let_in
    ends = []
    for each in programs.classes:
        own = Flow(met.unlike)
        end = add_flow(own, each.stages, JobFlow(1.0, 0.0), dict(held), met)
        ends.append((each, own, end))
    fails = max(0.0, 1.0 - sum(each.share * end.number for each, _, end in ends))
    requests = flow.requests = entered * sent_requests(source.requests, fails)
    failed: dict[str, float] = defaultdict(float)
    for each, own, _ in ends:
        rate = requests * each.share
        flow.add(own, rate, each.ways)
        flow.responding += rate * own.seconds
        for cause, lost in own.lost.items():
            for image, share in each.ways.images(cause):
                failed[image] += rate * share * lost
    thinking = (requests - entered) * source.thinking * source.think_time.mean
    flow.hold(held, thinking)
    flow.spend(held, PAUSED, thinking)
    finished = entered * completed_share(source.requests, fails)
    add_flow(flow, programs.close, JobFlow(finished, 0.0), dict(held), met)
    waiting = (tries - sessions) * source.back_off
    open_sessions = flow.seconds + waiting
    background = {
        name: number for each in programs.background for name, number in _background(flow, each, sessions, met).items()
    }
    surrendered = max(0.0, sessions - entered) / (tries - entered) if tries > entered else 0.0
    return Traffic(
        sessions,
        let_in,
        entered,
        requests,
        {each.name: _requests(requests * each.share, own, end) for each, own, end in ends},
        {cause: tries * lost * surrendered for cause, lost in connecting.lost.items()},
        failed,
        open_sessions,
        flow,
        background,
        waiting,
    )


def _requests(rate: float, flow: Flow, end: JobFlow) -> ClassRequests:
    return ClassRequests(rate * end.number, end.seconds / end.number if end.number else math.nan, flow)


def _background(flow: Flow, each: TheoryProgram, sessions: float, met: NodeConditions) -> dict[str, float]:
    """Counts in `flow` what background jobs do, and returns the mean number that go each way."""
    own, jobs = Flow(met.unlike), JobFlow(each.arrivals(sessions), 0.0)
    add_flow(own, each.stages, jobs, {}, met)
    flow.add(own, 1.0, each.ways)
    return dict.fromkeys(each.names, own.seconds / each.ways.number)


def first_pieces(programs: TheoryPrograms, traffic: Traffic, met: NodeConditions) -> tuple[ClassRequests, ...]:
    """The requests of each class that is answered in pieces, as far as to their first piece."""
    found, held = [], dict[str, float]()
    add_flow(Flow(met.unlike), programs.connect, JobFlow(1.0, 0.0), held, met)
    for each in programs.classes:
        until = next((at for at, stage in enumerate(each.stages, 1) if stage.first), 0)
        if until:
            own = Flow(met.unlike)
            end = add_flow(own, each.stages[:until], JobFlow(1.0, 0.0), dict(held), met)
            found.append(_requests(traffic.requests * each.share, own, end))
    return tuple(found)


def mean_first_piece(pieces: Sequence[ClassRequests]) -> float:
    """Seconds until the first piece of a response is sent, on average; nan where none is."""
    sent = [each for each in pieces if each.completed > 0.0]
    number = sum(each.completed for each in sent)
    return sum(each.completed * each.response for each in sent) / number if sent else math.nan


def client_speed(programs: TheoryPrograms, traffic: Traffic) -> float:
    """The payload of all responses over the sum of their response times, B/s; nan where nothing is completed."""
    completed = [(traffic.classes[each.name], each.payload) for each in programs.classes]
    payload = sum(each.completed * size for each, size in completed)
    seconds = sum(each.completed * each.response for each, _ in completed if each.completed > 0.0)
    return payload / seconds if seconds > 0.0 else math.nan


def planned_requests(law: Distribution) -> float:
    """The mean number of requests that a session means to send: whole, and at least 1."""
    return max(1.0, float(math.floor(law.mean))) if law.kind is Family.CONSTANT else max(1.0, law.mean)


def sent_requests(law: Distribution, fails: float) -> float:
    """The mean number of requests that a session sends if each fails with the chance `fails`, which ends it.

    Geometric or constant number: sums of the geometric series of those that go on.
    """
    if law.kind is Family.CONSTANT:
        if not 0.0 < fails < 1.0:
            return planned_requests(law) if fails == 0.0 else 1.0
        # At least one; rounding must not leave a negative number of those that come after it.
        return max(1.0, -math.expm1(planned_requests(law) * math.log1p(-fails)) / fails)
    return 1.0 / (1.0 - (1.0 - 1.0 / planned_requests(law)) * (1.0 - fails))


def completed_requests(law: Distribution, fails: float) -> float:
    """The mean number of requests of a session that are completed if each fails with the chance `fails`."""
    return (1.0 - fails) * sent_requests(law, fails)


def completed_share(law: Distribution, fails: float) -> float:
    """The share of sessions all of whose requests are completed."""
    if law.kind is Family.CONSTANT:
        return float((1.0 - fails) ** planned_requests(law))
    return (1.0 - fails) / planned_requests(law) * sent_requests(law, fails)
