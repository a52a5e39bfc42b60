"""An autoscaler on a record, in sentences: minutes missed, money, beside a fixed farm and a schedule."""

from models.messages.template import problem, sentence
from models.parts.growth.autoscaling import Autoscaling
from models.quantities.formatting import count_text, significant
from simulator.growth.hourly.missed_minutes import SURELY_MET, SURELY_MISSED, MissedMinutes
from simulator.messages.numbers import plain_number

PERCENT = 100.0
NO_AUTOSCALER = (
    "no autoscaler is stated",
    "write e.g. `supply: {autoscaling: {minimum: 2, maximum: 16, hpa: {target: 60 %}}}`",
)
NOTHING_DEMANDED = ("no request was served in it", "query a range in which the farm served")
too_short = problem("{hours:.3g} hours of counters: less than a day", "save a day at least, better a week")

title = sentence("{scenario}: its autoscaler on a record")
COMPARED = "Beside a fixed farm and the best schedule"
BY_HOUR = "Servers by the hour of the day"
WORST = "Where it is too small"
X_AXIS = "hours from the beginning of the record"
CHART = "Servers that serve, and that the demand needs, through the record, every ten minutes."
NAMES = {"autoscaler": "this autoscaler", "fixed": "fixed farm", "schedule": "best schedule"}
fixed = sentence("A fixed farm of {servers}, none of them spare, misses none and takes {money}.")
scheduled = sentence("The best schedule, {servers} on average, misses none and takes {money}.")
spans = sentence("{first} to {last}")
gaps = sentence("{count:,} of {steps:,} steps were not measured: straight lines stand in for them.")
resolution = sentence("Peaks shorter than the steps of {minutes} min are not in the record.")
measured_cpu = sentence("A request takes the CPU time that was measured.")
stated_cpu = sentence("No CPU was measured that tells the work of a request: it takes the CPU time of the scenario.")
CAUTION = "The fixed farm and the schedule are chosen knowing the whole record, as nobody does in advance."
ALWAYS_WARM = "A new server counts as warm at once: state `cold` and `warm_after` where its caches fill."
cold_servers = sentence(
    "A new server carries {cold} % of a warm one for {minutes} min; the balancer is taken to give it as little."
)
unfit_servers = sentence(
    "For its first {seconds} s its caches are too empty to meet the targets at any load: warm it before it serves."
)
unknown_filling = sentence(
    "A new server counts as warm at once, though its caches begin empty: theory does not know how they fill ({why})."
    " State `cold` and `warm_after` as measured."
)
FILLING = "So its caches fill at the load that it carries, in theory: state `cold` and `warm_after` as measured."


def policy_text(scaling: Autoscaling) -> str:
    """The policy of an autoscaler, in a few words."""
    if scaling.target_tracking is not None:
        return f"Target tracking at {_percent(scaling.target_tracking.target)}"
    if scaling.hpa is not None:
        return f"HPA at {_percent(scaling.hpa.target)}"
    if scaling.steps is not None:
        first = min(step.use for step in scaling.steps.more)
        return f"Steps from {_percent(first)} on"
    if scaling.schedule:
        return "A schedule"
    return f"Kept at {_percent(scaling.target)}"


def answer(
    scaling: Autoscaling, limit: str, missed: MissedMinutes, minutes: int, servers: float, node: str, cost: str
) -> str:
    """How many minutes are missed, with how many servers, or pods, and how much money. minutes: of the record."""
    followed = "" if scaling.schedule else f" of {limit}"
    allowed = f"{scaling.minimum:,} to {count_text(scaling.maximum, node)}"
    text = f"Targets missed in {_minutes(missed)} of {minutes:,} minutes."
    return f"{policy_text(scaling)}{followed}, {allowed}: {text} {average(servers, node)} on average, {cost}."


def how(missed: MissedMinutes, node: str) -> str:
    """How the minutes were judged."""
    near = f"{plain_number(PERCENT * SURELY_MET)} to {plain_number(PERCENT * SURELY_MISSED)} % of its capacity"
    if missed.simulated:
        return f"{missed.simulated:,} of the {missed.near:,} minutes in which a {node} has {near} were simulated."
    if missed.near:
        return f"Minutes are judged by load alone; in {missed.near:,} of them a {node} has {near}."
    return f"Minutes are judged by load alone; in none of them a {node} has {near}."


def average(servers: float, node: str) -> str:
    """A mean number of servers, or pods."""
    return count_text(float(significant(servers, 3).replace(",", "")), node)


def too_few(scaling: Autoscaling, needed: int, node: str) -> str:
    """That the most servers that are allowed are fewer than the peak needs; "" where they are not."""
    if needed <= scaling.maximum:
        return ""
    return f"The peak needs {needed:,} {node}s, and {scaling.maximum:,} are allowed: raise `maximum`."


def never_asks(scaling: Autoscaling, limit: str, most: int, needed: int, node: str) -> str:
    """That a rule that follows a limit which is hardly used does not ask for what is needed; "" where it does."""
    if most >= min(needed, scaling.maximum):
        return ""
    had = count_text(most, node)
    return f"It never has more than {had}, and the peak needs {needed:,}: its rule asks for no more by its {limit}."


def _minutes(missed: MissedMinutes) -> str:
    low, high = round(missed.low), round(missed.high)
    return f"{low:,} to {high:,}" if low != high else f"{low:,}"


def _percent(share: float) -> str:
    return f"{plain_number(PERCENT * share)} %"
