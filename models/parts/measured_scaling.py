"""How much work a server did at several numbers of busy threads, where somebody has measured that."""

from typing import Annotated

from models.quantities.fields import Part, number, parameter, whole


class MeasuredScaling(Part):
    """One row of a measurement: the rate at some number of busy threads, in any unit, the same in all rows."""

    threads: Annotated[int, whole(1, 1_000_000)] = parameter("Threads that were busy.")
    rate: Annotated[float, number(1e-9, 1e15)] = parameter("Work done a second while they were, in a unit of your own.")
