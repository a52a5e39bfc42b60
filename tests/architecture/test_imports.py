"""Imports go one way: models <- network <- translate, engines <- experiment <- farm <- studies <- ui, and
headroom, the library."""

import pytest

from tests.architecture.sources import FOLDERS, imports, name, sources

SHARED_BY_ENGINES = tuple(
    f"simulator.engines.{module}"
    for module in (
        "pointers",
        "balancing",
        "columns",
        "compiling",
        "cache_contents",
        "draws",
        "engine",
        "footprint",
        "histogram",
        "sized_cache",
        "slices",
        "memory",
        "miss_gaps",
        "client_timeouts",
        "run_plan",
        "lives",
        "policy_contents",
        "policy_laws",
        "use_counts",
        "popularity",
        "prefetch",
        "rate_profile",
        "quantiles",
        "tally",
    )
)
ESTIMATES = tuple(
    f"simulator.experiment.{module}" for module in (
        "error_propagation", "estimate", "percent", "results", "subjects",
        # What a server was found to carry, and which limit stops it.
        "largest_load", "limits", "load_imbalance", "node_failure", "server_capacity", "verdicts",
    )
)  # fmt: skip
# How what a server carries is searched; and how a farm is studied: what only records and reports may not use.
SEARCHES = tuple(
    f"simulator.experiment.{module}"
    for module in ("attainable_targets", "capacity_bound", "capacity_by_solver", "capacity_search",
                   "largest_load_in_theory", "loaded_server",
                   "measurement", "memory_budget", "path_groups", "percentile_search", "replication_search",
                   "run_length", "single_server", "sizing_basis", "solvers")
)  # fmt: skip
STUDIES_OF_FARMS = tuple(
    f"simulator.farm.{module}"
    for module in (
        "farm_at_work",
        "larger_cache",
        "right_size",
        "setting_first",
        "tier_load",
        "sized_server",
        "spares_down",
        "study",
        "tier_failure_study",
        "tier_sizing",
        "time_targets",
        "unit_size",
    )  # fmt: skip
)
ERRORS = (
    "simulator.brief", "simulator.errors", "simulator.exits", "simulator.extras", "simulator.messages.stages",
    "simulator.roles", "simulator.signals", "simulator.targets", "simulator.version",
)  # fmt: skip
ENGINES = (*SHARED_BY_ENGINES, "simulator.engines.theory", "simulator.solver")
SIZED = (
    "models",
    "simulator.network",
    "simulator.translate",
    "simulator.experiment",
    "simulator.farm",
    "simulator.machine",
    "simulator.messages",
    "simulator.output",
    "simulator.uncertainty",
    *ENGINES,
    *ERRORS,
)
_SHARED = ("arguments", "inputs", "options", "outputs", "reports", "today")
COMMANDS = tuple(f"simulator.cli.{module}" for module in _SHARED)
STUDIES = "simulator.studies"
# What every study builds on; studies that build on others name those besides.
STUDY_BASE = (*SIZED, *COMMANDS, f"{STUDIES}.result", f"{STUDIES}.watch")

# What of the program each folder may import, beside itself. What is not listed is forbidden.
MAY_IMPORT = {
    "models": (),
    # Sentences know plain values and how numbers are written.
    "models/messages": ("models.quantities.formatting",),
    "models/quantities": ("models.messages", "models.suggest"),
    "models/parts": ("models.messages", "models.quantities"),
    "models/reading": (
        "models.errors",
        "models.messages",
        "models.parts.request",
        "models.parts.unit",
        "models.parts.zones",
        "models.quantities",
        "models.scenario",
        "models.suggest",
        "models.visible",
    ),
    "models/checks": (
        "models.messages",
        "models.node_absences",
        "models.object_store",
        "models.message_queue",
        "models.capacity_curve",
        "models.cpu_without_requests",
        "models.parts",
        "models.quantities",
        "models.ram_ledger",
        "models.replication",
        "models.reading",
        "models.scaling_law",
        "models.scenario",
        "models.shield",
        "models.suggest",
        "models.caller_pools",
        "models.pod_room",
        "models.pods",
        "models.unit_pods",
        "models.tier_flows",
        "models.tier_room",
        "models.buffer_pool",
        "models.cached_keys",
        "models.client_affinity",
        "models.content_share",
        "models.zone_placement",
    ),
    "simulator/messages/stages": ("models.messages", "models.quantities.formatting"),
    "simulator/network": ("simulator.messages.stages",),
    # A network in words: what people read is written as everywhere.
    "simulator/messages/description": (
        "models.quantities.formatting",
        "simulator.messages.stages",
        "simulator.network",
    ),
    # What an access log holds, as arrays; what it tells of the load, with intervals, is a question's.
    "simulator/traffic": ("models", "simulator.network", "simulator.engines.compiling", *ERRORS),
    "simulator/translate": (
        "models",
        "simulator.messages.stages",
        "simulator.network",
        "simulator.traffic",
        "simulator.errors",
    ),
    "simulator/engines/kernel": ("simulator.messages.stages", "simulator.network", *SHARED_BY_ENGINES),
    "simulator/engines/reference": ("simulator.messages.stages", "simulator.network", *SHARED_BY_ENGINES),
    "simulator/engines/theory": ("simulator.network", *SHARED_BY_ENGINES, *ERRORS),
    # What wraps an engine: the store of finished runs, a cluster, a limit.
    "simulator/engines/decorators": (
        "models.errors",
        "simulator.network",
        "simulator.store",
        *SHARED_BY_ENGINES,
        *ERRORS,
    ),
    "simulator/store": ("models.reading.read_file", "models.visible", "simulator.network", *SHARED_BY_ENGINES, *ERRORS),
    "simulator/machine": ("models", "simulator.messages.stages", *SHARED_BY_ENGINES),
    "simulator/experiment": (
        "models",
        "simulator.network",
        "simulator.translate",
        "simulator.machine",
        *ENGINES,
        *ERRORS,
    ),
    "simulator/farm": (
        "models",
        "simulator.network",
        "simulator.translate",
        "simulator.experiment",
        "simulator.machine",
        *ENGINES,
        *ERRORS,
    ),
    # Worlds: what is not known of a plan, theory's answer in each, and what follows for a decision.
    "simulator/uncertainty": (
        "models",
        "simulator.network",
        "simulator.translate",
        "simulator.experiment",
        "simulator.farm",
        *ENGINES,
        *ERRORS,
    ),
    # The months ahead: what is sized once, through time.
    "simulator/growth": (
        "models",
        "simulator.experiment",
        "simulator.farm",
        "simulator.uncertainty",
        *ERRORS,
        "simulator.solver",
    ),
    # One unit whose nodes fail: what is sized once, watched through its timetable.
    "simulator/failover": (
        "models",
        "simulator.network",
        "simulator.translate",
        "simulator.experiment",
        "simulator.farm",
        *SHARED_BY_ENGINES,
        *ERRORS,
        "simulator.solver",
    ),
    # A day of its load: what is sized once, at many loads and through windows of the day.
    "simulator/daily": (
        "models",
        "simulator.network",
        "simulator.translate",
        "simulator.experiment",
        "simulator.farm",
        "simulator.failover",
        *SHARED_BY_ENGINES,
        *ERRORS,
        "simulator.solver",
    ),
    # A model from what somebody measured: parameters are tried through theory, then through engines.
    "simulator/calibration": (
        "models",
        "simulator.network",
        "simulator.traffic",
        "simulator.translate",
        "simulator.experiment",
        "simulator.farm",
        "simulator.machine",
        "simulator.uncertainty",
        *ENGINES,
        *ERRORS,
    ),
    # What is said of months, failures and days is said of what the stages of these hand over.
    "simulator/messages": (
        "models",
        "simulator.network",
        "simulator.farm",
        "simulator.growth",
        "simulator.failover",
        "simulator.daily",
        "simulator.output",
        *ESTIMATES,
        *ERRORS,
    ),
    # What was fitted, and what a log holds, in sentences and as the files that are written of them.
    "simulator/messages/calibrate": (
        "models",
        "simulator.calibration",
        "simulator.experiment.estimate",
        "simulator.messages",
        "simulator.traffic",
    ),
    # Counters of what runs, and the model of a farm held beside them.
    "simulator/telemetry": (
        "models",
        "simulator.calibration.point",
        "simulator.calibration.reading",
        "simulator.network",
        "simulator.experiment",
        *ENGINES,
        *ERRORS,
    ),
    "simulator/output": ("models", "simulator.network", "simulator.farm", "simulator.messages", *ESTIMATES, *ERRORS),
    # A question may build on what comes before it here.
    "simulator/studies/validate": (*STUDY_BASE, "simulator.calibration"),
    "simulator/studies/upgrades": STUDY_BASE,
    "simulator/studies/sensitivity": STUDY_BASE,
    "simulator/studies/capacity": (*STUDY_BASE, f"{STUDIES}.upgrades"),
    "simulator/studies/plan": (
        *STUDY_BASE,
        "simulator.growth",
        "simulator.failover",
        f"{STUDIES}.survive",
        *(
            f"{STUDIES}.{before}"
            for before in ("capacity", "grow", "optimise", "score", "sensitivity", "upgrades", "validate")
        ),
    ),
    "simulator/studies/run": (*STUDY_BASE, f"{STUDIES}.plan"),
    "simulator/studies/compare": STUDY_BASE,
    "simulator/studies/optimise": STUDY_BASE,
    "simulator/studies/grow": (*STUDY_BASE, "simulator.calibration.reading.sent_files", "simulator.growth"),
    "simulator/studies/review": (
        *STUDY_BASE,
        "simulator.calibration.reading.problems",
        "simulator.calibration.reading.sent_files",
        "simulator.growth",
        "simulator.store",
        "simulator.telemetry",
        *(f"{STUDIES}.{before}" for before in ("grow", "score", "upgrades")),
    ),
    "simulator/studies/backtest": (
        *STUDY_BASE,
        "simulator.calibration.reading.problems",
        "simulator.growth",
        "simulator.telemetry",
        f"{STUDIES}.review",
    ),
    "simulator/studies/score": (
        *STUDY_BASE,
        "simulator.calibration.reading.problems",
        "simulator.calibration.reading.sent_files",
        "simulator.store",
        "simulator.telemetry",
    ),
    "simulator/studies/survive": (*STUDY_BASE, "simulator.failover"),
    "simulator/studies/daily": (*STUDY_BASE, "simulator.daily", "simulator.failover", f"{STUDIES}.survive"),
    "simulator/studies/calibrate": (*STUDY_BASE, "simulator.calibration", "simulator.traffic", f"{STUDIES}.init"),
    "simulator/studies/simulate": STUDY_BASE,
    "simulator/studies/check": STUDY_BASE,
    "simulator/studies/describe": STUDY_BASE,
    "simulator/studies/schema": STUDY_BASE,
    "simulator/studies/init": STUDY_BASE,
    "simulator/studies/sweep": (*STUDY_BASE, "simulator.engines.decorators", "simulator.store"),
    "simulator/studies/results": (*STUDY_BASE, "simulator.store", f"{STUDIES}.score"),
    # Answers many at once: it asks the questions for them, and knows nothing of pages.
    "simulator/service": (
        *SIZED,
        "simulator.failover",
        "simulator.daily",
        "simulator.engines.decorators",
        "simulator.store",
        "simulator.engines.precompile",
        "simulator.cli.today",
        f"{STUDIES}.compare",
        f"{STUDIES}.upgrades",
    ),
    # The library calls studies, and hands on their types.
    "headroom": (
        "models",
        "simulator.__main__",
        "simulator.cli.inputs",
        "simulator.cli.options",
        "simulator.engines.engine",
        "simulator.growth.forecast",
        "simulator.machine",
        "simulator.messages",
        "simulator.network",
        "simulator.uncertainty.resolution",
        "simulator.studies",
        "simulator.experiment.sizing_basis",
        "simulator.solver",
        "simulator.translate.one_world",
        *ERRORS,
    ),
    # Pages ask the service, and show what questions make of the answers.
    "simulator/ui": (
        "models",
        "simulator.network",
        "simulator.translate",
        "simulator.farm",
        "simulator.growth",
        "simulator.cli",
        "simulator.messages",
        "simulator.output",
        "simulator.service",
        "simulator.machine",
        "simulator.store",
        "simulator.studies",
        "simulator.uncertainty",
        "simulator.experiment.paired_differences",
        "simulator.engines.precompile",
        *SHARED_BY_ENGINES,
        *ESTIMATES,
        *ERRORS,
    ),
}
# Libraries that compute, which stages that only describe or show may not use. Time series come as arrays, so reports
# may look at them.
COMPUTING = {"numpy", "scipy", "numba", "simpy", "pandas", "polars"}
MAY_NOT_COMPUTE = {
    "models": COMPUTING - {"numpy", "scipy"},
    "simulator/network": COMPUTING,
    "simulator/ui": COMPUTING - {"pandas"},
    "simulator/messages": COMPUTING,
    "simulator/output": COMPUTING - {"numpy"},
}
# What compiles the kernel during set-up is no part of any engine.
SET_UP = "simulator/engines/precompile.py"


def within(module: str, packages: tuple[str, ...]) -> bool:
    """Whether a module is one of some packages or lies in one."""
    return any(module == package or module.startswith(f"{package}.") for package in packages)


def module(file) -> str:
    """The dotted name of a file."""
    return name(file).removesuffix(".py").replace("/", ".")


def governed(folder: str) -> list:
    """The files of a folder, without those of a folder within it that has an entry of its own."""
    within_it = tuple(f"{other}/" for other in MAY_IMPORT if other.startswith(f"{folder}/"))
    return [file for file in sources(folder) if not name(file).startswith(within_it)]


@pytest.mark.parametrize("folder", MAY_IMPORT)
def test_a_stage_imports_only_what_comes_before_it(folder):
    allowed = (folder.replace("/", "."), *MAY_IMPORT[folder])
    ours = ("headroom", "models", "simulator", "tests")
    wrong = {
        f"{name(file)} imports {module}"
        for file in governed(folder)
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
TELLING = ("document", "sentences", "data", "result", "differences", "farms", "table")


def test_what_tells_an_answer_works_nothing_out():
    """The blocks, sentences and sections of a question are no better than reports: they know no engine."""
    told = [f for f in sources("simulator/studies") if f.stem in TELLING or f.parent.name in ("sections", "money")]
    assert len(told) > 20
    # A result gives a table of pandas, which computes nothing.
    engines = ("simulator.engines", "simulator.solver", *SEARCHES, *STUDIES_OF_FARMS, *COMPUTING - {"numpy", "pandas"})
    wrong = {f"{name(file)} imports {module}" for file in told for module in imports(file) if within(module, engines)}
    assert not wrong


def test_what_was_measured_and_is_bought_knows_nothing_of_how_it_was_sought():
    """Records and arithmetic come before the searches and studies that make them."""
    records = [
        f for f in sources("simulator/experiment", "simulator/farm") if module(f) not in SEARCHES + STUDIES_OF_FARMS
    ]
    assert len(records) > 40
    wrong = {f"{name(f)} imports {m}" for f in records for m in imports(f) if within(m, SEARCHES + STUDIES_OF_FARMS)}
    assert not wrong


def test_what_is_bought_is_reckoned_from_records():
    """A farm is arithmetic on what a server was found to carry: it measures nothing, and asks no engine."""
    reckoned = [file for file in sources("simulator/farm") if module(file) not in STUDIES_OF_FARMS]
    allowed = (
        "models",
        "simulator.farm",
        "simulator.network",
        "simulator.engines.theory.bottleneck",
        "simulator.engines.theory.cache_errors",
        "simulator.engines.theory.formulas.erlang",
        "simulator.engines.theory.joint_fetches",
        "simulator.engines.theory.wire",
        *ESTIMATES,
        *ERRORS,
    )
    wrong = {
        f"{name(f)} imports {m}"
        for f in reckoned
        for m in imports(f)
        if within(m, ("models", "simulator")) and not within(m, allowed)
    }
    assert not wrong


def test_nothing_that_is_reported_searches():
    """Messages and outputs know records, never how they were sought."""
    told = sources("simulator/messages", "simulator/output")
    assert told
    wrong = {f"{name(f)} imports {m}" for f in told for m in imports(f) if within(m, SEARCHES + STUDIES_OF_FARMS)}
    assert not wrong


def test_what_engines_share_knows_none_of_them():
    engines = tuple(f"simulator.engines.{engine}" for engine in ("kernel", "reference", "theory"))
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
        "simulator/cli/outputs.py",
        "simulator/output/renderers/terminal.py",
    }


# Libraries that stand in extras: whoever needs one asks simulator/extras.py, which says what to install.
EXTRAS = ("altair", "vl_convert", "typst", "xlsxwriter", "streamlit", "distributed", "polars", "pyarrow", "statsmodels")


def test_libraries_of_extras_are_loaded_in_one_place():
    outside = [f for f in sources(*FOLDERS) if not name(f).startswith("simulator/ui/")]
    knowing = {name(file) for file in outside if any(within(module, EXTRAS) for module in imports(file))}
    assert knowing == {"simulator/extras.py"}
