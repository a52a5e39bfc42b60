"""What those carry that are left while nodes of a unit are away, in sentences."""

from models.quantities.writing import counted, duration
from simulator.measure.results import Refused
from simulator.report.language.numbers import bare, plain, text
from simulator.survival.shortened import session_length
from simulator.survival.survive import Survived

# The last part of a failure, by when the others have filled: if it begins so many times as late as a session lasts.
STEADY, FILLED = 0.5, 2.0


def survivors(found: Survived, whole: Survived | None = None) -> str:
    """What those carry that are left while most nodes are away; "" where none is away, or none is left. whole: the unit
    of which `found` is a group, which may have been simulated in part."""
    worst, nodes = found.worst, found.watch.nodes
    left = nodes - worst.away
    if not worst.away or not left:
        return ""
    away = counted(worst.away, "node is", "nodes are")
    if _filled(found, whole or found):
        since = f"Once {away} away and {_have_filled(left)},"
    else:
        still = "the other still fills" if left == 1 else "the others still fill"
        since = f"While {away} away and {still}{_still(found)},"
    share = f"where one carries what {nodes} shared" if left == 1 else f"of a load that {left} share instead of {nodes}"
    return (
        f"{since} {those_left(found)} completes {text(worst.node_requests)}, {bare(worst.times)} times what it did"
        f" before; {share} it would be {plain(round(nodes / left, 4))} times."
    )


def those_left(found: Survived) -> str:
    """The nodes that are left, one by one."""
    left = found.watch.nodes - found.worst.away
    return "the one that is left" if left == 1 else f"each of the {left}"


def by_when(found: Survived, whole: Survived) -> str:
    """Whether those that are left have taken over all sessions: "once the others have filled"."""
    left = found.watch.nodes - found.worst.away
    if _filled(found, whole):
        return f"once {_have_filled(left)}"
    return f"while {'the other fills' if left == 1 else 'the others fill'}{_still(found)}"


def _have_filled(left: int) -> str:
    return "the other has filled" if left == 1 else "the others have filled"


def _lasts(found: Survived) -> float:
    """Seconds that a session lasts: its pauses, and its responses as they are before the first event."""
    response = found.phases[0].response
    responses = 0.0 if isinstance(response, Refused) else response.value * found.watch.network.source.requests.mean
    return session_length(found.watch.network) + responses


def _filled(found: Survived, whole: Survived) -> bool:
    """Whether those that are left have had time to fill before the part of a failure begins that is told, which is as
    long as the part before it; of what was simulated of it, if that was less."""
    half, short = found.worst.ends - found.worst.begins, whole.watch.shortened
    seen = half if short is None else min(half, STEADY * short.kept)
    return seen >= FILLED * _lasts(found)


def _still(found: Survived) -> str:
    """Why they still fill."""
    return f" (a session lasts about {duration(round(_lasts(found)))})"
