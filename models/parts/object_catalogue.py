"""What can be asked for: how much there is of it, in objects of which size, and how unevenly these are asked for."""

from math import ceil
from typing import Annotated

from models.parts.popularity import Popularity
from models.parts.revalidation import Revalidation
from models.quantities.distribution import SizeDistribution
from models.quantities.fields import Part, optional, parameter, quantity
from models.quantities.units import SIZE


class ObjectCatalogue(Part):
    """Objects that can be asked for."""

    catalogue: Annotated[float, quantity(SIZE, "1 kB", "1 PB")] = parameter("Size in bytes of all objects together.")
    object_size: SizeDistribution = parameter(
        "Size in bytes of what is cached as one object; when absent, constant at the mean size of"
        " `workload.request`, if that states one."
    )
    popularity: Popularity = parameter("How unevenly requests fall on the objects.")
    revalidation: Annotated[Revalidation | None, optional()] = parameter(
        "When a copy of an object is old, and what its origin is asked then; none means that copies may be used for as"
        " long as a cache holds them.",
        default="none",
        source="copies may be used for as long as they are held",
    )

    slice: Annotated[float | None, optional(quantity(SIZE, "1 kB", "1 TB"))] = parameter(
        "Bytes of a slice, where caches keep objects in slices, each fetched, found and dropped on its own: `slice 1m`"
        " of nginx, 1 MB of Apache Traffic Server. A request asks for the slices that its bytes lie in, anywhere in the"
        " object; one as large as the object asks for all. none keeps objects whole.",
        default="none",
        source="nginx, ngx_http_slice_module: slice 0, which keeps them whole",
    )

    @property
    def slices(self) -> int:
        """In how many slices caches keep an object, the last of which has the rest."""
        return 1 if self.slice is None else max(1, ceil(self.object_size.mean / self.slice))

    @property
    def zipf(self) -> float:
        """Exponent of Zipf's law."""
        return self.popularity.zipf

    @property
    def objects(self) -> int:
        """Number of objects in the catalogue, at least 1."""
        return max(1, int(self.catalogue / self.object_size.mean))
