"""Who is there when the clock starts, and how far on."""

from models.parts.request import Request
from models.scenario import Scenario
from simulator.network.distribution import Distribution, Family
from simulator.network.midway import Midway, left_of
from simulator.translate.classes import asked
from simulator.translate.laws import keeps_step, law
from simulator.translate.resources import work_asked


def open_at_start(scenario: Scenario, rate: float, requests: Distribution) -> int:
    """How many sessions are open at the start, of all nodes: a whole population, nobody where the rate has yet to rise,
    else those of the steady state; `rate` is that of new sessions a second, `requests` is how many they send."""
    if scenario.workload.population is not None:
        return scenario.workload.population * scenario.unit.nodes
    if not _starts_warm(scenario):
        return 0
    return _steady(scenario, rate, requests)


def midway(scenario: Scenario, requests: Distribution) -> Midway | None:
    """How far on those are who are open at the start; None where lengths are memoryless, and where nobody is as far on
    as in a steady state: clients that return are spread over their first cycle, others begin."""
    memoryless = requests.kind is Family.GEOMETRIC
    if memoryless or scenario.workload.population is not None or not _starts_warm(scenario):
        return None
    think_time = scenario.workload.session.think_time
    clients = sorted(scenario.workload.clients, key=lambda client: client.rate)
    readings = tuple(_response(scenario, 1.0 / client.rate) for client in clients)
    seconds = [each.share * (reading + think_time.mean) for each, reading in zip(clients, readings, strict=True)]
    found = tuple(each / sum(seconds) for each in seconds)
    return Midway(left_of(requests), found, readings, keeps_step(law(think_time)))


def cycle(scenario: Scenario) -> float:
    """Seconds from one request of a client to the next on a server with time to spare: a pause, the work, and the
    response."""
    working = sum(
        each.share * work_asked(scenario, each.request.cpu + each.request.cpu_per_byte * each.request.size.mean)
        for each in asked(scenario)
    )
    return scenario.workload.session.think_time.mean + working + _response(scenario, _slowness(scenario))


def _starts_warm(scenario: Scenario) -> bool:
    return scenario.workload.ramp is None and scenario.run.start == "warm"


def _steady(scenario: Scenario, rate: float, requests: Distribution) -> int:
    """How many sessions are open in the steady state of a server with time to spare (Little's law).

    A session thinks between its requests and waits for each of them at least as long as other machines take to
    contribute to the answer, and its client to read it. Where lengths are not memoryless, those that have only the rest
    of their last response to read are not among them: they ask for nothing any more (see Midway).
    """
    session = scenario.workload.session
    think_time, response = session.think_time.mean, _response(scenario, _slowness(scenario))
    if requests.kind is not Family.GEOMETRIC:
        return round(rate * (int(requests.mean) - 1.0) * (think_time + response))
    return round(rate * ((session.requests - 1.0) * think_time + session.requests * response))


def _slowness(scenario: Scenario) -> float:
    """Seconds for which a client reads a byte, on average."""
    return sum(client.share / client.rate for client in scenario.workload.clients)


def _response(scenario: Scenario, slowness: float) -> float:
    """Seconds that a request takes at least: other machines contribute, and its client reads."""
    return sum(each.share * (each.request.size.mean * slowness + _waiting(each.request)) for each in asked(scenario))


def _waiting(request: Request) -> float:
    return 0.0 if request.wait is None else request.wait.mean
