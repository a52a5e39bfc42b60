"""Random quantities: a mean and the shape of the spread around it."""

from typing import Annotated, ClassVar

from pydantic import model_validator

from models.quantities.fields import Part, number, optional, parameter, problem, quantity, words
from models.quantities.units import DURATION, SIZE


class Distribution(Part):
    """How a quantity varies from one draw to the next; `mean` is in bytes or seconds, as its subclass says.

    Raises a validation error for a Pareto distribution without its shape, and for a shape without Pareto.
    """

    shorthand: ClassVar[str] = "mean"

    mean: float
    distribution: Annotated[str, words("constant", "exponential", "pareto", "uniform")] = parameter(
        "Shape of the spread: constant (always the mean), exponential, pareto (heavy tail; needs `shape`) or"
        " uniform (from 0 to twice the mean).",
        default="exponential",
        source="the usual first choice where only a mean is known; its coefficient of variation is 1",
    )
    shape: Annotated[float | None, optional(number(1.01, 100.0))] = parameter(
        "Tail index of a pareto distribution, above 1; smaller is heavier. Only for pareto.",
        default="none",
        source="not pareto",
    )

    @model_validator(mode="after")
    def _shape_belongs_to_pareto(self) -> "Distribution":
        if self.distribution == "pareto" and self.shape is None:
            raise problem("a pareto distribution needs its shape", "add e.g. `shape: 1.5`")
        if self.distribution != "pareto" and self.shape is not None:
            raise problem(
                f"shape has no meaning for a distribution that is {self.distribution}",
                "remove `shape` or write `distribution: pareto`",
            )
        return self


class SizeDistribution(Distribution):
    """A random size in bytes."""

    mean: Annotated[float, quantity(SIZE, "1 B", "1 TB")] = parameter("Mean size in bytes.")


class DurationDistribution(Distribution):
    """A random duration in seconds."""

    mean: Annotated[float, quantity(DURATION, "0 s", "7 days")] = parameter("Mean duration in seconds.")
