"""Prices of a GB that change with the volume of a month."""

from collections.abc import Sequence
from itertools import pairwise
from typing import Annotated

from models.messages import price_lists
from models.quantities.fields import Part, inside_price, parameter, problem, quantity
from models.quantities.units import SIZE, USD_PER_GB, format_quantity

BYTES_PER_GB = 1e9


class VolumeStep(Part):
    """What a GB costs of all that leaves in a month above a volume, as far as the next step."""

    above: Annotated[float, quantity(SIZE, "1 GB", "1000 PB")] = parameter(
        "Volume of a month in bytes above which a GB costs so."
    )
    price: Annotated[float, inside_price(USD_PER_GB, "0 USD/GB", "10 USD/GB")] = parameter(
        "Price of a GB (10^9 bytes) above it, in the currency of the list."
    )


def price_changes(first: float, steps: Sequence[VolumeStep]) -> tuple[tuple[float, float], ...]:
    """Above how many GB a month the price of one changes, and by how much; first: that of what is below all steps."""
    prices = (first, *(step.price for step in steps))
    changes = (then - now for now, then in pairwise(prices))
    return tuple((step.above / BYTES_PER_GB, by) for step, by in zip(steps, changes, strict=True))


def volume_cost(first: float, steps: Sequence[VolumeStep], gigabytes: float) -> float:
    """What so many GB cost a month: each at the price of the step that it falls in."""
    beyond = sum(by * max(0.0, gigabytes - above) for above, by in price_changes(first, steps))
    return gigabytes * first + beyond


def require_rising(steps: Sequence[VolumeStep]) -> None:
    """Raises a validation error for steps that do not stand from the smallest volume to the largest."""
    for before, step in pairwise(steps):
        if step.above <= before.above:
            raise problem(
                *price_lists.steps_fall(format_quantity(step.above, SIZE), format_quantity(before.above, SIZE))
            )
