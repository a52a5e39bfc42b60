"""Each study as it is called from Python and on a command line, with the same things asked, cut short."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial

import headroom

FARM, SERVER = "scenarios/first_farm.yaml", "scenarios/single_server.yaml"
HOURLY = "scenarios/hourly_api.yaml"
COUNTERS = "scenarios/counters/downloads.json"
# A run of a fraction of a second; so short a warm-up is long enough only for those who do not ask for precision.
SHORT = {"run.warm_up": "5 s", "run.duration": "10 s", "run.window": "1 s", "run.precision": "50 %"}
OUTAGE = {
    "unit.failures.watch": "4 s",
    "unit.failures.mtbf": "none",
    "unit.failures.mttr": "none",
    "unit.failures.timetable": [{"at": "2 s", "lasts": "6 s"}],
}


def assigned(overrides):
    """The same on a command line."""
    written = {"unit.failures.timetable": "[{at: 2 s, lasts: 6 s}]"}
    return [word for path, value in overrides.items() for word in ("--set", f"{path}={written.get(path, value)}")]


@dataclass(frozen=True)
class Asked:
    """A study: the words of its command, and the call."""

    words: tuple[str, ...]
    call: Callable[[], headroom.Result]


THEORY = ("--engine", "theory")
ASKED = {
    "run": Asked(("run", SERVER, *THEORY), partial(headroom.run, SERVER, engine="theory")),
    "run, simulated": Asked(
        ("run", SERVER, "--replications", "2", "--seed", "7", *assigned(SHORT)),
        partial(headroom.run, SERVER, SHORT, replications=2, seed=7),
    ),
    "plan": Asked(
        ("plan", FARM, *THEORY, "--set", "demand=20 Gbps"),
        partial(headroom.plan, FARM, demand="20 Gbps", engine="theory"),
    ),
    "plan, simulated": Asked(
        ("plan", FARM, "--replications", "2", *assigned(SHORT)), partial(headroom.plan, FARM, SHORT, replications=2)
    ),
    "capacity": Asked(
        ("capacity", SERVER, "--replications", "2", *assigned(SHORT)),
        partial(headroom.capacity, SERVER, SHORT, replications=2),
    ),
    "compare": Asked(
        ("compare", SERVER, SERVER, "--replications", "2", *assigned(SHORT)),
        partial(headroom.compare, SERVER, SERVER, overrides=SHORT, replications=2),
    ),
    "optimise": Asked(
        ("optimise", FARM, *THEORY, "--server", "dl585-2.2ghz*"),
        partial(headroom.optimise, FARM, engine="theory", servers="dl585-2.2ghz*"),
    ),
    "grow": Asked(
        ("grow", "scenarios/growing_downloads.yaml", *THEORY),
        partial(headroom.grow, "scenarios/growing_downloads.yaml", engine="theory"),
    ),
    "review": Asked(
        ("review", FARM, "--counters", COUNTERS, *THEORY), partial(headroom.review, FARM, COUNTERS, engine="theory")
    ),
    "backtest": Asked(
        ("backtest", HOURLY, "--counters", COUNTERS, *THEORY),
        partial(headroom.backtest, HOURLY, COUNTERS, engine="theory"),
    ),
    "sensitivity": Asked(
        ("sensitivity", FARM, *THEORY, "--samples", "8"),
        partial(headroom.sensitivity, FARM, samples=8, engine="theory"),
    ),
    "sweep": Asked(
        ("sweep", "scenarios/portfolio.yaml", *THEORY),
        partial(headroom.sweep, "scenarios/portfolio.yaml", engine="theory"),
    ),
    "survive": Asked(
        ("survive", "scenarios/failing_unit.yaml", "--load", "40 /s", "--replications", "2",
         *assigned(SHORT | OUTAGE)),
        partial(headroom.survive, "scenarios/failing_unit.yaml", SHORT | OUTAGE, load="40 /s", replications=2),
    ),
    "daily": Asked(
        ("daily", "scenarios/release_day.yaml", "--load", "4 /s", "--replications", "2", *assigned(SHORT),
         "--set", "run.warm_up=70 s"),
        partial(headroom.daily, "scenarios/release_day.yaml", SHORT | {"run.warm_up": "70 s"}, load="4 /s",
                replications=2),
    ),
    "check": Asked(
        ("check", FARM, SERVER, *THEORY, "--set", "demand=1 Gbps"),
        partial(headroom.check, FARM, SERVER, demand="1 Gbps", engine="theory"),
    ),
    "validate": Asked(("validate", "address_space"), partial(headroom.validate, "address_space")),
    "calibrate": Asked(
        ("calibrate", "measurements", "scenarios/measured/one_web_server.csv", "--cores", "4", "--at", "400 /s"),
        partial(headroom.calibrate, "scenarios/measured/one_web_server.csv", cores=4, at="400 /s"),
    ),
    "calibrate_log": Asked(
        ("calibrate", "log", "scenarios/logs/example.log.gz"),
        partial(headroom.calibrate_log, "scenarios/logs/example.log.gz"),
    ),
}  # fmt: skip
