"""A queueing network as a page of plain text that a person can check, from the first arrival to the last refusal."""

from collections.abc import Mapping
from textwrap import wrap

from simulator.messages.description.equals import backgrounds, request_classes
from simulator.messages.description.nodes import nodes
from simulator.messages.description.programs import program
from simulator.messages.description.readable import INDENT
from simulator.messages.description.refusals import refusals
from simulator.messages.description.resources import ResourceOrigin, resources
from simulator.messages.description.sessions import sessions
from simulator.network.network import Network

WIDTH = 100


def describe_network(
    network: Network,
    origins: Mapping[str, ResourceOrigin] | None = None,
    load_is_stated: bool = True,
    every: bool = False,
) -> str:
    """The network in words. `origins` tells, by the name of a resource, where in the scenario it came from;
    load_is_stated: whether the rate of arrivals was stated, or only taken for the network to have one; every: whether
    what is equal is told each time, not once."""
    sections = [
        ("Nodes", nodes(network)),
        ("Resources of each node", resources(network, origins or {})),
        ("Sessions", sessions(network, load_is_stated)),
        ("On connecting", program(network, network.source.connect)),
        *request_classes(network, every),
        ("On closing", program(network, network.source.close)),
        *backgrounds(network, every),
        ("When something is short", refusals(network)),
    ]
    return "\n\n".join("\n".join((_heading(title), *map(_wrapped, lines))) for title, lines in sections) + "\n"


def _heading(title: str) -> str:
    """A title, with what does not fit the page on further lines below it."""
    return "\n".join(wrap(title, WIDTH, subsequent_indent=2 * INDENT))


def _wrapped(line: str) -> str:
    """A line of a section, indented, with what does not fit the page on further lines below it."""
    indent = INDENT + line[: len(line) - len(line.lstrip())]
    return "\n".join(wrap(line.strip(), WIDTH, initial_indent=indent, subsequent_indent=indent + 2 * INDENT))
