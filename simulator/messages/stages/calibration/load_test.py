"""What is wrong with rows of a load test, and what to write or to measure instead."""

from models.messages.template import problem, sentence
from models.quantities.formatting import count_text

OPEN_AMONG_CLOSED = (
    "a row without users among rows with them: a test is open or closed",
    "give them two commands, or fill in the users",
)
NO_COLUMN_OF_LOAD = ("no column says what load a row is of", 'add a column "requests/s" or "users"')
NO_LOAD = ("this row has no load", 'fill in "requests/s" or "users"')
USERS_ALONE = (
    "this row says how many users there were, and nothing that they got",
    'fill in "requests/s" or "mean ms"',
)
TELLS_NO_WORK = (
    "this test saturates nowhere and has no CPU: it cannot tell what a request costs, nor what a server carries",
    'add a column "CPU %", or measure up to the load at which responses take three times as long',
)
NEGATIVE = ("must not be negative", "write what was measured, or leave the cell empty")
ZERO = ("must not be zero", "write what was measured, or leave the cell empty")
TOO_MUCH = ("more than any server has", "write what was measured; is the unit of the heading right?")
CPU_OVER_WHOLE = (
    "over 100 %",
    "write the share of all cores together: divide by the cores where a tool counts 100 % for each",
)
ERRORS_OVER_WHOLE = ("over 100 %", "write the share of all requests")
MORE_THAN_USERS = "more requests under way than users"
# Why percentiles tell nothing.
THREADS_DO_LESS = "more threads do less here, which is not simulated"
TOO_FEW_FOR_ORDER = "one or two rows do not tell in which order requests are served"


def no_way_fits(percentiles: int, error: float) -> str:
    """Why so many percentiles tell nothing: the nearest way is off by a share."""
    return (
        f"none of the ways that were tried fits the {percentiles} of the rows; the nearest is {100.0 * error:.0f} % off"
    )


not_whole = sentence("{quantity} that are not whole")


def too_few_rows(kept: int, rows: int, by_errors: bool) -> tuple[str, str]:
    """Of so many rows that are left of those that were measured; by_errors: whether errors alone left others out."""
    if rows == 1:
        return "one row says nothing of how a server answers to its load", "measure two loads at least, better five"
    if not by_errors:
        told = (
            f"{kept} of {rows} rows are of the server: in the others the load generator was at its limit or cold, or"
            " requests failed"
        )
        return told, "measure two loads at least with a load generator that has CPU to spare"
    told = f"{kept} of {rows} rows have no more than 1 % errors, and that is too few"
    return told, "measure two loads at least that the server answers"


too_many_held_back = problem("{count} of {rows} rows held back leave too few to fit", "leave {fewest} rows at least")


def breaks_littles_law(
    rate: str, think: str, response: str, under_way: str, users: str, stated: bool
) -> tuple[str, str]:
    """Of a row whose users are not those under way. stated: whether somebody says how long users think."""
    whose = "think" if stated else "think as the other rows show"
    told = (
        f"breaks Little's law: {rate} requests/s x ({think} of {whose} + {response} of response) = {under_way} users"
        f" under way, and the row has {users}"
    )
    return told, "leave the row out, or correct it: were other users, errors or a warm-up counted with it?"


no_such_think_time = problem(
    "{think} of think time breaks Little's law in every row: users / (requests/s) - response is {shown} in all {rows}",
    "state {shown}, or leave it out: the rows show it",
)
less_than_one = problem("less than one of the {senders} that send requests", "write how many there were, 1 at least")
less_than = problem("less than the {percentile}, {time}", "write percentiles in their order")
above_maximum = problem("above the maximum, {most}", "write both as they were measured")


def shorter_than_work(threads: int, work: str) -> tuple[str, str]:
    """Of a response that is shorter than the CPU time in it."""
    told = f"shorter than its work: by the CPU of the rows, {count_text(threads, 'core')}, it works for {work}"
    remedy = (
        "write the CPU as the share of all cores together, the cores that the server has (--cores, --server), and the"
        " CPU of the server alone; or are these times in another unit?"
    )
    return told, remedy


def in_another_unit(is_less: bool, usual: str) -> tuple[str, str]:
    """Of a time that is a thousandth of the usual one of the other rows, or a thousand times."""
    of, unit = ("a thousandth of", "seconds") if is_less else ("a thousand times", "us")
    remedy = f"are these {unit} in a column of ms? Write the unit of the heading, or leave the row out"
    return f"{of} what the other rows have ({usual})", remedy
