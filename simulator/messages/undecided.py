"""What is said where an interval holds 0, and so decides nothing."""

from simulator.experiment.estimate import Estimate
from simulator.messages.numbers import plain_number

# Both the minutes and how far they scatter are a guess of a few: of just as many as these need, every other time more
# are needed again.
AMPLY = 2
MANY = 10_000  # Replications that can be stated.


def replications_needed(outside: Estimate) -> str:
    """How many replications would tell whether something is outside its targets, behind for how long a few put it
    there."""
    needed = AMPLY * (outside.samples_to_resolve or MANY)
    about = "" if needed > MANY else f": about {plain_number(needed)} would tell; write --replications {needed}"
    return f"That interval holds 0, and more replications would narrow it{about}"
