"""What the requests of one class ask for, where that is something else than what those of other classes do."""

from typing import Annotated

from models.parts.object_catalogue import ObjectCatalogue
from models.quantities.distribution import SizeDistribution
from models.quantities.fields import optional, parameter, quantity
from models.quantities.units import DURATION, SIZE


class ClassContent(ObjectCatalogue):
    """A catalogue of one class alone: live segments beside films, or pictures beside programs. Caches of the server
    keep the objects of all classes together."""

    catalogue: Annotated[float, quantity(SIZE, "1 kB", "1 PB")] = parameter(
        "Size in bytes of all objects together; of those that live for a time only, of all that are alive at once."
    )
    object_size: SizeDistribution = parameter(
        "Size in bytes of what is cached as one object; when absent, constant at the mean size of a request of the"
        " class."
    )
    life: Annotated[float | None, optional(quantity(DURATION, "100 ms", "3650 days"), "for ever")] = parameter(
        "Seconds after which an object is asked for no more and a new one, as popular, is asked for in its place: the"
        " segment of a live channel, a playlist, an edition. A cache keeps the old one until the new one comes in."
        " for ever means that objects stay what they are.",
        default="for ever",
        source="objects stay what they are",
    )
