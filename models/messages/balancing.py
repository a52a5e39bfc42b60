"""What is said of how sessions, or requests by their path, are spread over the nodes of a unit."""

NO_CLASS_TO_TELL_APART = ("all requests are of one kind, so that no path tells them apart", "write `workload.classes`")


def weights_unlike_nodes(stated: int, nodes: int) -> tuple[str, str]:
    """Weights that are not one for each node."""
    return (f"{stated} weights for the {nodes} nodes of the unit", "write one for each node, or []")


def hash_moves_clients(another: str, without_affinity: str) -> tuple[str, str]:
    """A slow start behind a hash."""
    return (
        "a hash sends every client where it belongs, and would move all of them again and again",
        f"write 0 s, or {another}{without_affinity}",
    )


def affinity_needs_a_hash(policy: str) -> tuple[str, str]:
    """Clients that a policy does not keep together."""
    return (
        f"sessions of a client stay together only behind a hash of its address, not by {policy}",
        "write none, or `policy: hash`",
    )


def nothing_to_hash(another: str) -> tuple[str, str]:
    """Objects with nodes of their own where there is no content."""
    return ("there is no content whose URL could be hashed", f"write `workload.content`, or {another}")


def unknown_of_split_content(another: str) -> tuple[str, str]:
    """What is not known of nodes that keep one copy of the content together."""
    return (
        "not known of a balancer that sends each object to a node of its own (by-url)",
        f"leave it out, or write {another}: each node keeps a copy then",
    )


def load_never_shed(full: int) -> tuple[str, str]:
    """Load that is shed beyond the end of the queue."""
    return (
        f"the request queue is full with {full:,} requests, so that nothing would ever be shed",
        f"write less than {full:,}, or `web_server.queue_limit: none`",
    )


def no_such_class(name: str) -> str:
    """A class that a group names and nobody asks for."""
    return f'there is no class "{name}"'


def class_in_one_group(how: str, name: str) -> tuple[str, str]:
    """A class that no group gets, or several."""
    return (f'{how} the class "{name}"', "name each class in one group")


def group_name_twice(name: str) -> tuple[str, str]:
    """Two groups of one name."""
    return (f'more than one group is called "{name}"', "give each a name of its own")


def unlike_sum_of_groups(total: int) -> tuple[str, str]:
    """A number of nodes that is not the sum of its groups."""
    return (f"not the {total} that `paths` have together", f"write {total}, or change `paths`")


def no_working_node_in_group(most: int) -> tuple[str, str]:
    """A group of spare nodes only."""
    return ("no node of the group is left to work", f"write at most {most}")


def unknown_of_groups(hint: str) -> tuple[str, str]:
    """What is not known of a unit of groups."""
    return (
        "not known of a unit whose nodes serve classes in groups (`unit.paths`)",
        f"leave it out, or write `unit.paths: []`, or a scenario for each group{hint}",
    )


def number_of_weights(weights: int) -> tuple[str, str]:
    """More weights than there can be nodes."""
    return (f"{weights} weights", "write one for each node of the unit, at most 32")
