"""Every variant of a portfolio."""

from models.variations.portfolio import Portfolio
from simulator.cli.today import today
from simulator.studies.sweep.answer import Workers, sweep_steps
from simulator.studies.sweep.answer import run_variants as sweep_variants
from simulator.studies.sweep.result import SweepResult
from simulator.studies.sweep.variants import Variants
from simulator.studies.watch import Watch


def sweep(portfolio: Portfolio, variants: Variants, workers: Workers, command: str, watch: Watch) -> SweepResult:
    """Every variant of a portfolio answered; `command` makes the result again. Raises what the sweep raises."""
    with watch(sweep_steps(variants, workers.engine), "sweeping") as step:
        swept = sweep_variants(portfolio, variants, workers, step)
    return SweepResult(swept, command, today().isoformat())
