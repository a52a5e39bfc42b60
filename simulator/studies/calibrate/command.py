"""`calibrate`: a model of somebody's own servers, from what they have measured or logged.

What is brought decides which command reads it; each stands in a folder of its own and declares itself there.
"""

import typer

from simulator.studies.calibrate.log.command import log
from simulator.studies.calibrate.measurements.command import measurements

calibrate = typer.Typer(
    name="calibrate",
    help="A model fitted to your own servers: from load tests, counters or access logs.",
    no_args_is_help=True,
    add_completion=False,
)
calibrate.command("measurements")(measurements)
calibrate.command("log")(log)
