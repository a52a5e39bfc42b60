"""What becomes of the connections of a dead node, in a sentence."""

from math import inf, isfinite

from models.quantities.formatting import duration
from simulator.failover.reconnection import ReconnectStorm
from simulator.messages.numbers import plain_number


def reconnection_sentence(storm: ReconnectStorm | None) -> str:
    """How many handshakes come to each node that is left, and whether it keeps up; "" where nobody asked."""
    if storm is None:
        return ""
    gets = f"When a node dies, each of the others gets {_count(storm.clients)} of its connections again"
    if storm.lasts == inf:
        return f"{gets}, and its CPU has no room for them beside its load."
    if storm.rate == inf:
        takes = (
            f"its CPU takes {duration(storm.lasts)} for their handshakes" if storm.lasts > 0.0 else "they are no work"
        )
        return f"{gets}, all at once: {takes}."
    comes = f"{gets}, {_count(storm.rate)} handshakes/s for {duration(storm.jitter)}"
    if not isfinite(storm.keeps_up):
        return f"{comes}."
    if storm.rate <= storm.keeps_up:
        return f"{comes}: it keeps up, as its CPU has room for {_count(storm.keeps_up)}/s beside its load."
    return (
        f"{comes}: its CPU has room for {_count(storm.keeps_up)}/s beside its load, so that it takes"
        f" {duration(storm.lasts)}."
    )


def _count(number: float) -> str:
    return plain_number(float(f"{number:.3g}"))
