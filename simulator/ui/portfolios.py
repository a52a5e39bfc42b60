"""Portfolios on the page: which are shipped, and the answer of theory to each of their variants."""

from pathlib import Path

from models.portfolio import load_portfolio
from simulator.engines.engine import THEORY
from simulator.sweep.answer import Swept
from simulator.sweep.run import sweep
from simulator.sweep.variants import Variants, variants_of
from simulator.sweep.workers import theory
from simulator.threads import cores
from simulator.ui.desk import Desk
from simulator.ui.ticket import Ticket

SLOT = "portfolio"


def in_theory(desk: Desk, owner: str, path: Path) -> Ticket[Swept]:
    """Asks for the answers of theory to all variants of a portfolio, which simulates nothing.

    Raises ScenarioError with all problems of all variants.
    """
    portfolio = load_portfolio(str(path))
    variants = variants_of(portfolio)

    def work(engine, progress) -> Swept:
        return sweep(portfolio, variants, theory(cores()), progress)

    return desk.ask(owner, SLOT, _key(portfolio.name, variants), 0.0, work, len(variants.found))


def command(name: str) -> str:
    """What simulates a shipped portfolio, wherever there is time for it."""
    return f"python -m simulator sweep scenarios/{name}.yaml"


def theory_command(name: str) -> str:
    """What gives the same answers again."""
    return f"{command(name)} --engine {THEORY}"


def _key(name: str, variants: Variants) -> str:
    """What the answer depends on: every variant by the print of its values."""
    return f"sweep {name} " + " ".join(f"{each.name} {each.sha256}" for each in variants.found)
