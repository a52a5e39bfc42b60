"""What is said of the runs that are kept: which to choose, where to write them, and that there are more."""

from models.messages.template import problem, sentence

WHICH_RUNS = "which runs?", "say --scenario NAME, --old (of other versions of the program) or --all"
NO_SUCH_RUN = "there is no such run", "`results list` names the scenarios that have some"
NO_ROOM = "name another file or make room"
other_format = problem("neither CSV nor Parquet", "name a file that ends in {csv} or {parquet}")
more_runs = sentence("{count:,} more: `results export FILE` has all of them.")
