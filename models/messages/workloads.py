"""What is said of the load and the targets: what clients ask for, and what they are promised."""

NOBODY_READS = (
    "no request reads it: no class has a `pool`, and the kernel answers without a file",
    "name a pool of `web_server.pools` in the classes that read files, or write `content: none`",
)
USERS_OF_SINGLE_REQUESTS = (
    "users at once ask again after a think time, and a session here is a single request",
    "write workload.session.requests above 1 and a think_time, or state the demand as requests/s or sessions/s",
)
USERS_WITHOUT_THINK_TIME = (
    "users at once ask again after a think time, and there is none here",
    'write workload.session.think_time, e.g. "10 s", or state the demand as requests/s or sessions/s',
)
NO_LOAD_STATED = (
    "no load of a server is stated that the farm could be sized by",
    'write workload.offered, e.g. "3400 /s", or `sized_by: largest load`',
)
LOG_HAS_NO_CLASSES = "a log does not tell which class a request is of"
LOG_HAS_ITS_CLIENTS = "clients of a log come when they came"
LOG_HAS_ITS_LOAD = "the load of a log is what it was"
LOG_HAS_ITS_TIMES = "clients of a log ask when they asked"
NOTHING_TRIED_AGAIN = (
    "nothing is ever tried again that it could limit",
    "write how often in retries.count, e.g. 3, or `budget: none`",
)
ENDLESS_FLOOD = ("`half_open` is a flood that never ends", "write `half_open: none`, or no `day.flood`")
CLASSES_TOO = ("there are `classes` of requests too", "write `request: none`, or `classes: []`")
NO_REQUEST = ("missing", "write `request: ...` where all requests are of one kind, else `classes: [...]`")
POPULATION_TOO = (
    "there is a `population` too, which offers as much as is answered",
    "write `offered: none`, or `population: none`",
)
NO_RAMP_OF_A_POPULATION = (
    "a `population` is there from the start, so that no rate of new sessions can rise",
    "write `offered: ...` instead of `population`, or `ramp: none`",
)
NO_RAMP_TO_NOTHING = (
    "no load is stated that it could rise to",
    'write `offered: ...`, e.g. "3400 /s", or `ramp: none`',
)


def times_all_days(ratio: str) -> str:
    """How the peak compares with all days of a week."""
    return f", {ratio} times that of all days"


def peak_unlike_hours(busiest: str, of_all: str) -> tuple[str, str]:
    """A ratio of peak to mean that the hours of the day do not have."""
    return (
        f"the hours of workload.day say otherwise: their peak is {busiest} times the mean of its day{of_all}",
        f"write `peak_to_mean: {busiest}`, or the hours that you mean",
    )


def population_has_no_largest_load(stated_load: str) -> tuple[str, str]:
    """A population that a farm is to be sized by."""
    return (
        "a population offers what it is answered, so it has no largest load that the farm could be sized by",
        f"write `sized_by: {stated_load}`, `demand: none`, or `population: none`",
    )


def smaller_than_an_object(object_size: str) -> tuple[str, str]:
    """A catalogue that holds no object."""
    return (f"smaller than one object, {object_size}", "write at least the size of one object")


def beside_a_log(key: str, why: str) -> tuple[str, str]:
    """What a log says already."""
    return (f"there is `{key}` too, and {why}", f"write `trace: none`, or leave `{key}` out")


def never_set_up_in_time(takes: str, least: str) -> tuple[str, str]:
    """Clients that wait shorter for a connection than it takes."""
    return (
        f"a connection takes {takes} on an idle server, so that none would ever be set up in time",
        f"write more than {least}, or none to wait for ever",
    )


def packets_without_tls(transport: str) -> tuple[str, str]:
    """A transport that encrypts, without a key."""
    return (
        f"the packets of {transport} are always encrypted, and the session has no `tls`",
        "write e.g. `tls: {key: ecdsa-p256}` beside it, or `transport: tcp`",
    )


def cards_encrypt_no_packets(transport: str) -> tuple[str, str]:
    """Cards that encrypt for a transport that they do not know."""
    return (
        f"cards encrypt the records of TLS, and not the packets of {transport}",
        "write user, or `transport: tcp` in `workload.session`",
    )


def never_answered_in_time(takes: str, least: str) -> tuple[str, str]:
    """Clients that wait shorter for a response than it takes."""
    return (
        f"a response of mean size takes {takes} to the fastest clients, so that few would arrive in time",
        f"write more than {least}, or none to wait for ever",
    )


def longest_below_first_pause(first: str) -> tuple[str, str]:
    """Pauses that would grow to less than the first."""
    return (f"shorter than the first pause, {first}", f"write at least {first}, or a shorter back_off")


def higher_percentile_below_lower(lower: str) -> tuple[str, str]:
    """Percentiles that fall."""
    return (
        f"shorter than p95_response, {lower}: if 99 % of the responses are within it, so are 95 % of them",
        f"write at least {lower}, or a shorter p95_response",
    )


def clients_too_slow(group: str, most: str) -> tuple[str, str]:
    """A target of speed that no client reaches."""
    return (
        f"can never be met: {group}, so that with headers clients receive at most {most} on average",
        f"write less than {most}, for a server takes some time too, or plan for faster clients",
    )


def lines_too_slow(share: float, least: str) -> tuple[str, str]:
    """A target of a percentile that no line reaches."""
    return (
        f"can never be met: on the lines of the clients alone, {share:.0f} % of the responses take {least}",
        f"write at least {least}, or plan for faster clients or smaller responses",
    )


def packet_without_payload(packet: float) -> tuple[str, str]:
    """A packet that its headers fill."""
    return (f"a packet of {packet:g} B has no room for a payload", f"write less than {packet:g} B")


def too_many_classes(classes: int) -> tuple[str, str]:
    """More classes of requests than can be told apart."""
    return (f"{classes} classes of requests", "write at most 64 classes")


def class_name_twice(name: str) -> tuple[str, str]:
    """Two classes of one name."""
    return (f'more than one class of requests is called "{name}"', "give each a name of its own")


def groups_of_clients(groups: int) -> tuple[str, str]:
    """No group of clients, or too many."""
    return (f"{groups} groups of clients", "write 1 to 64 groups")


def shares_of_groups(percent: float) -> tuple[str, str]:
    """Groups that are more or less than all clients."""
    return (f"the shares of the groups sum to {percent:.6g} %", "make them sum to 100 %")


def name_of_a_process(name: str) -> tuple[str, str]:
    """A name of a class that is given to the requests of one process."""
    return ("so the requests of one process of a web garden are called", f'write "{name}"')
