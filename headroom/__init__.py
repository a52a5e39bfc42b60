"""Headroom: capacity planning for farms of download and web servers, by simulation and theory.

    import headroom
    farm = headroom.plan("edge.yaml", demand="200 Gbps")
    farm.servers, farm.cost_per_month, farm.bottleneck, farm.to_frame()

Each study takes a scenario - the path of a file, YAML text, a dict, or what `load` gives - and returns a typed result.
"""

from importlib import import_module
from typing import TYPE_CHECKING

from headroom.own_packages import require_own_packages

require_own_packages()

from simulator.version import VERSION  # noqa: E402 - once it is known whose package that is

__version__ = VERSION

if TYPE_CHECKING:
    from headroom.calibration import calibrate, calibrate_log
    from headroom.checks import check, validate
    from headroom.networks import (
        Admit,
        Allocate,
        Background,
        Balancer,
        Cache,
        Catalogue,
        Delay,
        Distribution,
        Family,
        Free,
        Lookup,
        MemoryRegion,
        MultiServer,
        Network,
        Release,
        RequestClass,
        ResponseBytes,
        Seize,
        Serve,
        SessionSource,
        SharedCapacity,
        TokenPool,
        constant,
        exponential,
        simulate,
    )
    from headroom.scenarios import load
    from headroom.studies import (
        backtest,
        capacity,
        compare,
        daily,
        grow,
        optimise,
        plan,
        review,
        run,
        score,
        sensitivity,
        survive,
        sweep,
    )
    from models.errors import Problem, ScenarioError
    from models.scenario import Scenario
    from simulator.errors import (
        InternalError,
        NoCapacity,
        NoLoad,
        NotConverged,
        Overloaded,
        ReportError,
        Unstable,
        UnsupportedByEngine,
    )
    from simulator.extras import MissingExtra
    from simulator.studies.result import FarmResult, Figure, Result

# Where each name is from: what it needs is loaded when somebody asks for it.
_PLACES = {
    "headroom.scenarios": ("load",),
    "headroom.studies": (
        "backtest", "capacity", "compare", "daily", "grow", "optimise", "plan", "review", "run", "score",
        "sensitivity", "survive", "sweep",
    ),
    "headroom.calibration": ("calibrate", "calibrate_log"),
    "headroom.checks": ("check", "validate"),
    "headroom.networks": (
        "Admit", "Allocate", "Background", "Balancer", "Cache", "Catalogue", "Delay", "Distribution", "Family", "Free",
        "Lookup", "MemoryRegion", "MultiServer", "Network", "Release", "RequestClass", "ResponseBytes", "Seize",
        "Serve", "SessionSource", "SharedCapacity", "TokenPool", "constant", "exponential", "simulate",
    ),
    "models.errors": ("Problem", "ScenarioError"),
    "models.scenario": ("Scenario",),
    "simulator.errors": (
        "InternalError", "NoCapacity", "NoLoad", "NotConverged", "Overloaded", "ReportError", "Unstable",
        "UnsupportedByEngine",
    ),
    "simulator.extras": ("MissingExtra",),
    "simulator.studies.result": ("FarmResult", "Figure", "Result"),
}  # fmt: skip
_PLACE_OF = {name: place for place, names in _PLACES.items() for name in names}

__all__ = [
    "Admit", "Allocate", "Background", "Balancer", "Cache", "Catalogue", "Delay", "Distribution", "Family",
    "FarmResult", "Figure", "Free", "InternalError", "Lookup", "MemoryRegion", "MissingExtra", "MultiServer",
    "Network", "NoCapacity", "NoLoad", "NotConverged", "Overloaded", "Problem", "Release", "ReportError",
    "RequestClass", "ResponseBytes", "Result", "Scenario", "ScenarioError", "Seize", "Serve", "SessionSource",
    "SharedCapacity", "TokenPool", "Unstable", "UnsupportedByEngine", "__version__", "backtest", "calibrate",
    "calibrate_log", "capacity", "check", "compare", "constant", "daily", "exponential", "grow", "load", "optimise",
    "plan", "review", "run", "score", "sensitivity", "simulate", "survive", "sweep", "validate",
]  # fmt: skip


def __getattr__(name: str) -> object:
    """A name of this package, loaded when it is first asked for."""
    if name not in _PLACE_OF:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    value: object = getattr(import_module(_PLACE_OF[name]), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    """What this package offers."""
    return __all__
