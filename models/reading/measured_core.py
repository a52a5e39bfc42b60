"""Which core the CPU times of a file are of, where it does not say: that of its own server, whatever replaces it."""

from dataclasses import replace

from models.messages.default_sources import OWN_CORE, OWN_SYSTEM
from models.reading.source_tree import Place, SourceNode

_KEY = "cpu_measured_on"
MEASURED_CORE = ("workload", _KEY)
# A load alone says nothing of which core it is.
_ONLY_LOAD = {"up_to"}
# What a workload states CPU times with.
_WORK = ("request", "classes")
# What tells which server or system it is, and how fast it works.
_OF_SERVER, _OF_SYSTEM = ("model", "name", "core_speed"), ("model", "name", "cpu_factor")


def with_measured_core(farm: SourceNode) -> SourceNode:
    """The tree with the core that its CPU times are of, before anything is laid over it; itself where it says so, or
    has no workload or no server."""
    workload, server = farm.child("workload"), _part(farm, "server", _OF_SERVER, OWN_CORE)
    if workload is None or not workload.is_mapping:
        return farm
    stated = workload.child(_KEY)
    origin = replace(farm.origin, kind="default", source=OWN_CORE)
    if stated is None and server is not None:
        stated = SourceNode({"server": server}, origin)
    elif stated is not None and server is not None and stated.is_mapping and set(stated.value) == _ONLY_LOAD:
        stated = stated.with_changes({"server": server})
    named = stated is not None and stated.at(("server", "model")) is not None
    system = _part(farm, "operating_system", _OF_SYSTEM, OWN_SYSTEM)
    if stated is not None and (named or _is_pinned(stated)) and "operating_system" not in stated.value and system:
        stated = stated.with_changes({"operating_system": system})
    if stated is None or stated is workload.child(_KEY):
        return farm
    return farm.with_changes({"workload": workload.with_changes({_KEY: stated})})


def with_core_of_extended(below: SourceNode, above: SourceNode) -> SourceNode:
    """What a file extends, for what is laid over it: where that states CPU times of its own and a server, they are of
    its core, and the extended file's are gone."""
    workload, measured = above.child("workload"), below.at(MEASURED_CORE)
    states_work = workload is not None and any(workload.child(key) is not None for key in _WORK)
    if measured is None or not states_work or not _is_pinned(measured) or above.child("server") is None:
        return below
    held = below.value["workload"]
    rest = {key: child for key, child in held.value.items() if key != _KEY}
    return below.with_changes({"workload": held.with_value(rest)})


def _is_pinned(measured: SourceNode) -> bool:
    """Whether nobody wrote which server it is."""
    server = measured.child("server")
    return measured.is_mapping and "default" in (measured.origin.kind, "" if server is None else server.origin.kind)


def _part(farm: SourceNode, key: str, fields: tuple[str, ...], why: str) -> SourceNode | None:
    """What tells of a part how fast it works, or None where it does not; its name says why it is here."""
    part = farm.child(key)
    if part is None or not part.is_mapping:
        return None
    values = {each: part.value[each] for each in fields if each in part.value}
    if not values.keys() & {"model", fields[-1]}:
        return None
    held = values.get("name") or values.get("model")
    if held is not None:
        values["name"] = _default(held, why)
    if "model" in values:
        values["model"] = _default(values["model"], why)
    return SourceNode(values, replace(part.origin, kind="default", source=why))


def _default(written: SourceNode, why: str) -> SourceNode:
    origin: Place = replace(written.origin, kind="default", source=why)
    return written.with_origin(origin)
