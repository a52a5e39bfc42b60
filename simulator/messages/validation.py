"""What a validation comes to, and what is wrong with figures of one's own."""

from collections.abc import Sequence

from models.messages.template import sentence

ROLES = (
    "What was measured of real systems and published, against what this program computes for them. A figure with the"
    " role fit was used to choose parameters; one with the role predict was not, and is the evidence."
)
AUDITED = "What the published tables say about themselves"
CALIBRATED = "Calibrated, and held against what was not seen"
MADE = "Made by `headroom validate --markdown docs/validation.md`."
AUDIT = "Audit of the published tables"
AUDIT_MADE = "What the published figures say about each other; `headroom validate --audit` prints it."
TOO_WIDE = (
    "Not told apart: the interval is wider than the bound, so the verdict would be chance; simulate for longer"
    " (`run.duration`)."
)
NO_REASON = "the reason is not known"
OWN_MEASUREMENTS = "measurements of one's own"
# Why there is no figure.
RELATIVE_TO_ZERO = "what it is relative to is 0"
NO_SUCH_THING = "there is no such thing in this scenario"
# What is wrong with a file of figures or with a record, and what to write instead.
NO_FIGURES = ("no figures", "list what was measured, one figure a line")
NO_SYSTEMS = ("no systems", "write `systems: {NAME: SCENARIO.yaml}`")
NO_SCENARIO = ("no scenario, or another key", "write {scenario: FILE, set: {PARAMETER: VALUE}}")
NO_GROUP = ("expected a group of keys", "write {of: ..., measure: ..., ...}")
NOT_KNOWN = "is none that is known"
NOT_A_NUMBER = ("not a number", "write what was measured, e.g. 62 %")
NOT_ABOVE_ZERO = ("must be above 0", "write what was measured")
NO_BOUND = ("not a bound", "write e.g. 10 %, 3 points or 5 ms")
NO_RECORD = ("this is no record of a validation", "remove it, or make it again with `validate FILE --record`")


def reproduced(count: int, judged: int, not_told_apart: int, shown: int) -> str:
    """How many of the figures that were judged came out, how many chance decides, and how many are only shown."""
    by_chance = f", {not_told_apart} not told apart" if not_told_apart else ""
    return f"{count} of {judged} figures reproduced{by_chance}; {shown} shown without a bound, for audit."


of_all_cases = sentence("Of all cases: {summary}")


def contradicting(count: int) -> str:
    """How often published tables contradict themselves, in a sentence; "" where nothing is known of it."""
    times = "once" if count == 1 else f"{count} times"
    return f"The published tables contradict themselves {times}: `validate --audit` says where." if count else ""


def no_such_case(near: str, known: Sequence[str]) -> str:
    """Of a case that nobody published, with the nearest name, "" where none is near, and those that there are."""
    hint = f"did you mean {near}? " if near else ""
    return f"no such published case; {hint}there are: {', '.join(known)}"


one_operation = sentence("{quantity}: one operation is needed, got {named}")
not_declared = sentence("{name} is neither published nor declared before")
