"""Defaults that depend on another part of the scenario or on the catalogue, filled in before validation."""

from dataclasses import replace

from models.reading.written import Place, Unresolved, Written, deepest

_DEFAULTS = (
    # (where, catalogue name, why this one)
    (("unit", "balancer"), "nlb", "the balancer of the documented scalable unit"),
    (("datacenter", "prices"), "us-2026", "today's prices unless a scenario names others"),
)
OWN = "its own defaults"
# Keys that may be left out although no declaration has their default, as the page of keys tells them: what stands in
# for them, and why.
FILLED_IN = {
    **{group: (OWN, "") for (group, _), _, _ in _DEFAULTS},
    **{f"{group}.{key}": (f"`{name}`", why) for (group, key), name, why in _DEFAULTS},
    "workload.content.object_size": ("constant", "the mean size of a request, where all are of one kind"),
}
_REQUEST_SIZE = ("workload", "request", "size", "mean")
_CONTENT = ("workload", "content")


def complete(farm: Written) -> Written:
    """The farm with its object size, balancer and prices, where the scenario leaves them out."""
    for (group, key), name, why in _DEFAULTS:
        origin = replace(farm.origin, kind="default", source=why)
        model = Written({"model": Written(name, origin, text=name)}, origin)
        farm = _filled(farm, group, key, model, origin)
    return _with_object_size(farm)


def _filled(farm: Written, group: str, key: str, value: Written, origin: Place) -> Written:
    held = farm.value.get(group, Written({}, origin))
    if not held.is_mapping or key in held.value:
        return farm
    return farm.with_value({**farm.value, group: held.with_value({**held.value, key: value})})


def _with_object_size(farm: Written) -> Written:
    """What is cached as one object is one range, unless the scenario says otherwise."""
    content, found = deepest(farm, _CONTENT)
    if found != _CONTENT or not content.is_mapping or "object_size" in content.value:
        return farm
    workload = farm.value["workload"]
    request = workload.value.get("request")
    if "classes" in workload.value and not (request and request.is_mapping):
        return farm  # their sizes differ, so that the scenario itself must say what an object is
    filled = content.with_value({**content.value, "object_size": _object_size(farm)})
    return farm.with_value(
        {**farm.value, "workload": workload.with_value({**workload.value, "content": filled})},
    )


def _object_size(farm: Written) -> Written:
    """Constant at the mean size of a request; unresolved without one, which is a problem of its own."""
    mean, found = deepest(farm, _REQUEST_SIZE)
    origin = replace(mean.origin, kind="default", source="the mean size of a request")
    if found != _REQUEST_SIZE:
        return Written(Unresolved(), origin)
    constant = Written("constant", origin, text="constant")
    return Written({"mean": replace(mean, origin=origin), "distribution": constant}, origin)
