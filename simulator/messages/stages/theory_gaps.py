"""What theory cannot say of a network, and why: the word after the part of the scenario."""

from models.messages.template import sentence
from models.quantities.formatting import significant

BEFORE = "theory cannot solve this network: "
NO_STEADY_STATE = "theory finds no steady state"
CARRIES_NOTHING = f"nothing would be carried although there is room: {NO_STEADY_STATE}"
# Nodes that have to do with each other.
GROUPS = "theory knows each group of nodes by itself only"
FAILING_NODES = "theory knows nothing of nodes that fail"
NODES_ALIKE = "theory knows a unit whose nodes are alike"
ADDRESSES_ALIKE = "theory knows addresses that are alike"
BALANCERS = "theory knows balancers that look at nothing but the client"
# The load.
STEADY_LOADS = "theory knows only loads that do not change"
NOBODY_COMES = "nobody comes, so that theory has nothing to say"
RETURN_OR_ARRIVE = "theory knows clients that return or sessions that arrive, not both"
NUMBERS_OF_REQUESTS = "theory knows geometric and constant numbers of requests"
OTHER_JOBS = "theory knows no other jobs that hold what sessions need, or come in waves"
LARGEST_POPULATION = "workload.population: it offers what it is answered; no load is larger than another"
LOAD_TEST = "theory knows no load test"
NO_LIMIT = "nothing limits the load, so that no load is the largest"
# What the server does.
TIME_SLICES = "theory knows no time slices"
POLICY_AND_LIVES = "theory knows what lives for a time only in caches that drop by lru"
COUNTS_AND_RULES = "theory knows no time to live and no admission window of a cache that drops by tiny-lfu"
COLLECTED_HEAP = "theory knows no heap that is collected"
UNBOUNDED_SERVICES = "services vary without bound, and theory has no mean wait for them"
LEAKS = "requests leave bytes behind until it is full, and theory knows no such end"
RECYCLED = "its process is recycled, which theory knows nothing of"
NO_ROOM = "what is always in it leaves less room than one request needs"
CACHE_TAKES_ROOM = (
    "its cache holds more at times than on average, and then leaves too little room, which lasts:"
    " theory does not know for how long"
)
NEVER_GIVEN_BACK = "does not give back what it takes, so there is no steady state"
FEW_PLACES = "turns away who differ in what they ask for, and holds too few of them for theory"
PILES_UP = "is offered more than it can do, so sessions pile up for as long as that lasts"
SWAMPED = "far more comes than it lets in"
# A population.
VARIED_SERVICES = "services vary more than exponential ones, and theory knows no population that waits for them"
POPULATION_AND_JOBS = "theory knows no population beside other jobs"
POPULATION_THROTTLED = "theory knows no population beside a CPU quota"
POPULATION_WAITS = "theory knows no population that waits for what others hold"
POPULATION_GIVES_UP = "theory knows no population that waits no longer"
POPULATION_LINGERS = "theory knows no population after which something lingers"
_NO_REFUSED = "theory knows no population that is refused"
# Figures.
NOTHING_COMPLETED = "no request is completed"
TOO_UNSURE = "theory does not know the response time well enough to divide by it"
NO_PERCENTILES = "theory gives means of response times here, no percentiles; simulate for them"
MANY_RETRIES = "so many try again after they were refused that it matters when, which theory does not know"


def holds_too_little(clients: int, taking: bool = False) -> str:
    """Why a population may be refused: a queue cannot hold so many clients, or a pool what they may be taking."""
    held = f"what {clients:,} clients may take" if taking else f"{clients:,} clients"
    return f"it cannot hold {held}, and {_NO_REFUSED}"


shared_station = sentence(
    "{station} is shared by those behind {inner} and others behind {outer}, and theory cannot divide it"
)


def overfull_pool(pool: str) -> str:
    """A pool of which more would be held than there is."""
    return f"more of {pool} would be held than there is: {NO_STEADY_STATE}"


serves_in_turn = sentence(
    "{station} serves in turn, as many as `web_server` has in work (its `worker_processes`, `workers` or `discipline`):"
    " theory does not know how that fills {pool}; write `cpu_distribution: exponential`, or more `worker_processes`"
)


def too_late(pool: str) -> str:
    """Why nothing is known where some wait too long for a pool."""
    return f"some wait too long for {pool} and give up, which theory does not know"


# Clients that wait no longer.
IMPATIENT_OVERLOAD = "theory does not know how many clients leave (`workload.patience`) where requests pile up"


def gives_up(share: float, most: float) -> str:
    """Too many may wait no longer; both in %."""
    allowed = "may wait longer than `workload.patience` allows, and theory knows bounds of no more than"
    return f"as many as {_percent(share)} of the requests {allowed} {_percent(most)}"


def sends_again(share: float, most: float) -> str:
    """Too many may try again; both in %."""
    known = f"and theory knows what up to {_percent(most)} do"
    return f"clients may send as many as {_percent(share)} of the requests again, {known}"


def leaves_open(errors: float) -> str:
    """Whether a target for errors, %, is met."""
    wait = "wait longer than `workload.patience` allows (`targets.errors`)"
    return f"theory does not know whether more than {_percent(errors)} of the requests {wait}"


def breaker_opens(share: float) -> str:
    """A breaker that may open; in %."""
    opens = "so that `workload.patience.breaker` may open, which theory does not know"
    return f"as many as {_percent(share)} of the requests may end badly, {opens}"


def _percent(percent: float) -> str:
    return f"{significant(percent, 2)} %"


def throttled(station: str, pool: str) -> str:
    """Why nothing is known of a pool behind which a station has a quota."""
    return f"{station} has a quota: theory does not know how waiting for the next period fills {pool}"


def does_too_much(place: str) -> str:
    """A place that would do more than it can."""
    return f"{place} would do more than it can: {NO_STEADY_STATE}"


def other_number(limit: str, found: float, held: float, lets_wait: bool) -> str:
    """A limit that turns away, or lets wait, as if another number of jobs were there than are."""
    jobs, came = ("wait for", "had got in") if lets_wait else ("are turned away by", "were there")
    return f"as many {jobs} {limit} as if {found:,.3g} {came}, not {held:,.3g}: {NO_STEADY_STATE}"


at_rate = sentence("{rate:,.4g} requests a second: {why}")
