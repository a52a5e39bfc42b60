"""What is wrong with an option of `calibrate`, and what to write instead."""

FILES_BESIDE = ("a scenario from a log has files of values beside it", "name a file")
NO_UNIT_OF_TIME = "this is no unit of time"
NOT_IN_CATALOGUE = "not in the catalogue of servers"
NO_SERVER = (
    "a scenario needs a whole machine: its memory, cards and price",
    "name the server of the catalogue that is nearest to yours with --server",
)
CORES_TWICE = ("a server of the catalogue has its cores", "leave out one of --server and --cores")
NO_DECIMAL_MARK = ("not a decimal mark", 'write "." or ","')

# Of a load that is asked for with `--at`: what it may be, and, where rows cannot have it, what to write.
_OPEN, _CLOSED = "2000 /s", "200 users"
OTHER_LOAD = {
    "open": f'requests a second of an open test, e.g. "{_OPEN}"',
    "closed": f'users of a closed test, e.g. "{_CLOSED}"',
}
USERS_OF_OPEN_ROWS = ("the rows are of an open test, without users", f'write e.g. "{_OPEN}"')


def not_allowed(message: str, remedy: str) -> tuple[str, str]:
    """Of what was fitted and no scenario may have: what is wrong, and what to do."""
    otherwise = "bring rows that tell it, or write the scenario by hand from what is told without --out"
    return (
        f"a scenario does not allow what was fitted ({message}), so that nothing was written",
        f"{remedy}; {otherwise}" if remedy else otherwise,
    )
