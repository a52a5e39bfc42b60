"""What a network must keep to, for it to mean the same to every engine, and how one breaks that."""

from collections.abc import Iterable

from models.messages.template import sentence

# How long clients wait, and what they do then.
RETRY_ALLOWANCE = "a budget earns 0 or more of each request and saves 1 retry or more"
RETRY_PAUSES = "retries are 0 or more, and their pauses never become shorter"
JITTER = "jitter is a share of a pause"
BREAKER = "a breaker opens at a share above 0 of one request or more, and then rests"
TIMEOUTS = "clients wait for some time"
# Balancers, and what happens to nodes.
BALANCER_WEIGHTS = "weights are whole numbers above 0"
UNEVEN_ADDRESSES = "addresses are uneven by 0 to less than 1"
SLOW_START = "a slow start takes some seconds, and a hash knows none"
SLOW_NODE = "only what slows has a speed of its own, above 0, and stations"
EVENT_TIMES = "what happens to nodes is told in the order of time, from 0 s on"
COMES_LATER = "who comes again to one of several nodes comes later: back_off and reconnect are above 0"
# The backend.
STANDS_AT_BACKEND = "stations and pools that let jobs wait stand at the backend"
BACKEND_SLOWS = "stations of the backend slow by themselves"
NO_SESSION_AT_BACKEND = "no session connects or closes at the backend"
CACHE_POLICY = "a cache drops by lru, fifo, clock or tiny-lfu, and a queue knows no time to live"
REVALIDATION = "a copy is asked for again after some time, and a share from 0 to 1 has not changed"
KEY_STORE = "hit ratios are shares, after lookups that ascend from 0"
BACKEND_GETS_BACK = "what is taken at the backend is given back there"
# Distributions.
EMPIRICAL_POINTS = "the points of an empirical distribution ascend from the share 0 to 1, and from 0 on"
EMPIRICAL_MEAN = "an empirical distribution has a mean above 0"
NO_POINT = "no point of this distribution is at the share"
# Groups of nodes.
GROUP_NODES = "a group has at least one node"
GROUP_SHARE = "each group gets a share of all requests"
# Sessions.
OPEN_SHARES = "shares of 1 and as many readings"
READING_TIME = "a response takes some seconds or none"
SESSION_LENGTH = "requests of a session are geometric or constant"
OPEN_RATE_CLASSES = "who is open at the start is of the rate classes that there are"
NOT_MIDWAY = "sessions that return, are spread or come of a log are not midway at the start"
PROFILE = "a profile begins at 0 s, ascends in time and is never negative"
# Resources and the steps that use them.
CAPS_ASCEND = "the caps of rate classes must ascend"
LINGERING_POOL = "only a pool that refuses may linger, for 0 s or more"
LONGEST_WAIT = "only a pool that lets wait has a longest wait, of more than 0 s"
START_UP = "a new process needs at least 1 start-up job and a factor of at least 1"
RECYCLED_OR_COLLECTED = "a region is recycled or collected, not both"
CAPACITY_CURVE = "a capacity curve is concave and ends at the capacity"
QUOTA = "a quota has some work in a period of some seconds, and a concave burst"
QUOTA_RATE = "a quota allows as much a second as the capacity"
SLICES = "objects in slices have as many of one size each, and live for ever"
OTHER_SLICES = "asks for slices of other objects"
SLICE = "a slice is above 0 and goes with at_once"
AT_ONCE = "at least 1 job is served at once, and all have one cap"
IDLE_CAPACITY = "jobs at once never use all of its capacity"
SEGMENT = "a segment holds some payload and adds no negative framing"
DEMAND_BY_SIZE = "a demand by size is never negative and its pieces have bytes"
SENT_SHARE = "the share of a response that is sent is above 0 and at most 1"
ASKS_FOR_NOTHING = "only a request asks for something"
NOT_LOOKED_UP = "is offered an object that was not looked up there"
UNKNOWN_OBJECTS = "nobody else looks such objects up there"
NEVER_COLD = "is not recycled, so it is never cold"
COLD_WORK = "a cold process means more work at a shared station only"
ONE_PROCESS = "a job is inside one process at a time, not in those of"
POSTED_SHARES = "the kinds of jobs that are posted have shares that add up to 1"
POSTED_STEPS = "jobs that are posted work at stations, wait, and call, and hold nothing of a node"
POSTED_BEHIND = "jobs that are posted work at the backend alone, where there is one, or where nodes fail"
NOTHING_POSTED = "no kind of background job that is posted"
BACKGROUND_KIND = "kind of background job"
RESPONSE_BYTES = "the response's wire bytes"
NO_FIRST_CACHE = "which is no first cache"
NO_SHARED_STATION = "is no shared station"
STATIONS_SLOW = "of a server of the backend its stations slow"
SERVER_HAS_ITS_OWN = "each server has resources of its own at the backend"


def unknown_policy(policy: str, policies: Iterable[str]) -> str:
    """A policy that no balancer has, and those that there are."""
    return f"no such policy: {policy}; there are {', '.join(policies)}"


events_of_no_node = sentence("there are {nodes} nodes, numbered from 0; something happens to {strangers}")
process_at_backend = sentence("{process} is a process of a node, and {station} stands at the backend")
cv_too_small = sentence("a {family} distribution has no cv of {cv:g}, which is too small")
group_sizes = sentence("groups have the {nodes} nodes together, got {sizes}")


def group_classes(asked: Iterable[str], grouped: Iterable[str]) -> str:
    """Classes of requests that are of no group, or of several."""
    return f"each class is of one group, and there are {', '.join(asked)}, got {', '.join(grouped)}"


some_nodes_of_groups = sentence("nodes of groups get classes of their own: no {count} of them stand for all")
node_weights = sentence("{nodes} nodes have as many weights, got {weights}")


def same_name(kind: str, names: list[str]) -> str:
    """Several of a kind that have one name."""
    return f"more than one {kind} is called {', '.join(names)}"


def no_server_at_backend(names: list[str]) -> str:
    """Events of servers that there are none of."""
    return f"there is no server {', '.join(names)} at the backend"


call_to_stranger = sentence("a call goes to another server that there is, not from {caller} to {server}")
used_elsewhere = sentence("{resource} belongs to {owner}, and is used in {server}")
