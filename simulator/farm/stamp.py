"""What a result needs to be made again: the scenario, the seed, the versions and the command."""

import hashlib
import json
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib.metadata import PackageNotFoundError, version

from models.scenario import FarmParts, Scenario
from simulator.version import VERSION

LIBRARIES = ("numba", "numpy", "pydantic", "scipy", "simpy")


@dataclass(frozen=True)
class Stamp:
    """Where a result comes from.

    scenario_file: the path as the user gave it. scenario_sha256: of all resolved values, see `fingerprint`.
    command: reproduces the result from the same checkout. day: ISO date of the run, without a time.
    """

    scenario_file: str
    scenario_sha256: str
    model_version: str
    seed: int
    replications: int
    engine: str
    libraries: Mapping[str, str]
    command: str
    day: str

    @property
    def origin(self) -> str:
        """What a result was made from, in one line: enough to tell two apart."""
        values = self.scenario_sha256[:12]
        return f"{self.scenario_file}, values {values}, model {self.model_version}, seed {self.seed}"


def make_stamp(scenario: Scenario, engine: str, replications: int, command: str, day: str) -> Stamp:
    """The stamp of what `command` made of a scenario on an ISO day."""
    return Stamp(
        scenario_file=scenario.file,
        scenario_sha256=fingerprint(scenario),
        model_version=VERSION,
        seed=scenario.run.seed,
        replications=replications,
        engine=engine,
        libraries=library_versions(),
        command=command,
        day=day,
    )


def fingerprint(scenario: Scenario) -> str:
    """SHA-256 in hexadecimal of every value of a scenario and of its baseline, as resolved from all its files.

    Sources and comments do not count, and neither does where the file lies nor on how many threads it runs: what gives
    the same figures has the same print.
    """
    values = [scenario_values(scenario), scenario_values(scenario.baseline) if scenario.baseline else None]
    text = json.dumps(values, sort_keys=True, separators=(",", ":"), ensure_ascii=True)
    return hashlib.sha256(text.encode()).hexdigest()


@cache
def library_versions() -> dict[str, str]:
    """The installed versions of the libraries that numbers depend on."""
    return {name: _version(name) for name in LIBRARIES}


def _version(name: str) -> str:
    try:
        return version(name)
    except PackageNotFoundError:
        return "not installed"


def scenario_values(scenario: Scenario) -> dict[str, object]:
    """Every value of a scenario that its figures hang on, as JSON has them."""
    values = scenario.model_dump(mode="json", include=set(FarmParts.model_fields))
    del values["run"]["threads"]
    return values
