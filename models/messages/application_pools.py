"""What is said of processes and of pools of them."""

NO_SUCH_PROCESS = ("no such process", "write 32, 64, or none for the width of the kernel")
NO_PROCESS_TO_RECYCLE = (
    "where there are application pools, no single process is left to recycle",
    "move it into the pools: `pools: [{name: ..., recycling: ...}]`",
)
NO_SUCH_KERNEL = ("no such kernel", "write 32 or 64")


def never_recycles(reasons: str) -> tuple[str, str]:
    """A recycling without a reason."""
    return ("nothing ever makes this process recycle", f"write at least one of {reasons}, or `recycling: none`")


def name_used_otherwise(example: str) -> tuple[str, str]:
    """A name of a pool that is something else's."""
    return (
        "a name that is needed otherwise: numbers tell the processes of a pool apart, and the request queue is"
        " the server's",
        f'write e.g. "{example} pages"',
    )


def too_many_pools(pools: int) -> tuple[str, str]:
    """More pools than a server runs."""
    return (f"{pools} application pools", "write at most 64 pools")


def name_twice(name: str) -> tuple[str, str]:
    """Two pools of one name."""
    return (f'more than one application pool is called "{name}"', "give each a name of its own")
