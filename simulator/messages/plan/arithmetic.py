"""The arithmetic from one server to the farm, in words: its steps, and how each is reckoned."""

from models.messages.template import sentence

LARGEST_LOAD = "the largest load within its targets, on the wire"
STATED_LOAD = "of the load that is stated, on the wire"
BY_CHANCE = "what 95 % of units do not exceed"
BUSIEST_UNIT = "of an even share, what it does not exceed for 95 % of the time: names are kept by resolvers"
IN_REQUESTS = "the same in requests"
UNIT = "one unit, as planned"
UNIT_AT_WORK = "one unit, spares at work"
BUSIEST_NODE = "the busiest node gets"
CARRIED = "what they carry, spares down"
beyond_the_need = sentence("{node}s beyond the need")
GROWTH = "growth that it supports"
BY_MEASURED_POINTS = "along their measured points, by their CPU"
RACK_UNITS = "rack units in all"
CARBON = "carbon of its electricity"
ON_THE_WIRE = "the same on the wire"
BY_MEAN_SIZE = "by the mean size of a response"
BUSIEST_UNIT_GETS = "the busiest unit gets"
ON_AVERAGE = "what a unit gets on average then"
SHARE_FETCHED = "share of the wire that is fetched from the origin"
FETCHED = "fetched from the origin"
AVERAGE_POWER = "average power in all"
PROVISIONED = "power provisioned in all"
in_a_rack = sentence("{servers} servers a rack, by its {limit}")
on_average = sentence("on average, where {group} stops the unit first; all classes, on the wire")
in_racks = sentence("servers / those that a rack holds: {filled}, rounded up")
carbon_of = sentence("average power{of} x PUE {pue:g} x {hours:,.0f} h x {carbon:g} kg a kWh")
share_of_sessions = sentence("of an even share of the sessions, {by_chance}")
share_of_work = sentence("of an even share of the work at its bottleneck, {by_chance}")
rounded_up = sentence("rounded up, as are the ends of the interval{spare}")
