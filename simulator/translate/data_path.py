"""Where the bytes of a response come from, and what they cross: disks, the origin, memory, the bus to the card."""

from collections import Counter
from collections.abc import Iterator
from math import inf

from models.content_share import class_content, node_content, requested_content
from models.disk_capacity import disk_cache_bytes
from models.parts.hardware import Disks, Server
from models.quantities.formatting import count_text, size_text
from models.quantities.units import DATA_RATE, SIZE, format_memory, format_quantity
from models.scenario import Scenario
from models.shield import is_shield, shield_of, stands_between
from simulator.messages.stages import resource_origins
from simulator.network.distribution import Distribution, constant
from simulator.network.resources import Cache, Catalogue, MultiServer, SharedCapacity
from simulator.network.roles import LimitCategory, Role
from simulator.network.steps import Admit, BySize, Delay, JoinFetch, Lookup, ResponseBytes, Revalidate, Serve, Step
from simulator.translate.laws import named_distribution, network_distribution
from simulator.translate.processes import ServingProcess, can_start_warm, file_cache_name
from simulator.translate.resources import Origin, Placed
from simulator.translate.slices import bytes_of_miss, sliced_catalogue
from simulator.translate.tls import encrypts_in_memory
from simulator.translate.transport import transport

DISKS, TRANSFER, DISK_CACHE = "disks", "disk transfer", "disk cache"
ORIGIN, SHIELD = "origin link", "shield link"
MEMORY_BUS, PCIE, CARDS = "memory bandwidth", "PCIe bus", "network cards"
# Seconds after which nobody waits any longer for who fetches an object: proxy_cache_lock_age of nginx, 5 s unless set.
# Varnish has no such age; it is taken for all.
FETCH_AGE = 5.0
_NOTHING, _WHOLE = constant(0.0), ResponseBytes()


def class_catalogue(scenario: Scenario, name: str) -> Catalogue | None:
    """The objects of which requests of a class draw one: those of its own content, or of all; None without content."""
    content, own = node_content(scenario), class_content(scenario, name)
    if own is not None:
        size, life = network_distribution(own.object_size), inf if own.life is None else own.life
        return sliced_catalogue(own, Catalogue(own.objects, own.zipf, size, life=life, name=name))
    if content is None:
        return None
    return sliced_catalogue(
        content, Catalogue(content.objects, content.zipf, network_distribution(content.object_size))
    )


def disks(scenario: Scenario) -> Iterator[Placed]:
    """The disks that missed objects are read from: as many reads at a time as they do, and their transfer where it is
    done beside other reads. None where no file lies on them."""
    if not _has_disks(scenario):
        return
    bought = scenario.server.disks
    alone = None if bought.transfers_beside else bought.bandwidth
    transfer = f" and {_per_second(alone)}" if alone is not None else ""
    limit = resource_origins.disks(*disk_figures(bought), transfer)
    queue = MultiServer(DISKS, bought.count * bought.at_once, role=Role.DISK)
    yield queue, Origin("server.disks", limit, plural=True)
    if bought.bandwidth is not None and bought.transfers_beside:
        total = bought.count * bought.bandwidth
        station = SharedCapacity(TRANSFER, total, (bought.bandwidth,), "bytes", role=Role.DISK_TRANSFER)
        limit = f"{count_text(bought.count, 'disk')} of {_per_second(bought.bandwidth)}"
        yield station, Origin("server.disks.bandwidth", limit)


def disk_figures(disks: Disks) -> tuple[int, float, int, float | None]:
    """How many disks there are, seconds of a read, reads at once of each, and the most a second, as they are told."""
    return disks.count, disks.service_time, disks.parallel, disks.most_operations if disks.is_throttled else None


def _has_disks(scenario: Scenario) -> bool:
    """Whether files lie on the disks: all content, or what a disk cache keeps of it."""
    content = scenario.workload.content
    return content is not None and (content.origin is None or scenario.web_server.disk_cache is not None)


def buses(scenario: Scenario) -> Iterator[Placed]:
    """What carries bytes between memory, disks and cards, where it is limited: no response gets more than all of it."""
    memory, pcie = scenario.server.memory_bandwidth, scenario.server.pcie_bandwidth
    if memory is not None:
        station = SharedCapacity(MEMORY_BUS, memory.rate, (memory.rate,), "bytes", role=Role.MEMORY_BANDWIDTH)
        sent, read = _sent_crossings(scenario), _read_crossings(scenario)
        limit = resource_origins.memory_crossings(_per_second(memory.rate), _times(sent), _times(sent + read))
        yield station, Origin("server.memory_bandwidth", limit)
    if pcie is not None:
        station = SharedCapacity(PCIE, pcie, (pcie,), "bytes", role=Role.PCIE)
        yield station, Origin("server.pcie_bandwidth", _per_second(pcie))


def _per_second(bytes_a_second: float) -> str:
    """A rate in bytes a second, as people read it."""
    return f"{size_text(bytes_a_second)}/s"


def _times(number: float) -> str:
    """How often, for people."""
    return {1.0: "once", 2.0: "twice"}.get(number, f"{number:.3g} times")


def cards(scenario: Scenario) -> Placed:
    """All cards as one: flows are many and small, so that teaming spreads them evenly. A client's speed is payload."""
    rate = scenario.server.cards_rate
    caps = tuple(sorted(transport(scenario).wire_rate(client.rate) for client in scenario.workload.clients))
    station = SharedCapacity(CARDS, rate, caps, "bytes", role=Role.CARD)
    rented = scenario.server.instance is not None
    category = LimitCategory.CONTRACT if rented else LimitCategory.HARDWARE
    return station, Origin("server.cards", card_text(scenario.server), plural=True, category=category)


def card_text(server: Server) -> str:
    """The cards of a server as one buys them, in bits a second, equal ones together: "2 x 40 Gbps + 1 Gbps"."""
    groups = Counter(format_quantity(card.rate, DATA_RATE, digits=4) for card in server.cards)
    return " + ".join(rate if count == 1 else f"{count} x {rate}" for rate, count in groups.items())


def origin_link(scenario: Scenario) -> Iterator[Placed]:
    """The network that a server fetches from its origin over, or from a shield before it."""
    content = scenario.workload.content
    if content is not None and content.origin is not None:
        rate, shields = content.origin.rate, [tier for tier in scenario.tiers if is_shield(scenario, tier)]
        name, place = origin_link_name(scenario), resource_origins.OR_SHIELD if shields else resource_origins.ORIGIN
        if name == SHIELD:
            place = shields[0].name
        station = SharedCapacity(name, rate, (rate,), "bytes", role=Role.ORIGIN)
        told = f"{_per_second(rate)} {resource_origins.from_there(place)}"
        yield station, Origin("workload.content.origin.rate", told)


def origin_link_name(scenario: Scenario) -> str:
    """What that network is called: it comes from the shield where all that is fetched does."""
    return SHIELD if any(stands_between(scenario, tier) for tier in scenario.tiers) else ORIGIN


def disk_cache(scenario: Scenario, process: ServingProcess) -> Iterator[Placed]:
    """What the disks keep of what is fetched, if that is limited: all processes of a server have it in common, behind
    the file cache of each."""
    kept, stated = disk_cache_bytes(scenario), scenario.web_server.disk_cache
    if scenario.workload.content is not None and kept is not None and stated is not None:
        before, warm = file_cache_name(scenario, process), can_start_warm(scenario)
        cache = Cache(
            DISK_CACHE, kept, admission_window=stated.admission_window, warm=warm, role=Role.DISK_CACHE, behind=before,
            policy=stated.policy,
        )  # fmt: skip
        bought, told = scenario.server.disks, format_memory(kept)
        if kept == bought.room:
            told = f"{format_quantity(kept, SIZE, digits=4)}, the room of {count_text(bought.count, 'disk')}"
        yield cache, Origin("web_server.disk_cache", told)


def origin_wait(scenario: Scenario) -> tuple[Step, ...]:
    """How long an origin takes to answer."""
    content = scenario.workload.content
    return () if content is None or content.origin is None else (Delay(constant(content.origin.latency)),)


def fetch_steps(
    scenario: Scenario, kind: str, payload: Distribution, cache: str, stream: int, calls: tuple[Step, ...] = ()
) -> tuple[Step, ...]:
    """What brings an object, or a slice of it, into the file `cache` that misses it, for a class of requests with such
    payloads; a read of the disks draws from `stream`. calls: of other tiers, by what is fetched from the origin; one of
    a shield waits for the origin itself.

    What comes from the origin is written to the disk cache, which keeps the disks as busy as reading it would: so both
    who finds it there and who does not come to the disks. It is sent after that.
    """
    content, of = scenario.workload.content, bytes_of_miss(requested_content(scenario, kind), payload)
    if content is None or content.origin is None:
        return (*_from_disks(scenario, stream, of), Admit(cache))
    fetched = (
        *(origin_wait(scenario) if shield_of(scenario, kind) is None else ()),
        *calls,
        Serve(origin_link_name(scenario), BySize(_NOTHING, 1.0, of=of)),
        *_crossing(MEMORY_BUS, _read_crossings(scenario), of),
    )
    if scenario.web_server.disk_cache is None:
        return _by_one(scenario, cache, (*fetched, Admit(cache)))
    kept = _by_one(scenario, DISK_CACHE, (*fetched, Admit(DISK_CACHE)))
    return (Lookup(DISK_CACHE, kept), *_from_disks(scenario, stream, of), Admit(cache))


def revalidation_steps(scenario: Scenario, kind: str, cache: str, stream: int) -> tuple[Step, ...]:
    """How a request of a class asks the origin about a copy that is old; whether it has changed draws from `stream`."""
    content = requested_content(scenario, kind)
    if content is None or content.revalidation is None:
        return ()
    stated, behind = content.revalidation, scenario.web_server.disk_cache is not None
    asked = (*origin_wait(scenario), Serve(origin_link_name(scenario), constant(stated.answer)))
    caches = (cache, DISK_CACHE) if behind else (cache,)
    return (Revalidate(caches, stated.max_age, stated.unchanged, asked, stream),)


def _by_one(scenario: Scenario, cache: str, fetch: tuple[Step, ...]) -> tuple[Step, ...]:
    """How one request fetches an object into a cache, and others wait for it where the web server has them do so."""
    every = scenario.web_server.collapse
    return fetch if every is None else (JoinFetch(cache, fetch, every, FETCH_AGE),)


def send_steps(scenario: Scenario, payload: float | None = None, wire: ResponseBytes = _WHOLE) -> tuple[Step, ...]:
    """How a response leaves: through memory, where a core encrypts it on the way, over the bus to the card, and out.
    payload: the bytes of a part of it, None for all; wire: those of that part on the wire."""
    bus = _crossing(PCIE, 1.0, payload) if scenario.server.pcie_bandwidth is not None else ()
    return (*_crossing(MEMORY_BUS, _sent_crossings(scenario), payload), *bus, Serve(CARDS, wire))


def _from_disks(scenario: Scenario, stream: int, of: float | None) -> tuple[Step, ...]:
    """A read: its time, once more for each further piece, and the transfer, by the same disk or beside other reads. of:
    the bytes that are read, None for those of the response."""
    disks = scenario.server.disks
    read = named_distribution(disks.distribution, disks.read_time, disks.cv)
    byte = 1.0 / disks.bandwidth if disks.bandwidth is not None and not disks.transfers_beside else 0.0
    demand: Distribution | BySize = read if byte == 0.0 else BySize(read, byte, of=of)
    if disks.read_size is not None:
        demand = BySize(read, byte, disks.read_size, disks.read_time, of)
    beside = (Serve(TRANSFER, BySize(_NOTHING, 1.0, of=of)),) if disks.transfers_beside else ()
    return (Serve(DISKS, demand, stream), *beside, *_crossing(MEMORY_BUS, _read_crossings(scenario), of))


def _sent_crossings(scenario: Scenario) -> float:
    memory = scenario.server.memory_bandwidth
    if memory is None:
        return 0.0
    return memory.sent + (memory.encrypted if encrypts_in_memory(scenario) else 0.0)


def _read_crossings(scenario: Scenario) -> float:
    memory = scenario.server.memory_bandwidth
    return 0.0 if memory is None else memory.read


def _crossing(bus: str, times: float, payload: float | None) -> tuple[Step, ...]:
    """A bus is crossed so often by so many bytes, all those of a response where that is None."""
    demand = BySize(_NOTHING, times) if payload is None else constant(times * payload)
    return (Serve(bus, demand),) if times > 0.0 else ()
