"""What the command line says of its options, and of files that cannot be written: what is wrong, then the remedy."""

from collections.abc import Sequence

from models.messages.template import problem, sentence

ONE_CURRENCY = "name price lists of one currency, e.g. --set datacenter.prices=us-2026"
NOT_AN_ASSIGNMENT = "not an assignment", "write PATH=VALUE, e.g. --set 'server.ram=8 GiB'"
IS_DIRECTORY = "is a directory", "name a file in it"
FOLDER_READ_ONLY = "its folder cannot be written to", "name another or change its permissions"
FILE_IS_THERE = "there is such a file already", "name another one, or add --force to replace it"
NAME_ANOTHER = "name another file or folder"
NO_REPORT = "there is no report to use it for", "name its folder with --report DIR"
one_currency_rented = sentence(
    "name price lists of one currency: us-2026, with cloud-us-2026 for what is rented, or {everywhere} for all"
)


def no_replications(engine: str, commands: Sequence[str], engines: Sequence[str]) -> str:
    """That an engine has none, which a command needs; commands: those that need none."""
    *first, last = (f"`{command}`" for command in commands)
    return (
        f"--engine {engine}: theory has no replications to pair, compare or judge by; use it with"
        f" {', '.join(first)} or {last}, or one of: {', '.join(engines)}"
    )


def no_such_engine(name: str, near: str, known: Sequence[str]) -> str:
    """That there is no engine of a name, with the nearest, if any is near."""
    hint = f"did you mean {near}? " if near else ""
    return f"--engine {name}: no such engine; {hint}there are: {', '.join(known)}"


still_at_work = sentence("{task}: {done} done after {lasts}, still at work")
no_folder = problem("there is no folder {folder}", "create it or name another")
