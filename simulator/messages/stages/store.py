"""What is wrong with the file of a store, and what to do about it: the reason, then the remedy."""

OTHER = "name another with --store FILE"
LOCKED = "another program keeps it locked", f"wait until that is done, or {OTHER}"
READ_ONLY = "it may not be written to", f"change its permissions, or {OTHER}"
NOT_OPENED = "it cannot be opened or made", f"check its folder and permissions, or {OTHER}"
DISK_FULL = "the disk is full", "make room and give the same command again: what was finished is kept"
DISK_FAULT = "the disk cannot be read or written", f"check the disk and its free space, or {OTHER}"
DAMAGED = "the file is damaged", f"move it away and restore it from a copy, or {OTHER}"
NO_STORE = "this is no store of results", OTHER
OF_ANOTHER_PROGRAM = "this is the file of another program, and no store of results", OTHER
IS_FOLDER = "is a folder", "name a file in it with --store FILE"
NOT_THERE = "there is no store of results", f"run a `sweep` first, or {OTHER}"
NO_PLAN = "no plan is kept here", f"keep one with `plan SCENARIO --keep`, or {OTHER}"
CHECK_FOLDER = f"check its folder and permissions, or {OTHER}"


def newer(schema: int, known: int) -> tuple[str, str]:
    """That a newer version of the program made it."""
    reason = f"a newer version of this program made it (schema {schema}, known here is {known})"
    return reason, f"use that version, or {OTHER}"


def unreadable_plan(name: str, made: str) -> tuple[str, str]:
    """A kept plan that cannot be read."""
    return f'the plan "{name}" of {made} cannot be read', f"keep it again with `plan --keep`, or {OTHER}"
