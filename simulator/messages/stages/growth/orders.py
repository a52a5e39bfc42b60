"""What the months ahead say of growth, of terms and of orders, and why there are none."""

from models.messages.template import sentence

NO_GROWTH = "nothing says how the demand grows", "write e.g. `growth: {start: 2026-12, a_year: 40 %}`"
NO_LIMIT_GROWS = "no limit of a server grows with its load, so that no use of it can be followed"
HALL = "room in the hall"
THREE_YEARS, SPOT = "reserve for three years", "rent at spot prices"
INSTANCE = "instance of a server of a cloud"
no_growth_stated = sentence("{scenario} states no growth of a demand")
no_history_stated = sentence("{scenario} states no history of a demand")
no_demand_stated = sentence("{scenario} states no demand")
no_orders = sentence("no orders bring the units that are needed: {why}")
hall_too_small = sentence(
    "{file}: {keys}: the hall never holds what the demand takes: in {month} that is {units}, and there is room for"
    " {room:,}; enlarge it, choose a server that carries more, or shorten growth.horizon"
)
