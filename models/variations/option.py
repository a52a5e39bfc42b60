"""What one could buy or set instead: a scenario with each upgrade, server and operating system of the catalogue."""

import re
from collections.abc import Container, Iterator, Mapping
from dataclasses import dataclass
from itertools import chain

from models.content_share import content_bytes
from models.disk_capacity import disk_cache_bytes, with_same_disk_size
from models.errors import Problem, ScenarioError
from models.messages import offers
from models.parts.hardware import Server
from models.parts.operating_system import OperatingSystem
from models.parts.web_server import DiskCache
from models.quantities.units import SIZE, format_memory, format_quantity
from models.ram_ledger import RAM_OF_BUFFERS, file_cache_bytes, largest_file_cache
from models.reading.catalogue import names
from models.reading.catalogue_model import catalogue_model
from models.scenario import Scenario
from models.unit_pods import as_node
from models.variations.changes import value_at_path, with_changes
from models.variations.price import Price, catalogue_price, scenario_price
from models.variations.upgrade import (
    NEAR_YEARS,
    Upgrade,
    can_be_added,
    is_run_on,
    upgrades,
    why_not_same_era,
    why_server_not_same_era,
    why_system_not_same_era,
    why_unsuitable,
)

NOTICEABLE = 1024.0**2  # A file cache that is smaller or larger by less is the same.
CACHE, DISK_CACHE = "web_server.file_cache.size", "web_server.disk_cache.size"
_SIZES = CACHE, DISK_CACHE
SIZE_OF_DISKS = "server.disks.size"


@dataclass(frozen=True)
class Option:
    """The present scenario with one thing changed, or the reason why that does not apply.

    scenario: None where it does not apply. price: of what is bought, for one server; of one more node, the node.
    adapted: what changes along with it, in words. instead: whether it is another server, in place of the present one.
    elsewhere: whether it is an operating system of another family, on which the present software may not run.
    """

    name: str
    scenario: Scenario | None
    reason: str = ""
    price: Price = Price()
    adapted: str = ""
    instead: bool = False
    elsewhere: bool = False


@dataclass(frozen=True)
class _Offer:
    """What the catalogue offers: values at paths, for a price. What it is about is at `paths`; has: it is there.

    instead: another server, in place of the present one; system: another operating system. disk_size: bytes of a disk
    of that server, where the catalogue states none and the present ones are so large; else None. removes: whether as
    much as the upgrade adds is taken away; `values` are empty then where there is not as much.
    """

    name: str
    values: Mapping[str, object]
    paths: tuple[str, ...]
    price: Price
    has: bool = False
    instead: Server | None = None
    elsewhere: bool = False
    upgrade: Upgrade | None = None
    system: OperatingSystem | None = None
    disk_size: float | None = None
    removes: bool = False


def options(scenario: Scenario) -> tuple[Option, ...]:
    """Every upgrade, server model and operating system of the catalogue as an option of a scenario, and what could be
    taken away.

    An option that would make a scenario which cannot be does not apply, for the reason that such a file is refused for.
    Raises ScenarioError where the catalogue itself is wrong.
    """
    return tuple(_option(scenario, offer) for offer in _offers(scenario))


def other_servers(scenario: Scenario) -> Iterator[Option]:
    """The server models of the catalogue as options, without those of other kinds. Raises what `options` does."""
    return (_option(scenario, offer) for offer in _servers(scenario))


def added_to_server(scenario: Scenario) -> Iterator[Option]:
    """The upgrades of the catalogue as options, without other servers and systems. Raises what `options` does."""
    return (_option(scenario, offer) for offer in _upgrades(scenario))


def find_option(scenario: Scenario, name: str) -> Option | None:
    """The one of that name, without making the others; None where there is none.

    Raises ScenarioError where the catalogue is wrong on the way to it.
    """
    return next((_option(scenario, offer) for offer in _offers(scenario) if offer.name == name), None)


def _offers(scenario: Scenario) -> Iterator[_Offer]:
    return chain(_upgrades(scenario), _removals(scenario), _servers(scenario), _systems(scenario))


def _upgrades(scenario: Scenario) -> Iterator[_Offer]:
    for upgrade, written in upgrades(scenario.catalog):
        price = catalogue_price(written, "price", upgrade.year)
        yield _Offer(upgrade.title, upgrade.values(scenario), (*upgrade.adds, *upgrade.sets), price, upgrade=upgrade)


def _removals(scenario: Scenario) -> Iterator[_Offer]:
    """As much taken away as an upgrade of the catalogue adds, at its price."""
    for upgrade, written in upgrades(scenario.catalog):
        if upgrade.removal:
            saved = catalogue_price(written, "price", upgrade.year).times(-1)
            left = upgrade.values_without(scenario)
            yield _Offer(upgrade.removal, left, (*upgrade.adds,), saved, upgrade=upgrade, removes=True)


def _servers(scenario: Scenario) -> Iterator[_Offer]:
    for name in names(Server.catalogue_folder, scenario.catalog):
        model, written = catalogue_model(Server, name, scenario.catalog)
        price, same = catalogue_price(written, "price"), scenario.server.name == name
        bought = with_same_disk_size(model, scenario.server)
        size = bought.disks.size if bought is not model else None
        title, values = f"server {name} instead", {"server": bought}
        yield _Offer(title, values, ("server",), price, same, instead=bought, disk_size=size)


def _systems(scenario: Scenario) -> Iterator[_Offer]:
    present = scenario.operating_system.name
    for name in names(OperatingSystem.catalogue_folder, scenario.catalog):
        model, written = catalogue_model(OperatingSystem, name, scenario.catalog)
        price, title = catalogue_price(written, "licence"), f"{name}, the {model.bits}-bit edition"
        away = family(name) != family(present)
        values, paths = {"operating_system": model}, ("operating_system",)
        yield _Offer(title, values, paths, price, present == name, elsewhere=away, system=model)


def family(system: str) -> str:
    """The first word of a name: systems are called windows-2003-x64 and windows-2003-x86, sles-10 and sles-10-32."""
    return re.split(r"[-\s]", system.casefold())[0]


def _why_not_instead(scenario: Scenario, server: Server) -> str:
    """Why a server is none in place of the present one, with its system; "" where it is."""
    if why := why_server_not_same_era(server, scenario):
        return why
    system = scenario.operating_system
    if is_run_on(system, server):
        return ""
    return offers.of_another_year(server.year, system.name, system.released, NEAR_YEARS)


def _option(scenario: Scenario, offer: _Offer) -> Option:
    """An offer made to a scenario."""
    why = _why_not_instead(scenario, offer.instead) if offer.instead and not offer.has else ""
    if offer.upgrade and not can_be_added(offer.upgrade, scenario.server):
        why = offers.AS_RENTED
    elif offer.upgrade and offer.removes:
        why = why_not_same_era(offer.upgrade, scenario) or ("" if offer.values else offers.NONE_TO_TAKE)
    if offer.system and not offer.has:
        why = why_system_not_same_era(offer.system, scenario)
    if why:
        return Option(offer.name, None, why)
    try:
        with_it = with_changes(scenario, offer.values, offer.name)
        with_it = with_matching_caches(scenario, with_it, offer.name, offer.values)
    except ScenarioError as error:
        cache = scenario.web_server.file_cache
        if CACHE in offer.values and cache.fit and cache.size >= largest_file_cache(as_node(scenario)):
            return Option(offer.name, None, offers.ALL_RAM_TAKEN)
        return Option(offer.name, None, "; ".join(_problem_text(problem) for problem in error.problems))
    if offer.upgrade and SIZE_OF_DISKS in offer.upgrade.adds and scenario.server.disks.size is None:
        return Option(offer.name, None, offers.disks_unknown(SIZE_OF_DISKS))
    if offer.has or all(value_at_path(with_it, path) == value_at_path(scenario, path) for path in offer.paths):
        return Option(offer.name, None, offers.HAS_IT)
    if no_room := _no_room(with_it, offer.values):
        return Option(offer.name, None, no_room)
    if offer.upgrade and not offer.removes and (reason := why_unsuitable(offer.upgrade, scenario, with_it)):
        return Option(offer.name, None, reason)
    price = offer.price.plus(_nodes(scenario, with_it.unit.nodes - scenario.unit.nodes))
    adapted = _adapted(scenario, with_it, offer)
    return Option(offer.name, with_it, "", price, adapted, offer.instead is not None, offer.elsewhere)


def _nodes(scenario: Scenario, count: int) -> Price:
    """The price of so many more nodes of a unit: servers of the present kind with their licences."""
    return (
        scenario_price(scenario, "server.price").plus(scenario_price(scenario, "operating_system.licence")).times(count)
    )


def _problem_text(problem: Problem) -> str:
    """A problem without its place, which is the option."""
    return f"{problem.path}: {problem.message}" + (f"; {problem.remedy}" if problem.remedy else "")


def _no_room(scenario: Scenario, values: Mapping[str, object]) -> str:
    """Why a cache that is an option would not be as large as it says; "" where it would, and of any other option."""
    kept, room = scenario.web_server.disk_cache, scenario.server.disks.room
    if CACHE in values and scenario.web_server.file_cache.size > (largest := largest_file_cache(as_node(scenario))):
        return offers.room_here("file cache", format_memory(largest))
    if DISK_CACHE in values and kept is not None and room is not None and kept.size > room:
        return offers.room_here("disk cache", _disk(room))
    return ""


def with_matching_caches(before: Scenario, after: Scenario, why: str, stated: Container[str] = ()) -> Scenario:
    """The scenario with the caches that it makes room for, but for those whose size is `stated`, in RAM and on disks.

    A cache of `up_to` some size takes room by itself, and is allowed as much more as there is more RAM or disks. One of
    an exact size grows by as much as the room for it does, but leaves RAM for buffers.
    """
    sizes = {}
    if CACHE not in stated:
        sizes[CACHE] = _file_cache_of(before, after)
    if DISK_CACHE not in stated and after.web_server.disk_cache is not None:
        sizes[DISK_CACHE] = _disk_cache_of(before, after, after.web_server.disk_cache)
    grown = {path: size for path, size in sizes.items() if size != value_at_path(after, path)}
    return with_changes(after, grown, why) if grown else after


def exact_caches(scenario: Scenario) -> tuple[str, ...]:
    """The paths of the caches of a server whose size somebody decided exactly, in place of `up_to` some size."""
    web = scenario.web_server
    cached = ((CACHE, web.file_cache), (DISK_CACHE, web.disk_cache))
    return tuple(path for path, cache in cached if cache is not None and not cache.fit)


def raised_caches(before: Scenario, after: Scenario) -> Mapping[str, float]:
    """The bytes up to which caches may grow, by their paths, where those are other than `before`; none of a server
    without content."""
    sizes = {} if after.workload.content is None else {path: value_at_path(after, path) for path in _SIZES}
    return {
        path: size
        for path, size in sizes.items()
        if isinstance(size, float) and abs(size - _bytes_at(before, path)) >= NOTICEABLE
    }


def _bytes_at(scenario: Scenario, path: str) -> float:
    size = value_at_path(scenario, path)
    return size if isinstance(size, float) else 0.0


def _file_cache_of(before: Scenario, after: Scenario) -> float:
    before, after = as_node(before), as_node(after)
    asked, room = after.web_server.file_cache, largest_file_cache(after)
    if asked.size == 0.0:
        return 0.0
    if asked.fit:
        more = max(0.0, after.server.ram - before.server.ram)
        return min(asked.size + more, max(asked.size, room))
    more = max(0.0, room - largest_file_cache(before))
    return max(asked.size, min(asked.size + more, room - RAM_OF_BUFFERS))


def _disk_cache_of(before: Scenario, after: Scenario, disk_cache: DiskCache) -> float:
    """Bytes: no more than all content, of which nothing is left to keep."""
    first, then, most = before.server.disks.room, after.server.disks.room, content_bytes(after)
    if first is None or then is None or most == 0.0:
        return disk_cache.size
    return max(disk_cache.size, min(disk_cache.size + max(0.0, then - first), then, most))


def _adapted(before: Scenario, after: Scenario, offer: _Offer) -> str:
    """What happens to the caches of a server that has content, in words, unless they are the option; and how large its
    disks are, if that is taken from the present ones."""
    told = [] if offer.disk_size is None else [offers.disks_as_now(_disk(offer.disk_size))]
    if before.workload.content is not None:
        told += _other_caches(before, after, offer.values)
    *others, last = told or [""]
    return f"with {', '.join(others)} and {last}" if others else f"with {last}" if last else ""


def _other_caches(before: Scenario, after: Scenario, values: Mapping[str, object]) -> Iterator[str]:
    more = 0.0 if CACHE in values else file_cache_bytes(as_node(after)) - file_cache_bytes(as_node(before))
    on_disks = 0.0 if DISK_CACHE in values else (disk_cache_bytes(after) or 0.0) - (disk_cache_bytes(before) or 0.0)
    found = ((more, format_memory, "file cache"), (on_disks, _disk, "disk cache"))
    yield from (f"{size(abs(by))} {_more_or_less(by)} {cache}" for by, size, cache in found if abs(by) >= NOTICEABLE)


def _more_or_less(by: float) -> str:
    return "more" if by > 0.0 else "less"


def _disk(size: float) -> str:
    """Bytes on disks, rounded for people in powers of 1,000, in which they are sold."""
    return format_quantity(size, SIZE, digits=4)
