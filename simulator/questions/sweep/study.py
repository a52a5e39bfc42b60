"""Every variant of a portfolio."""

from models.variations.portfolio import Portfolio
from simulator.questions.day import today
from simulator.questions.sweep.answer import Workers, steps
from simulator.questions.sweep.answer import sweep as sweep_variants
from simulator.questions.sweep.result import SweepResult
from simulator.questions.sweep.variants import Variants
from simulator.questions.watch import Watch


def sweep(portfolio: Portfolio, variants: Variants, workers: Workers, command: str, watch: Watch) -> SweepResult:
    """Every variant of a portfolio answered; `command` makes the result again. Raises what the sweep raises."""
    with watch(steps(variants, workers.engine), "sweeping") as step:
        swept = sweep_variants(portfolio, variants, workers, step)
    return SweepResult(swept, command, today().isoformat())
