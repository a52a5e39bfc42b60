"""What is said of the load and the targets: what clients ask for, and what they are promised."""

from models.messages.template import problem, sentence

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
LOG_HAS_ITS_SIZES = "responses of a log have the sizes that they had"
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
times_all_days = sentence(", {ratio} times that of all days")
peak_unlike_hours = problem(
    "the hours of workload.day say otherwise: their peak is {busiest} times the mean of its day{of_all}",
    "write `peak_to_mean: {busiest}`, or the hours that you mean",
)
population_has_no_largest_load = problem(
    "a population offers what it is answered, so it has no largest load that the farm could be sized by",
    "write `sized_by: {stated_load}`, `demand: none`, or `population: none`",
)
smaller_than_an_object = problem("smaller than one object, {object_size}", "write at least the size of one object")
beside_a_log = problem("there is `{key}` too, and {why}", "write `trace: none`, or leave `{key}` out")
never_set_up_in_time = problem(
    "a connection takes {takes} on an idle server, so that none would ever be set up in time",
    "write more than {least}, or none to wait for ever",
)
packets_without_tls = problem(
    "the packets of {transport} are always encrypted, and the session has no `tls`",
    "write e.g. `tls: {{key: ecdsa-p256}}` beside it, or `transport: tcp`",
)
cards_encrypt_no_packets = problem(
    "cards encrypt the records of TLS, and not the packets of {transport}",
    "write user, or `transport: tcp` in `workload.session`",
)
never_answered_in_time = problem(
    "a response of mean size takes {takes} to the fastest clients, so that few would arrive in time",
    "write more than {least}, or none to wait for ever",
)
longest_below_first_pause = problem(
    "shorter than the first pause, {first}",
    "write at least {first}, or a shorter back_off",
)
higher_percentile_below_lower = problem(
    "shorter than p95_response, {lower}: if 99 % of the responses are within it, so are 95 % of them",
    "write at least {lower}, or a shorter p95_response",
)
clients_too_slow = problem(
    "can never be met: {group}, so that with headers clients receive at most {most} on average",
    "write less than {most}, for a server takes some time too, or plan for faster clients",
)
lines_too_slow = problem(
    "can never be met: on the lines of the clients alone, {share:.0f} % of the responses take {least}",
    "write at least {least}, or plan for faster clients or smaller responses",
)
pauses_too_long = problem(
    "can never be met: the pauses between their pieces alone keep {share:.0f} % of the responses for {least}",
    "write at least {least}, or fewer pieces or shorter pauses",
)
pieces_unlike_response = problem(
    "{count:,} pieces of {piece} are {payload}, and `size` says {size}",
    "leave `size` out, or write `{{mean: {payload}, distribution: constant}}`",
)
packet_without_payload = problem("a packet of {packet:g} B has no room for a payload", "write less than {packet:g} B")
too_many_classes = problem("{classes} classes of requests", "write at most 64 classes")
class_name_twice = problem('more than one class of requests is called "{name}"', "give each a name of its own")
groups_of_clients = problem("{groups} groups of clients", "write 1 to 64 groups")
shares_of_groups = problem("the shares of the groups sum to {percent:.6g} %", "make them sum to 100 %")
name_of_a_process = problem("so the requests of one process of a web garden are called", 'write "{name}"')
BYTES_OF_NO_FRAME = (
    "bytes of each frame, and responses are not cut into frames",
    "write 0 B, or how much a frame holds, e.g. `frame: 16 KiB`",
)
startup_beyond_session = problem(
    "as many requests as a session sends or more, {requests}, so that it would never think",
    "write fewer than that, or more `requests`",
)
streams_beyond_connection = problem(
    "a connection of {transport} carries at most {most} at once",
    "write at most that, or a `session.transport` that carries more, such as http2 or quic",
)
NO_PIECES = (
    "no response comes in pieces",
    "write `request.pieces`, e.g. {count: 200, pause: 50 ms, size: 120 B}, or none",
)
STARTUP_OF_A_POPULATION = (
    "clients that come back for ever have no start at which a buffer fills",
    "write none, or `session.startup: 0`",
)
LADDER_UNLIKE_SIZE = (
    "a ladder states the sizes of its segments, and a size stands beside it",
    "leave out one of both",
)
shares_of_rungs = problem("the shares of the bit rates sum to {percent:.6g} %", "make them sum to 100 %")
RATE_TWICE = ("a bit rate stands there twice", "add up the shares of both")
