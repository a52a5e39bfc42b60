"""One quantity counted twice: as the documents count, and as one buys."""

from collections.abc import Sequence
from dataclasses import dataclass

from simulator.experiment.error_propagation import add
from simulator.experiment.estimate import Estimate


@dataclass(frozen=True)
class ExactAndWhole:
    """`exact` for the units that the demand needs (2.46 units), `whole` for those that one buys (3 units)."""

    exact: Estimate
    whole: Estimate

    def times(self, factor: float, unit: str) -> "ExactAndWhole":
        """Both in proportion."""
        return ExactAndWhole(self.exact.times(factor, unit), self.whole.times(factor, unit))


def add_quantities(parts: Sequence[ExactAndWhole], unit: str) -> ExactAndWhole:
    """The sum of quantities of one unit that all hang on one measurement; none sum to 0."""
    return ExactAndWhole(add([part.exact for part in parts], unit), add([part.whole for part in parts], unit))
