"""Why a report, or what it looks like, cannot be made, and what stands beside every result."""

NO_COLOUR = 'not a colour; write it in quotes, as "#0072B2"'
NOT_WRITABLE = "cannot be written to"
OTHER_PERMISSIONS = "name another folder or change its permissions"
NAME_A_FOLDER = "name a folder that can be made"
MAKE_ROOM = "name another folder or make room"
OTHER_NAME = "name another folder or another --name"
SAVE_AGAIN = "save it again, or leave it out"
LOW_END = "at the low end"
HIGH_END = "at the high end"
AGAIN = "The same command on the same versions gives the same figures, digit by digit; with --report, this report:"
CONFIDENCE = "confidence of the intervals"
EACH_REPEATS = "each server repeats all that is written, so that more of them do not help"


def no_name(most: int) -> str:
    """What the name of a template must be; most: characters."""
    return f"not a name; write 1 to {most} characters on one line"


def no_image(endings: str) -> str:
    """What the logo of a template must be."""
    return f"not an image that all formats can show; name a file that ends in {endings}"


def logo_too_large(most: int) -> str:
    """How large a logo may be, KiB."""
    return f"larger than {most} KiB; a logo in the head of a page needs less"


def broken_logo(kind: str) -> str:
    """That a logo is no file of its kind."""
    return f"no {kind} file; save it as one"


def unreadable_logo(why: object) -> str:
    """That a logo cannot be read."""
    return f"cannot be read ({why}); name a file beside the template"


def not_printable(kind: str) -> str:
    """That a logo cannot be printed."""
    return f"no {kind} image that can be printed"


def figures_of_chart(title: str) -> str:
    """The table beneath a chart of a workbook."""
    return f"Figures of the chart: {title}"
