"""Imports go one way: models <- network <- translate, engines <- measure <- rollup <- report, ui."""

import pytest

from tests.architecture.sources import imports, name, sources

SHARED_BY_ENGINES = tuple(
    f"simulator.engines.{module}"
    for module in ("columns", "compiling", "draws", "engine", "footprint", "histogram", "kept", "memory", "plan",
                   "popularity", "prefetch", "profile", "tally")
)  # fmt: skip
ESTIMATES = ("simulator.measure.estimate", "simulator.measure.results")
ERRORS = ("simulator.errors", "simulator.exits", "simulator.targets", "simulator.version")

# What of the program each folder may import, beside itself. What is not listed is forbidden.
MAY_IMPORT = {
    "models": (),
    "simulator/network": (),
    "simulator/translate": ("models", "simulator.network"),
    "simulator/engines/kernel": ("simulator.network", *SHARED_BY_ENGINES),
    "simulator/engines/reference": ("simulator.network", *SHARED_BY_ENGINES),
    "simulator/engines/analytic": ("simulator.network", *SHARED_BY_ENGINES, *ERRORS),
    "simulator/measure": ("models", "simulator.network", "simulator.translate", "simulator.engines.analytic",
                          *SHARED_BY_ENGINES, *ERRORS),
    # What a demand asks of a server follows from its network by the laws of theory.
    "simulator/rollup": ("models", "simulator.network", "simulator.engines.analytic.bottleneck",
                         "simulator.engines.analytic.wire", *ESTIMATES, *ERRORS),
    "simulator/sweep": ("models", "simulator.network", "simulator.rollup", "simulator.study", "simulator.solver",
                        "simulator.threads", "simulator.measuring", "simulator.capacity", "simulator.carries",
                        "simulator.measure.progress",
                        "simulator.engines.analytic", *SHARED_BY_ENGINES, *ESTIMATES, *ERRORS),
    "simulator/report": ("models", "simulator.network", "simulator.rollup", "simulator.validate.rows",
                         "simulator.validate.published", "simulator.validate.record",
                         "simulator.validate.resemblance", "simulator.sweep.answer", *ESTIMATES, *ERRORS),
    # The page asks the pipeline as a whole, stops the engine of a question that nobody waits for, and has it set up
    # before the first one.
    "simulator/ui": ("models", "simulator.network", "simulator.translate", "simulator.rollup", "simulator.report",
                     "simulator.study", "simulator.solver", "simulator.measuring", "simulator.capacity",
                     "simulator.farm_at_work", "simulator.comparing", "simulator.room", "simulator.stated_memory",
                     "simulator.deciding", "simulator.options", "simulator.sweep", "simulator.validate",
                     "simulator.threads", "simulator.commands.day", "simulator.measure.paired",
                     "simulator.measure.precision", "simulator.measure.progress", "simulator.engines.analytic",
                     "simulator.engines.warm", *SHARED_BY_ENGINES, *ESTIMATES, *ERRORS),
}  # fmt: skip
# Libraries that compute, which stages that only describe or show may not use. Time series come as arrays, so reports
# may look at them.
COMPUTING = {"numpy", "scipy", "numba", "simpy", "pandas"}
MAY_NOT_COMPUTE = {
    "models": COMPUTING,
    "simulator/network": COMPUTING,
    "simulator/commands": COMPUTING,
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
    ours = ("models", "simulator", "tests")
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


def test_what_engines_share_knows_none_of_them():
    engines = tuple(f"simulator.engines.{engine}" for engine in ("kernel", "reference", "analytic"))
    shared = [f for f in sources("simulator/engines") if f.parent.name == "engines" and name(f) != SET_UP]
    assert shared
    for file in shared:
        foreign = {m for m in imports(file) if within(m, ("models", *engines))}
        assert not foreign, name(file)


def test_nothing_of_the_program_imports_its_tests():
    for file in sources("models", "simulator"):
        assert not any(within(module, ("tests",)) for module in imports(file)), name(file)


def test_only_the_interface_and_the_reports_know_their_libraries():
    """Streamlit stays in the interface; what renders reports stays in the reports."""
    for file in sources("models", "simulator"):
        if not name(file).startswith("simulator/ui/"):
            assert not any(within(module, ("streamlit",)) for module in imports(file)), name(file)
