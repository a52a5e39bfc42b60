"""How long the files of tests take: which are begun first, and which `make quick` leaves out.

`make quick` is what one runs while working, `make test` everything but the long statistical proofs, and `make proof`
those. A file that is not named here takes a few seconds.
"""

# Where files run side by side those that take longest are begun first, so that none is left to run alone at the end.
LONGEST = (
    "tests/ui/browsers/test_in_the_browser.py",
    "tests/docs/test_quotes.py",
    "tests/docs/test_how_to.py",
    "tests/cli/test_remedies.py",
    "tests/sizing/test_right_size.py",
    "tests/calibration/test_cost_by_size.py",
    "tests/api/test_same_as_command.py",
    "tests/api/test_results.py",
    "tests/score/test_score.py",
    "tests/score/test_refused.py",
    "tests/cli/test_score.py",
    "tests/cli/test_optimise.py",
    "tests/output/test_deciding.py",
    "tests/uncertainty/test_other_servers.py",
    "tests/sizing/test_time_targets.py",
    "tests/cli/test_backtest.py",
    "tests/cli/test_installed.py",
    "tests/telemetry/test_review_memory.py",
    "tests/ui/test_plan_page.py",
    "tests/cli/test_check.py",
    "tests/ui/browsers/test_planner_in_the_browser.py",
    "tests/ui/browsers/test_farms_in_the_browser.py",
    "tests/ui/browsers/test_many_planners.py",
    "tests/telemetry/test_verdict.py",
    "tests/ui/test_stale_widgets.py",
    "tests/cli/test_json.py",
    "tests/calibration/test_wait.py",
    "tests/telemetry/test_tier_hosts.py",
    "tests/calibration/test_load_tool.py",
    "tests/output/test_pdf.py",
    "tests/sizing/test_cheapest_tiers.py",
    "tests/cli/test_sensitivity.py",
    "tests/published/test_figures.py",
    "tests/sizing/test_bottleneck_by_name.py",
    "tests/calibration/test_content_written.py",
    "tests/sweep/test_dask.py",
    "tests/cli/test_first_run.py",
    "tests/calibration/test_recovered.py",
    "tests/calibration/test_request_logs.py",
    "tests/cli/test_signals.py",
    "tests/traffic/test_formats.py",
    "tests/sizing/test_winner_planned.py",
    "tests/cli/test_daily.py",
    "tests/sizing/test_cheapest_alike.py",
    "tests/cli/test_one_path.py",
    "tests/daily/test_follow.py",
)

# What stands here is run by one process, file after file: it shares what takes long to make, as a browser and a server,
# or the program's own sources, parsed, or the answers of all studies.
TOGETHER = (
    ("tests/ui/browsers/",),
    ("tests/architecture/", "tests/docs/test_contributing.py"),
    # Each study is answered once for all of them.
    ("tests/api/test_results.py", "tests/api/test_same_as_command.py"),
    # One plan is kept for all of them.
    ("tests/score/", "tests/cli/test_score.py"),
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
