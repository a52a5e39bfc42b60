"""Titles of the parts of a plan, of their tables and of their charts."""

from models.messages.template import sentence

NEAR_LIMITS = "How near its limits"
RAM = "Where the RAM goes"
ONE_SERVER = "What one server does"
ARITHMETIC = "From one server to the farm"
TRUST = "How far to trust it"
SPARES_DOWN = "With the spares down"
STOPS = "What stops it, and when"
RISKS = "Risks and assumptions that matter"
TRUST_IN_SHORT = "How far to trust it, in short"
ALTERNATIVES = "The plan and its alternatives, for the same demand and reserve"
INFLUENCES = "Assumed values that move the plan most"
PARAMETERS = "Parameters of the plan"
EVERY_PARAMETER = "Every parameter of the plan"
EVERY_PARAMETER_OF_BASELINE = "Every parameter of the baseline that differs"
CHOSEN = "Parameters chosen from published figures"
SHARES_OF_BASELINE = "What the plan needs, in % of the baseline's"
DIFFERENCES = "What differs in the scenarios"
TIERS = "Servers of other tiers"
CACHES = "Caches at the demand"
TIERS_DOWN = "Tiers with one of their servers down beside the spares"
RENT_TERMS = "The same farm on other terms"
CLASSES = "What clients and processes see"
TURNED_AWAY = "Turned away, by cause"
SETTINGS = "Settings of one server"
ALIKE = "Measured systems that resemble this one"
MEASURED = "What was measured of them"
SAME_LIMIT = "Measured systems with the same kind of limit, each of them unlike this one"
VARYING = "varying what is assumed"
WEIGHING = "weighing alternatives"


def limits_at(node: str, where: str, side: str = "") -> str:
    """The table of the limits of a server, or pod, at a load; side: plan or baseline, "" where it need not be told."""
    return f"Limits of one {node} {where}{f', {side}' if side else ''}"


utilisation_of_limits = sentence("Utilisation of the limits of one {node} {where}")
at_peak = sentence("One {node} at peak, and the farm, {side}")
ram_of = sentence("The RAM of one {node}, {side}")
