"""The server as one buys it."""

from collections.abc import Mapping
from itertools import pairwise
from math import ceil
from typing import Annotated, ClassVar

from pydantic import ValidationInfo, field_validator, model_validator

from models.messages import machines
from models.parts.cpu_quota import CpuQuota
from models.parts.instance import Instance
from models.parts.volume import Volume
from models.quantities.distribution import BY_VARIATION, require_variation
from models.quantities.fields import Name, Part, number, optional, parameter, problem, quantity, whole, words
from models.quantities.units import DATA_RATE, DURATION, FREQUENCY, MONEY, POWER, SHARE, SIZE

# Idle, nine tenths in between, and busy.
POWER_POINTS = 11

CROSSED = (
    "a prior: a byte read from disk and sent crosses memory 1.8 to 2.5 times, 3.5 to 5 times if software encrypts it"
)


class MeasuredScaling(Part):
    """One row of a measurement: the rate at some number of busy threads, in any unit, the same in all rows."""

    threads: Annotated[int, whole(1, 1_000_000)] = parameter("Threads that were busy.")
    rate: Annotated[float, number(1e-9, 1e15)] = parameter("Work done a second while they were, in a unit of your own.")


class Cores(Part):
    """The cores of a server, under its name."""

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

    @property
    def cores(self) -> int:
        """Number of cores of all processors."""
        return self.sockets * self.cores_per_socket

    @property
    def threads(self) -> int:
        """Number of hardware threads of all cores."""
        return self.cores * self.threads_per_core


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
    distribution: Annotated[str, words("constant", "exponential", *BY_VARIATION)] = parameter(
        "How the time of a read varies; lognormal, gamma and hyperexponential need `cv`.",
        default="constant",
        source="assumed: seeks and rotation of a drive vary far less than an exponential does",
    )
    cv: Annotated[float | None, optional(number(0.01, 10.0))] = parameter(
        "Coefficient of variation of that time. Only for lognormal, gamma and hyperexponential (there at least 1).",
        default="none",
        source="not named by its variation",
    )
    parallel: Annotated[int, whole(1, 4096)] = parameter(
        "Reads that one disk works at at the same time: 1 of a hard disk, 32 and more of flash.",
        default=1,
        source="one read at a time, as of a hard disk",
    )
    iops: Annotated[float | None, optional(number(1.0, 1e7))] = parameter(
        "Reads and writes a second that one disk is let do at most, as of a volume of a cloud: its baseline, for"
        " credits to burst run out. none means those included in the price of its `volume`, or as many as it does.",
        default="none",
        source="a disk does as many as its times allow",
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
    size: Annotated[float | None, optional(quantity(SIZE, "1 MB", "10 PB"))] = parameter(
        "Bytes of files that one disk has room for; none means that it is not known, and nobody looks at it.",
        default="none",
        source="no size is stated",
    )
    endurance: Annotated[float | None, optional(quantity(SIZE, "1 TB", "10,000 PB"))] = parameter(
        "Bytes that one disk bears to be written in its life, as its data sheet says (TBW): 14 PB of 7.68 TB that are"
        " written once a day for 5 years. A plan says then how long it lasts. none means that nothing is said of that.",
        default="none",
        source="nobody stated what a disk bears to be written",
    )
    volume: Annotated[Volume | None, optional()] = parameter(
        "The type of volume of a cloud that each disk of a server that is rented is, which is paid by the month. none"
        " means that its disks are in the price of the instance.",
        default="none",
        source="disks are in the price of the instance",
    )

    @property
    def most_operations(self) -> float | None:
        """Reads and writes a second that one disk is let do; None where only its times limit them."""
        return self.iops if self.iops is not None or self.volume is None else self.volume.included_iops

    @property
    def is_throttled(self) -> bool:
        """Whether it is let do fewer reads than it could."""
        return self.most_operations is not None and self.most_operations * self.service_time < self.parallel

    @property
    def at_once(self) -> int:
        """Reads that one disk works at at the same time."""
        if self.most_operations is None or not self.is_throttled:
            return self.parallel
        return ceil(self.most_operations * self.service_time)

    @property
    def read_time(self) -> float:
        """Seconds of a read: where a disk is let do fewer than it could, so long that as many as are worked on at once
        come to just those; by less than the time between two of them longer than a read takes."""
        if self.most_operations is None or not self.is_throttled:
            return self.service_time
        return self.at_once / self.most_operations

    @property
    def volumes_a_month(self) -> float:
        """US dollars a month of all disks of a server that are volumes of a cloud."""
        volume = self.volume
        if volume is None:
            return 0.0
        operations = self.most_operations or volume.included_iops
        return self.count * volume.a_month(self.size or 0.0, operations, self.bandwidth or volume.included_bandwidth)

    @property
    def room(self) -> float | None:
        """Bytes that all disks together have room for, each with files of its own; None where that is not known."""
        return None if self.size is None else self.count * self.size

    @property
    def is_flash(self) -> bool:
        """Whether a disk does several reads at once, which a hard disk does not."""
        return self.parallel > 1

    @property
    def transfers_beside(self) -> bool:
        """Whether bytes are transferred while other reads take their time: the disk does several at once."""
        return self.bandwidth is not None and self.is_flash

    @model_validator(mode="after")
    def _reads_have_what_they_need(self) -> "Disks":
        require_variation(self.distribution, self.cv)
        return self


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


class PowerPoint(Part):
    """One point of a power curve."""

    shorthand: ClassVar[str] = "power"

    power: Annotated[float, quantity(POWER, "1 W", "100 kW")] = parameter("Power in watts at the wall at this load.")


class Server(Cores):
    """One server; the price is what the machine costs, without its operating system.

    A server is bought, with a height, a power and a price, or rented from a cloud, where the provider has those. Raises
    a validation error for a mixture of both.
    """

    catalogue_folder: ClassVar[str] = "servers"
    implied: ClassVar[Mapping[str, Mapping[str, str]]] = {
        "instance": {"rack_units": "0", "idle_power": "0 W", "busy_power": "0 W", "price": "0 USD"}
    }

    vendor: Annotated[Name | None, optional()] = parameter(
        "Who makes the server, or rents it; `optimise --same-vendor` looks at theirs alone.",
        default="none",
        source="nobody said who makes it",
    )
    instance: Annotated[Instance | None, optional()] = parameter(
        "The terms on which a cloud rents it; none means that it is bought.", default="none", source="bought"
    )
    ram: Annotated[float, quantity(SIZE, "64 MiB", "64 TiB")] = parameter("Main memory in bytes.")
    cpu_quota: Annotated[CpuQuota | None, optional()] = parameter(
        "CPU time that its processes may take in each period, as containers have it; none means no such limit.",
        default="none",
        source="processes may take all CPU time there is",
    )
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
    rack_units: Annotated[int, whole(0, 48)] = parameter("Height in rack units; 0 where it is rented.")
    idle_power: Annotated[float, quantity(POWER, "0 W", "100 kW")] = parameter(
        "Power in watts at the wall when idle; 0 where it is rented."
    )
    busy_power: Annotated[float, quantity(POWER, "0 W", "100 kW")] = parameter(
        "Power in watts at the wall with all cores busy; 0 where it is rented."
    )
    power_curve: Annotated[tuple[PowerPoint, ...] | None, optional()] = parameter(
        "Power at the wall when idle, at 10 %, 20 % ... of the load and with all cores busy, eleven points as the"
        " SPECpower benchmark publishes them; their shape is laid between `idle_power` and `busy_power`. none means a"
        " straight line.",
        default="none",
        source="no measured points: power rises in proportion to the CPU's utilisation",
    )
    price: Annotated[float, quantity(MONEY, "0 USD", "100,000,000 USD")] = parameter(
        "Price of the machine in US dollars; 0 where it is rented."
    )
    year: Annotated[int | None, optional(whole(1990, 2100))] = parameter(
        "Year in which the machine was sold, which upgrades are chosen by.",
        default=None,
        source="default: a server that is written out is of the year of the prices",
    )

    @property
    def is_rented(self) -> bool:
        """Whether a cloud rents it, so that nobody buys, houses or powers it."""
        return self.instance is not None

    @field_validator("rack_units", "idle_power", "busy_power", "price")
    @classmethod
    def _is_bought_or_rented(cls, value: float, info: ValidationInfo) -> float:
        if "instance" not in info.data:  # Wrong in itself, which is told.
            return value
        if info.data["instance"] is not None and value:
            raise problem(*machines.RENTED_HAS_NONE)
        if info.data["instance"] is None and not value and info.field_name != "price":
            raise problem(*machines.BOUGHT_HAS_SOME)
        return value

    @property
    def cards_rate(self) -> float:
        """Bytes a second that all network cards carry together."""
        return sum(card.rate for card in self.cards)

    @field_validator("power_curve")
    @classmethod
    def _rises_in_tenths(cls, curve: tuple[PowerPoint, ...] | None) -> tuple[PowerPoint, ...] | None:
        if curve is None:
            return None
        if len(curve) != POWER_POINTS:
            raise problem(*machines.points_of_power(len(curve), POWER_POINTS))
        idle = curve[0].power
        for tenth, (before, point) in enumerate(pairwise(each.power for each in curve), 1):
            if point < before:
                than = f"when idle, {idle:g} W" if point < idle else f"the one before, {before:g} W"
                raise problem(*machines.power_falls(10 * tenth, point, than))
        if curve[-1].power == idle:
            raise problem(*machines.FLAT_POWER)
        return curve

    @field_validator("cards")
    @classmethod
    def _has_a_card(cls, cards: tuple[Card, ...]) -> tuple[Card, ...]:
        if not 1 <= len(cards) <= 32:
            raise problem(*machines.number_of_cards(len(cards)))
        return cards
