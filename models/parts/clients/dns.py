"""How clients find the units of a farm: by names that resolvers look up and keep for a while."""

from typing import Annotated

from models.quantities.fields import Part, number, parameter, quantity, whole
from models.quantities.units import DURATION


class NameService(Part):
    """A name that stands for all units of a farm. Each resolver is told one of them, drawn at random, and sends all of
    its clients there until it asks again."""

    time_to_live: Annotated[float, quantity(DURATION, "0 s", "7 days")] = parameter(
        "Seconds for which a resolver keeps an answer and sends its clients to the same unit; 0 s has every session ask"
        " anew."
    )
    resolvers: Annotated[int, whole(1, 100_000_000)] = parameter(
        "Resolvers that ask for the clients of the farm, those of networks and the public ones."
    )
    uneven: Annotated[float, number(0.0, 2.0)] = parameter(
        "How unevenly clients are spread over the resolvers: behind the i-th one stands a share in proportion to 1 / i"
        " to this power (Zipf); 0 has all resolvers alike.",
        default=0,
        source="all resolvers stand for as many clients",
    )
