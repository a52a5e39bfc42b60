"""What is said of worker processes, their pools and the threads that they share."""

from models.messages.template import problem

ADD_THE_POOL = "add it to web_server.pools, or write `pool: none` for answers of the kernel"
NO_SUCH_POOL = "the web server has no such application pool"
NO_CLASS_ENTERS_A_POOL = (
    "all requests are of one kind and enter no application pool",
    "write workload.classes, each with its `pool`, or `pools: []`",
)
pool_larger_than_space = problem(
    "with one request ({request}) larger than the address space of a process, {space}",
    "write at most {most}",
)
ram_below_pools = problem(
    "too small for the processes of all application pools ({base}) and the system (256 MiB)",
    "write at least {least}",
)
recycles_for_ever = problem(
    "a process would recycle for ever, for it begins with {base} and this comes to {limit}",
    "let it come to more than {base}, or start with less memory",
)
never_recycles = problem(
    "a process would never recycle for this, for it comes to {limit} and the RAM leaves {room} beside the system",
    "let it come to at most {most}, or buy more RAM",
)
never_comes_up = problem(
    "a new process would never come up, for on an idle server this takes {shortest} and start_limit is {start_limit}",
    "write less, or a longer start_limit",
)
more_threads_than_server = problem(
    "more threads than the server has, {threads:,}",
    "write at most {threads:,}, or server.threads_per_core",
)
scaling_twice = problem("measured rows are there too, and this follows from them", "leave out `{key}`, or the rows")
more_threads_do_less = problem(
    "the server does less with more than {most:,} busy threads, and has {every:,}",
    "write `workers: {most}` for the web server, which then keeps no more of them busy",
)
curve_not_concave = problem(
    "the capacity curve is not concave: busy thread {next:,} adds more than thread {threads:,}",
    "write a higher clock_all_busy, or a smaller second_thread",
)
no_cores_left = problem(
    "this takes {taken} % of the CPU that requests have, and {most} % is the most that may be used, so that nobody can"
    " be served",
    "write at most {allowed} %, or allow more of the CPU",
)
