"""What the Sobol indices leave out, and why."""

from models.messages.template import sentence

NO_AMOUNT = "a choice, no amount"
NOTHING_MOVES = "no stated range moves an answer in theory"
STILL = "in theory it moves no answer, nor at points of the other ranges"
PROCESSES_WARM = "theory takes processes as warm: what recycling or collecting costs is not in the Sobol indices"
NO_POWER_OF_TWO = "not a power of two"
percentile_not_judged = sentence("theory knows no percentiles: targets.{target} is not judged in the Sobol indices")
