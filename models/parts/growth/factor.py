"""What a month, a day or an hour is in times of others."""

from typing import Annotated, ClassVar

from models.quantities.fields import Part, number, parameter


class Factor(Part):
    """One month of a year, one day of a week or one hour of a day, in times any measure that they share."""

    shorthand: ClassVar[str] = "times"

    times: Annotated[float, number(0.001, 1000.0)] = parameter("Its demand in times a measure that all of them share.")
