"""A scenario in words: where its memory goes."""


def worker_process(process: str, space: str) -> str:
    """What a worker process can address."""
    return f"  a worker process of this scenario is {process}: {space}"


def ram_of_one(ram: str) -> str:
    """The ledger of the RAM of a server."""
    return f"RAM of one server, {ram}"
