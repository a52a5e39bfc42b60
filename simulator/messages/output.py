"""Why a report, or what it looks like, cannot be made, and what stands beside every result."""

from models.messages.template import sentence

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
no_name = sentence("not a name; write 1 to {most} characters on one line")
no_image = sentence("not an image that all formats can show; name a file that ends in {endings}")
logo_too_large = sentence("larger than {most} KiB; a logo in the head of a page needs less")
broken_logo = sentence("no {kind} file; save it as one")
unreadable_logo = sentence("cannot be read ({why}); name a file beside the template")
not_printable = sentence("no {kind} image that can be printed")
figures_of_chart = sentence("Figures of the chart: {title}")
left_to_the_workbook = sentence("With --all, and in the workbook and comma-separated values: {titles}.")
