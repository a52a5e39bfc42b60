"""What stands beside the tables and charts of a plan: how to read them, and what pictures show."""

from models.messages.template import sentence

NOT_RECOMMENDED = "the plan, not recommended"
ASSUMED = "Values that nobody has measured here, one at a time, each with what follows at both ends of its range:"
COST_AT_ENDS = "a month at its ends"
COUNTED = (
    "Exact units count as the documents do (2.46 units), whole units as one buys. Plan and baseline are taken as"
    " independent; because both see the same workload, the true intervals of the changes are narrower."
)
FOOTPRINT = "footprint in rack units"
LIMIT_BARS = "Bars of how much of each limit of a server is in use, with intervals; the table below has the figures."
day_above_demand = sentence(
    "At {at} the day that `workload.day` states has {times} times the demand, and the farm is not sized for that:"
    " `daily` follows it; a `demand` of so much sizes for it."
)
one_speed_stated = sentence(
    "`server.core_speed` is {own}; the speed of the core that CPU times were measured on is drawn from {low} to {high}"
    " all the same. Where their ratio was measured, state both: `workload.cpu_measured_on: {measured}` too."
)
fetched_by_each = sentence(
    "That is one fetch for all who miss an object at once; without `web_server.collapse` each of them fetches it, at"
    " least {each} requests/s and {each_mbps} in place of {one} requests/s and {one_mbps}."
)
fetched_by_one = sentence(
    "With `web_server.collapse` one request fetches an object for all who miss it at once: {one} requests/s and"
    " {one_mbps} in place of at least {each} requests/s and {each_mbps}."
)
unchanged_copies = sentence("It answers {questions} about old copies by a header alone (304 Not Modified).")
fetched_by_class = sentence("By class, the origin is asked for {shares}.")
shield_links_not_looked_at = sentence(
    "Not looked at: the link from the origin to {shields}, over which {mbps} come at the demand."
)
disks_wear = sentence("Each disk is written {written}; its endurance of {endurance} lasts {years}.")
disks_wear_at_most = sentence(
    "Each disk is written {written} at most, for not all that is fetched comes in; its endurance of {endurance} lasts"
    " {years} or more."
)
disks_wear_unknown = sentence(
    "Each disk is written {written}{at_most}. How long it lasts is not known: state `server.disks.endurance`, the bytes"
    " that its maker lets it be written."
)
AT_ITS_LARGEST_LOAD = "at its largest load"
_GROWTH = (
    "A limit grows to the load at which it is full, in times the present one: 1 / utilisation. That is exact for what"
    " works at a rate, and for pools as long as they are held equally long."
)
USED_AT_LARGEST = f"Utilisation is that at the largest load of a server within its targets. {_GROWTH}"
USED_AT_STATED = (
    "Of limits that are full, one that does work comes before a pool, because a full pool is the consequence of slow"
    f" service. {_GROWTH}"
)
MORE_THAN_NOW = "more than as it is"
TAKEN_BACK = "instances taken back in a month"
EXACT = "how exact theory is"
SETTINGS = (
    "A setting that the scenario does not state is as large as the hardware behind it allows. `plan --out DIR` writes"
    " these files."
)
SHARE_OF_DEMAND = (
    "Each server has the same share of the demand. Power is at the wall, without cooling. Capacity that is left is what"
    " the farm can carry beyond the demand with its spares down."
)
IN_FRONT = "the servers in front"
REQUESTS_OF_EACH = "requests that each is offered"
CAPACITY_LEFT = "capacity that is left"
FARM_CAN_CARRY = "the farm can carry"
ONE_RAM = (
    "Kernel, sockets, processes and caches share one RAM: what one of them takes, the others have not. Sockets stand"
    " here with the most that they may hold; how much of that is in use is among the limits."
)
NETWORK = "What was simulated, for a person to check: the resources of each server and the programs that use them."
RESPONSE_BARS = "Bars of the response times with intervals; the figures are in the table of measures."
RESPONSE = "From the arrival of a request at the server to the last byte of its response."
LATER = "comes with the simulation"
over_time = sentence("{title} of one server over time, with intervals.")


def parameters(every: int, assumed: int, measured: int, shown: int) -> str:
    """Where the parameters of a plan come from: how many there are, are assumed, fitted to measurements, and shown."""
    own = f" {measured} were fitted to your own measurements, with their intervals." if measured else ""
    return (
        f"{assumed} of {every} parameters are assumed; their ranges say how far they may be off."
        f" {shown - assumed} more are stated in the scenario without a source.{own} The other"
        f" {every - shown - measured} come from the catalogue, published sources or defaults: the workbook"
        " of this report and its comma-separated values list every one."
    )


slices_fetched = sentence("It is asked for {slices} slices/s.")
