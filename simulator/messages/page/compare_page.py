"""What the page of a comparison says."""

NO_PLANS = "No other plan of yours is kept yet: what you change on the page Plan stands here then."
VARIATIONS = "Variations of the current scenario, one a line: PATH=VALUE, several with semicolons"
EXAMPLE = "server.ram=8 GiB\nserver.cards=[1 Gbps, 1 Gbps]; unit.nodes=6"
PLANS = "The plans, in theory"
TIMES_DEMAND = "times the demand it carries"


def about(reference: str) -> str:
    """What is compared with what."""
    return f"One server of {reference} against one server of each alternative, which sees the same sessions."


def asked_for(reference: str) -> str:
    """For which scenario it was."""
    return f"What follows was asked for {reference}."
