"""Random quantities: a mean and the shape of the spread around it, or the quantiles themselves."""

from collections.abc import Mapping
from typing import Annotated, Any, ClassVar

from pydantic import model_validator
from pydantic_core import PydanticCustomError

from models.messages import distributions
from models.quantities.declarations import declarations
from models.quantities.fields import Name, Part, number, optional, parameter, problem, quantity, words
from models.quantities.points import QuantilePoints, QuantileTable, quantile_mean
from models.quantities.units import DURATION, SIZE, QuantityError, QuantityKind, format_quantity, parse_quantity

EMPIRICAL = "empirical"
# The words for spreads that are named by a coefficient of variation too.
BY_VARIATION = ("lognormal", "gamma", "hyperexponential")
# How near a mean that is stated beside quantiles must be to theirs, as a share of it.
_SAME = 1e-6


class Distribution(Part):
    """How a quantity varies from one draw to the next; `mean` is in bytes or seconds, as its subclass says.

    Raises a validation error for a Pareto distribution without its shape, for one that is named by its variation
    without its cv, for an empirical one without its quantiles, and for each of these without such a distribution.
    """

    shorthand: ClassVar[str] = "mean"
    one_of: ClassVar[Mapping[str, tuple[str, ...]]] = {
        "mean": ("cv", "distribution"), "quantiles": ("distribution",), "csv": ("distribution",)
    }  # fmt: skip

    mean: float
    distribution: Annotated[str, words("constant", "exponential", "pareto", "uniform", *BY_VARIATION, EMPIRICAL)] = (
        parameter(
            "Shape of the spread: constant (always the mean), exponential, pareto (heavy tail; needs `shape`), uniform"
            " (from 0 to twice the mean), lognormal, gamma or hyperexponential (need `cv`), or"
            " empirical (`quantiles` or"
            " `csv` instead of the mean).",
            default="exponential",
            source="the usual first choice where only a mean is known; its coefficient of variation is 1",
        )
    )
    shape: Annotated[float | None, optional(number(1.01, 100.0))] = parameter(
        "Tail index of a pareto distribution, above 1; smaller is heavier. Only for pareto.",
        default="none",
        source="not pareto",
    )
    cv: Annotated[float | None, optional(number(0.01, 10.0))] = parameter(
        "Coefficient of variation, the standard deviation over the mean. Only for lognormal, gamma and"
        " hyperexponential (there at least 1).",
        default="none",
        source="not named by its variation",
    )
    quantiles: QuantileTable | None = None
    csv: Annotated[Name | None, optional()] = parameter(
        "A CSV file beside the scenario, in place of `quantiles`: a column of values whose heading has the unit, such"
        " as `size (kB)`, and perhaps a column `count` that says how often each occurs.",
        default="none",
        source="not empirical",
    )

    @model_validator(mode="before")
    @classmethod
    def _quantiles_have_a_mean(cls, value: Any) -> Any:
        """What follows from quantiles need not be stated, and if it is it must be right."""
        return _with_what_follows(cls, value) if isinstance(value, Mapping) else value

    @model_validator(mode="after")
    def _has_what_it_needs(self) -> "Distribution":
        if self.distribution == "pareto" and self.shape is None:
            raise problem(*distributions.PARETO_WITHOUT_SHAPE)
        if self.distribution != "pareto" and self.shape is not None:
            raise problem(*distributions.shape_of_another(self.distribution))
        _require_quantiles(self.distribution, self.quantiles)
        require_variation(self.distribution, self.cv)
        return self


def require_variation(distribution: str, cv: float | None, key: str = "cv", word: str = "distribution") -> None:
    """Raises a validation error unless a distribution that is named by its coefficient of variation has one, and no
    other; `key` and `word` are what the scenario calls the two."""
    if distribution in BY_VARIATION and cv is None:
        raise problem(*distributions.no_variation(distribution, key))
    if distribution not in BY_VARIATION and cv is not None:
        raise problem(*distributions.variation_of_another(key, distribution, word))
    if distribution == "hyperexponential" and cv is not None and cv < 1.0:
        raise problem(*distributions.too_little_variation(key, cv, word))


def _require_quantiles(distribution: str, quantiles: QuantileTable | None) -> None:
    """Raises a validation error unless an empirical distribution has its quantiles, and no other has any."""
    if distribution == EMPIRICAL and quantiles is None:
        raise problem(*distributions.NO_QUANTILES)
    if distribution != EMPIRICAL and quantiles is not None:
        raise problem(*distributions.quantiles_of_another(distribution))


def _with_what_follows(part: type[Distribution], written: Mapping[str, Any]) -> Mapping[str, Any]:
    """The fields of a distribution, with the mean of its quantiles and the word for it where these are left out.

    Quantiles that cannot be read get some mean: what is wrong with them is told when they are read.
    """
    if written.get("quantiles") in (None, "none"):
        return written
    points = quantile_declaration(part)
    try:
        mean = quantile_mean(points.points(written["quantiles"]))
    except PydanticCustomError:
        mean = points.maximum
    else:
        _require_same_mean(written.get("mean"), mean, points.kind)
    return {"distribution": EMPIRICAL, "mean": format_quantity(mean, points.kind), **written}


def quantile_declaration(part: type[Distribution]) -> QuantilePoints:
    """How the quantiles of a kind of distribution are declared. Raises StopIteration for one without any."""
    return next(item for item in declarations(part.model_fields["quantiles"]) if isinstance(item, QuantilePoints))


def _require_same_mean(stated: object, mean: float, kind: QuantityKind) -> None:
    """Raises a validation error for a mean that is stated beside quantiles and is not theirs."""
    try:
        amount = parse_quantity(stated, kind) if isinstance(stated, str) else stated
    except QuantityError:  # Told when the mean is read.
        return
    if isinstance(amount, int | float) and abs(amount / mean - 1.0) > _SAME:
        raise problem(*distributions.another_mean(format_quantity(mean, kind, digits=4)))


class SizeDistribution(Distribution):
    """A random size in bytes."""

    mean: Annotated[float, quantity(SIZE, "1 B", "1 TB")] = parameter("Mean size in bytes.")
    quantiles: Annotated[QuantileTable | None, optional(QuantilePoints(SIZE, 1e12))] = parameter(
        distributions.QUANTILES, default="none", source="not empirical"
    )


class DurationDistribution(Distribution):
    """A random duration in seconds."""

    mean: Annotated[float, quantity(DURATION, "0 s", "7 days")] = parameter("Mean duration in seconds.")
    quantiles: Annotated[QuantileTable | None, optional(QuantilePoints(DURATION, 7.0 * 86400.0))] = parameter(
        distributions.QUANTILES, default="none", source="not empirical"
    )
