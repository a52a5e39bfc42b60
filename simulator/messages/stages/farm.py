"""Why a farm, or a figure of it, cannot be had."""

from models.messages.template import sentence
from models.quantities.formatting import number, significant

SIMULATE_IT = "theory knows it no better, so simulate it"
NO_DEMAND = "the scenario states no demand"
BASELINE_IS_0 = "the baseline's figure is 0"
RULED_OUT_BY_THEORY = "ruled out by theory"
CHEAPEST_UNITS = "the units of which the farm costs least, with the other tiers that each has"
RAISED = "raised to see what stops a server then"
STATED_IN_SCENARIO = "stated in the scenario"
HALF_OF_RAM = "half of the RAM"
NO_RATE = "a session takes no time, so that users ask for no particular rate"
TIERS_SHARED = "with its spares at work more servers call the same tiers, and what these carry then is not looked for"
CONTENT_SHARED = "with its spares at work each node has less of the content; what it carries then is not looked for"
NO_GAIN = "no gain is measured"
found_at_load = sentence("by what nodes miss that get {rate} requests/s each")
misses_targets = sentence("{name}: at the load that sizes it a server misses its targets {targets}")
states_no_demand = sentence("{name} states no demand, so there is no farm to size")
too_many_by_name = sentence(
    "{file}: dns ({name}): the clients of the largest resolvers are too many for the unit that they are sent to, so"
    " that up to {units:,} units do not carry the demand; write larger units, more `dns.resolvers`, or `dns: none`"
    " where a balancer spreads clients over the units"
)
carries_nothing = sentence(
    "{place}: one unit carries nothing, so no number of units carries it; see which limit of the server turns the"
    " load away with `run`, and enlarge that one"
)
too_many_units = sentence(
    "{place}: one unit carries {carries:.4g} {unit}, so more than {units:,} units would be needed; write at most"
    " {most} on the wire, or choose a server that carries more"
)
pile_up = sentence("requests pile up, waiting for the {limit}: it gets {rate:,.4g} /s")


def unsure(place: str, carries: float, half_width: float, unit: str, remedy: str) -> str:
    """That it is not known whether a unit carries anything, and what to do."""
    return (
        f"{place}: one unit carries {number(carries)} {unit}, but the interval of plus or minus"
        f" {significant(half_width, 2)} {unit} reaches 0; {remedy}"
    )


def zones_down(zones: int) -> str:
    """What is down where so many zones are spare."""
    return "one zone down" if zones == 1 else f"{zones} zones down"


rolled_out = sentence("a rollout of {tier} under way ({left:,} of {replicas:,} pods up)")


def one_down(tier: str, left: int) -> str:
    """What is down in a tier; left: servers of it."""
    return f"one server of {tier} down" if left else f"the only server of {tier} down"


JOB_ALONE = "a job of a queue, with nobody in its way, done in"
