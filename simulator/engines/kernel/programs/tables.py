"""The tables that the kernel runs for a node: the steps of all programs, the request classes, and the sessions."""

from dataclasses import dataclass

import numpy as np

from simulator.engines.kernel.state import EVEN, KIND, NOWHERE, PAUSES, SOURCE, WHOLE
from simulator.engines.quantiles import Numbering
from simulator.network.cluster import POLICIES
from simulator.network.groups import node_classes
from simulator.network.network import Network

STEP = np.dtype(
    [("verb", "i4"), ("at", "i4"), ("jump", "i4"), ("law", "i4"), ("stream", "i4"), ("process", "i4"), ("amount", "f8")]
    + [("extra", "f8"), ("per_byte", "f8"), ("piece", "f8"), ("again", "f8"), ("of", "f8")],
    align=True,
)


@dataclass(frozen=True)
class Tables:
    """steps: STEP (steps,); kinds: KIND (classes,); source: SOURCE (1,). background: the first step of each kind of
    background job; of_sessions, of_background: how many steps, from the first on, are those of sessions, and of these
    and background jobs; initialise, start_up: of the two programs of each region that is recycled, by its number;
    resume: of the end of a halt, by the number of the shared station; quantiles: the distributions that are drawn from
    tables."""

    steps: np.ndarray
    kinds: np.ndarray
    source: np.ndarray
    background: tuple[int, ...]
    of_sessions: int
    of_background: int
    initialise: dict[int, int]
    start_up: dict[int, int]
    resume: dict[int, int]
    quantiles: np.ndarray


def class_reaches(network: Network, node: int) -> np.ndarray:
    """Up to where the share of each request class reaches in a node: that of another group ends where the one before it
    does."""
    until = np.cumsum([request_class.share for request_class in node_classes(network, node)])
    until[-1] = 1.0
    return until


def class_records(network: Network, numbering: Numbering, firsts: list[int]) -> np.ndarray:
    """The records of the request classes, in the first node."""
    until = class_reaches(network, 0)
    catalogues = network.catalogues
    offsets = np.cumsum([0] + [catalogue.objects for catalogue in catalogues])
    rows = []
    for last, c, first in zip(until, network.classes, firsts, strict=True):
        table = NOWHERE if c.catalogue is None else catalogues.index(c.catalogue)
        offset = 0 if c.catalogue is None else offsets[table]
        rows.append((last, *numbering.coded(c.payload), c.header, c.piece_framing, first, table, offset))
    return np.array(rows, dtype=KIND)


def source_record(network: Network, numbering: Numbering, steps: tuple[int, ...], returns: int) -> np.ndarray:
    """The record of the session source in the first node; `steps` are the first, that of who is open at the start, that
    of a request, and the first of closing and of what a client leaves behind."""
    source = network.source
    laws = (*numbering.coded(source.requests), *numbering.coded(source.think_time))
    retry = (source.attempts, source.back_off)
    place = (network.nodes, 0, source.open_at_start, len(network.causes), returns, source.spread)
    balancer = (network.coupled, POLICIES.index(network.balancer.policy), network.balancer.sources or 0)
    found = (WHOLE, 0, 0.0, 0.0)
    if source.midway is not None:
        found = (EVEN if source.midway.even else PAUSES, *numbering.coded(source.midway.left))
    sent = (network.transport.segment, network.transport.framing)
    row = (*laws, *retry, *steps, *place, *balancer, source.patience is not None, *found, *sent, source.startup)
    return np.array([row], dtype=SOURCE)
