"""How long the files of tests take: which are begun first, and which `make quick` leaves out.

`make quick` is what one runs while working, `make test` everything but the long statistical proofs, and `make proof`
those. A file that is not named here takes a few seconds.
"""

# Where files run side by side those that take longest are begun first, so that none is left to run alone at the end.
LONGEST = (
    "tests/ui/browsers/test_in_the_browser.py",
    "tests/docs/test_how_to.py",
    "tests/cli/test_json.py",
    "tests/cli/test_remedies.py",
    "tests/farm/test_mixed_farm.py",
    "tests/docs/test_quotes.py",
    "tests/cli/test_signals.py",
    "tests/cli/test_one_path.py",
    "tests/sizing/test_tier_failure.py",
    "tests/api/test_same_as_command.py",
    "tests/api/test_results.py",
    "tests/cli/test_optimise.py",
    "tests/cli/test_first_run.py",
    "tests/ui/browsers/test_planner_in_the_browser.py",
    "tests/calibration/test_request_logs.py",
    "tests/cli/test_check.py",
    "tests/sizing/test_cheapest_alike.py",
    "tests/sizing/test_cheapest_tiers.py",
    "tests/calibration/test_content_written.py",
    "tests/published/test_figures.py",
    "tests/ui/test_plan_page.py",
    "tests/laws/test_distributions.py",
    "tests/laws/test_curves.py",
    "tests/cli/test_sensitivity.py",
    "tests/cli/test_shared_addresses.py",
    "tests/sizing/test_bottleneck_by_name.py",
    "tests/output/test_deciding.py",
    "tests/ui/test_report_page.py",
    "tests/ui/test_answers.py",
    "tests/cli/test_answers.py",
    "tests/cli/test_installed.py",
    "tests/failover/test_survive.py",
    "tests/agreement/test_twins.py",
    "tests/engines/test_footprint.py",
    "tests/calibration/test_recovered.py",
    "tests/ui/test_sized_on_page.py",
    "tests/output/test_pdf.py",
    "tests/published/test_mechanisms.py",
    "tests/agreement/test_clusters.py",
    "tests/failover/test_collapse.py",
    "tests/sweep/test_dask.py",
    "tests/agreement/test_published_systems.py",
    "tests/laws/test_theory_scenarios.py",
    "tests/laws/test_theory_figures.py",
    "tests/cli/test_init.py",
    "tests/laws/test_retry_storms.py",
    "tests/ends/test_ends.py",
    "tests/ui/browsers/test_many_planners.py",
    "tests/sweep/test_run.py",
    "tests/laws/test_bottlenecks.py",
    "tests/laws/test_caches.py",
    "tests/laws/test_theory_limits.py",
    "tests/sizing/test_bought_by_the_bottleneck.py",
    "tests/sweep/test_resume.py",
    "tests/ui/test_listening.py",
)

# What stands here is run by one process, file after file: it shares what takes long to make, as a browser and a server,
# or the program's own sources, parsed, or the answers of all studies.
TOGETHER = (
    ("tests/ui/browsers/",),
    ("tests/architecture/", "tests/docs/test_contributing.py"),
    # Each study is answered once for all of them.
    ("tests/api/test_results.py", "tests/api/test_same_as_command.py"),
)

# Simulations, browsers, processes and printed pages. Folders or files; a folder ends in a slash.
LONG = (
    "tests/agreement/",
    "tests/api/",
    "tests/calibration/test_command.py",
    "tests/calibration/test_percentiles.py",
    "tests/calibration/test_public_rows.py",
    "tests/calibration/test_recovered.py",
    "tests/calibration/test_wait.py",
    "tests/cli/",
    "tests/docs/",
    "tests/ends/",
    "tests/fuzz/",
    "tests/invariants/",
    "tests/laws/",
    "tests/experiment/",
    "tests/published/",
    "tests/output/test_deciding.py",
    "tests/output/test_html.py",
    "tests/output/test_pdf.py",
    "tests/output/test_template.py",
    "tests/output/test_workbook.py",
    "tests/output/test_workbook_bill.py",
    "tests/output/test_workbook_charts.py",
    "tests/output/test_write.py",
    "tests/sizing/",
    "tests/sweep/",
    "tests/ui/",
)


def place(file: str) -> int:
    """Where a file stands in the order in which files are begun."""
    return LONGEST.index(file) if file in LONGEST else len(LONGEST)


def run_with(file: str) -> str:
    """By what a file is known to whoever deals files out to processes: those of the same name go to one."""
    return next((each[0] for each in TOGETHER if _is_among(file, each)), file)


def is_long(file: str) -> bool:
    """Whether `make quick` leaves a file out."""
    return _is_among(file, LONG)


def _is_among(file: str, named: tuple[str, ...]) -> bool:
    return any(file == each or (each.endswith("/") and file.startswith(each)) for each in named)
