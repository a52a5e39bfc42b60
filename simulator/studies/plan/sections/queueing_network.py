"""The queueing network that was simulated, in words."""

from simulator.farm.outcome import Outcome
from simulator.messages.plan import notes
from simulator.network.network import Network
from simulator.output.blocks import Block, Preformatted, Text


def section(outcome: Outcome) -> list[Block]:
    """The page that `describe` prints."""
    return [Text(notes.NETWORK), Preformatted(_described(outcome.network))]


def _described(network: Network) -> str:
    from simulator.messages.description.describe import describe_network

    return describe_network(network)
