"""The scenario: everything that one question to the simulator needs, resolved and with its sources."""

from collections.abc import Mapping
from typing import Annotated, ClassVar

from pydantic import Field, model_validator

from models.parts.clients.dns import NameService
from models.parts.correlation import Correlation
from models.parts.datacenter import Datacenter
from models.parts.demand import Demand
from models.parts.growth.growth import DemandGrowth
from models.parts.growth.supply import Supply
from models.parts.hardware import Server
from models.parts.instance import HOURS_PER_MONTH, SPOT
from models.parts.operating_system import OperatingSystem
from models.parts.request import RequestClass
from models.parts.run import Run
from models.parts.runtime import Runtime
from models.parts.shortfall import ShortfallPrice
from models.parts.targets import Targets
from models.parts.tier import Tier
from models.parts.unit import Unit
from models.parts.web_server import WebServer
from models.parts.workload import Workload
from models.pod_room import pods_on
from models.quantities.fields import Name, Part, optional, parameter, quantity, whole, words
from models.quantities.provenance import Provenance
from models.quantities.units import SHARE

# What a server carries when its farm is sized.
LARGEST_LOAD, STATED_LOAD = "largest load", "stated load"


class FarmParts(Part):
    """What a scenario file describes, once names are looked up and shorthands written out."""

    exclusive: ClassVar[Mapping[str, tuple[str, ...]]] = {"reserve": (), "confidence": ()}

    name: Name = parameter("Name of the scenario, the key `scenario` in a file.")
    demand: Annotated[Demand | None, optional()] = parameter(
        "What the whole farm must carry at its peak, stated in one of several ways; none asks only what a server does.",
        default="none",
        source="no demand stated",
    )
    growth: Annotated[DemandGrowth | None, optional()] = parameter(
        "How the demand grows in the months ahead; none asks nothing about them.",
        default="none",
        source="no growth stated",
    )
    supply: Annotated[Supply | None, optional()] = parameter(
        "What stands today and how more is had, as the demand grows; none means new units on delivery.",
        default="none",
        source="the defaults of a supply",
    )
    reserve: Annotated[float, quantity(SHARE, "0 %", "99.9 %")] = parameter(
        "Capacity that is bought beyond the demand, as a share of the demand, so that growth and days above the stated"
        " peak fit.",
        default="20 %",
        source="the program's default: a fifth beyond the stated peak",
    )
    confidence: Annotated[float | None, optional(quantity(SHARE, "1 %", "99.9 %"))] = parameter(
        "Probability with which the farm is enough, over all that is not known; in place of a reserve.",
        default="none",
        source="a reserve sizes the farm",
    )
    price_of_short: Annotated[tuple[ShortfallPrice, ...] | None, optional()] = parameter(
        "What a Mbps of the demand costs a month that the farm does not carry at its peak: one price, or rows of"
        " prices by the share of the demand that is missing.",
        default="none",
        source="the price that the probability asked for comes to",
    )
    correlations: tuple[Correlation, ...] = parameter(
        "Values with ranges that hang together, and are drawn so, such as what `calibrate` found in the same rows.",
        default=(),
        source="what is not known of one value says nothing about another",
    )
    spare_units: Annotated[int, whole(0, 1_000_000)] = parameter(
        "Units bought beyond those that carry the demand, so that as many may fail or be taken out of service.",
        default=0,
        source="no spare units",
    )
    sized_by: Annotated[str, words(LARGEST_LOAD, STATED_LOAD)] = parameter(
        "What a server carries when the farm is sized: largest load is the most that it carries within its targets,"
        " stated load what it carries at workload.offered, as the published documents do.",
        default=LARGEST_LOAD,
        source="a farm is sized by what its servers can carry",
    )
    workload: Workload = parameter("What clients ask for.")
    server: Server = parameter("The server as one buys it.")
    tiers: tuple[Tier, ...] = parameter(
        "Other tiers that requests call, such as an application or a database.", default=(), source="no other tiers"
    )
    dns: Annotated[NameService | None, optional()] = parameter(
        "How clients find a unit, where its name is looked up for the farm; none means that all units get the same.",
        default="none",
        source="all units get the same",
    )
    operating_system: OperatingSystem = parameter("The operating system as a set of limits.")
    web_server: WebServer = parameter("The web server software.")
    runtime: Annotated[Runtime | None, optional()] = parameter(
        "The runtime with a garbage-collected heap that serves the requests; none means that there is no such heap.",
        default="none",
        source="no garbage-collected heap",
    )
    unit: Unit = parameter("The scalable unit.")
    targets: Targets = parameter("What a plan must keep to.", default=Targets())
    datacenter: Datacenter = parameter("Where the units stand.")
    run: Run = parameter("How long and how precisely to simulate.", default=Run())

    @model_validator(mode="after")
    def _pods_are_nodes(self) -> "FarmParts":
        """The nodes of a unit are its pods where it has some: as many as are stated, or fill a server."""
        if (pods := self.unit.pods) is not None:
            unit = self.unit.model_copy()
            object.__setattr__(unit, "nodes", pods.replicas or pods_on(self.server, pods))
            object.__setattr__(self, "unit", unit)
        return self

    @property
    def rent(self) -> str:
        """The terms on which its server is rented; "" for one that is bought."""
        instance = self.server.instance
        return "" if instance is None else self.datacenter.rent or instance.rent

    @property
    def spot_share(self) -> float:
        """The share of its servers that are rented at spot prices."""
        instance = self.server.instance
        if instance is None or instance.spot is None:
            return 0.0
        return 1.0 if self.rent == SPOT else self.datacenter.spot_share

    @property
    def instance_a_month(self) -> float:
        """US dollars a month of a server that is rented: the average of those at spot prices and those on its terms, or
        on demand where it has no price of them, which the checks refuse; 0 for one that is bought."""
        instance = self.server.instance
        if instance is None:
            return 0.0
        known, at_spot = instance.a_month_on(self.rent), instance.a_month_on(SPOT) or 0.0
        others = instance.on_demand * HOURS_PER_MONTH if known is None else known
        return self.spot_share * at_spot + (1.0 - self.spot_share) * others

    @property
    def one_process_serves_all(self) -> bool:
        """Whether all requests enter the only worker process there is: those of one kind do, and so do classes that
        read content where the web server has no application pools. Other classes enter those of their pools."""
        workload = self.workload
        return workload.request is not None or (workload.content is not None and not self.web_server.pools)

    def enters_a_process(self, kind: RequestClass) -> bool:
        """Whether a worker process serves requests of a class; the kernel answers others, and looks nothing up."""
        return self.one_process_serves_all or kind.pool is not None

    @property
    def process_bits(self) -> int:
        """Width of a worker process's addresses: 32 or 64."""
        return self.web_server.process.bits or self.operating_system.bits

    @property
    def process_address_space(self) -> float:
        """Address space in bytes of one worker process; 0 when the system runs no processes of this width, which the
        checks refuse."""
        aware = self.web_server.process.large_address_aware
        return self.operating_system.address_space.of_process(self.process_bits, aware) or 0.0

    def work(self, seconds: float, server: Server | None = None) -> float:
        """How long a core of a server, None for that of the farm, works, in seconds, at what takes `seconds` on a core
        of speed 1."""
        return seconds * self.operating_system.cpu_factor / (self.server if server is None else server).core_speed

    def work_asked(self, seconds: float, server: Server | None = None) -> float:
        """How long such a core works, in seconds, at what the workload states as `seconds`, which were measured on the
        core of `workload.cpu_measured_on`."""
        measured = self.workload.cpu_measured_on
        return self.work(seconds * measured.server.core_speed / measured.operating_system.cpu_factor, server)

    @property
    def is_measured_core(self) -> bool:
        """Whether CPU times are those of a core of this very server: then its speed, as far as it is not known, says
        nothing about how long their work takes."""
        measured = self.workload.cpu_measured_on.server
        return measured.name in (None, self.server.name) and measured.core_speed == self.server.core_speed

    @property
    def is_measured_system(self) -> bool:
        """The same of the operating system and what it adds to the work."""
        measured, own = self.workload.cpu_measured_on.operating_system, self.operating_system
        return measured.name in (None, own.name) and measured.cpu_factor == own.cpu_factor


class Scenario(FarmParts):
    """A farm, what it is compared with, and where each of its parameters comes from.

    baseline: the same farm with the overrides of the baseline, itself without one; None when none is stated.
    sources: dotted path of every parameter, e.g. "server.cards[0].rate", to its provenance.
    chosen_from: dotted path to the published figures that the parameter was chosen from.
    asked_rate: requests/s of each node at which it follows what shields find; None at what is offered.
    file: the path as the user gave it. catalog: the folder of the planner's own catalogue; "" where there is none.
    """

    baseline: "Scenario | None" = None
    sources: Mapping[str, Provenance] = Field(default_factory=dict)
    chosen_from: Mapping[str, tuple[str, ...]] = Field(default_factory=dict)
    asked_rate: float | None = None
    file: str = ""
    catalog: str = ""

    def __repr__(self) -> str:
        demand = f", demand={self.demand.stated!r}" if self.demand is not None else ""
        return f"Scenario({self.name!r}, server={self.server.name!r}{demand}, file={self.file!r})"

    @property
    def is_sized_by_confidence(self) -> bool:
        """Whether it, or its baseline, states with which probability the farm is to be enough."""
        return any(each is not None and each.confidence is not None for each in (self, self.baseline))

    def without_baseline(self) -> "Scenario":
        """The same with nothing that it is compared with."""
        return self.model_copy(update={"baseline": None})
