"""The workload: what clients ask for, how fast they read and how long they think."""

from math import ceil
from typing import Annotated

from pydantic import ValidationInfo, field_validator

from models.messages import workloads
from models.parts.clients.patience import ClientPatience
from models.parts.daily.day import Daily
from models.parts.load_shape import HalfOpen, Ramp, Replay
from models.parts.measured_core import MeasurementServer
from models.parts.object_catalogue import ObjectCatalogue
from models.parts.request import Request, RequestClass
from models.parts.session import ClientRate, Session
from models.quantities.fields import Part, number, optional, parameter, problem, quantity, whole
from models.quantities.units import DATA_RATE, DURATION, REQUEST_RATE, USD_PER_GB, USD_PER_THOUSAND


class ContentOrigin(Part):
    """Where content comes from that a server does not hold: another machine, over a network."""

    latency: Annotated[float, quantity(DURATION, "1 us", "60 s")] = parameter(
        "Seconds from asking the origin until the first byte is there."
    )
    rate: Annotated[float, quantity(DATA_RATE, "1 kB/s", "100 Tbps")] = parameter(
        "Bytes per second that one server can fetch from the origin, or from a shield before it, all its fetches"
        " together."
    )
    price: Annotated[float, quantity(USD_PER_GB, "0 USD/GB", "10 USD/GB")] = parameter(
        "Price in US dollars of a GB (10^9 bytes) that is fetched from the origin.",
        default="0 USD/GB",
        source="nobody bills what is fetched",
    )
    request_price: Annotated[float, quantity(USD_PER_THOUSAND, "0 USD/thousand", "10 USD/thousand")] = parameter(
        "Price in US dollars of a thousand requests to the origin, one for each object that is fetched, as an object"
        " store bills its GETs: 0.0004 USD/thousand of Amazon S3 Standard in US East.",
        default="0 USD/thousand",
        source="nobody bills requests",
    )
    write_price: Annotated[float, quantity(USD_PER_THOUSAND, "0 USD/thousand", "10 USD/thousand")] = parameter(
        "Price in US dollars of a thousand objects that requests write to the origin (`origin_writes`), as an object"
        " store bills its PUTs: 0.005 USD/thousand of Amazon S3 Standard in US East.",
        default="0 USD/thousand",
        source="nobody bills what is written",
    )


class Content(ObjectCatalogue):
    """What can be asked for."""

    origin: Annotated[ContentOrigin | None, optional()] = parameter(
        "Where objects are fetched from that neither the file cache nor the disk cache holds; none means that the disks"
        " hold all content.",
        default="none",
        source="the disks hold all content",
    )


class Retries(Part):
    """What a client does when it is refused."""

    attempts: Annotated[int, whole(0, 100)] = parameter(
        "How many times a refused client tries again before it gives up.",
        default=0,
        source="refusals are final",
    )
    back_off: Annotated[float, quantity(DURATION, "0 s", "30 days")] = parameter(
        "Pause in seconds before a refused client tries again.",
        default="600 s",
        source="Background Intelligent Transfer Service, SetMinimumRetryDelay: 600 s unless set",
    )
    reconnect: Annotated[float, quantity(DURATION, "1 ms", "1 days")] = parameter(
        "Pause in seconds before a client whose node has died connects anew, which is one of its attempts.",
        default="1 s",
        source="the program's default: a second",
    )


class ClientAddresses(Part):
    """How many addresses sessions come from, how many of them share a network, and how unevenly they are used."""

    count: Annotated[int, whole(1, 2_000_000_000)] = parameter(
        "Addresses that sessions of one unit come from: many clients share one behind a proxy or an operator's gateway."
    )
    of_network: Annotated[int, whole(1, 254)] = parameter(
        "Addresses that have the same first 24 bits, so that they are one to a balancer with class C affinity.",
        default=1,
        source="every address is of a network of its own",
    )
    uneven: Annotated[float, number(0.0, 0.95)] = parameter(
        "How unevenly sessions come from addresses: from the i-th one the share falls as 1 / i to this power; 0 has all"
        " addresses alike.",
        default=0,
        source="all addresses send as many sessions",
    )

    @property
    def networks(self) -> int:
        """How many networks of 256 addresses they are in."""
        return ceil(self.count / self.of_network)


class Workload(Part):
    """The work that reaches the servers.

    Raises a validation error unless there is either one kind of request or a list of classes, where both a rate at
    which requests are offered and a population of clients are stated, and unless the shares of the client groups sum
    to 100 %.
    """

    # Before `request`, because the validators of a field see only the fields above it.
    classes: tuple[RequestClass, ...] = parameter(
        "Classes of requests, where there are several kinds.", default=(), source="all requests are of one kind"
    )
    request: Annotated[Request | None, optional()] = parameter(
        "One request and its response, where all requests are of one kind.",
        default="none",
        source="several classes of requests",
    )
    cpu_measured_on: MeasurementServer = parameter(
        "The core that the CPU times of requests, connections and handshakes are of: a server's name, or the speed of a"
        " core. When absent, that of the scenario's own server, and it stays that one when the server is changed by"
        " `--set`, a baseline or another study.",
        default=MeasurementServer(),
    )
    session: Session = parameter("Requests over one connection.")
    clients: tuple[ClientRate, ...] = parameter("Groups of clients by the speed of their lines.")
    addresses: Annotated[ClientAddresses | None, optional()] = parameter(
        "The addresses that clients come from, which a balancer hashes; none means that there are too many to count.",
        default="none",
        source="every client has an address of its own",
    )
    content: Annotated[Content | None, optional()] = parameter(
        "The objects that requests ask for; none means that answers are computed and nothing is looked up.",
        default="none",
        source="nothing is looked up",
    )
    population: Annotated[int | None, optional(whole(1, 100_000_000))] = parameter(
        "Clients of each server that come back for ever, each with one request at a time; none means that sessions"
        " arrive from outside at the offered rate.",
        default="none",
        source="sessions arrive from outside",
    )
    offered: Annotated[float | None, optional(quantity(REQUEST_RATE, "0.001 /s", "100,000,000 /s"))] = parameter(
        "Requests per second offered to each server to measure it, including those that will be refused; it sizes no"
        " farm unless `sized_by` says so. none means the sum of the rates of the classes, or no stated load.",
        default="none",
        source="the sum of the rates of the classes, or no stated load",
    )
    trace: Annotated[Replay | None, optional()] = parameter(
        "An access log that drives `run` with its own arrivals, objects, sizes and clients, over all servers of a unit"
        " together; theory answers by the fitted parameters beside it. none draws from these.",
        default="none",
        source="sessions are drawn",
    )
    retries: Retries = parameter("What a refused client does.", default=Retries())
    patience: Annotated[ClientPatience | None, optional()] = parameter(
        "How long clients wait for a connection or an answer; none means that they wait for ever.",
        default="none",
        source="clients wait for ever",
    )
    half_open: Annotated[HalfOpen | None, optional()] = parameter(
        "Connections that are begun and never completed; none means that there is no such attack.",
        default="none",
        source="no attack",
    )
    ramp: Annotated[Ramp | None, optional()] = parameter(
        "How the load rises in a load test; none means that it is steady.", default="none", source="a steady load"
    )
    day: Annotated[Daily | None, optional()] = parameter(
        "The load over a day and what happens on it, for `daily`, and by its mean for what is billed by the GB; none"
        " means that nothing is said of it.",
        default="none",
        source="nothing is said of a day",
    )

    @property
    def offered_rate(self) -> float | None:
        """Requests per second offered to each server; None where no load is stated, and for a population, which offers
        what is answered."""
        if self.population is not None or self.offered is not None or not self.classes:
            return self.offered
        return sum(kind.rate for kind in self.classes)

    @property
    def states_a_load(self) -> bool:
        """Whether a server can be measured at a load that the workload states, or under a population."""
        return self.population is not None or self.trace is not None or self.offered_rate is not None

    @field_validator("day")
    @classmethod
    def _a_flood_is_stated_once(cls, day: Daily | None, info: ValidationInfo) -> Daily | None:
        if day is not None and day.flood is not None and info.data.get("half_open") is not None:
            raise problem(*workloads.ENDLESS_FLOOD)
        return day

    @field_validator("classes")
    @classmethod
    def _names_differ(cls, classes: tuple[RequestClass, ...]) -> tuple[RequestClass, ...]:
        if len(classes) > 64:
            raise problem(*workloads.too_many_classes(len(classes)))
        names = [kind.name for kind in classes]
        twice = sorted({name for name in names if names.count(name) > 1})
        if twice:
            raise problem(*workloads.class_name_twice(twice[0]))
        return classes

    @field_validator("request")
    @classmethod
    def _one_kind_or_several(cls, request: Request | None, info: ValidationInfo) -> Request | None:
        classes = info.data.get("classes")
        if request is not None and classes:
            raise problem(*workloads.CLASSES_TOO)
        if request is None and classes == ():
            raise problem(*workloads.NO_REQUEST)
        return request

    @field_validator("population", "trace")
    @classmethod
    def _no_startup_but_of_sessions_that_are_drawn(cls, stated: object, info: ValidationInfo) -> object:
        session = info.data.get("session")
        if stated is not None and isinstance(session, Session) and session.startup:
            raise problem(*workloads.STARTUP_OF_A_POPULATION)
        return stated

    @field_validator("offered")
    @classmethod
    def _load_is_stated_once(cls, offered: float | None, info: ValidationInfo) -> float | None:
        if offered is not None and info.data.get("population") is not None:
            raise problem(*workloads.POPULATION_TOO)
        return offered

    @field_validator("clients")
    @classmethod
    def _shares_sum_to_one(cls, clients: tuple[ClientRate, ...]) -> tuple[ClientRate, ...]:
        if not 1 <= len(clients) <= 64:
            raise problem(*workloads.groups_of_clients(len(clients)))
        total = sum(client.share for client in clients)
        if abs(total - 1.0) > 1e-6:
            raise problem(*workloads.shares_of_groups(total * 100))
        return clients

    @field_validator("ramp")
    @classmethod
    def _a_ramp_rises_to_a_stated_load(cls, ramp: Ramp | None, info: ValidationInfo) -> Ramp | None:
        if ramp is not None and info.data.get("population") is not None:
            raise problem(*workloads.NO_RAMP_OF_A_POPULATION)
        if ramp is not None and info.data.get("offered", ramp) is None and info.data.get("classes") == ():
            raise problem(*workloads.NO_RAMP_TO_NOTHING)
        return ramp
