"""What is said of growth, and of what is had meanwhile."""

from models.messages.template import problem

NOTHING_GROWS = ("there is no demand that could grow", "state `demand: ...`, or `growth: none`")
DEMAND_OUTSIDE_ITS_RANGE = ("the range does not hold the demand", "write low <= demand <= high")
UNEVEN_USE_UNKNOWN = (
    "how unevenly more and more units are used that clients find by name is not known",
    "write `growth: none`, or `dns: none` with a larger `reserve`",
)
no_unit_of_demand = problem("no unit of a demand that is stated as {way}", "write one of {units}")
not_forecast_from = problem(
    "a demand that is stated as {way} is not forecast from {takes}",
    "write `takes: volume` with `demand: {{volume_a_day: ...}}`, and with no other",
)
no_order_arrives = problem(
    "nothing that is ordered arrives within the horizon of {months} months",
    "write a shorter delivery, or a longer growth.horizon",
)
bought_after_start = problem(
    "after the first month, {start}",
    "write at most {latest}: what comes later is what is asked",
)
event_outside_months = problem(
    "not one of the months that are looked at",
    "write {first} to {last}, or a longer growth.horizon",
)
