"""Imports go one way: models <- network <- translate, engines <- measure <- rollup <- sizing <- questions <- ui, and
headroom, the library."""

import pytest

from tests.architecture.sources import FOLDERS, imports, name, sources

SHARED_BY_ENGINES = tuple(
    f"simulator.engines.{module}"
    for module in ("address", "balancing", "columns", "compiling", "contents", "draws", "engine", "footprint",
                   "histogram", "kept", "memory", "patience", "plan", "popularity", "prefetch", "profile", "quantiles",
                   "tally")
)  # fmt: skip
ESTIMATES = tuple(
    f"simulator.measure.{module}" for module in ("estimate", "percent", "propagate", "results", "subjects")
)
ERRORS = (
    "simulator.brief", "simulator.errors", "simulator.exits", "simulator.extras", "simulator.in_role",
    "simulator.signals", "simulator.targets", "simulator.version",
)  # fmt: skip
ENGINES = (*SHARED_BY_ENGINES, "simulator.engines.analytic", "simulator.solver")
# What every question may build on; questions that build on others name those besides.
SIZED = ("models", "simulator.network", "simulator.describing", "simulator.translate", "simulator.measure",
         "simulator.rollup",
         "simulator.sizing", "simulator.machine", "simulator.report", *ENGINES, *ERRORS)  # fmt: skip
_SHARED = ("arguments", "asked", "day", "inputs", "outputs", "reports", "result", "watch")
COMMANDS = tuple(f"simulator.questions.{module}" for module in _SHARED)
ASKED = (*SIZED, *COMMANDS)
QUESTIONS = "simulator.questions"

# What of the program each folder may import, beside itself. What is not listed is forbidden.
MAY_IMPORT = {
    "models": (),
    "models/quantities": ("models.suggest",),
    "models/parts": ("models.quantities",),
    "models/reading": ("models.errors", "models.quantities", "models.scenario", "models.suggest", "models.visible"),
    "models/checks": ("models.absences", "models.capacity_curve", "models.parts",
                      "models.quantities", "models.ram_ledger", "models.reading",
                      "models.scaling_law", "models.scenario", "models.suggest", "models.told_apart"),
    "simulator/network": (),
    # A network in words: what people read is written as everywhere.
    "simulator/describing": ("models.quantities.writing", "simulator.network"),
    # What an access log holds, as arrays; what it tells of the load, with intervals, is a question's.
    "simulator/traffic": ("models", "simulator.network", "simulator.engines.compiling", *ERRORS),
    "simulator/translate": ("models", "simulator.network", "simulator.traffic", "simulator.errors"),
    "simulator/engines/kernel": ("simulator.network", *SHARED_BY_ENGINES),
    "simulator/engines/reference": ("simulator.network", *SHARED_BY_ENGINES),
    "simulator/engines/analytic": ("simulator.network", *SHARED_BY_ENGINES, *ERRORS),
    # What wraps an engine: the store of finished runs, a cluster, a limit.
    "simulator/engines/around": ("models.errors", "simulator.network", "simulator.store", *SHARED_BY_ENGINES, *ERRORS),
    "simulator/store": ("models.reading.read_file", "models.visible", "simulator.network", *SHARED_BY_ENGINES, *ERRORS),
    "simulator/machine": ("models", *SHARED_BY_ENGINES),
    "simulator/measure": ("models", "simulator.network", "simulator.translate", "simulator.engines.analytic",
                          *SHARED_BY_ENGINES, *ERRORS),
    # What a demand asks of a server follows from its network by the laws of theory, with their known errors.
    "simulator/rollup": ("models", "simulator.network", "simulator.engines.analytic.bottleneck",
                         "simulator.engines.analytic.cache_errors", "simulator.engines.analytic.wire", *ESTIMATES,
                         *ERRORS),
    "simulator/sizing": ("models", "simulator.network", "simulator.translate", "simulator.measure", "simulator.rollup",
                         "simulator.machine", *ENGINES, *ERRORS),
    # The months ahead: what is sized once, through time.
    "simulator/growth": ("models", "simulator.measure", "simulator.rollup", "simulator.sizing", *ERRORS,
                         "simulator.solver"),
    # One unit whose nodes fail: what is sized once, watched through its timetable.
    "simulator/survival": ("models", "simulator.network", "simulator.translate", "simulator.measure",
                           "simulator.rollup", "simulator.sizing", *SHARED_BY_ENGINES, *ERRORS, "simulator.solver"),
    # A day of its load: what is sized once, at many loads and through windows of the day.
    "simulator/daily": ("models", "simulator.network", "simulator.translate", "simulator.measure", "simulator.sizing",
                        "simulator.survival", *SHARED_BY_ENGINES, *ERRORS, "simulator.solver"),
    # A model from what somebody measured: parameters are tried through theory, then through engines.
    "simulator/calibration": ("models", "simulator.network", "simulator.translate", "simulator.measure",
                              "simulator.rollup", "simulator.sizing", "simulator.machine", *ENGINES, *ERRORS),
    "simulator/report": ("models", "simulator.network", "simulator.rollup", *ESTIMATES, *ERRORS),
    # A question may build on what comes before it here.
    "simulator/questions/validate": (*ASKED, "simulator.calibration"),
    "simulator/questions/helps": ASKED,
    "simulator/questions/sensitivity": ASKED,
    "simulator/questions/capacity": (*ASKED, f"{QUESTIONS}.helps"),
    "simulator/questions/plan": (*ASKED, "simulator.growth", "simulator.survival", f"{QUESTIONS}.survive",
                                 *(f"{QUESTIONS}.{before}" for before in ("capacity", "grow", "helps", "sensitivity",
                                                                          "validate"))),
    "simulator/questions/run": (*ASKED, f"{QUESTIONS}.plan"),
    "simulator/questions/compare": ASKED,
    "simulator/questions/optimise": ASKED,
    "simulator/questions/grow": (*ASKED, "simulator.growth"),
    "simulator/questions/survive": (*ASKED, "simulator.survival"),
    "simulator/questions/daily": (*ASKED, "simulator.daily", "simulator.survival", f"{QUESTIONS}.survive"),
    "simulator/questions/calibrate": (*ASKED, "simulator.calibration", "simulator.traffic", f"{QUESTIONS}.init"),
    "simulator/questions/simulate": ASKED,
    "simulator/questions/check": ASKED,
    "simulator/questions/describe": ASKED,
    "simulator/questions/bench": ASKED,
    "simulator/questions/schema": ASKED,
    "simulator/questions/init": ASKED,
    "simulator/questions/sweep": (*ASKED, "simulator.engines.around", "simulator.store"),
    "simulator/questions/results": (*ASKED, "simulator.store"),
    # Answers many at once: it asks the questions for them, and knows nothing of pages.
    "simulator/service": (*SIZED, "simulator.survival", "simulator.daily", "simulator.engines.around",
                          "simulator.store", "simulator.engines.warm", f"{QUESTIONS}.day", f"{QUESTIONS}.compare",
                          f"{QUESTIONS}.helps"),
    # The library calls studies, and hands on their types.
    "headroom": ("models", "simulator.__main__", "simulator.engines.engine", "simulator.growth.forecast",
                 "simulator.machine", "simulator.network", "simulator.questions", "simulator.sizing.sized_by",
                 "simulator.solver", "simulator.translate.one_world", *ERRORS),
    # Pages ask the service, and show what questions make of the answers.
    "simulator/ui": ("models", "simulator.network", "simulator.describing", "simulator.translate", "simulator.rollup",
                     "simulator.growth", "simulator.report",
                     "simulator.service", "simulator.machine", "simulator.store", "simulator.questions",
                     "simulator.measure.paired", "simulator.engines.warm", *SHARED_BY_ENGINES, *ESTIMATES, *ERRORS),
}  # fmt: skip
# Libraries that compute, which stages that only describe or show may not use. Time series come as arrays, so reports
# may look at them.
COMPUTING = {"numpy", "scipy", "numba", "simpy", "pandas", "polars"}
MAY_NOT_COMPUTE = {
    "models": COMPUTING - {"numpy", "scipy"},
    "simulator/network": COMPUTING,
    "simulator/ui": COMPUTING - {"pandas"},
    "simulator/report": COMPUTING - {"numpy"},
}
# What compiles the kernel during set-up is no part of any engine.
SET_UP = "simulator/engines/warm.py"


def within(module: str, packages: tuple[str, ...]) -> bool:
    """Whether a module is one of some packages or lies in one."""
    return any(module == package or module.startswith(f"{package}.") for package in packages)


@pytest.mark.parametrize("folder", MAY_IMPORT)
def test_a_stage_imports_only_what_comes_before_it(folder):
    allowed = (folder.replace("/", "."), *MAY_IMPORT[folder])
    ours = ("headroom", "models", "simulator", "tests")
    wrong = {
        f"{name(file)} imports {module}"
        for file in sources(folder)
        for module in imports(file)
        if within(module, ours) and not within(module, allowed)
    }
    assert not wrong


@pytest.mark.parametrize("folder", MAY_NOT_COMPUTE)
def test_stages_that_describe_or_show_compute_nothing(folder):
    wrong = {
        f"{name(file)} imports {module}"
        for file in sources(folder)
        for module in imports(file)
        if module.split(".")[0] in MAY_NOT_COMPUTE[folder]
    }
    assert not wrong


# What the files of a question are called that tell its answer; the others ask and work it out.
TELLING = ("document", "sentences", "terminal", "data", "result", "differences", "farms", "sides", "table")


def test_what_tells_an_answer_works_nothing_out():
    """The blocks, sentences and sections of a question are no better than reports: they know no engine."""
    told = [f for f in sources("simulator/questions") if f.stem in TELLING or f.parent.name in ("sections", "money")]
    assert len(told) > 20
    # A result gives a table of pandas, which computes nothing.
    engines = ("simulator.engines", "simulator.solver", "simulator.sizing", *COMPUTING - {"numpy", "pandas"})
    wrong = {f"{name(file)} imports {module}" for file in told for module in imports(file) if within(module, engines)}
    assert not wrong


def test_what_engines_share_knows_none_of_them():
    engines = tuple(f"simulator.engines.{engine}" for engine in ("kernel", "reference", "analytic"))
    shared = [f for f in sources("simulator/engines") if f.parent.name == "engines" and name(f) != SET_UP]
    assert shared
    for file in shared:
        foreign = {m for m in imports(file) if within(m, ("models", *engines))}
        assert not foreign, name(file)


def test_nothing_of_the_program_imports_its_tests():
    for file in sources(*FOLDERS):
        assert not any(within(module, ("tests",)) for module in imports(file)), name(file)


def test_only_the_interface_and_the_reports_know_their_libraries():
    """Streamlit stays in the interface; what renders reports stays in the reports. Where extras are listed, all are."""
    for file in sources("models", "simulator"):
        if not name(file).startswith("simulator/ui/") and name(file) != "simulator/extras.py":
            assert not any(within(module, ("streamlit",)) for module in imports(file)), name(file)


def test_only_renderers_know_how_a_terminal_is_written():
    """A question says which blocks are shown; what draws a bar of progress is the one other place."""
    knowing = {name(f) for f in sources("models", "simulator") if any(within(m, ("rich",)) for m in imports(f))}
    assert knowing == {
        "simulator/questions/outputs.py",
        "simulator/report/renderers/terminal.py",
    }


# Libraries that stand in extras: whoever needs one asks simulator/extras.py, which says what to install.
EXTRAS = ("altair", "vl_convert", "typst", "xlsxwriter", "streamlit", "distributed", "polars", "pyarrow", "statsmodels")


def test_libraries_of_extras_are_loaded_in_one_place():
    outside = [f for f in sources(*FOLDERS) if not name(f).startswith("simulator/ui/")]
    knowing = {name(file) for file in outside if any(within(module, EXTRAS) for module in imports(file))}
    assert knowing == {"simulator/extras.py"}
