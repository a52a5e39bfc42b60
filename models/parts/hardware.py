"""The server as one buys it."""

from typing import Annotated, ClassVar

from pydantic import field_validator

from models.parts.measured_scaling import MeasuredScaling
from models.quantities.fields import Name, Part, number, optional, parameter, problem, quantity, whole, words
from models.quantities.units import DATA_RATE, DURATION, FREQUENCY, MONEY, POWER, SHARE, SIZE


class Card(Part):
    """A network card."""

    shorthand: ClassVar[str] = "rate"

    rate: Annotated[float, quantity(DATA_RATE, "1 Mbps", "10 Tbps")] = parameter(
        "Line rate in bytes per second, framing included, in the sending direction."
    )


class Disks(Part):
    """The disks that missed objects are read from, all sharing one queue."""

    count: Annotated[int, whole(1, 10_000)] = parameter("Number of disks that read independently of each other.")
    service_time: Annotated[float, quantity(DURATION, "1 us", "1 s")] = parameter(
        "Mean time in seconds of one random read."
    )
    distribution: Annotated[str, words("constant", "exponential")] = parameter(
        "How the time of a read varies: constant or exponential.",
        default="constant",
        source="assumed: seeks and rotation of a drive vary far less than an exponential does",
    )


class Server(Part):
    """One server; the price is what the machine costs, without its operating system."""

    catalogue_folder: ClassVar[str] = "servers"

    name: Name = parameter("Name for reports; the catalogue's name when taken from there.")
    sockets: Annotated[int, whole(1, 64)] = parameter("Number of processors.")
    cores_per_socket: Annotated[int, whole(1, 1024)] = parameter("Cores in each processor.")
    clock: Annotated[float, quantity(FREQUENCY, "100 MHz", "10 GHz")] = parameter(
        "Clock in hertz; for information, since `core_speed` says how fast a core works."
    )
    core_speed: Annotated[float, number(0.01, 1000.0)] = parameter(
        "Speed of one core relative to one core of a 2.2 GHz Opteron of 2005, which is 1."
    )
    threads_per_core: Annotated[int, whole(1, 8)] = parameter(
        "Hardware threads of each core.", default=1, source="a core runs one thread"
    )
    second_thread: Annotated[float, quantity(SHARE)] = parameter(
        "What each further busy thread of a core adds, as a share of what its first one does alone.",
        default="25 %",
        source="assumed: 20 to 30 % for work on many connections; service-capacity-modeling 0.3.212 counts 60 %",
    )
    contention: Annotated[float, quantity(SHARE)] = parameter(
        "Share of the work that one busy thread does while all others wait, such as for a lock.",
        default="0 %",
        source="threads do not wait for one another",
    )
    coherence: Annotated[float, quantity(SHARE)] = parameter(
        "What each pair of busy threads costs to keep their memory in agreement, as a share of a thread's work.",
        default="0 %",
        source="threads share no memory that they write",
    )
    clock_all_busy: Annotated[float, quantity(SHARE, "10 %", "100 %")] = parameter(
        "Clock with all cores busy, as a share of that with one busy core, which `core_speed` is of.",
        default="100 %",
        source="the clock does not fall",
    )
    measured_scaling: tuple[MeasuredScaling, ...] = parameter(
        "Rates measured at several numbers of busy threads, which contention and coherence are fitted to.",
        default=(),
        source="nothing was measured",
    )
    ram: Annotated[float, quantity(SIZE, "64 MiB", "64 TiB")] = parameter("Main memory in bytes.")
    cards: tuple[Card, ...] = parameter("Network cards that carry the responses.")
    disks: Disks = parameter("The disks that missed objects are read from.")
    rack_units: Annotated[int, whole(1, 48)] = parameter("Height in rack units.")
    idle_power: Annotated[float, quantity(POWER, "1 W", "100 kW")] = parameter("Power in watts at the wall when idle.")
    busy_power: Annotated[float, quantity(POWER, "1 W", "100 kW")] = parameter(
        "Power in watts at the wall with all cores busy."
    )
    price: Annotated[float, quantity(MONEY, "0 USD", "100,000,000 USD")] = parameter(
        "Price of the machine in US dollars."
    )
    year: Annotated[int | None, optional(whole(1990, 2100))] = parameter(
        "Year in which the machine was sold, which upgrades are chosen by.",
        default=None,
        source="default: a server that is written out is of the year of the prices",
    )

    @property
    def cores(self) -> int:
        """Number of cores of all processors."""
        return self.sockets * self.cores_per_socket

    @field_validator("cards")
    @classmethod
    def _has_a_card(cls, cards: tuple[Card, ...]) -> tuple[Card, ...]:
        if not 1 <= len(cards) <= 32:
            raise problem(f"{len(cards)} network cards", "write 1 to 32 cards, e.g. `cards: [1 Gbps]`")
        return cards
