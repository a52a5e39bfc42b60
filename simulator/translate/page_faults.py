"""Page faults: a rate that the system can resolve them at, and an allocator that saves some of them."""

from collections.abc import Iterator

from models.parts.request import Request
from models.parts.web_server import Allocator
from models.quantities.formatting import count_text
from models.scenario import Scenario
from simulator.network.distribution import constant
from simulator.network.resources import Cache, Catalogue, SharedCapacity
from simulator.network.roles import Role
from simulator.network.steps import Admit, Lookup, Serve, Step
from simulator.translate.resources import SETTING, Origin, Placed

FAULTS, FREE_LISTS = "page faults", "free lists"


def page_faults(scenario: Scenario) -> Iterator[Placed]:
    """The station that resolves page faults, if that is limited and if a request has any."""
    rate = scenario.operating_system.page_faults
    if rate is not None and any(request.page_faults for request in _requests(scenario)):
        station = SharedCapacity(FAULTS, rate, (rate,), "page faults", role=Role.PAGE_FAULTS)
        yield station, Origin("operating_system.page_faults", f"{count_text(rate, 'page fault')} a second", plural=True)


def has_page_faults(scenario: Scenario, request: Request) -> bool:
    """Whether a request has page faults that take time."""
    return scenario.operating_system.page_faults is not None and request.page_faults > 0.0


def caching_allocator(scenario: Scenario) -> Allocator | None:
    """The allocator that keeps what is freed; None where none does, and where no request has page faults to save."""
    allocator = scenario.web_server.allocator
    if allocator is None or not allocator.keeps:
        return None
    return allocator if any(has_page_faults(scenario, request) for request in _requests(scenario)) else None


def free_lists(allocator: Allocator, name: str, owner: str) -> Placed:
    """The lists of freed blocks as a cache that every kind of block fits in and that a new process finds empty."""
    kinds = allocator.patterns
    lists = Cache(name, float(kinds), role=Role.FREE_LISTS, owner=owner)
    return lists, Origin(
        "web_server.allocator", f"{count_text(kinds, 'kind')} of blocks", plural=True, category=SETTING
    )


def block_catalogue(allocator: Allocator) -> Catalogue:
    """What requests allocate; a kind counts as one byte, since only whether it was freed before matters."""
    return Catalogue(allocator.patterns, allocator.zipf, constant(1.0))


def page_fault_steps(scenario: Scenario, request: Request, lists: str) -> tuple[Step, ...]:
    """The page faults of a request. With an allocator that keeps what is freed, a hit in its `lists` saves a share."""
    if not has_page_faults(scenario, request):
        return ()
    allocator = caching_allocator(scenario)
    if allocator is None:
        return (_faults(request.page_faults),)
    share = allocator.share
    saved = (_faults(request.page_faults * share), Admit(lists))
    return _faults(request.page_faults * (1.0 - share)), Lookup(lists, saved)


def _faults(number: float) -> Serve:
    return Serve(FAULTS, constant(number))


def _requests(scenario: Scenario) -> tuple[Request, ...]:
    """The requests that enter a process: what is answered in the kernel allocates nothing there."""
    workload = scenario.workload
    if workload.request is not None:
        return (workload.request,)
    return tuple(asked for asked in workload.classes if scenario.enters_a_process(asked))
