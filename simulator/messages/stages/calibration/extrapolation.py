"""What ends how far a fit may be trusted."""

from models.messages.template import sentence

NOTHING_HELD_BACK = "too few rows to hold some back, so that nothing shows how far off a prediction is"
NOT_NEAR_LIMIT = "no row shows the server near its limit"
AT_LIMIT = "it is what the server can do"
INTERVAL_TOO_WIDE = "the interval is wider than 10 % beyond"


def rows_off(error: float) -> str:
    """Rows held back that were off by a share of what was measured."""
    return f"the rows held back were {100.0 * error:.0f} % off what the others foretold"


furthest = sentence("no fit is trusted beyond {times:g} times the largest load that was measured")
