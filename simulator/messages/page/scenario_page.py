"""What the page of the text of a scenario says."""

from models.messages.template import sentence

KEYS = "Ctrl+Space offers what may stand at the cursor; Enter or Tab takes it, Escape goes on without."
AREA = "The scenario in YAML"
DROP = "Drop what is typed"
NOT_USED = "Not used yet, and kept for when you come back."
OTHERS_GO_ON = "The other pages go on with the last scenario that could be read."
OF_ANSWERS = "the scenario of your answers"
CHANGED = ", with what you changed on the Plan page"
LAID_OVER = "Laid over it on the Plan page, and dropped when you use a text from here:"
SAME_THERE = "In the folder scenarios/ it answers the same on the command line."
this_is = sentence("This is {what}. Change it and use it: all pages then answer for it.")
upload = sentence("Upload a scenario ({kilobytes} kB at most)")
