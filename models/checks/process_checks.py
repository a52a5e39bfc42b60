"""Checks of what a server runs: worker processes that recycle, pools of classes, and threads that share its cores."""

from collections.abc import Callable, Iterator

from models.capacity_curve import curve_faults, fitted_law, server_threads
from models.cpu_without_requests import share_taken
from models.messages import processes
from models.parts.application_pool import Recycling
from models.quantities.units import DURATION, format_memory, format_quantity, memory_at_least, memory_at_most
from models.ram_ledger import RAM_OF_SYSTEM, keeps_ledger, ram_ledger
from models.reading.finding import Finding
from models.reading.source_tree import Path
from models.scaling_law import NoScalingLaw
from models.scenario import FarmParts
from models.suggest import did_you_mean, nearest_names

MEASURED: Path = ("server", "measured_scaling")


def _classes_name_pools(farm: FarmParts) -> Iterator[Finding]:
    pools = [pool.name for pool in farm.web_server.pools]
    for position, kind in enumerate(farm.workload.classes):
        if kind.pool is not None and kind.pool not in pools:
            near = did_you_mean(kind.pool, [*pools, "none"])
            remedy = near if pools else processes.ADD_THE_POOL
            yield Finding(
                ("workload", "classes", position, "pool"),
                processes.NO_SUCH_POOL,
                remedy,
                (*nearest_names(kind.pool, pools), "none"),
            )
    if pools and not farm.workload.classes:
        yield Finding(("web_server", "pools"), *processes.NO_CLASS_ENTERS_A_POOL, ("[]",))


def _pools_fit_the_address_space(farm: FarmParts) -> Iterator[Finding]:
    space = farm.process_address_space
    for position, pool in enumerate(farm.web_server.pools):
        if 0.0 < space < pool.base_memory + pool.request_memory:
            yield Finding(
                ("web_server", "pools", position, "base_memory"),
                *processes.pool_larger_than_space(
                    format_memory(pool.request_memory),
                    format_memory(space),
                    (most := memory_at_most(max(0.0, space - pool.request_memory))),
                ),
                (most,),
            )


def _pools_fit_the_ram(farm: FarmParts) -> Iterator[Finding]:
    base = sum(pool.processes * pool.base_memory for pool in farm.web_server.pools)
    if not keeps_ledger(farm) and base + RAM_OF_SYSTEM > farm.server.ram and farm.web_server.pools:
        yield Finding(
            ("server", "ram"),
            *processes.ram_below_pools(format_memory(base), (least := memory_at_least(base + RAM_OF_SYSTEM))),
            (least,),
        )


def _processes_outlive_their_start(farm: FarmParts) -> Iterator[Finding]:
    for path, recycling, base in _recycled(farm):
        for name, limit in recycling.memory_limits(farm.process_address_space).items():
            if 0.0 < limit <= base:
                yield Finding((*path, name), *processes.recycles_for_ever(format_memory(base), format_memory(limit)))


def _processes_can_reach_their_limits(farm: FarmParts) -> Iterator[Finding]:
    ledger = ram_ledger(farm)
    room = farm.server.ram - (RAM_OF_SYSTEM if ledger is None else ledger.entries[0].bytes)
    if room >= farm.process_address_space:
        return
    for path, recycling, _ in _recycled(farm):
        for name, limit in recycling.memory_limits(farm.process_address_space).items():
            if limit > room:
                yield Finding(
                    (*path, name),
                    *processes.never_recycles(
                        format_memory(limit), format_memory(max(0.0, room)), memory_at_most(max(0.0, room))
                    ),
                )


def _processes_start_in_time(farm: FarmParts) -> Iterator[Finding]:
    for path, recycling, _ in _recycled(farm):
        shortest = farm.work(recycling.initialise)
        if shortest >= recycling.start_limit:
            yield Finding(
                (*path, "initialise"),
                *processes.never_comes_up(
                    format_quantity(shortest, DURATION, digits=3),
                    format_quantity(recycling.start_limit, DURATION, digits=3),
                ),
            )


def _recycled(farm: FarmParts) -> Iterator[tuple[Path, Recycling, float]]:
    """Every recycling with its path and the memory in bytes that its process begins with."""
    web = farm.web_server
    if web.recycling is not None:
        yield ("web_server", "recycling"), web.recycling, web.process_base_memory
    for position, pool in enumerate(web.pools):
        if pool.recycling is not None:
            yield ("web_server", "pools", position, "recycling"), pool.recycling, pool.base_memory


def _measured_rows_are_of_this_server(farm: FarmParts) -> Iterator[Finding]:
    server = farm.server
    rows, threads = server.measured_scaling, server_threads(server).number
    for position, row in enumerate(rows):
        if row.threads > threads:
            yield Finding(
                (*MEASURED, position, "threads"), *processes.more_threads_than_server(threads), (str(threads),)
            )
    for key in ("contention", "coherence"):
        if rows and getattr(server, key) > 0.0:
            yield Finding(("server", key), *processes.scaling_twice(key), ("0 %",))


def _has_as_many_threads(farm: FarmParts) -> bool:
    """Whether the rows are of a server with no more threads."""
    return all(row.threads <= server_threads(farm.server).number for row in farm.server.measured_scaling)


def _scaling_is_described_by_a_law(farm: FarmParts) -> Iterator[Finding]:
    try:
        if _has_as_many_threads(farm):
            fitted_law(farm.server)
    except NoScalingLaw as error:
        yield Finding(MEASURED, error.message, error.remedy)


def _more_threads_do_more(farm: FarmParts) -> Iterator[Finding]:
    try:
        found = list(curve_faults(farm)) if _has_as_many_threads(farm) else []
    except NoScalingLaw:  # Told above.
        return
    every = server_threads(farm.server).number
    for bend, threads in found:
        if bend == "falls":
            yield Finding(
                _cause(farm), *processes.more_threads_do_less(threads, every), ({"web_server.workers": str(threads)},)
            )
        else:
            yield Finding(_cause(farm), *processes.curve_not_concave(threads + 1, threads))


def _cause(farm: FarmParts) -> Path:
    """The parameter that bends the curve most likely: what was measured, else the first that is stated."""
    server = farm.server
    if server.measured_scaling:
        return MEASURED
    stated = [key for key in ("coherence", "contention") if getattr(server, key) > 0.0]
    return ("server", stated[0] if stated else "clock_all_busy")


def _requests_have_cores(farm: FarmParts) -> Iterator[Finding]:
    """What a server works without any request leaves some of its CPU to requests, within its target."""
    share, most = farm.operating_system.cpu_without_requests, farm.targets.utilisation or 1.0
    if share <= 0.0 or _is_judged_elsewhere(farm) or (taken := share_taken(farm)) < most:
        return
    allowed = next(points for points in range(int(100.0 * share), -1, -1) if _share_at(farm, points) < most)
    told = processes.no_cores_left(f"{100.0 * taken:.3g}", f"{100.0 * most:.3g}", allowed)
    yield Finding(("operating_system", "cpu_without_requests"), *told, (f"{allowed} %",))


def _is_judged_elsewhere(farm: FarmParts) -> bool:
    """Whether no law describes what was measured of its threads."""
    try:
        list(curve_faults(farm))
    except NoScalingLaw:
        return True
    return not _has_as_many_threads(farm)


def _share_at(farm: FarmParts, points: int) -> float:
    system = farm.operating_system.model_copy(update={"cpu_without_requests": points / 100.0})
    return share_taken(farm.model_copy(update={"operating_system": system}))


PROCESS_RULES: tuple[Callable[[FarmParts], Iterator[Finding]], ...] = (
    _classes_name_pools,
    _pools_fit_the_address_space,
    _pools_fit_the_ram,
    _processes_outlive_their_start,
    _processes_can_reach_their_limits,
    _processes_start_in_time,
    _measured_rows_are_of_this_server,
    _scaling_is_described_by_a_law,
    _more_threads_do_more,
    _requests_have_cores,
)
