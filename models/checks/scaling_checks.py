"""Checks of how the threads of a server share its cores: what was measured of that, and what follows from it."""

from collections.abc import Callable, Iterator

from models.capacity_curve import bends, law_of, threads_of
from models.reading.finding import Finding
from models.reading.written import Path
from models.scaling_law import NoScalingLaw
from models.scenario import FarmParts

MEASURED: Path = ("server", "measured_scaling")


def _measured_rows_are_of_this_server(farm: FarmParts) -> Iterator[Finding]:
    server = farm.server
    rows, threads = server.measured_scaling, threads_of(server).number
    for position, row in enumerate(rows):
        if row.threads > threads:
            yield Finding(
                (*MEASURED, position, "threads"),
                f"more threads than the server has, {threads:,}",
                f"write at most {threads:,}, or server.threads_per_core",
            )
    for key in ("contention", "coherence"):
        if rows and getattr(server, key) > 0.0:
            message = "measured rows are there too, and this follows from them"
            yield Finding(("server", key), message, f"leave out `{key}`, or the rows")


def _has_as_many_threads(farm: FarmParts) -> bool:
    """Whether the rows are of a server with no more threads."""
    return all(row.threads <= threads_of(farm.server).number for row in farm.server.measured_scaling)


def _scaling_is_described_by_a_law(farm: FarmParts) -> Iterator[Finding]:
    try:
        if _has_as_many_threads(farm):
            law_of(farm.server)
    except NoScalingLaw as error:
        yield Finding(MEASURED, error.message, error.remedy)


def _more_threads_do_more(farm: FarmParts) -> Iterator[Finding]:
    try:
        found = list(bends(farm)) if _has_as_many_threads(farm) else []
    except NoScalingLaw:  # Told above.
        return
    every = threads_of(farm.server).number
    for bend, threads in found:
        if bend == "falls":
            yield Finding(
                _cause(farm),
                f"the server does less with more than {threads:,} busy threads, and has {every:,}",
                f"write `workers: {threads}` for the web server, which then keeps no more of them busy",
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


SCALING_RULES: tuple[Callable[[FarmParts], Iterator[Finding]], ...] = (
    _measured_rows_are_of_this_server,
    _scaling_is_described_by_a_law,
    _more_threads_do_more,
)
