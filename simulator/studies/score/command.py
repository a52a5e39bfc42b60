"""`score`: plans that were kept, beside the counters that came later."""

from typing import Annotated

import typer

from simulator.cli.arguments import CounterFiles, Json, PlanStore
from simulator.cli.outputs import check_writable, deliver

KeptPlanName = Annotated[
    str, typer.Argument(metavar="[PLAN]", help="A scenario file, the name of a kept plan, or how its hash begins.")
]
Hindcast = Annotated[
    bool, typer.Option("--hindcast", help="Also counters from before the plan, which are no track record.")
]


def score(
    counters: CounterFiles, plan: KeptPlanName = "", store: PlanStore = "", hindcast: Hindcast = False, json: Json = ""
) -> None:
    """Kept plans beside later counters: what lay in its prediction interval, and how far off the rest was."""
    check_writable(json)
    from simulator.studies.score.study import score as score_plans

    raise typer.Exit(deliver(score_plans(counters or [], plan, store, hindcast), json))
