"""What is said of servers, systems and upgrades that could be bought instead, and why some cannot."""

NOT_ASKED_FOR = "other servers than were asked for"
OTHER_FAMILY = "an operating system of another family, on which the present software may not run"
SETTING_OR_NODE = "a setting or a node: settings stay as they are, and nodes are counted in units"
HARDWARE_OF_A_RENTED_SERVER = "hardware added to a rented server"
AS_RENTED = "an instance is rented as its provider has it, with nothing added; a larger one is another server"
HAS_IT = "it is there already"
ALL_RAM_TAKEN = "the file cache takes all the RAM that there is for it already"
VENDOR_UNKNOWN = ("nobody said who makes the present server", "write who does, e.g. --set 'server.vendor=HPE'")
NO_SUCH_SERVER = "no server has such a name"
NO_SUCH_ZONE = "no server is rented in such a zone"
ADD_OR_SET = "add to a number or a list, or use `sets`"


def of_another_year(year: int | None, other: str, other_year: int | None, apart: int) -> str:
    """Why what is of one year does not go with what is of another."""
    return f"it is of {year}, and {other} of {other_year}: they are more than {apart} years apart"


def server_of_another_year(year: int, prices: int, present: int | None = None, *, apart: int) -> str:
    """Why a server is not bought in the year of the prices, nor in that of the present server if it is another."""
    beside = f", the present server of {present}" if present else ""
    return (
        f"it is of {year}, and the prices are of {prices}{beside}: more than {apart} years apart; name it as `server`"
        " of a plan to look at it"
    )


def no_system(apart: int) -> str:
    """Why a server is none where all systems are of other years."""
    return (
        f"it is more than {apart} years apart from every system that is considered, which nobody runs on it; name a"
        " later `operating_system`"
    )


def hardly_more(percent: float, path: str, least: float) -> str:
    """Why an upgrade is none for a server that has nearly as much."""
    return f"it adds {percent:.2g} % of what is there ({path}), and less than {least:g} % is not looked at"


def disks_unknown(path: str) -> str:
    """Why larger disks are no option."""
    return f"how large the disks are is not known: {path} is none"


def room_here(cache: str, room: str) -> str:
    """Why a larger cache is no option."""
    return f"a {cache} has room for {room} here"


def disks_as_now(size: str) -> str:
    """How large the disks of another server are taken to be."""
    return f"disks as large as now ({size})"


def no_parameter(path: str) -> tuple[str, str]:
    """An upgrade of something that no scenario has."""
    return (f"a scenario has no parameter {path}", "write its path, e.g. server.disks.count")


def nothing_to_add_to(path: str) -> str:
    """An upgrade that adds to what is no amount."""
    return f"nothing can be added to {path}"


def added_is_no_number(path: str, amount: object) -> tuple[str, str]:
    """An upgrade that adds what is no amount."""
    return (f"{path}: {amount!r} is not a number", "write how many are added, e.g. 2")
