"""Portfolios on the page: what theory says of each of their variants, and what has been simulated of them."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from pathlib import Path
from shlex import quote

from models.variations.portfolio import load_portfolio
from simulator.engines.engine import THEORY, Engine
from simulator.machine.threads import cores
from simulator.questions.sweep.answer import Swept
from simulator.questions.sweep.run import steps, sweep
from simulator.questions.sweep.variants import Variants, variants_of
from simulator.questions.sweep.workers import kept, theory
from simulator.service.desk import Desk
from simulator.service.ticket import Ticket
from simulator.store.store import Store

SLOT = "portfolio"
ENGINE = "kernel"


def in_theory(
    desk: Desk, owner: str, path: Path, everywhere: Mapping[str, object] | None = None
) -> Ticket[Swept]:
    """Asks for the answers of theory to all variants of a portfolio, with `everywhere` laid over each; nothing is
    simulated.

    Raises ScenarioError with all problems of all variants.
    """
    portfolio = load_portfolio(str(path))
    variants = variants_of(portfolio, everywhere=everywhere)

    def work(engine: Engine, progress: Callable[[], None]) -> Swept:
        return _without_place(sweep(portfolio, variants, theory(cores()), progress), path)

    return desk.ask(owner, SLOT, _key("theory", portfolio.name, variants), 0.0, work, len(variants.found))


def simulated(desk: Desk, owner: str, path: Path, store: Path) -> Ticket[Swept]:
    """Asks for the answers that the runs in a store give; a variant whose runs are not all there has none.

    Raises ScenarioError with all problems of all variants.
    """
    portfolio = load_portfolio(str(path))
    variants = variants_of(portfolio)

    def work(engine: Engine, progress: Callable[[], None]) -> Swept:
        with Store(store, create=False) as opened:
            return sweep(portfolio, variants, kept(ENGINE, opened), progress)

    key = _key(f"kept {_size(store)}", portfolio.name, variants)
    return desk.ask(owner, SLOT, key, 0.0, work, steps(variants, ENGINE))


def _without_place(swept: Swept, path: Path) -> Swept:
    """The same without where the portfolio lies, which means nothing to anyone who did not put it there."""
    told = (replace(each, problem=each.problem.replace(f"{path.parent}/", "")) for each in swept.left_out)
    return replace(swept, left_out=tuple(told))


def command(name: str, demand: str = "") -> str:
    """What simulates a shipped portfolio, wherever there is time for it; for another demand, if one is named."""
    told = f" --set {quote(f'demand={demand}')}" if demand else ""
    return f"python -m simulator sweep scenarios/{name}.yaml{told}"


def theory_command(name: str, demand: str = "") -> str:
    """What gives the same answers again."""
    return f"{command(name, demand)} --engine {THEORY}"


def _size(store: Path) -> int:
    """Bytes of a store with what has not been worked into it yet: they grow with every run; 0 where there is none."""
    files = (store, store.with_name(f"{store.name}-wal"))
    return sum(file.stat().st_size for file in files if file.is_file())


def _key(by: str, name: str, variants: Variants) -> str:
    """What the answer depends on: every variant by the print of its values."""
    return f"sweep {by} {name} " + " ".join(f"{each.name} {each.sha256}" for each in variants.found)
