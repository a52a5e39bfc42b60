"""Parts of a translated network by their names."""

from simulator.network.network import Network, RequestClass
from simulator.network.resources import Resource


def resource(network: Network, name: str) -> Resource:
    """The only resource of that name."""
    (found,) = (each for each in network.resources if each.name == name)
    return found


def request_class(network: Network, name: str) -> RequestClass:
    """The only request class of that name."""
    (found,) = (each for each in network.classes if each.name == name)
    return found


def names(network: Network) -> list[str]:
    """The names of all resources in their order."""
    return [each.name for each in network.resources]
