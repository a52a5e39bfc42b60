"""What a refusal says to do leads to an answer: each remedy that an error names is followed, one after the other.

Errors carry their remedies typed (changes as after `--set`, another engine, another command), so nothing here reads a
sentence. Small demands settle by themselves: a log of 0.3 requests a second is planned as it was written.
"""

import json
from dataclasses import dataclass, field
from pathlib import Path

import pytest

import simulator.cli.main
from models.errors import Remedy, ScenarioError
from simulator.errors import NoCapacity, NoLoad, NotConverged, Overloaded, UnsupportedByEngine
from simulator.exits import exit_code
from tests.cli.conftest import SMALL
from tests.docs.test_how_to import DAILY
from tests.proven import mostly_proof
from tests.traffic.logs import whole_log

SHORT = {"run.duration": "10 s", "run.window": "1 s", "run.warm_up": "5 s"}
QUICK = {**SHORT, "run.replications": "2"}
WATCHED = {**QUICK, "unit.failures.watch": "4 s"}
PAIR = {**WATCHED, "unit.nodes": "2"}
X86 = "scenarios/published/microsoft_update_x86.yaml"
THEORY = ("--engine", "theory")
FIRST = "scenarios/first_farm.yaml"
CLASSES = "[{name: pages, rate: 8 /s, size: 40 kB, cpu: 1 ms}, {name: images, rate: 42 /s, size: 12 kB, cpu: 1 ms}]"
GROUPS = {
    "workload.request": "none",
    "workload.classes": CLASSES,
    "workload.content": "none",
    "unit.spare_nodes": "0",
    "unit.paths": "[{name: pages, nodes: 3, classes: [pages]}, {name: images, nodes: 2, classes: [images]}]",
}
DAY = f"{{hours: {[1.0] * 12 + [2.0] * 12}}}"
HISTORY = "growth: {start: 2026-12, history: {file: months.csv, unit: Mbps}}"
MONTHS = [f"{year}-{month:02},{3000 + 10 * month}" for year in range(2022, 2026) for month in range(1, 13)]


@dataclass(frozen=True)
class Case:
    """A command that is refused, the error that says so, what is laid over the scenario, how many remedies it carries,
    and what a reader does who takes one that is no value: words in place of the command, and changes."""

    error: type[Exception]
    words: tuple[str, ...]
    changes: dict[str, str] = field(default_factory=dict)
    remedies: int = 1
    readers: tuple[tuple[tuple[str, ...], dict[str, str]], ...] = ()


CASES = {
    "figures that are too imprecise": Case(
        NotConverged, ("run", SMALL), {**SHORT, "run.precision": "0.5 %", "run.most_replications": "5"}, 2
    ),
    "a capacity that is too imprecise": Case(
        NotConverged, ("capacity", SMALL), {**SHORT, "run.precision": "1.2 %", "run.most_replications": "5"}, 2
    ),
    "a server that does not settle": Case(
        NotConverged,
        ("run", SMALL),
        {"run.duration": "1 s", "run.window": "200 ms", "run.start": "cold", "run.replications": "2"},
    ),
    "a warm-up that is too short": Case(
        NotConverged, ("run", X86), {"run.warm_up": "10 s", "run.duration": "200 s", "run.replications": "2"}
    ),
    "too few responses for a percentile": Case(
        NotConverged,
        ("capacity", SMALL),
        {
            **{"run.duration": "1 s", "run.window": "200 ms", "run.warm_up": "1 s", "run.replications": "2"},
            **{"targets.p99_response": "3 s", "workload.offered": "20 /s", "workload.request.cpu": "200 ms"},
        },
    ),
    "a percentile that no load meets": Case(NoLoad, ("capacity", SMALL), {**QUICK, "targets.p95_response": "1 ms"}),
    "more than a server carries": Case(
        Overloaded, ("run", SMALL), {**QUICK, "workload.offered": "6000 /s", "run.warm_up": "auto"}
    ),
    "clients that give up, in theory": Case(
        UnsupportedByEngine, ("run", SMALL, *THEORY), {**QUICK, "workload.patience.response": "1 s"}
    ),
    "a balancer that looks at nodes, in theory": Case(
        UnsupportedByEngine,
        ("run", SMALL, *THEORY),
        {**QUICK, "unit.nodes": "2", "unit.balancer": "least-connections"},
    ),
    "a load test, in theory": Case(
        UnsupportedByEngine,
        ("run", SMALL, *THEORY),
        {**QUICK, "workload.ramp": "{over: 10 s, shape: linear}"},
    ),
    "a log whose load cannot be raised": Case(
        UnsupportedByEngine,
        ("capacity", SMALL),
        {
            **{"run.duration": "20 s", "run.window": "1 s", "run.replications": "2", "workload.offered": "none"},
            "workload.trace": "{file: logs/example.log.gz}",
        },
        2,
    ),
    "no load to be measured at": Case(ScenarioError, ("run", SMALL), {**QUICK, "workload.offered": "none"}, 2),
    "a population whose load cannot be raised": Case(
        ScenarioError, ("capacity", SMALL), {**QUICK, "workload.offered": "none", "workload.population": "100"}
    ),
    "no demand": Case(ScenarioError, ("optimise", SMALL, *THEORY)),
    "a vendor of whom nobody said who that is": Case(
        ScenarioError,
        ("optimise", "scenarios/downloads_today.yaml", *THEORY, "--same-vendor"),
        {"server": "dl385-epyc-7601-2x25gbe", "server.vendor": "none"},
    ),
    "no growth": Case(ScenarioError, ("grow", SMALL, *THEORY), {"demand": "500 Mbps"}),
    "a farm to be written out without a demand": Case(
        ScenarioError, ("plan", SMALL, *THEORY, "--out", "{folder}"), QUICK
    ),
    "more units than there can be": Case(NoCapacity, ("plan", SMALL, *THEORY), {"demand": "900 Tbps"}),
    "clients of few resolvers": Case(
        NoCapacity,
        ("plan", FIRST, *THEORY),
        {"dns": "{time_to_live: 5 min, resolvers: 3}"},
        1,
        (((), {"dns.resolvers": "20000"}),),
    ),
    "a hall that is too small": Case(
        NoCapacity,
        ("grow", "scenarios/growing_downloads.yaml", *THEORY),
        {"supply.space": "40"},
        1,
        (((), {"supply.space": "400"}),),
    ),
    "a history in another unit": Case(
        ScenarioError, ("grow", "{folder}/history.yaml", *THEORY), {"growth.history.unit": "Gbps"}
    ),
    "a history of less than a season": Case(
        ScenarioError,
        ("grow", "{folder}/history.yaml", *THEORY),
        {"growth.history.hold_back": "50 months"},
        0,
        (((), {"growth.history.hold_back": "6 months"}),),
    ),
    "a probability of a farm that a stated load sizes": Case(
        ScenarioError,
        ("plan", FIRST, *THEORY),
        {"sized_by": "stated load", "workload.offered": "2000 /s", "confidence": "90 %"},
    ),
    "runs that are no pairs": Case(ScenarioError, ("compare", SMALL, "{folder}/other.yaml"), QUICK),
    "groups of nodes, one by one": Case(ScenarioError, ("describe", FIRST), GROUPS, 2),
    "nodes with a share of the content each, which die": Case(
        ScenarioError, ("survive", SMALL), {**PAIR, "unit.balancer": "{model: round-robin, policy: by-url}"}
    ),
    "clients that come again at once where nodes die": Case(
        ScenarioError, ("survive", SMALL), {**PAIR, "workload.retries": "{attempts: 2, back_off: 0 s}"}
    ),
    "no day": Case(ScenarioError, ("daily", SMALL), QUICK, 0, (((), {"workload.day": DAY}),)),
    "a load of a node that is none": Case(
        ScenarioError, ("survive", SMALL, "--load", "much"), PAIR, 0, ((("survive", SMALL, "--load", "60 %"), {}),)
    ),
    "nothing to be compared with": Case(
        ScenarioError, ("compare", SMALL), QUICK, 0, ((("compare", SMALL, SMALL), {}),)
    ),
    "one node that has no other to take over": Case(ScenarioError, ("survive", SMALL), WATCHED),
}


class Asked:
    """Asks the command line, and keeps the error that ended the last answer; None where one came."""

    def __init__(self, headroom, monkeypatch):
        self._headroom, self.error = headroom, None
        monkeypatch.setattr(simulator.cli.main, "exit_code", self._exit_code)

    def __call__(self, words, changes):
        self.error = None
        return self._headroom(
            *words, *(word for path, value in changes.items() for word in ("--set", f"{path}={value}"))
        )

    def _exit_code(self, error):
        self.error = error
        return exit_code(error)


@pytest.fixture
def asked(headroom, monkeypatch):
    return Asked(headroom, monkeypatch)


def remedies(error) -> list[Remedy]:
    if isinstance(error, ScenarioError):
        return [remedy for problem in error.problems for remedy in problem.remedies]
    return list(error.remedies)


def followed(words, remedy):
    command, file, *rest = words
    engine = ["--engine", remedy.engine] if remedy.engine else rest
    return [remedy.command or command, file, *engine]


# Which simulate for a second and more, or seek a farm in all of the catalogue, and end as others do.
LONG = {
    "a capacity that is too imprecise",
    "a server that does not settle",
    "a vendor of whom nobody said who that is",
    "nodes with a share of the content each, which die",
    "clients that come again at once where nodes die",
}


@pytest.mark.parametrize("name", mostly_proof(CASES, CASES.keys() - LONG))
def test_each_remedy_that_a_refusal_names_leads_to_an_answer(asked, name, tmp_path, monkeypatch):
    for place, fewer in DAILY.items():
        monkeypatch.setattr(f"simulator.daily.{place}", fewer)
    case = CASES[name]
    words = [word.format(folder=tmp_path) for word in case.words]
    (tmp_path / "months.csv").write_text("\n".join(["month,demand", *MONTHS]))
    (tmp_path / "history.yaml").write_text(f"{Path(FIRST).read_text()}{HISTORY}\n")
    (tmp_path / "other.yaml").write_text(f"{Path(SMALL).read_text()}run: {{seed: 2}}\n")
    asked(words, case.changes)
    assert isinstance(asked.error, case.error), asked.error
    ways = remedies(asked.error)
    assert len(ways) == case.remedies
    of_readers = [(other or words, changes) for other, changes in case.readers]
    for other, changes in [(followed(words, way), way.changes) for way in ways] + of_readers:
        said = asked(other, {**case.changes, **changes})
        assert asked.error is None and said.code in (0, 1), f"{other} {changes}: {said.err}"


@pytest.fixture(scope="module")
def small_log(tmp_path_factory):
    """A log of 0.3 requests a second, over two hours, nearly all of clients that ask once."""
    file = tmp_path_factory.mktemp("small") / "access.log"
    file.write_bytes(b"".join(whole_log(2000, seed=5, rate=0.3, objects=200)))
    return file


def planned(headroom, log, folder, *words):
    said = headroom("calibrate", "log", log, "--out", folder / "mine.yaml")
    assert said.code == 0, said.err
    return headroom(*words, folder / "mine.yaml")


@pytest.mark.proof
def test_a_server_of_a_small_log_settles_at_what_the_log_asks_for(headroom, small_log, tmp_path):
    """Replications of 1,000 requests, more of them than are allowed: so they become longer instead."""
    said = planned(headroom, small_log, tmp_path, "run", "--set", "workload.offered=0.3 /s", "--json", "-")
    assert said.code == 0, said.err
    stamp = json.loads(said.out)["provenance"]
    assert stamp["replications"] <= 100 and 0.3 * stamp["duration_s"] > 2_000


@pytest.mark.proof
def test_the_scenario_of_a_small_log_is_planned_as_it_was_written(headroom, small_log, tmp_path):
    said = planned(headroom, small_log, tmp_path, "plan", "--json", "-")
    assert said.code in (0, 1), said.err
