"""What a tier of `kind: object-store` keeps, and into how many pieces it divides each object."""

from typing import Annotated, ClassVar

from models.quantities.fields import Part, parameter, quantity, whole, words
from models.quantities.units import SHARE, SIZE

ONE_PIECE, ALL_PIECES = "one", "all"


class StoredObjects(Part):
    """The objects of a store, each in so many pieces on as many servers."""

    shorthand: ClassVar[str] = "size"

    size: Annotated[float, quantity(SIZE, "1 MB", "1,000 PB")] = parameter(
        "Bytes of the objects, before parity or copies, that the store of each unit keeps."
    )
    data: Annotated[int, whole(1, 64)] = parameter(
        "Pieces that hold an object, k of erasure coding k + m; 1 keeps whole copies.",
        default=1,
        source="whole copies",
    )
    parity: Annotated[int, whole(0, 64)] = parameter(
        "Further pieces of parity, m, of which as many may be lost; with `data: 1` further copies.",
        default=2,
        source="three copies, as of HDFS and Ceph unless they are told otherwise",
    )
    reads: Annotated[str, words(ONE_PIECE, ALL_PIECES)] = parameter(
        "all: a read touches `data` disks, each on a server of its own; one: it touches one, for what is asked for lies"
        " in one piece.",
        default=ALL_PIECES,
        source="objects are read whole",
    )
    repair: Annotated[float, quantity(SHARE, "0.1 %", "100 %")] = parameter(
        "Share of the transfer of disks, or of cards where they are slower, that repairs may take.",
        default="20 %",
        source="assumed: four fifths stay for calls",
        low="5 %",
        high="50 %",
        setting=True,
    )

    @property
    def pieces(self) -> int:
        """Pieces of an object in all."""
        return self.data + self.parity

    @property
    def kept(self) -> float:
        """Bytes that all objects take with their parity or copies."""
        return self.size * self.pieces / self.data
