"""What is wrong with an address, a link, an upload or an export, and what to write instead."""

from models.messages.template import problem, sentence

# Addresses.
NO_PATH = "this is not the path of a parameter", "write e.g. server.ram=8 GiB, as after --set"
THREADS = "how many threads a run takes is not asked for here", "leave it out"
NO_SCENARIO = "there is no such scenario"
HISTORY_ELSEWHERE = "no file beside this scenario", "send it on the page Growth, or state its months"

# Links.
ONE_BEGINNING = "a plan begins with one of these", "leave the others out"
NOT_SERVED = "nothing of the kind is known here"
ASK_AGAIN = "ask for the link again, or for the file"
NOTHING_PACKED, CUT_OFF = "this holds no scenario", "this holds no whole scenario"

# Texts and files.
ANOTHER_FILE = "a scenario has a few kB; is this another file?"
TOO_MANY_ENTRIES = "too many lines and commas"
EXTENDS_ELSEWHERE = "a scenario from a browser extends only those that are shipped"

# Plans of an export.
NO_GROUP = "a plan is a group of keys"
NO_CHANGES = "changes are paths with values"
NO_ANSWERS = "these are no answers"
NO_BEGINNING = "a plan begins with a scenario, a text or answers"
NO_JSON = "this is no JSON"
NO_EXPORT = "this is no export of plans"
NO_TITLE = "it has no title"
NO_HISTORY = "its former versions are no list"
CHOOSE_EXPORT = "choose a file that Export has written"
too_many_changes = problem("{count} changes", "write at most {most}, or a scenario of your own")
no_value = problem("nothing is written here", "write {path}=VALUE, or leave it out")
not_a_value = problem("this is not the value of a parameter", "write at most {longest} characters on one line")
unpacks_to_more = problem("it unpacks to more than {kilobytes} kB", "a scenario has a few kB")
keep_to = sentence("keep to {entries:,}, without those in comments; a scenario states only what differs")
shelf_full = problem("there is room for {most:,}", "export them, and delete what is not needed")
