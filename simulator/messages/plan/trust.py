"""How far to trust a plan, in sentences: what was measured that resembles it, and what theory says."""

from models.messages.template import sentence
from simulator.messages.wording import why_no_theory

INTERVALS = (
    "An interval tells how much a figure would differ with other random numbers. It knows nothing of what the model"
    " leaves out, nor of parameters that are assumed: errors against measurements and the ranges under the assumptions"
    " tell that."
)
ROLES = (
    "A figure with the role fit was used to choose parameters of its system; one with the role predict was not, and is"
    " the evidence. Audited figures have no bound: they contradict their own table, or too little is known of their"
    " system."
)
NOBODY = "No measured system resembles this."
MEASURE_ONE = "Measure one such server before anything is ordered."
DIFFERS = "in what this scenario differs from it"
NO_YEAR = "the year of its system is not stated (operating_system.released)"
_UNSUPPORTED = (
    "So no measurement supports these figures: they are what the model makes of the parameters that are stated, and"
    " nobody knows yet how far off it is here. Measure one such server under load, and compare it with"
    " `run` at that load, before anything is ordered."
)
alike = sentence(
    "A measured system resembles this one if the same kind of limit binds first in it, its cores times their speed,"
    " its RAM and the rate of its cards (and the reads of its disks where those bind) are within a factor of"
    " {factor:g} of those here, and its operating system came out within {years} years of this one."
)


def resembling(
    alike: int, measured: int, limit: str, figures: tuple[int, int, int], predicted: int, farthest: float | None
) -> str:
    """How many of the measured systems resemble this one, which a limit binds; figures: how many of theirs have a
    bound, are reproduced, and are shown for audit; how many were predicted, and the largest error of those, %."""
    bounded, reproduced, audited = figures
    what = f"{alike} of {measured} measured systems resemble{'s' * (alike == 1)} this one (limited by: {limit})"
    said = f"{what}; {reproduced} of their {bounded} bounded figures are reproduced"
    said += f", {audited} more shown for audit" if audited else ""
    if farthest is None:
        return f"{said}. None of them with an error in % was predicted rather than fitted."
    return f"{said}. Of {predicted} that were predicted, the farthest is {farthest:.1f} % off."


def unsupported(same_limit: int, measured: int, limit: str) -> str:
    """That no measurement supports the figures: how many of the measured systems the same limit binds, and what that
    means."""
    of = f"the {measured} measured systems"
    why = f"In none of {of} does the same kind of limit bind first (here: {limit})."
    if same_limit:
        unlike = "it is" if same_limit == 1 else "all of them are"
        why = f"In {same_limit} of {of} the same kind of limit binds first ({limit}), but {unlike} too unlike this one."
    return f"{why} {_UNSUPPORTED}"


def no_theory(reason: str) -> str:
    """That theory has no answer beside the simulation, and why."""
    return f"Theory knows no answer to hold against this one. {why_no_theory(reason)}."


def other_year(own: int, other: int | None) -> str:
    """That a system came out in another year than a measured one."""
    return f"a system of {own}, not of {other or 'a known year'}"
