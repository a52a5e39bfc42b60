"""Checks of the content and of where it is kept."""

from collections.abc import Callable, Iterator

from models.quantities.units import SIZE, format_quantity
from models.reading.finding import Finding
from models.scenario import FarmParts


def _content_has_an_object(farm: FarmParts) -> Iterator[Finding]:
    content = farm.workload.content
    if content is not None and content.catalogue < content.object_size.mean:
        yield Finding(
            ("workload", "content", "catalogue"),
            f"smaller than one object, {format_quantity(content.object_size.mean, SIZE, digits=3)}",
            "write at least the size of one object",
        )


def _what_disks_do_not_keep_has_an_origin(farm: FarmParts) -> Iterator[Finding]:
    content = farm.workload.content
    if farm.web_server.disk_cache is not None and (content is None or content.origin is None):
        yield Finding(
            ("web_server", "disk_cache"),
            "nothing is fetched that the disks could keep: the content has no origin",
            "write e.g. `workload.content.origin: {latency: 30 ms, rate: 10 Gbps}`, or `disk_cache: none`",
        )


def _a_trace_is_all_that_comes(farm: FarmParts) -> Iterator[Finding]:
    workload = farm.workload
    if workload.trace is None:
        return
    others = {
        "classes": "a log does not tell which class a request is of" if workload.classes else "",
        "population": "clients of a log come when they came" if workload.population is not None else "",
        "ramp": "the load of a log is what it was" if workload.ramp is not None else "",
        "offered": "the load of a log is what it was" if workload.offered is not None else "",
        "patience": "clients of a log ask when they asked" if workload.patience is not None else "",
    }
    for key, why in others.items():
        if why:
            yield Finding(
                ("workload", "trace"), f"there is `{key}` too, and {why}", f"write `trace: none`, or leave `{key}` out"
            )


CONTENT_RULES: tuple[Callable[[FarmParts], Iterator[Finding]], ...] = (
    _content_has_an_object,
    _what_disks_do_not_keep_has_an_origin,
    _a_trace_is_all_that_comes,
)
