"""How unevenly requests fall on what can be asked for."""

from typing import Annotated

from models.quantities.fields import Part, number, parameter


class Popularity(Part):
    """How unevenly requests fall on the objects."""

    zipf: Annotated[float, number(0.0, 2.0)] = parameter(
        "Exponent of Zipf's law: 0 asks for all objects alike, 1 for the k-th most popular 1/k as often.",
        source="0.60 to 1.03 are reported for web requests",
    )
