"""The content of one node of a unit: all of it, or its share where the balancer gives each object a node of its own."""

from models.parts.class_content import ClassContent
from models.parts.object_catalogue import ObjectCatalogue
from models.parts.workload import Content
from models.scenario import FarmParts

BY_URL = "by-url"


def splits_content(farm: FarmParts) -> bool:
    """Whether the nodes of a unit keep one copy of the content together."""
    return farm.unit.balancer.policy == BY_URL


def node_content(farm: FarmParts, gone: int = 0) -> Content | None:
    """What clients ask one node for, with so many others gone; None where a scenario has no content. Classes that have
    content of their own ask for that instead.

    By URL a node has every n-th object of n nodes, hot ones and cold ones alike: the same law of popularity over as
    many fewer objects (Karger et al. 1997, Consistent Hashing and Random Trees).
    """
    content = farm.workload.content
    return None if content is None else content.model_copy(update=_share(farm, content, gone))


def class_content(farm: FarmParts, name: str, gone: int = 0) -> ClassContent | None:
    """What requests of a class ask one node for in the same way, if that is content of its own."""
    own = next((kind.content for kind in farm.workload.classes if kind.name == name), None)
    return None if own is None else own.model_copy(update=_share(farm, own, gone))


def requested_content(farm: FarmParts, name: str) -> ObjectCatalogue | None:
    """What requests of a class ask one node for: content of its own, or what clients ask for; None without either."""
    return class_content(farm, name) or node_content(farm)


def node_contents(farm: FarmParts, gone: int = 0) -> dict[str, ObjectCatalogue]:
    """All that clients ask one node for in the same way, by the key of a scenario that says so."""
    shared, kinds = node_content(farm, gone), farm.workload.classes
    own = {f"workload.classes[{n}].content": class_content(farm, kind.name, gone) for n, kind in enumerate(kinds)}
    return {key: each for key, each in {"workload.content": shared, **own}.items() if each is not None}


def content_bytes(farm: FarmParts, gone: int = 0) -> float:
    """Bytes of all that clients ask one node for in the same way."""
    return sum(each.catalogue for each in node_contents(farm, gone).values())


def _share(farm: FarmParts, content: ObjectCatalogue, gone: int) -> dict[str, float]:
    if not splits_content(farm):
        return {}
    return {"catalogue": max(content.object_size.mean, content.catalogue / (farm.unit.nodes - gone))}
