"""Other tiers: pools of servers that requests call before they are answered, such as an application or a database."""

from typing import Annotated

from pydantic import field_validator, model_validator

from models.messages import tier_calls
from models.parts.database import CallWrites, DatabaseContent, DatabaseSoftware, Lock, LogDevice, Replication
from models.parts.hardware import Server
from models.parts.key_cache import KeyCache
from models.parts.message_queue import MessageQueue
from models.parts.object_store import StoredObjects
from models.parts.pods import TierPods
from models.parts.zones import ZONES
from models.quantities.distribution import BY_VARIATION, require_variation
from models.quantities.fields import Name, Part, Switch, number, optional, parameter, problem, quantity, whole, words
from models.quantities.units import DURATION, SHARE, SIZE

MOST_TIERS, MOST_SERVERS = 8, 1000
ALWAYS, ON_MISS = "always", "miss"
# What a tier is: servers that keep nothing of their own, a database, a store of objects, a cache, or a message queue.
SERVICE, DATABASE, STORE, CACHE, QUEUE = "service", "database", "object-store", "cache", "queue"
MOST_PAGES = 64.0
# How servers divide what they keep: each has all of it, or a part of its own.
WHOLE_COPIES, EVEN = "none", "even"


class TierCall(Part):
    """What a request asks of another tier, and waits for, holding what it holds."""

    tier: Name = parameter("Name of the tier that is called.")
    when: Annotated[str, words(ALWAYS, ON_MISS)] = parameter(
        "always, or miss: only for what neither the file cache nor the disk cache holds, before it is fetched from"
        " `workload.content.origin`. Then the tier is the origin behind a cache or, of `kind: cache`, a shield before"
        " it: only what that misses comes from the origin.",
        default=ALWAYS,
        source="every request makes its calls",
    )
    times: Annotated[int, whole(1, 100)] = parameter(
        "How many calls a request makes, one after the other.", default=1, source="one call"
    )
    share: Annotated[float, quantity(SHARE, "0.001 %", "100 %")] = parameter(
        "Share of those who could make the call that do, by chance, e.g. 20 % where one page in five asks for it; of"
        " several `times` each is drawn by itself.",
        default="100 %",
        source="everybody makes the call",
    )
    cpu: Annotated[float | None, optional(quantity(DURATION, "100 ns", "60 s"))] = parameter(
        "Work in seconds of one call, on the core of `workload.cpu_measured_on`: a core of the tier may be faster."
        " Every call needs it but one of a cache or a queue, which takes what its software says.",
        default="none",
        source="the software of a cache, or of a queue, says what a call is",
    )
    cpu_distribution: Annotated[str, words("constant", "exponential", *BY_VARIATION)] = parameter(
        "How the work of a call varies; lognormal, gamma and hyperexponential need `cpu_cv`.",
        default="constant",
        source="assumed: calls of one kind run the same code",
    )
    cpu_cv: Annotated[float | None, optional(number(0.01, 10.0))] = parameter(
        "Coefficient of variation of the work. Only for lognormal, gamma and hyperexponential (there at least 1).",
        default="none",
        source="not named by its variation",
    )
    reads: Annotated[float, number(0.0, 16.0)] = parameter(
        "Random reads of the disks of the tier that a call makes on average, of which each takes the `service_time` of"
        " `server.disks`: what no buffer holds, e.g. 0.05 where 5 % of the calls miss.",
        default=0.0,
        source="all that is asked for lies in the RAM of the tier",
    )
    pages: Annotated[float, number(0.0, MOST_PAGES)] = parameter(
        "Pages of a database that a call touches on average, in place of `reads`: those that its buffer pool does not"
        " hold are read from its disks, as many as its size and the popularity of pages say.",
        default=0.0,
        source="`reads` says what is read",
    )
    writes: Annotated[CallWrites | None, optional()] = parameter(
        "What a call changes in a database; none means that it only reads.", default="none", source="it only reads"
    )
    stores: Annotated[float | None, optional(quantity(SIZE, "1 B", "1 TB"))] = parameter(
        "Bytes of the object that one call stores in a tier of `kind: object-store`; one that has an `answer` instead"
        " reads so much of it.",
        default="none",
        source="it stores nothing",
    )
    answer: Annotated[float | None, optional(quantity(SIZE, "1 B", "1 TB"))] = parameter(
        "Bytes of the answer of one call, which cross the network cards of a server of the tier. none means that its"
        " cards are not looked at.",
        default="none",
        source="nothing is said of the size of answers",
    )
    sends: Annotated[float, quantity(SIZE, "0 B", "1 TB")] = parameter(
        "Bytes of what one call asks with; with its `answer` they are what crosses from zone to zone.",
        default="0 B",
        source="what is asked is small beside the answer",
    )
    latency: Annotated[float, quantity(DURATION, "0 s", "60 s")] = parameter(
        "Seconds that a call and its answer are on the way.", default="0 s", source="the network takes no time"
    )
    pool: Annotated[int | None, optional(whole(1, 1_000_000))] = parameter(
        "Connections to the tier that each server, or pod, that calls keeps in a pool of its own: a call takes one"
        " until it is answered, and waits for one where all are taken. All calls of one caller to one tier share it."
        " none means no limit but the `connections` of the tier.",
        default="none",
        source="a caller opens as many connections as it has calls",
    )
    pool_timeout: Annotated[float | None, optional(quantity(DURATION, "1 ms", "1 days"))] = parameter(
        "Seconds for which a call waits for a connection of its `pool`, one time for all calls of a caller to a tier;"
        " then its request fails, and is tried again where `workload.patience.retries` says so: connectionTimeout of"
        " HikariCP (30 s), pool_timeout of SQLAlchemy (30 s). none waits for ever.",
        default="none",
        source="Go, database/sql: a call waits for a free connection for as long as its context lives",
    )

    @model_validator(mode="after")
    def _work_has_what_it_needs(self) -> "TierCall":
        require_variation(self.cpu_distribution, self.cpu_cv, "cpu_cv", "cpu_distribution")
        return self


BY_NAME = "by-name"


class Tier(Part):
    """A pool of servers that others call. Its servers are bought with each unit; calls fall on them at random."""

    name: Name = parameter("Name of the tier, as calls and reports have it.")
    kind: Annotated[str, words(SERVICE, DATABASE, STORE, CACHE, QUEUE)] = parameter(
        "service: its servers keep nothing of their own; database: they keep `data` on their disks, and a part of it in"
        " RAM; object-store: they keep `objects` in pieces; cache: they keep items in RAM, as `cache` says, divided"
        " among them by their keys; queue: they take in a message for each call, which is answered then, and its"
        " `calls` are made later.",
        default=SERVICE,
        source="its servers keep nothing of their own",
    )
    server: Server = parameter("The server of the tier as one buys it.")
    servers: Annotated[int, whole(1, MOST_SERVERS)] = parameter(
        "Servers of the tier that each unit has, or, where it has `pods`, these. Where nobody states them they are"
        " counted: the fewest, by all that they can run out of, that take the demand with its reserve, and the demand"
        " with one of them down where units have spare nodes.",
        default=1,
        source="as many as the demand takes, one at least",
    )
    hosts: Name = parameter(
        "What counters that `review` reads call its servers: names with commas between, in which * stands for any"
        " letters. by-name: the name of the tier, with a number behind it or none, in whatever domain.",
        default=BY_NAME,
        source="servers are called like what they do",
    )
    zones: Annotated[int | None, optional(whole(1, len(ZONES)))] = parameter(
        "Zones that its servers are dealt out to in turn, from a on; none means those of the unit, as many of them as"
        " it has servers.",
        default="none",
        source="a tier stands where its callers do",
    )
    prefer_zone: Switch = parameter(
        "Whether a call falls on a server of its caller's own zone, where there is one. false: on any server of the"
        " tier.",
        default=False,
        source="a balancer spreads calls over all servers",
    )
    pods: Annotated[TierPods | None, optional()] = parameter(
        "The pods that the tier runs on its servers, in place of one process on each; none means that it has none.",
        default="none",
        source="its servers serve by themselves",
    )
    connections: Annotated[int | None, optional(whole(1, 1_000_000))] = parameter(
        "Calls that a server of the tier, or each of its pods, has in hand at a time, by its connections or its"
        " threads; further ones wait in order for one that is free. none means no limit but what `memory` leaves room"
        " for.",
        default="none",
        source="every call is taken in hand at once",
    )
    queue_timeout: Annotated[float | None, optional(quantity(DURATION, "1 ms", "1 days"))] = parameter(
        "Seconds for which a call waits until a server of the tier, or a pod, takes it in hand; then its request fails,"
        " and is tried again where `workload.patience.retries` says so: query_wait_timeout of PgBouncer (120 s),"
        " `timeout queue` of HAProxy. none waits for ever.",
        default="none",
        source="a call waits until there is a connection",
    )
    memory: Annotated[float | None, optional(quantity(SIZE, "1 kB", "1 TB"))] = parameter(
        "RAM that a call in hand takes, such as that of a process of PHP or of a connection of a database: where"
        " `connections` are not stated, a server has as many calls in hand as its RAM has room for.",
        default="none",
        source="nothing is said of the RAM that a call takes",
    )
    software: Annotated[DatabaseSoftware | None, optional()] = parameter(
        "The database software of a tier of `kind: database`.", default="none", source="no database"
    )
    data: Annotated[DatabaseContent | None, optional()] = parameter(
        "What a tier of `kind: database` keeps, all of it on each of its servers.", default="none", source="no database"
    )
    log: Annotated[LogDevice | None, optional()] = parameter(
        "The device that a tier of `kind: database` writes its commits to, and one of `kind: queue` each message before"
        " the post is answered; none means that nothing is written.",
        default="none",
        source="nothing is written",
    )
    replica_of: Annotated[Replication | None, optional()] = parameter(
        "The database that this tier of `kind: database` is a replica of: calls of that one which write go there alone,"
        " and a share of those which read comes here. Its own `data` is what each replica keeps. none where the servers"
        " of a database take writes from each other.",
        default="none",
        source="no replica of another tier",
    )
    sharding: Annotated[str, words(WHOLE_COPIES, EVEN)] = parameter(
        "none: each server of a tier of `kind: database` keeps all of `data` and writes all that is written; even: each"
        " keeps, and writes, as large a part of it as each other one.",
        default=WHOLE_COPIES,
        source="each server keeps all of it",
    )
    lock: Annotated[Lock | None, optional()] = parameter(
        "A lock that a share of the calls of a tier of `kind: database` needs. It stands once in each unit, or once in"
        " each shard, on the server that takes what is written, so that more servers do not divide it; none means that"
        " no call waits for another's.",
        default="none",
        source="no call waits for a lock",
    )
    objects: Annotated[StoredObjects | None, optional()] = parameter(
        "What a tier of `kind: object-store` keeps, on all of its servers together.",
        default="none",
        source="no object store",
    )
    cache: Annotated[KeyCache | None, optional()] = parameter(
        "What a tier of `kind: cache` keeps, and the software that keeps it.", default="none", source="no cache"
    )
    queue: Annotated[MessageQueue | None, optional()] = parameter(
        "What a tier of `kind: queue` takes in, and the software that does.", default="none", source="no queue"
    )
    calls: tuple[TierCall, ...] = parameter(
        "What each call of this tier asks of further tiers meanwhile, holding its connection. Of a cache: what whoever"
        " called it asks instead for an item that it does not have, and then stores there. Of a queue: the job that"
        " each message is, which its workers do later while nobody waits.",
        default=(),
        source="it answers by itself",
    )

    @model_validator(mode="after")
    def _pods_are_what_is_called(self) -> "Tier":
        """Calls go to pods where there are some: as many as they are, `servers` are."""
        if self.pods is not None and self.pods.replicas is not None:
            object.__setattr__(self, "servers", self.pods.replicas)
        return self

    @property
    def states_servers(self) -> bool:
        """Whether somebody states how many servers it has, or pods, which are counted where nobody does."""
        return "servers" in self.model_fields_set or (self.pods is not None and self.pods.replicas is not None)

    @property
    def flushes(self) -> int:
        """How often its log is flushed for a group of commits; 0 of a tier without a log."""
        if self.log is None:
            return 0
        return self.software.flushes if self.software is not None else 1

    @property
    def awaited(self) -> tuple[TierCall, ...]:
        """The calls of further tiers that whoever calls it waits for: not those of a queue."""
        return () if self.kind == QUEUE else self.calls

    @field_validator("calls")
    @classmethod
    def _calls_are_few(cls, calls: tuple[TierCall, ...]) -> tuple[TierCall, ...]:
        if len(calls) > MOST_TIERS:
            raise problem(*tier_calls.too_many_kinds_of_calls(len(calls), MOST_TIERS))
        return calls
