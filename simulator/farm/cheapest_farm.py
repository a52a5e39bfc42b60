"""The cheapest farm of a catalogue, the next one, and why all others are not."""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from types import MappingProxyType
from typing import NamedTuple

from models.variations.choice import Choice, SkippedChoice
from simulator.brief import short_repr
from simulator.experiment.estimate import Estimate
from simulator.farm.candidates import Candidate, WhyNot, beside_cheapest, farm_candidate, misses_among
from simulator.farm.farm import Farm
from simulator.farm.job_queues import room_verdicts
from simulator.farm.prediction import (
    CostBeside,
    FarmPrediction,
    PredictionInterval,
    SureFarm,
    cheapest_sure,
    grows_by_tiers,
)
from simulator.farm.replica_lag import lag_verdicts
from simulator.farm.tier_failure import TierFailure

# How many farms are found in place of the present one.
INSTEAD = 2
# The places of the farms that are told.
CHEAPEST, NEXT, RESIZED, NOW = "cheapest", "next", "other units", "now"


@dataclass(frozen=True)
class FarmOffer:
    """A farm of one kind of server, as it was found by simulation (or by theory).

    server_mbps: what a server carries within the targets; whole and exact: money a month in all for the units that one
    buys, and for those that the demand needs exactly, what their traffic costs too. supports: what the farm carries
    with its spares gone, in times the demand. farm: all that is counted of it. bound: the least that theory let it
    cost, at `ceiling` Mbps. disk_size: bytes of a disk, where that is the scenario's own, for the catalogue states
    none. caches: up to how many bytes those caches may grow, by their paths, that may grow further than the scenario
    says, for what is bought makes room. beside: what it costs beside the cheapest farm; None where that is not known;
    sure: so many units of it as are enough with the probability asked for.
    """

    name: str
    nodes: int
    server_mbps: Estimate
    whole: Estimate
    exact: Estimate
    units: Estimate
    whole_units: Estimate
    servers: Estimate
    supports: Estimate
    binding: str
    limit: str
    bound: float
    ceiling: float
    years: tuple[int, ...] = ()
    own: bool = False
    farm: Farm | None = None
    disk_size: float | None = None
    caches: Mapping[str, float] = field(default_factory=dict)
    beside: CostBeside | None = None
    sure: SureFarm | None = None


@dataclass(frozen=True)
class PrunedChoice:
    """A choice that is not the cheapest, in all sizes of units: `kind` is one of the reasons of
    messages/optimise.py, `why` says more.

    bound: USD a month that it costs at least; None where it cannot be. ceiling: the Mbps that it carries at most.
    why_not: what keeps it from being a farm, as figures; None of one that only costs more. server: by its name.
    """

    name: str
    kind: str
    why: str
    bound: float | None = None
    ceiling: float | None = None
    why_not: WhyNot | None = None
    server: str = ""


@dataclass(frozen=True)
class UnknownChoice:
    """A choice that might be cheaper, and the reason why that is not known."""

    name: str
    reason: str
    bound: float


@dataclass(frozen=True)
class Contender:
    """A server of the catalogue, with what of it does the same and may be cheapest by theory's bound; of a farm with
    other tiers, at one of its places, the others as the cheapest farm has them."""

    server: str
    choices: tuple[Choice, ...]


@dataclass(frozen=True)
class OtherServer:
    """A server that is not chosen. name: with what is added, server: without; worlds: over how many the others are
    counted. beside: what its farm costs beside the cheapest; cost: money a month in whole; total: the same as theory
    has it; supports: what the farm carries with its spares gone, in times the demand; enough: the share in which it is
    enough; stops: by the limit that stops a server, the share, the largest first; grows_by_tiers: whether more servers
    of its tiers, and not more units, make it as sure as is asked for;
    of_other_tiers: the servers of these that come with it."""

    name: str
    server: str
    servers: int
    of_other_tiers: float
    units: int
    nodes: int
    worlds: int
    beside: CostBeside
    cost: PredictionInterval
    total: Estimate
    supports: Estimate
    enough: float
    stops: Mapping[str, float]
    sure: SureFarm | None
    grows_by_tiers: bool = False


class OtherServers(NamedTuple):
    """servers: the cheapest first; unanswered: by name, why others have no answer."""

    servers: tuple[OtherServer, ...] = ()
    unanswered: Mapping[str, str] = MappingProxyType({})


def _of_an_offer(place: str, offer: FarmOffer, why_not: WhyNot | None = None) -> Candidate:
    """A farm that is told, named with its place where another one may be of the same servers."""
    name = f"{offer.name} ({place})" if place in (RESIZED, NOW) else offer.name
    if offer.farm is not None:
        return replace(farm_candidate(name, offer.farm), total=offer.whole, demand="", why_not=why_not)
    return Candidate(
        name, total=offer.whole, servers=offer.servers.value, headroom=offer.supports, bottleneck=offer.binding
    )


def _of_a_server(server: OtherServer) -> Candidate:
    return Candidate(
        server.name,
        total=server.total,
        between=(min(server.cost.low, server.total.value), max(server.cost.high, server.total.value)),
        servers=float(server.servers),
        of_other_tiers=server.of_other_tiers,
        headroom=server.supports,
        enough=server.enough,
        bottleneck=next(iter(server.stops)),
    )


@dataclass(frozen=True)
class CheapestFarm:
    """The answer: `winner`, and `runner_up`, the cheapest farm of another server, system or upgrade that changes what a
    server carries; None where all others cannot be. At the same cost, the farm that supports more growth comes first.

    difference: USD a month that the runner-up costs more, in whole units; exact_difference the same in exact ones, by
    pairs of replications. present: the farm of the scenario as it is; None where no load of it meets its targets;
    instead: the two cheapest that are not that one, the cheaper first, or as many as there are;
    resized: the same servers in units of the size that is cheapest, None where that is the present one.
    candidates: servers times sizes of units; servers: how many different ones a simulation can tell apart; simulated:
    how many of those were; year: of the bill's prices; at_once: whether formulas answered, which simulate nothing;
    disk_size: bytes of a disk of the scenario; disks_taken: how many choices that can be have disks of that size, for
    the catalogue states none. contenders: the other servers of the catalogue that can be; others: those, counted over
    the worlds. tiers: names of the other tiers, whose servers were sought too; choices, candidates and
    servers are then servers at all places, and farms of which a bound is known; present_failures: those tiers of the
    present farm that miss a target with one of their servers down.
    """

    winner: FarmOffer
    runner_up: FarmOffer | None
    difference: Estimate | None
    exact_difference: Estimate | None
    present: FarmOffer | None
    instead: tuple[FarmOffer, ...]
    resized: FarmOffer | None
    pruned: tuple[PrunedChoice, ...]
    unanswered: tuple[UnknownChoice, ...]
    not_considered: tuple[SkippedChoice, ...]
    choices: int
    candidates: int
    servers: int
    simulated: int
    year: int
    engine: str
    at_once: bool = False
    disk_size: float | None = None
    disks_taken: int = 0
    contenders: tuple[Contender, ...] = ()
    others: OtherServers = OtherServers()
    tiers: tuple[str, ...] = ()
    present_failures: tuple[TierFailure, ...] = ()

    __repr__ = short_repr

    @property
    def ranked(self) -> tuple[tuple[str, FarmOffer], ...]:
        """The farms that are told, each once, with its place."""
        places = {CHEAPEST: self.winner, NEXT: self.runner_up, RESIZED: self.resized, NOW: self.present}
        told: list[tuple[str, FarmOffer]] = []
        for place, offer in places.items():
            if offer is not None and offer not in (each for _, each in told):
                told.append((place, offer))
        return tuple(told)

    @property
    def ranking(self) -> tuple[Candidate, ...]:
        """The farms to choose from, the cheapest first: those that are told, and those of the other servers; then the
        servers of which there is no farm, each with what keeps the first of its choices from being one."""
        (place, winner), *others = self.ranked
        missed = self._missed_now()
        farms = [_of_an_offer(at, offer, missed if at == NOW else None) for at, offer in others]
        farms += [_of_a_server(each) for each in self.others.servers]
        offers = (winner, *(offer for _, offer in others))
        shown = {offer.farm.scenario.server.name for offer in offers if offer.farm is not None}
        shown |= {each.server for each in self.others.servers}
        found: dict[str, WhyNot] = {}
        for each in self.pruned:
            if each.why_not is not None and each.server not in shown:
                found.setdefault(each.server, each.why_not)
        none = (Candidate(name, why_not=why) for name, why in found.items())
        carrying = beside_cheapest(_of_an_offer(place, winner), (each for each in farms if each.is_a_farm))
        return (*carrying, *(each for each in farms if not each.is_a_farm), *none)

    def _missed_now(self) -> WhyNot | None:
        """The targets that keep the present farm from being one of those that are sought; None where none does."""
        if self.present is None or self.present.farm is None:
            return None
        farm = self.present.farm
        of_tiers = (each for down in self.present_failures for each in down.verdicts)
        return misses_among((*lag_verdicts(farm), *room_verdicts(farm), *of_tiers))

    @property
    def surer(self) -> SureFarm | None:
        """The cheapest farm of as many units as are enough with the probability asked for, where the winner has fewer;
        None where it has as many, or none is known, and where one that costs less takes more servers of its tiers for
        it: what that costs then nobody says."""
        known = self.winner.farm.prediction if self.winner.farm else None
        if not isinstance(known, FarmPrediction) or known.sure >= known.confidence:
            return None
        of_all = (*(offer.sure for _, offer in self.ranked), *(each.sure for each in self.others.servers))
        return cheapest_sure(
            of_all,
            (
                *(offer.beside for _, offer in self.ranked if offer.farm and grows_by_tiers(offer.farm.prediction)),
                *(each.beside for each in self.others.servers if each.grows_by_tiers),
            ),
        )

    @property
    def told_apart(self) -> bool:
        """Whether the winner is told from the runner-up: the interval of neither difference holds 0."""
        return self.difference is not None and bool(self.difference.low > 0.0)  # Not numpy's, which no JSON has.

    @property
    def counts(self) -> Mapping[str, int]:
        """How many choices were pruned for each reason."""
        return Counter(each.kind for each in self.pruned)
