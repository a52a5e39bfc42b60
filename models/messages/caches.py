"""What is said of tiers that keep items in their RAM."""

from models.messages.template import problem

NEEDS_CACHE = (
    "a cache needs what it keeps",
    "write e.g. `cache: {software: memcached, items: {count: 20000000, size: 1 kB, popularity: {zipf: 0.9}}}`",
)
HITS_UNKNOWN = (
    "nothing says how often items are found",
    "write its `items`, or the `hit_ratio` that was measured; or let requests call it `when: miss`, as a shield",
)
NO_PODS = ("a cache that a tier keeps has its servers to itself", "write `pods: none`")
NO_POOL_OF_MISSES = (
    "what a cache does not have, whoever called it asks for, in a pool of its own",
    "write none, and `pool` at a call of the caller",
)
NO_ZONE_PREFERRED = ("a call of a cache goes to where its key lies, in whichever zone", "write `prefer_zone: false`")
IN_RAM_OR_ON_DISKS = ("items lie in RAM or on disks, and `memory` says the former", "write none, or `memory: none`")
asked_once = problem(
    "{shield} stands before the origin, which whoever misses asks for once, and each time",
    "write `{key}: {whole}`",
)
answer_of_shield = problem(
    "nothing says how large the answers of {shield} are, which cross its cards",
    "write `answer: {size}`, as large as the request",
)
load_decides = problem(
    "what {shield} finds hangs on the load, for `{wrong}` makes what the nodes miss do so, and theory does not know it",
    "write the `hit_ratio` that was measured, for no engine follows single objects through {shield}",
)
no_room_on_disks = problem(
    "{wanted} of items do not fit on the disks of a server",
    "write at most {room}, or a server with more disks",
)
no_cache_has = problem(
    "{tier} is no cache, and only a cache has a `cache`",
    "write `kind: cache`, or take this out",
)
items_do_not_fit = problem(
    "items of {items} do not fit into the {room} that all servers have for them, and nothing says which are asked for"
    " more often",
    "write e.g. `popularity: {{zipf: 0.9}}` ({{zipf: 0}} for all alike), more `servers` or more RAM",
)
no_room = problem(
    "{wanted} for items do not fit into the RAM of a server",
    "write at most {room}, or a server with more RAM",
)
work_unknown = problem(
    "nothing says how much work a call of {tier} is: only the software of a cache or a queue says that by itself",
    "write e.g. `cpu: 2 ms`",
)
nothing_on_disks = problem(
    "{tier} keeps its items in RAM and reads no disks",
    "write 0, and what is read on a miss among its `calls`",
)
