"""What cannot be made into a network, and what to write instead."""

from models.messages.template import sentence

FILE_ELSEWHERE = "no file of this folder"
LOG_BESIDE = "name a log beside the scenario, or below it"
NO_FILE = "there is no such file"
ACCESS_LOG = "name an access log beside the scenario"
RATE_GROUPS = "ask `plan`, which rates each group by itself, or write a scenario for each group"
NO_CONTENT = "asks for no content, so that it never misses"
nodes_differ = sentence(
    "nodes of {group} have another {resource} than those of other groups, which one world does not know"
)
