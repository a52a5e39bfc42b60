"""What sessions ask for: the draws of draws.py, given to jobs."""

from bisect import bisect_left
from collections.abc import Iterator
from dataclasses import replace
from itertools import accumulate, count
from math import inf

from simulator.engines.balancing import independent_node
from simulator.engines.draws import (
    FIRST_THINK,
    REQUEST_DRAWS,
    SESSION,
    SESSION_DRAWS,
    call_uniform,
    count_slices,
    first_background,
    posted_draws,
    quantile,
    sample,
    service_uniform,
    session_key,
    slice_stream,
    uniforms,
    wire_bytes,
)
from simulator.engines.popularity import popularity
from simulator.engines.quantiles import single_table
from simulator.engines.rate_profile import profile_corners, time_at_area
from simulator.engines.reference.job import Job
from simulator.network.cluster import POLICIES
from simulator.network.distribution import TABLED, Distribution, exponential
from simulator.network.groups import node_classes
from simulator.network.network import Background, Network, RequestClass
from simulator.network.resources import Catalogue
from simulator.network.steps import EachSlice
from simulator.network.trace import SessionTrace


class TraceReplay:
    """What sessions of a trace do, by their number and that of their request. They come one after the other, again and
    again: session S + s is session s, a span later."""

    def __init__(self, trace: SessionTrace) -> None:
        self._trace = trace

    def arrivals(self) -> Iterator[tuple[int, float]]:
        """Every session, and when it comes."""
        for session in count():
            yield session, self.arrives(session)

    def arrives(self, session: int) -> float:
        """When a session comes, seconds."""
        trace = self._trace
        again, logged = divmod(session, trace.sessions)
        return float((trace.start[logged] + again * trace.span) / trace.rate)

    def length(self, session: int) -> int:
        """How many requests it sends."""
        logged = session % self._trace.sessions
        return int(self._trace.first[logged + 1] - self._trace.first[logged])

    def client(self, session: int, otherwise: float) -> float:
        """The share of all clients that are slower than its own; what is drawn, where the log does not tell."""
        share = float(self._trace.client[session % self._trace.sessions])
        return share if share >= 0.0 else otherwise

    def begins(self, session: int, request: int) -> float:
        """When a request begins if its connection is free, seconds."""
        return self.arrives(session) + float(self._trace.at[self._number(session, request)])

    def payload(self, session: int, request: int) -> float:
        """The bytes of its response."""
        return float(self._trace.payload[self._number(session, request)])

    def object(self, session: int, request: int) -> int:
        """The object that it asks for."""
        return int(self._trace.object[self._number(session, request)])

    def _number(self, session: int, request: int) -> int:
        return int(self._trace.first[session % self._trace.sessions]) + request


class SessionDraws:
    """The randomness of one replication: nothing here depends on how the servers fare."""

    def __init__(self, network: Network, seed: int, replication: int) -> None:
        self.key = session_key(seed, replication)
        self._source = network.source
        self._nodes = network.nodes
        self._coupled = network.coupled
        self._policy = POLICIES.index(network.balancer.policy)
        self._sources = network.balancer.sources or 0
        self._classes = network.classes
        self._transport = network.transport
        trace = network.source.trace
        self._replay = None if trace is None else TraceReplay(trace)
        # What the requests of each node ask for.
        self._class_until = [
            _cumulative([c.share for c in node_classes(network, node)]) for node in range(network.nodes)
        ]
        self._client_until = _cumulative(network.source.client_shares)
        midway = network.source.midway
        self._found_until = [] if midway is None else _cumulative(midway.client_shares)
        catalogues = network.catalogues
        self._tables = {catalogue: popularity(catalogue).cumulative for catalogue in catalogues}
        # Objects are numbered through the catalogues.
        sizes = [catalogue.objects for catalogue in catalogues]
        self._first = dict(zip(catalogues, accumulate(sizes, initial=0), strict=False))

    def arrivals(self) -> Iterator[tuple[int, float]]:
        """The sessions that arrive after the start, and when."""
        if self._replay is not None:
            return self._replay.arrivals()
        return self._times(self._source.open_at_start, self._source.rate, self._source.profile)

    def background(self, kind: int, jobs: Background) -> Iterator[tuple[Job, float]]:
        """The background jobs of one kind, and when they arrive."""
        for number, arrival in self._times(first_background(kind), jobs.rate, jobs.profile):
            _, _, _, u_node = uniforms(self.key, number, SESSION, SESSION_DRAWS)
            yield Job(number, int(u_node * self._nodes), client=0, left=0), arrival

    def _times(self, first: int, rate: float, profile: tuple[tuple[float, float], ...]) -> Iterator[tuple[int, float]]:
        """Who arrives, from the number `first` on, and when."""
        table = profile_corners(profile)
        area = 0.0
        for number in count(first):
            u, _, _, _ = uniforms(self.key, number, SESSION, SESSION_DRAWS)
            area += _draw(exponential(1.0 / rate), u) if rate > 0.0 else inf
            yield number, time_at_area(table, len(table), area)

    def job(self, session: int) -> Job:
        """A session as it arrives: its node, its client and how many requests it will send."""
        _, u_length, u_client, u_node = uniforms(self.key, session, SESSION, SESSION_DRAWS)
        # Where nodes have to do with each other, the balancer sends it to another one when it comes (see cluster.py).
        apart = not self._coupled
        node = independent_node(self.key, session, u_node, self._nodes, self._policy, self._sources) if apart else 0
        if self._replay is not None:
            client = bisect_left(self._client_until, self._replay.client(session, u_client))
            return Job(session, node, client, left=self._replay.length(session))
        midway = self._source.midway if session < self._source.open_at_start else None
        client = bisect_left(self._client_until if midway is None else self._found_until, u_client)
        # Who comes has something to ask for, whatever the distribution says.
        requests = max(1, int(_draw(self._source.requests if midway is None else midway.left, u_length)))
        return Job(session, node, client, left=requests)

    def again(self, job: Job) -> Job:
        """The next session of a client that returns, at the same node: its number is as far on as there are clients."""
        return replace(self.job(job.session + self._source.open_at_start), node=job.node)

    def first_think(self, job: Job) -> float:
        """How long a session that is open at the start thinks before its first request, unless it is spread evenly, or
        ends the cycle first that it is found in."""
        u, u_cycle, _, _ = uniforms(self.key, job.session, SESSION, FIRST_THINK)
        if self._source.spread > 0.0:
            return float(u * self._source.spread)
        midway, think_time = self._source.midway, self._source.think_time
        if midway is None:
            return _draw(think_time, u)
        reading = midway.readings[job.client]
        rest = float(u_cycle * (reading + think_time.mean))
        if midway.even:
            return rest
        return _draw(think_time, u) + (rest if rest < reading else 0.0)

    def begin_request(self, job: Job, now: float) -> None:
        """Draws what the job's next request asks for."""
        u_size, u_object, u_think, u_class = uniforms(self.key, job.session, job.request, REQUEST_DRAWS)
        job.kind = bisect_left(self._class_until[job.node], u_class)
        asked = self._classes[job.kind]
        if asked.catalogue is not None:
            rank = int(self._tables[asked.catalogue].searchsorted(u_object))
            job.object = self._first[asked.catalogue] + rank
        job.wanted.clear()
        job.slice = 0
        job.payload = _draw(asked.payload, u_size)
        job.wire = self._wire(job.payload + asked.header) + asked.piece_framing
        job.think = _draw(self._source.think_time, u_think)
        if job.request < self._source.startup and job.session >= self._source.open_at_start:
            job.think = 0.0
        # Who asks for the same again has waited since it asked for the first time.
        job.start = job.start if job.asked else now
        job.asked = False
        if self._replay is not None:
            self._as_logged(job, asked, self._replay)

    def _as_logged(self, job: Job, request_class: RequestClass, replay: TraceReplay) -> None:
        """What the log says of the request in place of what was drawn. Its response counts from when it began there,
        though its connection may not have been free."""
        job.start = replay.begins(job.session, job.request)
        job.payload = replay.payload(job.session, job.request)
        job.wire = self._wire(job.payload + request_class.header) + request_class.piece_framing
        if request_class.catalogue is not None:
            job.object = self._first[request_class.catalogue] + replay.object(job.session, job.request)

    def _wire(self, message: float) -> float:
        return float(wire_bytes(message, self._transport.segment, self._transport.framing))

    def some_object(self, job: Job, catalogue: Catalogue, stream: int) -> int:
        """An object that somebody asks for: each stream of a request draws one of its own."""
        u = service_uniform(self.key, job.session, job.request, stream)
        return self._first[catalogue] + int(self._tables[catalogue].searchsorted(u))

    def slices(self, job: Job, step: EachSlice) -> Iterator[int]:
        """The slices of its object that a request asks for, in their order."""
        u = service_uniform(self.key, job.session, job.request, step.stream)
        catalogue = self._classes[job.kind].catalogue
        first = 0 if catalogue is None else self._first[catalogue]
        before, slice_ = divmod(job.object - first, step.slices)
        start = 0 if job.payload >= step.size * step.slices else slice_
        for number in range(count_slices(u, job.payload, step.size, step.slices)):
            yield first + before * step.slices + (start + number) % step.slices

    def pause(self, job: Job, now: float) -> float:
        """How long a session pauses before its next request, which the job is at already."""
        if self._replay is None:
            return job.think
        return max(0.0, self._replay.begins(job.session, job.request) - now)

    def demand(self, job: Job, law: Distribution, stream: int) -> float:
        """The demand of a service: every stream of a request has a uniform of its own."""
        return _draw(law, float(service_uniform(self.key, job.session, job.request, slice_stream(stream, job.slice))))

    def key_uniform(self, job: Job, stream: int) -> float:
        """What is drawn of a key: where it lies, or whether it is found there."""
        return float(service_uniform(self.key, job.session, job.request, stream))

    def posted(self, job: Job, stream: int) -> tuple[int, float]:
        """What is drawn of a job that another one posts: its number, and of which kind it is."""
        number, u = posted_draws(self.key, job.session, job.request, stream)
        return int(number), float(u)

    def call_uniform(self, job: Job, stream: int) -> float:
        """What a call draws that chooses its server, in this try of its request."""
        return float(call_uniform(self.key, job.session, job.request, stream, job.tries))


def _draw(law: Distribution, u: float) -> float:
    if law.kind in TABLED:
        return float(law.mean * quantile(single_table(law), 0, u))
    drawn: float = sample(int(law.kind), float(law.mean), float(law.shape), u)
    return drawn


def _cumulative(shares: tuple[float, ...] | list[float]) -> list[float]:
    """Where the share of each ends; the last one ends at 1 whatever rounding says."""
    return [*accumulate(shares[:-1]), 1.0]
