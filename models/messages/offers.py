"""What is said of servers, systems and upgrades that could be bought instead, and why some cannot."""

from models.messages.template import problem, sentence

NOT_ASKED_FOR = "other servers than were asked for"
OTHER_FAMILY = "an operating system of another family, on which the present software may not run"
SETTING_OR_NODE = "a setting or a node: settings stay as they are, and nodes are counted in units"
HARDWARE_OF_A_RENTED_SERVER = "hardware added to a rented server"
# What it is called where as much of something is taken away, by the path of that.
LESS = {
    "unit.nodes": sentence("nodes in the unit: {amount} less"),
    "server.cards": sentence("network cards: one of {amount} less"),
    "server.ram": sentence("RAM: {amount} less"),
    "server.disks.count": sentence("disks: {amount} less"),
}
NONE_TO_TAKE = "there is not as much that could be taken away"
OTHER_VOLUME = "what a volume is rented with in place of what is stated, for the farm costs less"
AS_RENTED = "an instance is rented as its provider has it, with nothing added; a larger one is another server"
HAS_IT = "it is there already"
ALL_RAM_TAKEN = "the file cache takes all the RAM that there is for it already"
VENDOR_UNKNOWN = ("nobody said who makes the present server", "write who does, e.g. --set 'server.vendor=HPE'")
NO_SUCH_SERVER = "no server has such a name"
NO_SUCH_ZONE = "no server is rented in such a zone"
ADD_OR_SET = "add to a number or a list, or use `sets`"
of_another_year = sentence("it is of {year}, and {other} of {other_year}: they are more than {apart} years apart")


def server_of_another_year(year: int, prices: int, present: int | None = None, *, apart: int) -> str:
    """Why a server is not bought in the year of the prices, nor in that of the present server if it is another."""
    beside = f", the present server of {present}" if present else ""
    return (
        f"it is of {year}, and the prices are of {prices}{beside}: more than {apart} years apart; name it as `server`"
        " of a plan to look at it"
    )


no_system = sentence(
    "it is more than {apart} years apart from every system that is considered, which nobody runs on it; name a later"
    " `operating_system`"
)
hardly_more = sentence("it adds {percent:.2g} % of what is there ({path}), and less than {least:g} % is not looked at")
disks_unknown = sentence("how large the disks are is not known: {path} is none")
room_unknown = sentence("each of its disks would keep {size}, and how large they are is not known: plan it with {path}")
room_here = sentence("a {cache} has room for {room} here")
disks_as_now = sentence("disks as large as now ({size})")
no_parameter = problem("a scenario has no parameter {path}", "write its path, e.g. server.disks.count")
nothing_to_add_to = sentence("nothing can be added to {path}")
added_is_no_number = problem("{path}: {amount!r} is not a number", "write how many are added, e.g. 2")
