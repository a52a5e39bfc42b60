"""The content of one node of a unit: all of it, or its share where the balancer gives each object a node of its own."""

from models.parts.workload import Content
from models.scenario import FarmParts

BY_URL = "by-url"


def splits_content(farm: FarmParts) -> bool:
    """Whether the nodes of a unit keep one copy of the content together."""
    return farm.unit.balancer.policy == BY_URL


def node_content(farm: FarmParts, gone: int = 0) -> Content | None:
    """What clients ask one node for, with so many others gone; None where a scenario has no content.

    By URL a node has every n-th object of n nodes, hot ones and cold ones alike: the same law of popularity over as
    many fewer objects (Karger et al. 1997, Consistent Hashing and Random Trees).
    """
    content = farm.workload.content
    if content is None or not splits_content(farm):
        return content
    share = max(content.object_size.mean, content.catalogue / (farm.unit.nodes - gone))
    return content.model_copy(update={"catalogue": share})
