"""What comes of a network that is short of something: who fails, who is refused, and by which causes."""

from collections.abc import Iterator

from models.quantities.formatting import count_text, duration, listed
from simulator.network.client_timeouts import BREAKER_OPEN, CONNECT_TIMED_OUT, RESPONSE_TIMED_OUT
from simulator.network.cluster import NODE_DOWN, TIER_DOWN
from simulator.network.network import Network
from simulator.network.session_source import SessionSource
from simulator.network.steps import Allocate, Leak, Seize, Serve, Step, flatten

# What the causes mean that no resource is short of.
SAID_OF_CLIENTS = {
    CONNECT_TIMED_OUT: "sessions are refused",
    RESPONSE_TIMED_OUT: "requests fail",
    BREAKER_OPEN: "requests fail",
    TIER_DOWN: "requests fail",
    NODE_DOWN: "sessions are refused and requests fail",
}


def refusals(network: Network) -> Iterator[str]:
    """What happens to whoever fails or is refused, and every cause that is counted."""
    patience = network.source.patience
    again = "is tried again or " if patience is not None and patience.retries.count > 0 else ""
    yield f"a request that fails {again}ends its session, and all that the session holds is given back"
    yield f"a session that is refused {_afterwards(network.source)}"
    if not network.causes:
        yield "nothing here refuses or fails"
    for cause in network.causes:
        yield f"counted as a cause: {cause} ({_what_it_does(network, cause)})"


def _afterwards(source: SessionSource) -> str:
    if source.attempts == 0:
        return "gives up"
    return f"tries again after {duration(source.back_off)}, up to {count_text(source.attempts, 'time')}, then gives up"


def _what_it_does(network: Network, cause: str) -> str:
    """What running out of a resource means: it depends on where in the programs it is asked for."""
    if cause in SAID_OF_CLIENTS:
        return SAID_OF_CLIENTS[cause]
    in_requests = (network.source.close, *(asked.steps for asked in network.classes))
    effects = ["sessions are refused"] * _asks_in(network, network.source.connect, cause)
    effects += ["requests fail"] * any(_asks_in(network, program, cause) for program in in_requests)
    return listed(effects) or "no step asks for it"


def _asks_in(network: Network, program: tuple[Step, ...], cause: str) -> bool:
    """Whether a program has a step at which `cause` can end it: a request learns at a Retain that it was stopped."""
    stopped = [region.name for region in network.regions if region.stop_cause == cause]
    if stopped:
        return any(isinstance(step, Leak) and step.region in stopped for step in flatten(program))
    return any(_asks(step, cause) for step in flatten(program))


def _asks(step: Step, name: str) -> bool:
    match step:
        case Serve(at=asked) | Seize(pool=asked) | Allocate(region=asked):
            return asked == name
        case Leak(region=asked, amount=left):
            return asked == name and left > 0.0
        case _:
            return False
