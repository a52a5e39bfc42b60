"""What the measuring of a server says: why it is refused, and why a figure is not known."""

from models.messages.template import sentence

# Loads that cannot be searched.
TRACE_SEARCHED = "workload.trace: the largest load is not sought with a replay"
DRAW_INSTEAD = "add --set workload.trace=none for draws from what is fitted to it, or ask `run` for the replay"
NOT_STATED = "one server is measured at a stated load, and none is stated"
STATE_OFFERED = 'write workload.offered, e.g. "3400 /s", or ask `capacity` for the largest one'
NO_STEADY_LOAD = "there is no steady load to be raised"
OWN_CLASSES = "each group of nodes serves classes of its own, so that no server stands for the unit here"
ASK_GROUPS = "ask `plan`, or write `unit.paths: []`, or a scenario for each group"
# Memory.
OFFER_LESS = "write less offered, faster clients or shorter think times"
RUN_LESS = "write a shorter run.duration or fewer run.replications"
# Figures that are not known.
NO_REQUEST = "no request was completed in a replication; measure for longer"
NO_JOB = "no job was posted in a replication; measure for longer"
NO_JOB_PERCENTILE = "theory here says how long jobs take on average, not how much longer some do; simulate for that"
NO_SUCH_REQUEST = "no such request was completed in a replication; measure for longer"
NO_RECYCLE = "no process was recycled twice in a replication; measure for longer"
STAYS_COLD = "1 % or more of the allocations miss the free lists to the end of a replication; run for longer"
PART_GROWS = "part of what is held does not grow with the load"
LOAD_ROSE = "the load rose while it was measured"
MEMORY_GROWS = "memory does not grow in proportion to the load"
NOT_USED = "not used measurably at this load"
NO_RESPONSE = "no response in a replication, and a target of time or speed needs some; raise run.duration"
NO_PERIODS = "theory spreads a quota evenly over its periods; simulate to see how often it is used up"
NO_SPELLS = "theory here says what a server does on average, not in its busiest spells; simulate for that"
IN_THE_END = "theory here says what a server does in the end, not when that begins; simulate for that"
NEVER_RECYCLED = "no process is ever recycled"
# What figures are called.
TURNED_AWAY_AT = "share turned away at"
REPLICATION_LOAD = "largest load of a replication"
STOPPING_LIMIT = "limit that stops more load"
STOPPING_TARGET = "target that stops more load"
# What the program may not ask for.
NO_LIMIT = "no limit of the server was measured, so none can bind"
NOT_WARM = "a server has been searched before its warm-up was found"
NOT_PLANNED = "a run has been planned before its warm-up was found"
UNKNOWN_FIGURE = "a figure is not known that must be"
EMPTY_SERIES = "an empty series has no warm-up"
FEW_REPLICATIONS = "an interval needs at least 2 replications"
use_offered = sentence("write `{part}: none` and what is `offered`, or use `run`")
few_failed = sentence("fewer than {percent:g} % of the sessions failed in a replication; offer more or run longer")


def few_responses(responses: int, percent: int, needed: int, seconds: int | None) -> str:
    """Why a percentile is not known; the seconds to measure for, where these are known."""
    much = f"at least {seconds} s" if seconds else "longer"
    return f"{responses:,} responses a replication, and p{percent} needs {needed:,}; measure for {much}"


few_jobs_for = sentence("{jobs:,} jobs a replication, and their 95th percentile needs {needed:,}; measure for {much}")


def few_jobs(jobs: int, needed: int, seconds: int | None) -> str:
    """The same of the jobs of a queue."""
    return few_jobs_for(jobs, needed, f"at least {seconds} s" if seconds else "longer")


def few_for_target(responses: int, percent: float, needed: int, seconds: int | None) -> str:
    """Why a target of a percentile cannot be judged, likewise."""
    longer = f" to at least {seconds} s" if seconds else ""
    return (
        f"{responses:,} responses a replication, and the target of the {percent:.0f}th percentile"
        f" needs {needed:,}; raise run.duration{longer}"
    )


no_tally = sentence("the trial at {load:g} times the load kept no tally")


def other_run(reference: str, value: str, remedy: object) -> tuple[str, str]:
    """Runs that differ although their sessions are compared in pairs, and what to write."""
    message = f"{reference} has {value}, and only runs that are alike give pairs of the same sessions"
    return message, f"give both the same: {remedy}"


state_memory = sentence("or let {variable} say how much memory there is")
too_many_objects = sentence("{objects}, and {most:,} can be told apart")


def too_much_memory(what: str, taken: str, total: str, limit: str) -> str:
    """What takes more memory than there is; the total, where other things take some too."""
    in_all = f", {total} in all" if total else ""
    return f"{what} take about {taken} of memory{in_all}, and {limit} are there"


too_imprecise = sentence(
    'run.{setting} = {asked}: "{label}" is known to {percent:.2g} % of its value after {replications} replications,'
    " and about {needed:,} are needed; {ways}"
)


def never_settled(series: str, half: str, tried: str, times: int, twice: str, remedy: object) -> str:
    """A series that has not settled in half of the longest pilot run that is tried."""
    return (
        f"run.warm_up = auto: not settled after {half}: {series}; the pilot run took {tried}, {times} times"
        f" run.duration, and must take {twice} at least: {remedy}, or state run.warm_up"
    )


def short_warm_up(stated: str, series: str, settled: str, at_end: bool, label: str, off: str) -> str:
    """A warm-up that ends before the last series settles, and how far off a figure is by that."""
    return (
        f"run.warm_up = {stated} is too short: last to settle is {series}, after {settled}"
        f'{" or more" if at_end else ""}, so that "{label}" comes out {off};'
        f" write run.warm_up: auto or {settled}{', and a longer run.duration' if at_end else ''}"
    )


off_zero = sentence("at {value} in place of 0")
