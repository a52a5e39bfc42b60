"""Checks of what a server runs: worker processes that recycle, pools of classes, and threads that share its cores."""

from collections.abc import Callable, Iterator

from models.capacity_curve import curve_faults, fitted_law, server_threads
from models.parts.application_pool import Recycling
from models.quantities.units import DURATION, format_memory, format_quantity, memory_at_least, memory_at_most
from models.ram_ledger import RAM_OF_SYSTEM, ram_ledger
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
            remedy = near if pools else "add it to web_server.pools, or write `pool: none` for answers of the kernel"
            yield Finding(
                ("workload", "classes", position, "pool"),
                "the web server has no such application pool",
                remedy,
                (*nearest_names(kind.pool, pools), "none"),
            )
    if pools and not farm.workload.classes:
        yield Finding(
            ("web_server", "pools"),
            "all requests are of one kind and enter no application pool",
            "write workload.classes, each with its `pool`, or `pools: []`",
            ("[]",),
        )


def _pools_fit_the_address_space(farm: FarmParts) -> Iterator[Finding]:
    space = farm.process_address_space
    for position, pool in enumerate(farm.web_server.pools):
        if 0.0 < space < pool.base_memory + pool.request_memory:
            yield Finding(
                ("web_server", "pools", position, "base_memory"),
                f"with one request ({format_memory(pool.request_memory)}) larger than the address space of a process,"
                f" {format_memory(space)}",
                f"write at most {(most := memory_at_most(max(0.0, space - pool.request_memory)))}",
                (most,),
            )


def _pools_fit_the_ram(farm: FarmParts) -> Iterator[Finding]:
    base = sum(pool.processes * pool.base_memory for pool in farm.web_server.pools)
    if ram_ledger(farm) is None and base + RAM_OF_SYSTEM > farm.server.ram and farm.web_server.pools:
        yield Finding(
            ("server", "ram"),
            f"too small for the processes of all application pools ({format_memory(base)}) and the system (256 MiB)",
            f"write at least {(least := memory_at_least(base + RAM_OF_SYSTEM))}",
            (least,),
        )


def _processes_outlive_their_start(farm: FarmParts) -> Iterator[Finding]:
    for path, recycling, base in _recycled(farm):
        for name, limit in recycling.memory_limits(farm.process_address_space).items():
            if 0.0 < limit <= base:
                yield Finding(
                    (*path, name),
                    f"a process would recycle for ever, for it begins with {format_memory(base)} and this comes to"
                    f" {format_memory(limit)}",
                    f"let it come to more than {format_memory(base)}, or start with less memory",
                )


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
                    f"a process would never recycle for this, for it comes to {format_memory(limit)} and the RAM leaves"
                    f" {format_memory(max(0.0, room))} beside the system",
                    f"let it come to at most {memory_at_most(max(0.0, room))}, or buy more RAM",
                )


def _processes_start_in_time(farm: FarmParts) -> Iterator[Finding]:
    for path, recycling, _ in _recycled(farm):
        shortest = farm.work(recycling.initialise)
        if shortest >= recycling.start_limit:
            yield Finding(
                (*path, "initialise"),
                f"a new process would never come up, for on an idle server this takes"
                f" {format_quantity(shortest, DURATION, digits=3)} and start_limit is"
                f" {format_quantity(recycling.start_limit, DURATION, digits=3)}",
                "write less, or a longer start_limit",
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
                (*MEASURED, position, "threads"),
                f"more threads than the server has, {threads:,}",
                f"write at most {threads:,}, or server.threads_per_core",
                (str(threads),),
            )
    for key in ("contention", "coherence"):
        if rows and getattr(server, key) > 0.0:
            message = "measured rows are there too, and this follows from them"
            yield Finding(("server", key), message, f"leave out `{key}`, or the rows", ("0 %",))


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
                _cause(farm),
                f"the server does less with more than {threads:,} busy threads, and has {every:,}",
                f"write `workers: {threads}` for the web server, which then keeps no more of them busy",
                ({"web_server.workers": str(threads)},),
            )
        else:
            yield Finding(
                _cause(farm),
                f"the capacity curve is not concave: busy thread {threads + 1:,} adds more than thread {threads:,}",
                "write a higher clock_all_busy, or a smaller second_thread",
            )


def _cause(farm: FarmParts) -> Path:
    """The parameter that bends the curve most likely: what was measured, else the first that is stated."""
    server = farm.server
    if server.measured_scaling:
        return MEASURED
    stated = [key for key in ("coherence", "contention") if getattr(server, key) > 0.0]
    return ("server", stated[0] if stated else "clock_all_busy")


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
)
