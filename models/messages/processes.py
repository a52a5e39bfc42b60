"""What is said of worker processes, their pools and the threads that they share."""

ADD_THE_POOL = "add it to web_server.pools, or write `pool: none` for answers of the kernel"
NO_SUCH_POOL = "the web server has no such application pool"
NO_CLASS_ENTERS_A_POOL = (
    "all requests are of one kind and enter no application pool",
    "write workload.classes, each with its `pool`, or `pools: []`",
)


def pool_larger_than_space(request: str, space: str, most: str) -> tuple[str, str]:
    """A process of a pool beyond its address space."""
    return (
        f"with one request ({request}) larger than the address space of a process, {space}",
        f"write at most {most}",
    )


def ram_below_pools(base: str, least: str) -> tuple[str, str]:
    """RAM that does not hold the processes of all pools."""
    return (
        f"too small for the processes of all application pools ({base}) and the system (256 MiB)",
        f"write at least {least}",
    )


def recycles_for_ever(base: str, limit: str) -> tuple[str, str]:
    """A limit of memory at which a process begins."""
    return (
        f"a process would recycle for ever, for it begins with {base} and this comes to {limit}",
        f"let it come to more than {base}, or start with less memory",
    )


def never_recycles(limit: str, room: str, most: str) -> tuple[str, str]:
    """A limit of memory that the RAM does not leave."""
    return (
        f"a process would never recycle for this, for it comes to {limit} and the RAM leaves {room} beside the system",
        f"let it come to at most {most}, or buy more RAM",
    )


def never_comes_up(shortest: str, start_limit: str) -> tuple[str, str]:
    """A process that starts longer than it may."""
    return (
        f"a new process would never come up, for on an idle server this takes"
        f" {shortest} and start_limit is"
        f" {start_limit}",
        "write less, or a longer start_limit",
    )


def more_threads_than_server(threads: int) -> tuple[str, str]:
    """Rows of another server."""
    return (f"more threads than the server has, {threads:,}", f"write at most {threads:,}, or server.threads_per_core")


def scaling_twice(key: str) -> tuple[str, str]:
    """A scaling that is stated and measured."""
    return ("measured rows are there too, and this follows from them", f"leave out `{key}`, or the rows")


def more_threads_do_less(most: int, every: int) -> tuple[str, str]:
    """A capacity curve that falls."""
    return (
        f"the server does less with more than {most:,} busy threads, and has {every:,}",
        f"write `workers: {most}` for the web server, which then keeps no more of them busy",
    )


def curve_not_concave(next: int, threads: int) -> tuple[str, str]:
    """A capacity curve that bends upwards."""
    return (
        f"the capacity curve is not concave: busy thread {next:,} adds more than thread {threads:,}",
        "write a higher clock_all_busy, or a smaller second_thread",
    )
