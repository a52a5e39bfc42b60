"""What a run is known by: everything that its tally depends on, to the bit."""

import hashlib
from dataclasses import dataclass
from functools import cache
from importlib.metadata import version
from pathlib import Path

from simulator.engines.run_plan import RunPlan
from simulator.network.network import Network
from simulator.version import VERSION

# Of what else tallies are made: other versions of these may round otherwise.
LIBRARIES = ("numba", "numpy", "scipy", "simpy")
PACKAGE = Path(__file__).parents[1]


@dataclass(frozen=True)
class RunKey:
    """One replication. network: SHA-256 of the network; model: see `model_version`.

    The scenario is no part of it: an engine sees nothing of it but the network. So scenarios that differ in a price, a
    name or how many replications they want share their runs.
    """

    network: str
    model: str
    engine: str
    seed: int
    plan: RunPlan


def run_key(network: Network, plan: RunPlan, seed: int, engine: str) -> RunKey:
    """The key of what `engine` makes of a network, by the program that is running."""
    return RunKey(network_fingerprint(network), model_version(), engine, seed, plan)


def network_fingerprint(network: Network) -> str:
    """SHA-256 in hexadecimal of a network: frozen dataclasses of numbers and names, which print in full."""
    return hashlib.sha256(repr(network).encode()).hexdigest()


@cache
def model_version() -> str:
    """The program's version, and a digest of the sources and libraries that make tallies.

    The version alone would mix what the same version made before and after its engines were edited.
    """
    digest = hashlib.sha256("".join(version(name) for name in LIBRARIES).encode())
    for source in sorted([*PACKAGE.glob("engines/**/*.py"), *PACKAGE.glob("network/*.py")]):
        digest.update(source.relative_to(PACKAGE).as_posix().encode() + source.read_bytes())
    return f"{VERSION}+{digest.hexdigest()[:12]}"
