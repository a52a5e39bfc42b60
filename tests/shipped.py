"""The scenarios that are shipped; the portfolio beside them is none."""

from collections.abc import Iterable
from pathlib import Path

from _pytest.mark.structures import ParameterSet

from models.variations.portfolio import is_portfolio
from tests.proven import mostly_proof

FOLDER = Path(__file__).parents[1] / "scenarios"
SCENARIOS = sorted(file for file in FOLDER.rglob("*.yaml") if not is_portfolio(file))
# One of each kind of published system, by the names that a page has for them. The other published ones differ from one
# of these in numbers only.
PUBLISHED_OF_EACH_KIND = {
    f"published/{name}"
    for name in (
        "daytrader_32",
        "microsoft_com_x86_3gb_flood",
        "microsoft_update_farm",
        "soft_faults_recycling_allocator",
        "ssl_dl585_windows_2003_x64_kernel",
        "tcp_open_rhel_4",
        "tcp_rate_windows_2003_x86",
    )
}


def of_each_kind(names: Iterable[str]) -> list[ParameterSet]:
    """Names of shipped scenarios for `parametrize`: in `make test` all farms and a published system of each kind."""
    named = list(names)
    return mostly_proof(named, {name for name in named if "/" not in name} | PUBLISHED_OF_EACH_KIND)
