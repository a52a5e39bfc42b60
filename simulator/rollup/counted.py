"""One quantity counted twice: as the documents count, and as one buys."""

from dataclasses import dataclass

from simulator.measure.estimate import Estimate


@dataclass(frozen=True)
class Counted:
    """`exact` for the units that the demand needs (2.46 units), `whole` for those that one buys (3 units)."""

    exact: Estimate
    whole: Estimate

    def times(self, factor: float, unit: str) -> "Counted":
        """Both in proportion."""
        return Counted(self.exact.times(factor, unit), self.whole.times(factor, unit))
