"""What a farm could be built of: every server, system and quantity of upgrades of the catalogue, as scenarios."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fnmatch import fnmatchcase
from functools import partial
from itertools import product
from typing import NamedTuple

from models.content_share import splits_content
from models.disk_capacity import needs_other_disks, with_same_disk_size
from models.errors import Problem, Remedy, ScenarioError
from models.messages import offers
from models.parts.hardware import Server
from models.parts.operating_system import OperatingSystem
from models.parts.unit import Unit
from models.quantities.formatting import count_text, size_text
from models.reading.catalogue import names
from models.reading.catalogue_model import catalogue_model
from models.scenario import Scenario
from models.suggest import did_you_mean
from models.variations.assumptions import why_impossible_with_remedy
from models.variations.changes import with_changes
from models.variations.option import exact_caches, family, with_matching_caches
from models.variations.upgrade import (
    NEAR_YEARS,
    Upgrade,
    can_be_added,
    is_run_on,
    is_server_hardware,
    upgrades,
    why_server_not_same_era,
    why_system_not_same_era,
    why_unsuitable,
)

# How many of an upgrade a server may have, none among them, and of how many nodes a unit may be.
MOST_UPGRADES, LEAST_NODES, MOST_NODES = 2, 2, 8
NO_SYSTEM = offers.no_system(NEAR_YEARS)


@dataclass(frozen=True)
class Choice:
    """One server with its system and upgrades, in the unit of the scenario; or the reason why it cannot be, and the
    problems that it is made of.

    name: in words, with what is added; server: its server's. years: of the prices of what is added. own: whether it is
    what is there now. model: the server and the system that it begins with; added: how many of each upgrade come to
    that. disk_size: bytes of a disk, where that is the size of the present ones, for the catalogue states none; else
    None. wanted: whether it may be the answer; what is there now is looked at in any case.
    """

    name: str
    scenario: Scenario | None
    reason: str = ""
    problems: tuple[Problem, ...] = ()
    years: tuple[int, ...] = ()
    own: bool = False
    model: str = ""
    added: tuple[int, ...] = ()
    disk_size: float | None = None
    wanted: bool = True
    server: str = ""

    def adds_to(self, other: "Choice") -> bool:
        """Whether it is the other one with something added."""
        pairs = zip(self.added, other.added, strict=False)
        return self.model == other.model and self.added != other.added and all(mine >= its for mine, its in pairs)


@dataclass(frozen=True)
class ServerFilter:
    """Which servers may be the answer. rented: those of clouds alone, or those that one buys alone; None for both.
    name: what their names must fit, with `*` and `?` as a shell has them; zone: the same of the zone in which they are
    rented, "" for any and for those that one buys. vendor: who makes or rents them; None for all."""

    rented: bool | None = None
    name: str = "*"
    zone: str = ""
    vendor: str | None = None

    def lets(self, server: Server) -> bool:
        """Whether a server may be the answer."""
        named = self.rented in (None, server.is_rented) and fnmatchcase(server.name, self.name)
        return named and self.vendor in (None, server.vendor) and (not self.zone or self._stands_there(server))

    def _stands_there(self, server: Server) -> bool:
        zone = server.instance.zone if server.instance else None
        return zone is not None and fnmatchcase(zone, self.zone)


ALL_SERVERS = ServerFilter()


@dataclass(frozen=True)
class SkippedChoice:
    """Something of the catalogue that no choice is made of, and why."""

    name: str
    reason: str


class _Impossible(NamedTuple):
    """Why a choice cannot be, and the problems that this is made of, where there are some."""

    reason: str
    problems: tuple[Problem, ...] = ()


class _Offered(NamedTuple):
    """A server by name; `model` is None for the present one, which may differ from the catalogue's of its name.
    disk_size: as in a choice."""

    name: str
    model: Server | None
    disk_size: float | None = None


def choices(scenario: Scenario, which: ServerFilter = ALL_SERVERS) -> tuple[Choice, ...]:
    """Every combination of a server, a system of the present family, and up to two of each upgrade of a server.

    The present server and system, as the scenario has them, are among them. A cache of `up_to` some size follows the
    RAM or the disks as in models/variations/option.py, one of an exact size stays, and disks whose size the catalogue
    does not state are as large as the present ones where models/disk_capacity.py says so. Raises ScenarioError where
    the catalogue is wrong, and where it has no server of the names that `which` lets.
    """
    _require_names(scenario, which)
    known = [upgrade for upgrade, _ in upgrades(scenario.catalog) if is_server_hardware(upgrade)]
    return tuple(
        replace(choice, wanted=wanted)
        for server, system in product(_servers(scenario), _systems(scenario))
        if _runs(scenario, server.model, system[1])
        for wanted in (which.lets(server.model or scenario.server),)
        # Of what is not wanted the present one alone is looked at: nothing need be added to it.
        if wanted or (server.model is None and system[1] is None)
        for choice in _with_upgrades(
            scenario, server, system, _of_its_time(known, scenario, server.model) if wanted else ()
        )
    )


def choices_at(scenario: Scenario, place: int, which: ServerFilter = ALL_SERVERS) -> tuple[Choice, ...]:
    """Every server of its time at a place of a scenario with other tiers, as the catalogue has it: in place of its own
    servers at 0, with the present system, or of those of the other tiers from 1 on. The present one is among them.
    Raises as `choices` does."""
    _require_names(scenario, which)
    if place == 0:
        system = scenario.operating_system.name, None
        servers = [each for each in _servers(scenario) if _runs(scenario, each.model, None)]
        made = [choice for each in servers for choice in _with_upgrades(scenario, each, system, ())]
    else:
        made = list(_of_tier(scenario, place - 1))
    return tuple(
        replace(choice, wanted=which.lets(server_at(choice.scenario, place))) if choice.scenario else choice
        for choice in made
    )


def server_at(scenario: Scenario, place: int) -> Server:
    """The server at a place: the scenario's own at 0, those of its other tiers from 1 on."""
    return scenario.tiers[place - 1].server if place else scenario.server


def _of_tier(scenario: Scenario, position: int) -> Iterator[Choice]:
    """Every server of its time for a tier."""
    tier = scenario.tiers[position]
    yield Choice(tier.server.name, scenario, own=True, model=tier.server.name, server=tier.server.name)
    for name in names(Server.catalogue_folder, scenario.catalog):
        model, _ = catalogue_model(Server, name, scenario.catalog)
        if model == tier.server or why_server_not_same_era(model, scenario):
            continue
        tiers = list(scenario.tiers)
        tiers[position] = tier.model_copy(update={"server": model})
        if unknown := needs_other_disks(tiers[position], tier):
            why = offers.room_unknown(size=size_text(unknown), path=f"tiers[{position}].server.disks.size")
            yield Choice(name, None, why, model=name, server=name)
            continue
        made = _tried(partial(with_changes, scenario, {"tiers": tuple(tiers)}, name))
        found = Choice(name, None, *made) if isinstance(made, _Impossible) else Choice(name, made)
        yield replace(found, model=name, server=name)


def same_vendor(scenario: Scenario) -> str:
    """The vendor of the present server. Raises ScenarioError where nobody says who that is."""
    if scenario.server.vendor is None:
        told, remedy = offers.VENDOR_UNKNOWN
        raise ScenarioError(
            (Problem(scenario.file, 0, "server.vendor", "none", told, remedy, (Remedy({"server.vendor": "HPE"}),)),)
        )
    return scenario.server.vendor


def _require_names(scenario: Scenario, which: ServerFilter) -> None:
    known = names(Server.catalogue_folder, scenario.catalog)
    if not any(fnmatchcase(name, which.name) for name in (scenario.server.name, *known)):
        told, remedy = offers.NO_SUCH_SERVER, did_you_mean(which.name, known)
        raise ScenarioError((Problem("", 0, "server", f'"{which.name}"', told, remedy),))
    if which.zone:
        _require_zone(scenario, which.zone)


def _require_zone(scenario: Scenario, pattern: str) -> None:
    known = names(Server.catalogue_folder, scenario.catalog)
    models = [scenario.server, *(catalogue_model(Server, name, scenario.catalog)[0] for name in known)]
    zones = sorted({each.instance.zone for each in models if each.instance and each.instance.zone})
    if not any(fnmatchcase(zone, pattern) for zone in zones):
        told, remedy = offers.NO_SUCH_ZONE, did_you_mean(pattern, zones)
        raise ScenarioError((Problem("", 0, "zone", f'"{pattern}"', told, remedy),))


def unit_sizes(scenario: Scenario) -> tuple[int, ...]:
    """The numbers of nodes that a unit may have: 2 to 8 and the present one, with at least one that is no spare; the
    present one alone where nodes are pods, and where what a node carries hangs on the others: with groups of nodes,
    weights, and where they keep one copy of the content together. Other tiers are shared by a unit: with another size
    their servers are others."""
    unit = scenario.unit
    if unit.paths or unit.balancer.weights or unit.pods or splits_content(scenario):
        return (unit.nodes,)
    sizes = {*range(LEAST_NODES, MOST_NODES + 1), scenario.unit.nodes}
    return tuple(nodes for nodes in sorted(sizes) if has_working_node(unit, nodes))


def is_smallest_unit(unit: Unit) -> bool:
    """Whether a unit of fewer nodes, of LEAST_NODES at least, had none that is no spare."""
    return not any(has_working_node(unit, nodes) for nodes in range(LEAST_NODES, unit.nodes))


def has_working_node(unit: Unit, nodes: int) -> bool:
    """Whether a unit of so many nodes has one in each of its zones, and one that is no spare."""
    return nodes >= unit.zones and nodes > unit.with_nodes(nodes).spare_nodes


def skipped_choices(scenario: Scenario, which: ServerFilter = ALL_SERVERS) -> tuple[SkippedChoice, ...]:
    """Servers that were not asked for, systems of another family, and upgrades that are no hardware of a server."""
    others = sum(not which.lets(each.model or scenario.server) for each in _servers(scenario))
    systems = names(OperatingSystem.catalogue_folder, scenario.catalog)
    of_others = [name for name in systems if not _is_alike(scenario, name)]
    settings = [upgrade.title for upgrade, _ in upgrades(scenario.catalog) if not is_server_hardware(upgrade)]
    rented = any((offered.model or scenario.server).is_rented for offered in _servers(scenario))
    return (
        *((SkippedChoice(count_text(others, "server"), offers.NOT_ASKED_FOR),) if others else ()),
        *_of_another_time(scenario),
        *((SkippedChoice(offers.HARDWARE_OF_A_RENTED_SERVER, offers.AS_RENTED),) if rented else ()),
        *(SkippedChoice(name, offers.OTHER_FAMILY) for name in of_others),
        *(SkippedChoice(title, offers.SETTING_OR_NODE) for title in settings),
    )


def _of_another_time(scenario: Scenario) -> Iterator[SkippedChoice]:
    """Servers and systems that nobody buys in the year of the prices, or would run on the present server."""
    for name in _other_servers(scenario):
        if why := why_server_not_same_era(catalogue_model(Server, name, scenario.catalog)[0], scenario):
            yield SkippedChoice(name, why)
    for server in _servers(scenario):
        if not any(_runs(scenario, server.model, system) for _, system in _systems(scenario)):
            yield SkippedChoice(server.name, NO_SYSTEM)
    systems = names(OperatingSystem.catalogue_folder, scenario.catalog)
    for name in (each for each in systems if each != scenario.operating_system.name and _is_alike(scenario, each)):
        if why := why_system_not_same_era(catalogue_model(OperatingSystem, name, scenario.catalog)[0], scenario):
            yield SkippedChoice(name, why)


def _runs(scenario: Scenario, server: Server | None, system: OperatingSystem | None) -> bool:
    """Whether somebody runs a system on a server; on the present one that is known of each that is considered."""
    return server is None or is_run_on(system or scenario.operating_system, server)


def _of_its_time(known: Sequence[Upgrade], scenario: Scenario, server: Server | None) -> list[Upgrade]:
    """The upgrades that are hardware for a server, by the year of that; none where it is rented."""
    offered = server or scenario.server
    year = offered.year or scenario.datacenter.prices.year
    return [each for each in known if abs(each.year - year) <= NEAR_YEARS and can_be_added(each, offered)]


def with_unit_size(scenario: Scenario, nodes: int) -> Scenario:
    """The scenario with units of so many nodes and its spares; as it is where its server says how many pods it has."""
    if scenario.unit.pods is not None:
        return scenario
    return scenario.model_copy(update={"unit": scenario.unit.with_nodes(nodes)})


def _other_servers(scenario: Scenario) -> list[str]:
    return [name for name in names(Server.catalogue_folder, scenario.catalog) if name != scenario.server.name]


def _servers(scenario: Scenario) -> Iterator[_Offered]:
    yield _Offered(scenario.server.name, None)
    for name in names(Server.catalogue_folder, scenario.catalog):
        model, _ = catalogue_model(Server, name, scenario.catalog)
        bought = with_same_disk_size(model, scenario.server)
        if bought != scenario.server and not why_server_not_same_era(model, scenario):
            same = name == scenario.server.name
            size = bought.disks.size if bought is not model else None
            yield _Offered(f"{name} of the catalogue" if same else name, bought, size)


def _systems(scenario: Scenario) -> Iterator[tuple[str, OperatingSystem | None]]:
    yield scenario.operating_system.name, None
    for name in names(OperatingSystem.catalogue_folder, scenario.catalog):
        model, _ = catalogue_model(OperatingSystem, name, scenario.catalog)
        if not _is_alike(scenario, name) or why_system_not_same_era(model, scenario):
            continue
        if model != scenario.operating_system:
            same = name == scenario.operating_system.name
            yield f"{name} of the catalogue" if same else name, model


def _is_alike(scenario: Scenario, system: str) -> bool:
    return family(system) == family(scenario.operating_system.name)


def _with_upgrades(
    scenario: Scenario,
    server: _Offered,
    system: tuple[str, OperatingSystem | None],
    added: Sequence[Upgrade],
) -> Iterator[Choice]:
    """A server with its system, and all combinations of upgrades, each made of one that has one of them less."""
    new = {"server": server.model, "operating_system": system[1]}
    parts = {key: part for key, part in new.items() if part is not None}
    made: dict[tuple[int, ...], Scenario | _Impossible] = {}
    for counts in product(range(MOST_UPGRADES + 1), repeat=len(added)):
        bought = [(upgrade, count) for upgrade, count in zip(added, counts, strict=True) if count]
        model = f"{server.name}, {system[0]}"
        name = ", ".join((model, *(_times(upgrade, count) for upgrade, count in bought)))
        first, further = partial(with_changes, scenario, parts, name), partial(_one_more, made, counts, added, name)
        made[counts] = _tried(further if bought else first)
        years = tuple(sorted({upgrade.year for upgrade, _ in bought if upgrade.price}))
        found = made[counts]
        with_cache = found
        if not isinstance(found, _Impossible):
            with_cache = _tried(partial(with_matching_caches, scenario, found, name, exact_caches(scenario)))
        if isinstance(with_cache, _Impossible):
            choice = Choice(name, None, *with_cache, years, model=model, added=counts)
        else:
            own = not parts and not bought
            made_of = scenario if own else with_cache
            choice = Choice(name, made_of, "", (), years, own, model, counts, server.disk_size)
        yield replace(choice, server=server.name)


def _one_more(
    made: Mapping[tuple[int, ...], Scenario | _Impossible], counts: tuple[int, ...], added: Sequence[Upgrade], name: str
) -> Scenario | _Impossible:
    """The combination that has one less of the last upgrade, with that one."""
    last = max(at for at, count in enumerate(counts) if count)
    before = made[(*counts[:last], counts[last] - 1, *counts[last + 1 :])]
    if isinstance(before, _Impossible):
        return before
    with_it = with_changes(before, added[last].values(before), name)
    why = why_unsuitable(added[last], before, with_it)
    return _Impossible(why) if why else with_it


def _tried(make: Callable[[], Scenario | _Impossible]) -> Scenario | _Impossible:
    """A scenario, or why it cannot be."""
    try:
        return make()
    except ScenarioError as error:
        return _Impossible(why_impossible_with_remedy(error), error.problems)


def _times(upgrade: Upgrade, count: int) -> str:
    """So many of an upgrade: "one more network card", "3 times one more network card"."""
    return upgrade.title if count == 1 else f"{count} times {upgrade.title}"
