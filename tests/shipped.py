"""The scenarios that are shipped; the portfolio beside them is none."""

from pathlib import Path

from models.variations.portfolio import is_portfolio

FOLDER = Path(__file__).parents[1] / "scenarios"
SCENARIOS = sorted(file for file in FOLDER.rglob("*.yaml") if not is_portfolio(file))
