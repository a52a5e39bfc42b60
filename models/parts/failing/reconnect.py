"""How the clients of a node that has died connect again."""

from typing import Annotated, ClassVar

from models.quantities.fields import Part, parameter, quantity
from models.quantities.units import DURATION


class Reconnection(Part):
    """All clients of a dead node connect again, those too that were idle, as WebSockets and event streams do."""

    shorthand: ClassVar[str] = "jitter"

    jitter: Annotated[float, quantity(DURATION, "0 s", "1 days")] = parameter(
        "Seconds over which they spread their new connections, evenly; 0 s has all of them come at once."
    )
