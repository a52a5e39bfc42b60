"""What is known of two values that are not known: how they hang together."""

from typing import Annotated

from models.quantities.fields import Name, Part, number, parameter


class Correlation(Part):
    """Two values with ranges that hang together, as those that were fitted to the same measurements do."""

    first: Name = parameter("Path of a value that has a range, e.g. workload.request.cpu.")
    second: Name = parameter("Path of the other, e.g. workload.request.cpu_per_byte.")
    correlation: Annotated[float, number(-0.999, 0.999)] = parameter(
        "Their correlation; below 0 where the one is the lower the higher the other is."
    )
