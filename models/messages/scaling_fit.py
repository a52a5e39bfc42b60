"""What is said of a scaling law that was fitted to rows: how far to trust it, and why there is none."""

NOT_TRUSTED_BEYOND = "These rows say too little to trust it beyond them"
NO_LAW_FITS = ("the rates of these rows differ too much for any law", "write rates above 0 of one unit")
FASTER_THAN_POSSIBLE = "faster than these threads can do"


def fitted(rows: int, threads: str, contention: str, coherence: str, error: str) -> str:
    """What was fitted, and how far off its own rows it is."""
    return (
        f"The universal scalability law was fitted to {rows} rows measured on up to {threads} busy threads: contention"
        f" {contention}, coherence {coherence}. It is {error} off its own rows."
    )


def trusted_to(threads: str) -> str:
    """How far beyond its rows a fit may be trusted."""
    return f"Beyond the rows it may be trusted to {threads} threads"


def within_trust(beyond: str, used: str) -> str:
    """A server that works within what was fitted."""
    return f"{beyond}; the server keeps no more than {used} busy."


def beyond_trust(beyond: str, used: str) -> str:
    """A server that works beyond what was fitted."""
    return (
        f"{beyond}; the server keeps up to {used} busy, and what it does then is a guess: laws fitted to public"
        " measurements were 19 to 35 % off at twice the threads that were measured. Measure it with all of them busy."
    )


def interval_unknown(value: str) -> str:
    """A value without an interval."""
    return f"{value} (the rows do not tell how exact that is)"


def law_off_rows(percent: float) -> tuple[str, str]:
    """Rows that the law does not describe."""
    return (
        f"the universal scalability law does not describe these rows: it is {percent:.0f} % off them",
        "leave out the rows that something else limited, or all of them",
    )


def too_few_numbers(found: int, fewest: int) -> tuple[str, str]:
    """Rows of too few numbers of threads."""
    return (f"{found} numbers of threads do not tell how a server scales", f"measure at {fewest} of them at least")


def grows_too_fast(than: str, by: float, few: int, more: int, most: float) -> tuple[str, str]:
    """Rows that grow faster than they can."""
    return (
        f"the rate grows {than}, {by:.3g} times from {few:,} to {more:,} of them and at most"
        f" {most:.3g} times is possible: the universal scalability law does not describe these rows",
        "leave out the rows that something else limited, such as the client that measured, or all of them",
    )
