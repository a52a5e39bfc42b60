"""The five questions of a first scenario, its places and margins, and what an answer is told."""

from models.messages.template import problem, sentence

PEAK = "How much at the peak, of all servers together: a data rate, requests/s, sessions/s or users?"
SIZE = "How large is a response on average?"
CLIENTS = "How fast is the line of a client?"
DAILY = "How much is it in a day: a volume, or the mean as a share of the peak?"
PLACE = "Where does the farm stand?"
RACKS_US, RACKS_EUROPE, CLOUD_US = "our racks, United States", "our racks, Europe", "a cloud, United States"
LEAN = "no server to spare, 10 % in reserve"
USUAL = "one server of four to spare, 20 % in reserve"
CAREFUL = "one server of three to spare, 40 % in reserve"

NOTHING_WRITTEN = "nothing is written here"
NOT_PLAIN = (
    "no answer that a scenario can hold",
    "write one line of at most 60 letters, digits, spaces and . , / % _ + -",
)
NOT_KNOWN = "not one of those that are known here"
other_servers = sentence("one of {count} others in models/catalog/servers")
no_answer = problem(
    "the input ended without an answer",
    "answer it, or write --{option} ..., or --usual for the usual answers",
)
written = sentence("Wrote {file}. Next: headroom plan {quoted}")
