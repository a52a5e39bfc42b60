"""What is said of how sessions, or requests by their path, are spread over the nodes of a unit."""

from models.messages.template import problem, sentence

NO_CLASS_TO_TELL_APART = ("all requests are of one kind, so that no path tells them apart", "write `workload.classes`")
weights_unlike_nodes = problem("{stated} weights for the {nodes} nodes of the unit", "write one for each node, or []")
hash_moves_clients = problem(
    "a hash sends every client where it belongs, and would move all of them again and again",
    "write 0 s, or {another}{without_affinity}",
)
affinity_needs_a_hash = problem(
    "sessions of a client stay together only behind a hash of its address, not by {policy}",
    "write none, or `policy: hash`",
)
nothing_to_hash = problem("there is no content whose URL could be hashed", "write `workload.content`, or {another}")
unknown_of_split_content = problem(
    "not known of a balancer that sends each object to a node of its own (by-url)",
    "leave it out, or write {another}: each node keeps a copy then",
)
load_never_shed = problem(
    "the request queue is full with {full:,} requests, so that nothing would ever be shed",
    "write less than {full:,}, or `web_server.queue_limit: none`",
)
no_such_class = sentence('there is no class "{name}"')
class_in_one_group = problem('{how} the class "{name}"', "name each class in one group")
group_name_twice = problem('more than one group is called "{name}"', "give each a name of its own")
unlike_sum_of_groups = problem("not the {total} that `paths` have together", "write {total}, or change `paths`")
no_working_node_in_group = problem("no node of the group is left to work", "write at most {most}")
unknown_of_groups = problem(
    "not known of a unit whose nodes serve classes in groups (`unit.paths`)",
    "leave it out, or write `unit.paths: []`, or a scenario for each group{hint}",
)
number_of_weights = problem("{weights} weights", "write one for each node of the unit, at most {most}")
