"""What the nodes that are left serve while others are down, in sentences."""

from models.quantities.formatting import count_text, duration
from simulator.experiment.results import Unavailable
from simulator.failover.skipped_windows import session_length
from simulator.failover.survive import FailoverResult
from simulator.messages.numbers import plain_number, short_text
from simulator.messages.wording import node_or_pod

# The last part of a failure, by when the others have filled: if it begins so many times as late as a session lasts.
STEADY, FILLED = 0.5, 2.0


def survivors(failover_result: FailoverResult, whole: FailoverResult | None = None) -> str:
    """What the nodes left serve while most are down; "" where none is down, or none is left. whole: the unit
    of which `found` is a group, which may have been simulated in part."""
    worst, nodes = failover_result.worst, failover_result.watch.nodes
    left = nodes - worst.away
    if not worst.away or not left:
        return ""
    node = node_or_pod(failover_result.scenario)
    down = count_text(worst.away, f"{node} is", f"{node}s are")
    if _filled(failover_result, whole or failover_result):
        since = f"Once {down} down and {_have_filled(left)},"
    else:
        still = "the other still fills" if left == 1 else "the others still fill"
        since = f"While {down} down and {still}{_still(failover_result)},"
    return (
        f"{since} {remaining_nodes(failover_result)} serves {short_text(worst.node_requests)},"
        f" {short_text(worst.times.times(1.0, ''))} times as much as before; an even share would be"
        f" {plain_number(round(nodes / left, 4))} times."
    )


def remaining_nodes(failover_result: FailoverResult) -> str:
    """The nodes that are left, one by one."""
    left = failover_result.watch.nodes - failover_result.worst.away
    return "the one that is left" if left == 1 else f"each of the {left}"


def takeover_time(failover_result: FailoverResult, whole: FailoverResult) -> str:
    """Whether those that are left have taken over all sessions: "once the others have filled"."""
    left = failover_result.watch.nodes - failover_result.worst.away
    if _filled(failover_result, whole):
        return f"once {_have_filled(left)}"
    return f"while {'the other fills' if left == 1 else 'the others fill'}{_still(failover_result)}"


def _have_filled(left: int) -> str:
    return "the other has filled" if left == 1 else "the others have filled"


def _lasts(failover_result: FailoverResult) -> float:
    """Seconds that a session lasts: its pauses, and its responses as they are before the first event."""
    response = failover_result.phases[0].response
    responses = (
        0.0
        if isinstance(response, Unavailable)
        else response.value * failover_result.watch.network.source.requests.mean
    )
    return session_length(failover_result.watch.network) + responses


def _filled(failover_result: FailoverResult, whole: FailoverResult) -> bool:
    """Whether those that are left have had time to fill before the part of a failure begins that is told, which is as
    long as the part before it; of what was simulated of it, if that was less."""
    half, short = failover_result.worst.ends - failover_result.worst.begins, whole.watch.shortened
    seen = half if short is None else min(half, STEADY * short.kept)
    return seen >= FILLED * _lasts(failover_result)


def _still(failover_result: FailoverResult) -> str:
    """Why they still fill."""
    return f" (a session lasts about {duration(round(_lasts(failover_result)))})"
