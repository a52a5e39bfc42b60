"""One quantity counted twice: as the documents count, and as one buys."""

from collections.abc import Sequence
from dataclasses import dataclass

from simulator.measure.estimate import Estimate
from simulator.measure.propagate import added


@dataclass(frozen=True)
class Counted:
    """`exact` for the units that the demand needs (2.46 units), `whole` for those that one buys (3 units)."""

    exact: Estimate
    whole: Estimate

    def times(self, factor: float, unit: str) -> "Counted":
        """Both in proportion."""
        return Counted(self.exact.times(factor, unit), self.whole.times(factor, unit))


def in_all(parts: Sequence[Counted], unit: str) -> Counted:
    """The sum of quantities of one unit that all hang on one measurement; none sum to 0."""
    return Counted(added([part.exact for part in parts], unit), added([part.whole for part in parts], unit))
