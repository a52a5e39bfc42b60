"""The figures of a node in a steady state, each with its standing."""

from collections.abc import Iterator

from simulator.engines.theory import error_bounds as known
from simulator.engines.theory.abandonment import find_abandonment
from simulator.engines.theory.cache_errors import (
    content_error,
    depends_on_request_rate,
    hit_error,
    is_shared_by_classes,
)
from simulator.engines.theory.formulas.percentiles import PERCENTS, percentiles
from simulator.engines.theory.node.equilibrium import Equilibrium
from simulator.engines.theory.node.refusals import resident_bytes
from simulator.engines.theory.node.traffic import (
    ClassRequests,
    client_speed,
    first_pieces,
    mean_first_piece,
    planned_requests,
)
from simulator.engines.theory.programs import TheoryPrograms
from simulator.engines.theory.solution import ClassFigures, KnownValue, ResourceUse, Said, Solution, approximate, exact
from simulator.messages.stages import theory_gaps, theory_laws
from simulator.network.client_timeouts import CONNECT_TIMED_OUT
from simulator.network.lines import MBPS_PER_BYTE

LITTLE, UTILISATION = "Little's law", "utilisation law"
CHE = "Che's approximation (2002)"


def node_solution(equilibrium: Equilibrium, rate: float) -> Solution:
    """The figures of a node to which sessions come, and mean to send `rate` requests a second."""
    return _Figures(equilibrium, rate).solution()


def population_solution(equilibrium: Equilibrium, error: float) -> Solution:
    """The figures of a node whose clients come back, as far off as `error`."""
    return _OfPopulation(equilibrium, error).solution()


class _Figures:
    """Makes the figures. An error is a share of the value."""

    _responding = theory_laws.RESPONSES

    def __init__(self, equilibrium: Equilibrium, rate: float) -> None:
        self._found, self._traffic, self._rate = equilibrium, equilibrium.traffic, rate
        self._programs, self._network = equilibrium.node.programs, equilibrium.node.programs.network
        patience = self._network.source.patience
        self._tries_again = patience is not None and patience.retries.count > 0
        self._losses, self._leaving = known.loss_bounds(equilibrium), find_abandonment(equilibrium)
        # Who fails and then does not after all is carried as well, with the rest of its session.
        after_all = self._retried_part() * self._share_lost()
        off = self._leaving.lost + self._leaving.again + after_all
        self._carried, self._held = self._losses.carried + off, self._losses.held + off
        self._carrying = theory_laws.CROWDS if self._losses.by else theory_laws.CARRIED
        self._bounds = known.ResponseBounds(equilibrium)
        self._responses = {name: self._response(name) for name in self._traffic.classes}

    def solution(self) -> Solution:
        """All figures."""
        traffic, network = self._traffic, self._network
        classes = tuple(
            ClassFigures(
                name,
                self._rated(traffic.classes[each.name].completed / each.ways.number, "/s"),
                self._responses[each.name],
            )
            for each in self._programs.classes
            for name in each.names
        )
        gave_up = {cause: traffic.gave_up.get(cause, 0.0) for cause in network.causes}
        failed = {cause: traffic.failed.get(cause, 0.0) for cause in network.causes}
        return Solution(
            self._rate,
            dict(self._figures()),
            classes,
            {cause: self._refused(cause, lost) for cause, lost in gave_up.items()},
            {cause: self._failed(cause, lost) for cause, lost in failed.items()},
            tuple(self._uses()),
            {station.name: self._rated(traffic.flow.work[station.name], "/s") for station in network.shared},
            {name: approximate(number, "", known.HELD, LITTLE) for name, number in traffic.background.items()},
            "",
        )

    def _figures(self) -> Iterator[tuple[str, Said]]:
        traffic = self._traffic
        classes = [(traffic.classes[each.name].completed, each) for each in self._programs.classes]
        yield "offered_requests", exact(self._rate, "/s", "given")
        yield "requests", self._rated(traffic.requests, "/s")
        yield "completed_requests", self._rated(traffic.completed, "/s")
        yield "goodput_mbps", self._rated(MBPS_PER_BYTE * sum(n * each.payload for n, each in classes), "Mbps")
        yield "wire_mbps", self._rated(MBPS_PER_BYTE * sum(n * each.wire for n, each in classes), "Mbps")
        yield "response_mean", self._mean_response()
        yield "client_speed", self._speed()
        if self._network.comes_in_pieces:
            yield from self._first_pieces()
        yield from percentiles(self._found).items()
        yield "connections", self._connections()
        yield from self._contents()
        refused, failed = sum(traffic.gave_up.values()), sum(traffic.failed.values())
        connecting = sum(self._unconnected(cause) for cause in self._leaving.by)
        yield "refused_sessions", _up_to(self._sessions_refused(refused), connecting)
        late = self._leaving.lost - connecting
        yield "failed_requests", _up_to(self._failed_in_the_end(failed), late)
        yield "errors", self._errors()
        yield "piling_up", exact(0.0, "%", "a steady state")

    def _rated(self, value: float, unit: str) -> KnownValue:
        return approximate(value, unit, self._carried, self._carrying)

    def _response(self, name: str) -> Said:
        each = self._traffic.classes[name]
        if not each.completed > 0.0:
            return theory_gaps.NOTHING_COMPLETED
        return approximate(each.response, "s", self._response_error(each), self._responding)

    def _response_error(self, each: ClassRequests) -> float:
        return self._bounds.error(each.flow, each.response) + self._leaving.response

    def _mean_response(self) -> Said:
        found = [(self._traffic.classes[name].completed, said) for name, said in self._responses.items()]
        known_ones = [(n, said) for n, said in found if isinstance(said, KnownValue)]
        if not known_ones:
            return theory_gaps.NOTHING_COMPLETED
        seconds = sum(n * said.value for n, said in known_ones)
        off = sum(n * said.value * said.standing.error for n, said in known_ones)
        return approximate(seconds / self._traffic.completed, "s", off / seconds if seconds else 0.0, self._responding)

    def _first_pieces(self) -> Iterator[tuple[str, Said]]:
        """Seconds until the first piece of a response is sent: each class is as far off as its places are."""
        pieces = first_pieces(self._programs, self._traffic, self._found.met)
        mean, number = mean_first_piece(pieces), sum(each.completed for each in pieces)
        off = sum(each.completed * each.response * self._response_error(each) for each in pieces if each.completed > 0)
        error = off / (number * mean) if number > 0.0 and mean > 0.0 else 0.0
        known_mean = approximate(mean, "s", error, self._responding) if number > 0.0 else theory_gaps.NOTHING_COMPLETED
        yield "first_piece_mean", known_mean
        yield from ((f"first_piece_p{percent}", theory_gaps.NO_PERCENTILES) for percent in PERCENTS)

    def _speed(self) -> Said:
        """The mean payload over the mean response time, as far off as the latter; of several classes, as far off as
        their proportion too."""
        mean, classes = self._mean_response(), self._traffic.classes
        if not isinstance(mean, KnownValue) or mean.value == 0.0:
            return theory_gaps.NOTHING_COMPLETED
        if mean.standing.error >= 1.0:
            return theory_gaps.TOO_UNSURE
        error = mean.standing.error / (1.0 - mean.standing.error)
        mixed = 2.0 * self._carried if len(classes) > 1 else 0.0
        speed = client_speed(self._programs, self._traffic)
        return approximate(speed, "B/s", error + mixed, self._responding)

    def _connections(self) -> KnownValue:
        """Of those that are in, only the part of their lives in which they wait for responses is in doubt. Those that
        wait to try again are as many as are refused."""
        mean, number = self._mean_response(), self._traffic.open
        off = mean.value * mean.standing.error * self._traffic.completed if isinstance(mean, KnownValue) else 0.0
        off += known.back_off_error(self._losses, self._traffic, self._network.source.back_off)
        connections = number / self._network.source.streams
        return approximate(connections, "", self._held + (off / number if number else 0.0), LITTLE)

    def _contents(self) -> Iterator[tuple[str, KnownValue]]:
        # Who is turned away looks nothing up, and of which class they are decides what is asked for.
        lost = min(1.0, self._errors().value / 100.0)
        for name, ratio in hit_ratios(self._programs):
            several = is_shared_by_classes(self._network, name)
            more = lost if several or depends_on_request_rate(self._network, name) else 0.0
            yield name, approximate(ratio.value, "%", ratio.standing.error + more, CHE)
        for region in self._network.regions:
            yield region.name, self._bytes(region.name)

    def _bytes(self, name: str) -> KnownValue:
        """What a region holds: what is always there, and what requests hold, as doubtful as their response time."""
        region = next(region for region in self._network.regions if region.name == name)
        caches = [cache for cache in self._programs.caches if cache.name == region.cache]
        cached = sum(content_error(self._network, cache) * cache.held for cache in caches)
        always, held = resident_bytes(self._programs, region), self._traffic.flow.held[name]
        mean = self._mean_response()
        error = (mean.standing.error if isinstance(mean, KnownValue) else 0.0) + self._held
        error = max(error, self._losses.bytes)
        return approximate(always + held, "B", (cached + error * held) / (always + held or 1.0), LITTLE)

    def _turned_away(self, lost: float, of: float, competing: float) -> KnownValue:
        """A share in %. Limits that compete for the same jobs decide together how many each of them turns away."""
        share = lost / of if of > 0.0 else 0.0
        if not self._losses.by or share == 0.0:
            return exact(0.0, "%", theory_laws.NOBODY_TURNED_AWAY)
        competing = (competing if len(self._losses.by) > 1 else 0.0) + known.AGAIN_LOST * self._losses.again
        return approximate(100.0 * share, "%", self._losses.lost + competing / share, theory_laws.CROWDS)

    def _sessions_refused(self, lost: float) -> KnownValue:
        share = self._turned_away(lost, self._traffic.came, known.COMPETING_REFUSED)
        more = known.small_request_error(self._found) if share.value > 0.0 else 0.0
        return approximate(share.value, "%", share.standing.error + more, theory_laws.CROWDS) if more else share

    def _refused(self, cause: str, sessions: float) -> KnownValue:
        return _up_to(self._sessions_refused(sessions), self._unconnected(cause))

    def _failed(self, cause: str, requests: float) -> KnownValue:
        late = self._leaving.by.get(cause, 0.0) - self._unconnected(cause)
        return _up_to(self._failed_in_the_end(requests), late)

    def _failed_in_the_end(self, requests: float) -> KnownValue:
        """The share, %, of the requests sent of which theory has so many fail at their first try."""
        lost = self._turned_away(requests, self._traffic.requests, known.COMPETING_FAILED)
        return _after_retries(lost, float(self._tries_again))

    def _retried_part(self) -> float:
        """Of what is turned away, the share that is tried again: requests that fail, not sessions that are refused."""
        refused, lost = sum(self._traffic.gave_up.values()) / self._traffic.came, self._share_lost()
        return max(0.0, 1.0 - refused / lost) if self._tries_again and lost > 0.0 else 0.0

    def _unconnected(self, cause: str) -> float:
        """The most sessions, as a share, whose clients give up before they are connected."""
        connecting = {CONNECT_TIMED_OUT, *(stage.at for stage in self._programs.connect)}
        return self._leaving.by.get(cause, 0.0) if cause in connecting else 0.0

    def _errors(self) -> KnownValue:
        return _up_to(_after_retries(self._turned_away_in_all(), self._retried_part()), self._leaving.lost)

    def _turned_away_in_all(self) -> KnownValue:
        return self._turned_away(self._share_lost(), 1.0, known.COMPETING_REFUSED)

    def _share_lost(self) -> float:
        """The share of the requests that clients mean to send which is turned away, with the rest of their sessions."""
        meant = self._traffic.came * planned_requests(self._network.source.requests)
        return max(0.0, meant - self._traffic.completed) / meant

    def _uses(self) -> Iterator[ResourceUse]:
        for station in self._network.stations:
            error = self._carried + known.work_error(self._found, station.name)
            used = 100.0 * min(1.0, self._found.node.used(self._traffic.flow)[station.name])
            yield ResourceUse(
                station.name, "server", approximate(used, "%", error, UTILISATION), self._lost_at(station.name)
            )
        for pool in self._network.pools:
            # Those who were let in may hold some of the reserve, which is no part of what is free to newcomers.
            used = 100.0 * min(1.0, self._found.node.share_held(pool, self._traffic.flow))
            yield ResourceUse(pool.name, "pool", approximate(used, "%", self._hold_error(pool.name), LITTLE),
                      self._lost_at(pool.name))  # fmt: skip
        for region in self._network.regions:
            held = self._bytes(region.name)
            share = KnownValue(100.0 * held.value / region.ceiling, "%", held.standing)
            yield ResourceUse(region.name, "memory", share, self._lost_at(region.name))

    def _hold_error(self, pool: str) -> float:
        """Sessions hold pools for their lives, or for as long as they are set up, and requests for about as long as a
        response takes."""
        connecting = [stage for stage in self._programs.connect if stage.held == pool]
        if sum(stage.amount for stage in connecting) > 0.0:
            return self._connections().standing.error
        if connecting:
            return self._held + known.set_up_error(self._found, pool)
        mean = self._mean_response()
        return self._held + max(known.PASSED, mean.standing.error if isinstance(mean, KnownValue) else 0.0)

    def _lost_at(self, name: str) -> KnownValue:
        """The share of the requests meant to be sent that were lost here: each cause is charged with the sessions that
        it ended."""
        failed = self._traffic.failed
        ended = {c: self._traffic.gave_up.get(c, 0.0) + failed.get(c, 0.0) for c in self._network.causes}
        errors, total = self._turned_away_in_all(), sum(ended.values())
        part = ended.get(name, 0.0) / total if total > 0.0 else 0.0
        competing = known.COMPETING_REFUSED if len(self._losses.by) > 1 else 0.0
        share = part * errors.value
        error = errors.standing.error + 100.0 * competing / share if share else 0.0
        lost = approximate(share, "%", error, theory_laws.CROWDS) if share else exact(0.0, "%", theory_laws.NONE_HERE)
        if self._tries_again and share:
            lost = _after_retries(lost, failed.get(name, 0.0) / ended[name])
        return _up_to(lost, self._leaving.by.get(name, 0.0))


class _OfPopulation(_Figures):
    """The figures of a closed network: its rates are as well known as its times."""

    _responding = theory_laws.CLOSED

    def __init__(self, equilibrium: Equilibrium, error: float) -> None:
        self._error = error
        super().__init__(
            equilibrium, equilibrium.traffic.came * planned_requests(equilibrium.node.programs.network.source.requests)
        )
        self._carried, self._carrying = error, theory_laws.CLOSED

    def _response_error(self, each: ClassRequests) -> float:
        return self._error


def _up_to(lost: KnownValue, more: float) -> KnownValue:
    """What is lost, %, and that up to the share `more` is beside: in the middle of what that may be."""
    if more <= known.NEVER:
        return lost
    half = 50.0 * more
    value = lost.value + half
    return approximate(value, "%", (lost.value * lost.standing.error + half) / value, theory_laws.GIVE_UP)


def _after_retries(lost: KnownValue, retried: float) -> KnownValue:
    """What is lost, %, if requests that are the share `retried` of it are tried again: in the middle of what that may
    be. Of these between none and all fail in the end, as if tried once: retries only add to what is offered, and of
    more that is offered no less is carried (in Erlang's formula)."""
    if lost.value * retried == 0.0:
        return lost
    least = lost.value * (1.0 - retried) * max(0.0, 1.0 - lost.standing.error)
    most = lost.value * (1.0 + lost.standing.error)
    return approximate((least + most) / 2.0, "%", (most - least) / (most + least), theory_laws.RETRIED)


def hit_ratios(programs: TheoryPrograms) -> Iterator[tuple[str, KnownValue]]:
    """`<cache> hit ratio` of every cache, in %."""
    for cache in programs.caches:
        error = hit_error(programs.network, cache)
        yield f"{cache.name} hit ratio", approximate(100.0 * cache.hit_ratio, "%", error, CHE)
