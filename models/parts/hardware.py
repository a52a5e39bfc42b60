"""The server as one buys it."""

from typing import Annotated, ClassVar

from pydantic import field_validator

from models.quantities.fields import Name, Part, number, optional, parameter, problem, quantity, whole, words
from models.quantities.units import DATA_RATE, DURATION, FREQUENCY, MONEY, POWER, SIZE

CROSSED = (
    "a prior: a byte read from disk and sent crosses memory 1.8 to 2.5 times, 3.5 to 5 times if software encrypts it"
)


class Card(Part):
    """A network card."""

    shorthand: ClassVar[str] = "rate"

    rate: Annotated[float, quantity(DATA_RATE, "1 Mbps", "10 Tbps")] = parameter(
        "Line rate in bytes per second, framing included, in the sending direction."
    )


class Disks(Part):
    """The disks that missed objects are read from, all sharing one queue.

    A read takes its time, which `parallel` reads of a disk do at once, and then its bytes take the `bandwidth` of a
    disk: of one that reads one piece at a time, both keep it busy.
    """

    catalogue_folder: ClassVar[str] = "disks"

    count: Annotated[int, whole(1, 10_000)] = parameter("Number of disks that read independently of each other.")
    service_time: Annotated[float, quantity(DURATION, "1 us", "1 s")] = parameter(
        "Mean time in seconds of one random read, without the transfer of its bytes where `bandwidth` is stated."
    )
    distribution: Annotated[str, words("constant", "exponential")] = parameter(
        "How the time of a read varies: constant or exponential.",
        default="constant",
        source="assumed: seeks and rotation of a drive vary far less than an exponential does",
    )
    parallel: Annotated[int, whole(1, 4096)] = parameter(
        "Reads that one disk works at at the same time: 1 of a hard disk, 32 and more of flash.",
        default=1,
        source="one read at a time, as of a hard disk",
    )
    bandwidth: Annotated[float | None, optional(quantity(DATA_RATE, "1 kB/s", "1 TB/s"))] = parameter(
        "Bytes per second that one disk transfers; none means that the time of a read has its transfer in it.",
        default="none",
        source="the time of a read has its transfer in it",
    )
    read_size: Annotated[float | None, optional(quantity(SIZE, "512 B", "1 TB"))] = parameter(
        "Bytes that are read at a time: as readers take turns, each piece of a response takes the time of a read again."
        " none means that a response is read in one piece.",
        default="none",
        source="a response is read in one piece",
    )

    @property
    def transfers_beside(self) -> bool:
        """Whether bytes are transferred while other reads take their time: the disk does several at once."""
        return self.bandwidth is not None and self.parallel > 1


class MemoryBandwidth(Part):
    """What memory transfers, and how often a byte of a response crosses it on its way to the card.

    Sent from the page cache, a byte crosses memory once, `sent`; `read` comes on top where a disk or the origin brings
    it in, and `encrypted` where a core encrypts it, in user mode or in the kernel.
    """

    shorthand: ClassVar[str] = "rate"

    rate: Annotated[float, quantity(DATA_RATE, "1 MB/s", "100 TB/s")] = parameter(
        "Bytes per second of all sockets together that memory transfers for long."
    )
    sent: Annotated[float, number(0.0, 20.0)] = parameter(
        "Crossings of a byte on its way from memory to the card.", default=1, source=CROSSED, low="0.9", high="1.25"
    )
    read: Annotated[float, number(0.0, 20.0)] = parameter(
        "Crossings of a byte that comes into memory from a disk or from the origin, or leaves it for a disk.",
        default=1,
        source=CROSSED,
        low="0.9",
        high="1.25",
    )
    encrypted: Annotated[float, number(0.0, 20.0)] = parameter(
        "Crossings of a byte that a core encrypts, from memory and back.",
        default=2,
        source=CROSSED,
        low="1.7",
        high="2.5",
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
    ram: Annotated[float, quantity(SIZE, "64 MiB", "64 TiB")] = parameter("Main memory in bytes.")
    cards: tuple[Card, ...] = parameter("Network cards that carry the responses.")
    disks: Disks = parameter("The disks that missed objects are read from.")
    memory_bandwidth: Annotated[MemoryBandwidth | None, optional()] = parameter(
        "What memory transfers; none means that it is no limit.", default="none", source="no limit"
    )
    pcie_bandwidth: Annotated[float | None, optional(quantity(DATA_RATE, "1 MB/s", "100 TB/s"))] = parameter(
        "Bytes per second that the buses of all network cards carry from memory to the cards, which every byte of a"
        " response crosses once; none means that it is no limit.",
        default="none",
        source="no limit",
    )
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
