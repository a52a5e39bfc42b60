"""What is said of the runs that are kept: which to choose, where to write them, and that there are more."""

WHICH_RUNS = "which runs?", "say --scenario NAME, --old (of other versions of the program) or --all"
NO_SUCH_RUN = "there is no such run", "`results list` names the scenarios that have some"
NO_ROOM = "name another file or make room"


def other_format(csv: str, parquet: str) -> tuple[str, str]:
    """That a file is of no format that runs are written in, and which endings are."""
    return "neither CSV nor Parquet", f"name a file that ends in {csv} or {parquet}"


def more_runs(count: int) -> str:
    """That there are more than are shown."""
    return f"{count:,} more: `results export FILE` has all of them."
