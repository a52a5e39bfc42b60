"""The labels of the form, its questions, and what is said beside its knobs."""

from collections.abc import Mapping, Sequence

from models.messages.template import sentence

SERVE = "What do you serve?"
BEGINS, CHOOSE_ONE = "Or a shipped scenario", "farms of today, and of published documents"
AS_THE_PEAK = "peak all day"
CHEAPEST = "the cheapest that fits"
OWN_TEXT, OWN_FILE = "a text of your own", "a file of your own"
FIND, EXAMPLES = "Find any part of the scenario", "e.g. cache, think time, power"
NOTHING_FOUND = "Nothing is called so; choose a group below, or write another word."
NOT_THERE = "not in this scenario"
WRITTEN_OUT = "written out, part by part"

# The heading of each question on the page, and what may be written.
QUESTIONS = {
    "peak": ("How much at the peak?", "Of all servers together: 40 Gbps, 5,000 requests/s, 9,000 users."),
    "daily": ("How much a day?", "A volume, 400 TB, or the mean, 40 % of the peak: GB are billed by it."),
    "size": ("How large is one?", "A response on average: 30 MB, 60 kB."),
    "clients": ("To whom?", "How fast the line of a client is: 50 Mbps."),
    "safe": ("How safe?", "How many servers may fail at the peak, and how much is bought beyond it."),
    "prices": ("Where does it stand?", "Its prices are those of this year; a cloud rents its servers out."),
    "server": ("On which server?", "The cheapest that fits, by theory; or a server of today that may stand there."),
}  # fmt: skip

# Group -> path and label; the paths are those of `--set`.
GROUPS: Mapping[str, Mapping[str, str]] = {
    "Demand": {
        "demand": "Demand of the farm",
        "reserve": "Reserve, beyond the demand",
        "workload.population": "Clients of a server",
    },
    "Server": {
        "server": "Server model",
        "server.cards": "Network cards",
        "server.ram": "RAM",
        "server.disks.count": "Disks",
        "server.sockets": "Processors",
        "server.cores_per_socket": "Cores of a processor",
        "server.price": "Price of a server",
        "operating_system": "Operating system",
        "web_server.file_cache.size": "File cache",
        "runtime.heap": "Heap",
    },
    "Unit": {
        "unit.nodes": "Nodes in a unit",
        "unit.spare_nodes": "Spare nodes in a unit",
        "spare_units": "Spare units of the farm",
    },
    "Targets": {
        "targets.errors": "Requests not completed, at most",
        "targets.p95_response": "95 % of responses within",
        "targets.p99_response": "99 % of responses within",
        "targets.first_piece": "First piece of a response sent in, on average",
        "targets.client_speed": "Speed at which clients receive, at least",
        "targets.utilisation": "Utilisation, at most",
        "targets.ceilings": "Connections, files and bytes held, at most",
        "targets.connections": "Open connections, at most",
    },
    "Prices": {
        "datacenter.prices": "Price list",
        "datacenter.prices.electricity": "Electricity",
        "datacenter.prices.hosting": "Hosting",
        "datacenter.prices.bandwidth": "Bandwidth",
    },
    "Sized by": {
        "sized_by": "What sizes a server",
        "workload.offered": "Stated load of a server, which only sizes it if that is chosen",
    },
}
RESET = "Reset"
reset_to = sentence("Reset to {value}")
reset_all = sentence("Reset {changes}")
new_price = sentence("Set the price of a server to {price}")
new_power = sentence("Set the power of a server to {power}")
more_matches = sentence("{count} more: write more of it.")
every_part = sentence("Every part, {count} of them")
in_force = sentence("In force: {value}, for which there is room.")
added = sentence("Added: {part}, in the catalogue.")
unpriced = sentence("{labels}: the catalogue has no price for this; write that of a server with it.")
with_unit = sentence("Write it with its unit: {interval}")


def with_unit_or_none(examples: Sequence[str]) -> str:
    """How it is written where it may be one of several, or absent."""
    return f"Write it with its unit, e.g. {', '.join(examples)}, or none."
