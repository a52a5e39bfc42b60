"""Judges a recommended farm by itself: counts its units again, and simulates one of its servers anew."""

import math
from dataclasses import dataclass, field
from datetime import date
from pathlib import Path

import yaml

from models.errors import ScenarioError
from models.load import load
from models.scenario import Scenario
from simulator.engines.engine import load_engine
from simulator.errors import NoCapacity, NoLoad, NotConverged, Unstable
from simulator.experiment.limits import rank_limits
from simulator.experiment.replications import measure_replications
from simulator.experiment.results import WarmUp
from simulator.experiment.solvers import Simulation
from simulator.experiment.verdicts import Verdict, verdicts
from simulator.farm.farm import Farm
from simulator.farm.farm_at_work import server_at_rate
from simulator.farm.study import study
from simulator.farm.traffic_demand import WIRE
from simulator.targets import LABELS
from tests.sizing.generated import REQUESTS, document

DAY = date(2026, 1, 1)
# How sure a judge is that a target is missed: with some targets of each of 500 farms, in all of them, one time in ten.
SURE = 0.9999
REPLICATIONS, LONGER = 8, 3.0
FARM, NO_LOAD, REFUSED, UNCLEAR = "a farm", "no load meets the targets", "refused when it was read", "not converged"


@dataclass
class Judged:
    """What became of a scenario: one of the four words above, what was said, and what is wrong with it."""

    seed: int
    outcome: str
    said: str = ""
    faults: list[str] = field(default_factory=list)


def judged(seed: int, folder: Path, requests: int = REQUESTS) -> Judged:
    """Plans the scenario with that number and judges the answer. Whatever else is raised is a fault of the program."""
    file = folder / f"drawn_{seed}.yaml"
    file.write_text(yaml.safe_dump(dict(document(seed, requests)), sort_keys=False), encoding="utf-8")
    try:
        scenario = load(file)
        outcome = study(scenario, Simulation(load_engine("kernel")), "plan", DAY)
    except ScenarioError as error:
        return Judged(seed, REFUSED, str(error))
    except NoLoad as error:
        return Judged(seed, NO_LOAD, str(error), _untold(error))
    except NotConverged as error:
        return Judged(seed, UNCLEAR, str(error))
    except (NoCapacity, Unstable) as error:
        return Judged(seed, NO_LOAD, str(error), [f"no target named: {error}"])
    return Judged(seed, FARM, "", [*_miscounted(scenario, outcome.farm), *_missed(scenario, outcome.farm)])


def _untold(error: NoLoad) -> list[str]:
    """What a refusal leaves out: the target, its limit where it has one, and what to do."""
    said, nearest = str(error), error.nearest
    return [
        f"not told: {what}: {said}" for what, told in (
            ("the target", nearest.target in LABELS and " asked" in said or "pile up" in said),
            ("the limit", not nearest.limit or nearest.limit in said),
            ("the remedy", error.remedy and said.endswith(error.remedy)),
        ) if not told
    ]  # fmt: skip


def _miscounted(scenario: Scenario, farm: Farm) -> list[str]:
    """Units and servers against demand x (1 + reserve) / what a unit carries, counted here."""
    sizing, working = farm.sizing, scenario.unit.nodes - scenario.unit.spare_nodes
    carried = farm.carried.mbps if sizing.demanded.basis == WIRE else farm.carried.requests
    units = sizing.demanded.amount.value * (1.0 + scenario.reserve) / (working * carried.value)
    whole = math.ceil(units - 1e-6 * max(1.0, units)) + scenario.spare_units
    counted = {
        "units": (sizing.units.whole.value, whole),
        "servers": (sizing.servers.whole.value, whole * scenario.unit.nodes),
        "working servers": (sizing.working_servers, (whole - scenario.spare_units) * working),
    }
    return [f"{name}: {found} where {right} are right" for name, (found, right) in counted.items() if found != right]


def _missed(scenario: Scenario, farm: Farm) -> list[str]:
    """The targets that a server surely misses at its share of the demand with all spares gone.

    That share is no more than what a server carries at the lower end of its interval: what lies within the interval is
    not told. The judge has other draws, and waits as long again as sessions last for what is open at the start to fade.
    """
    carried, sizing = farm.carried, farm.sizing
    counted = carried.mbps if sizing.demanded.basis == WIRE else carried.requests
    share = sizing.demanded.amount.value / counted.value / sizing.working_servers
    rate = carried.requests.value * min(share, carried.requests.low / carried.requests.value)
    run = scenario.run
    again = run.model_copy(update={
        "seed": run.seed + 1_000_000, "duration": LONGER * run.duration, "replications": REPLICATIONS,
        "confidence": SURE,
    })  # fmt: skip
    longer = scenario.model_copy(update={"run": again})
    warm_up = WarmUp(max(carried.settled.seconds, run.duration))
    results = measure_replications(load_engine("kernel"), server_at_rate(longer, rate), again, settled=warm_up)
    found = verdicts(longer, results, rank_limits(results))
    return [f"{_said(each)} at {rate:.6g} requests/s" for each in found if each.met is False and each.clear]


def _said(verdict: Verdict) -> str:
    measured = verdict.measured
    found = f"{measured.value:.5g} +- {measured.half_width:.2g}"
    return f"{verdict.name}: {found}, asked {verdict.asked:.5g} {verdict.unit}"
