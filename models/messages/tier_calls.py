"""What is said of calls to other tiers."""

from models.messages.template import problem

NAME_TWICE = ("another tier is called so too", "give each a name of its own")
ADD_THE_TIER = "write it among `tiers`, with its server"
NO_SUCH_TIER = "there is no such tier"
NOBODY_CALLS = ("no request and no other tier calls it", "write who `calls` it")
CALLS_OF_POPULATION_UNKNOWN = (
    "how often other servers call a tier is not known of clients that come as they are answered",
    "write `population: none` and what is `offered`, or no `tiers`",
)
HOURS_OF_TIERS_UNKNOWN = (
    "how servers of other tiers follow the hour is not known",
    "write `autoscaling: none`, or `tiers: []` with how long calls take as the `wait` of each request",
)
NO_CACHE_IN_TIER = ("a tier has no cache that could miss", "write always, and `when: miss` where requests call")
CALLS_OF_CACHE = ("the calls of a cache are made for what it misses, and for nothing else", "write always")
NOTHING_IS_FETCHED = (
    "nothing is ever fetched that the caches miss: the content has no origin",
    "write e.g. `workload.content.origin: {latency: 1 ms, rate: 10 Gbps}`, or always",
)
KERNEL_LOOKS_NOTHING_UP = ("the kernel answers this class and looks nothing up", "write its `pool`, or always")
MISSES_OF_LOG_UNKNOWN = ("what other servers miss is not known of a log", "write `workload.trace: none`, or always")
shield_calls_back = problem(
    "there is no such tier; what {shield} does not have it asks the origin for, never the nodes that call it",
    "take this call out",
)
shield_is_asked = problem(
    "{shield} stands before the origin and has what nodes miss, and nothing else asks for it",
    "write `when: miss` where requests call, or another cache for this call",
)
circle = problem("calls in a circle: {way}, so that each could wait for itself for ever", "take one of these calls out")
unlike_servers_of_unit = problem(
    "this server is {here} and those of the unit are {there}: what further units cost is then not known",
    "choose a server that is {there}, or write `growth: none`",
)
call_too_large = problem(
    "one call does not fit into the {room} of RAM that a server of {tier} has for them",
    "choose a server with more RAM, or write less",
)
too_many_calls = problem(
    "{most_wanted:,} calls of {call} do not fit into {room} of RAM",
    "write at most {most:,}, or a server with more RAM",
)
too_many_kinds_of_calls = problem("{calls} calls", "write at most {most}, with `times` for equal ones")
