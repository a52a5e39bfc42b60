"""What is said of processes and of pools of them."""

from models.messages.template import problem

NO_SUCH_PROCESS = ("no such process", "write 32, 64, or none for the width of the kernel")
NO_PROCESS_TO_RECYCLE = (
    "where there are application pools, no single process is left to recycle",
    "move it into the pools: `pools: [{name: ..., recycling: ...}]`",
)
NO_SUCH_KERNEL = ("no such kernel", "write 32 or 64")
never_recycles = problem(
    "nothing ever makes this process recycle",
    "write at least one of {reasons}, or `recycling: none`",
)
name_used_otherwise = problem(
    "a name that is needed otherwise: numbers tell the processes of a pool apart, and the request queue is the"
    " server's",
    'write e.g. "{example} pages"',
)
too_many_pools = problem("{pools} application pools", "write at most 64 pools")
name_twice = problem('more than one application pool is called "{name}"', "give each a name of its own")
