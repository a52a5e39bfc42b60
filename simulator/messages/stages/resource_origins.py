"""What a resource of a network is in the scenario, in words: so many cores, disks or connections, and of what."""

from models.messages.template import sentence
from models.quantities.formatting import count_text, number, significant, size_text

ADDRESS_SPACE = "of address space a process"
PER_CORE = ", one for each core"
from_there = sentence("from {place} to each server")
ORIGIN, OR_SHIELD = "the origin", "the origin or a shield"
IN_RESERVE = "of it in reserve"
tier_pool = sentence("connection pool of {caller} to {callee}")
pool_of_each = sentence("{connections:,} of each {caller}")
idle_connections = sentence("{memory} of the RAM, {each} an idle connection, {buffer} more while a client reads")


def connection_cores(setting_up: int, cores: int) -> str:
    """The cores that set up connections, of those of the server."""
    return f"connections are set up on {setting_up:,} of {count_text(cores, 'core')}"


lingering_ports = sentence(", each of no use for {seconds:g} s after its connection")


def server_cores(cores: int, speed: float, threads: int, workers: int | None, worth: float) -> str:
    """The cores of a server, and what they are worth together where that is another number."""
    said = f"{count_text(cores, 'core')} of relative speed {significant(speed, 3)}"
    said += f" with {threads} threads each" if threads > 1 else ""
    said += f", {count_text(workers, 'worker')}" if workers is not None else ""
    return said + worth_together(cores, worth)


def tier_cores(cores: int, speed: float, threads: int, worth: float) -> str:
    """The cores of each server of a tier, likewise."""
    said = f"{count_text(cores, 'core')} of relative speed {significant(speed, 3)} a server"
    return said + (f", with {threads} threads each" if threads > 1 else "") + worth_together(cores, worth)


def cpu_quota(cores: float, period: float, of: str) -> str:
    """A CPU quota, and the cores that it is of."""
    if period == 0.0:
        return f"{number(cores)} threads, the share of a pod in {of}"
    time = significant(period * cores * 1e3, 3)
    return f"a quota of {time} ms of CPU time in each {number(period * 1e3)} ms, of {of}"


def pod_limit(cores: float, limit: float, told: str) -> str:
    """The quota of a pod that may have more than its share of a server, and why no more is counted on."""
    return f"{told}; of the {number(limit)} CPUs of its limit {significant(cores, 3)} are there while all pods are busy"


def worth_together(cores: int, worth: float) -> str:
    """What cores are worth together, "" where that is their number."""
    return "" if worth == cores else f", worth {significant(worth, 3)} of them together"


def cards_of_a_server(cards: str, pods: int) -> str:
    """The cards of each server of a tier, which its pods share where it has several."""
    return f"{cards} a server" + (f", shared by {pods:,} pods" if pods > 1 else "")


def disks(
    count: int, read_seconds: float, parallel: int, iops: float | None, more: str = "", each_server: bool = False
) -> str:
    """The disks of a server, or of each of a tier, and how long one reads; iops: reads a second that each is let do,
    where these are fewer than it could."""
    server = " a server" if each_server else ""
    at_once = f", {parallel:,} reads at a time each" if parallel > 1 else ""
    if iops is not None:
        at_once = f", at most {number(iops)} reads a second each"
    return f"{count_text(count, 'disk')}{server}, {read_seconds * 1e3:g} ms a read{at_once}{more}"


memory_crossings = sentence("{rate}, crossed {sent} by a byte from memory, {read} by one that is read")


def log_flushes(flushes: int, seconds: float, commits: int) -> str:
    """How a database writes its log."""
    return f"{flushes} x {seconds * 1e3:g} ms a flush of up to {commits:,} commits"


def log_transfer(bandwidth: float, commit: float) -> str:
    """The same of a log that its bandwidth, in bytes/s, holds more than its flushes, at so many bytes a commit."""
    return f"its bandwidth of {size_text(bandwidth)}/s, at {size_text(commit)} a commit"


memory_of_calls = sentence(", of {each} each in {room} of RAM")
posted_jobs = sentence("jobs of {queue}")
page_writes = sentence("pages of {tier} that are written back")
repeated_writes = sentence("writes of {tier} by its other servers, kind {kind}")
calls_of_others = sentence("calls of {tier} by other servers, kind {kind}")


def pieces_beside(tier: str, kind: int) -> str:
    """What the jobs are called that read or write pieces of objects which a call does not wait for."""
    return f"pieces of {tier} beside those that are waited for, kind {kind}"


def applied_writes(tier: str, kind: int) -> str:
    """What the jobs are called that apply in replicas what their primary wrote."""
    return f"writes that {tier} apply, kind {kind}"


def appliers(many: int) -> str:
    """How many writes a replica applies at a time."""
    return f"{count_text(many, 'write')} at a time in each replica"


def drawn(tier: str, number_: float) -> str:
    """What a request has drawn, by which its calls of a database with replicas write or read."""
    return f"{number_:.3g} drawn for {tier}"


def lock(share: float, seconds: float) -> str:
    """What a lock is needed for."""
    return f"one at a time: {number(share * 100.0)} % of the calls for {seconds * 1e3:g} ms each, however many servers"


def holding_lock(tier: str) -> str:
    """Calls that need the lock of a tier."""
    return f"lock of {tier}"


def without_lock(tier: str) -> str:
    """Calls that do not need it."""
    return f"no lock of {tier}"


def other_lockers(tier: str) -> str:
    """What the jobs are called that need a lock for calls of servers which are not looked at."""
    return f"locks of {tier} by calls of its other servers"
