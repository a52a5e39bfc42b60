"""What every part of the kernel shares: the end of a list, the end of time, the records of a job and of the clock.

Records are plain numbers in arrays, so that a run can stop, grow and go on. Each mechanism keeps its own record in the
file that builds it and runs it; `World` in world.py holds them all.
"""

import numpy as np

NOWHERE = -1  # The end of a linked list of jobs.
NEVER = np.inf
GONE = -1

# What a session carries. `work` is what is left of its present service, or, while it waits for a timed pool, until when
# it does; `order` says when the job took its present step, and so who goes first among equals; `behind`
# is the next job of the list that it waits in; `wanted` has a bit for each cache whose admission rule the object meets;
# `process` is the number of the process that it is inside, `inside` how many allocations there it still has to free;
# `slice` is the number of the one that it is at of the `slices` that its request asks for;
# `placed` is how often a balancer has sent it to a node, `asked` whether its request was asked for before. Of what a
# client has left behind, GONE requests are `left`.
JOB = np.dtype(
    [("order", "i8"), ("session", "i8"), ("start", "f8"), ("payload", "f8"), ("wire", "f8"), ("think", "f8")]
    + [("work", "f8"), ("object", "i4"), ("request", "i4"), ("left", "i4"), ("step", "i4")]
    + [("client", "i2"), ("inside", "i2"), ("kind", "i2"), ("placed", "i2"), ("attempts", "i2"), ("asked", "i2")]
    + [("behind", "i4"), ("wanted", "i4"), ("process", "i4")]
    + [("slice", "i4"), ("slices", "i4")],
    align=True,
)
# `comes` is when the next session or background job comes, `who` of which kind: 0 for sessions; `arrival` is the same,
# or sooner where the clock `hurries` to who waits no longer (see client_timeouts/waiting_lines.py); `reserve` is how
# many jobs the processes of the node may start by themselves; `residents` is how many sessions were sent to the node
# and are there still, `gone` how many of those that have left stand in the outbox. `event` and `due` are which station
# or timer lets the next job go, and when: known while the clock stands still. `crossing` is the first of a list of jobs
# that go to the backend, or from there to their nodes, since `crossed` (see cluster/backend.py). `posts` says that jobs
# may post others, so that there is to be room for more at every event. What every event needs comes first.
CLOCK = np.dtype(
    [("order", "i8"), ("arrival", "f8"), ("event", "i8"), ("due", "f8"), ("events", "i8"), ("ready", "i8")]
    + [("gone", "i8"), ("edge", "f8"), ("session", "i8"), ("who", "i8"), ("reserve", "i8"), ("free", "i8")]
    + [("last_ready", "i8"), ("window", "i8"), ("logged", "i8"), ("jobs", "i8"), ("residents", "i8")]
    + [("comes", "f8"), ("hurries", "i8"), ("crossing", "i8"), ("last_crossing", "i8"), ("crossed", "f8")]
    + [("posts", "i8")],
    align=True,
)
# A client that is at no node until `time`: then it connects once more, finds out that its node has died, or comes again
# with a new session. `node` is where it was; among equals, the lower session goes first, and so is their `order`.
# `client` is its rate class, NOWHERE where that has not been drawn; `line` is where it stands while it waits, NO_LINE
# unless its pause is of a length that is always the same.
NO_LINE, BACK_OFFS, THINKS = 0, 1, 2
OUTSIDE = np.dtype(
    [("time", "f8"), ("session", "i8"), ("request", "i4"), ("left", "i4")]
    + [("attempts", "i4"), ("placed", "i4"), ("node", "i4"), ("returns", "i4"), ("tries", "i4"), ("asked", "i4")]
    + [("start", "f8"), ("order", "i8"), ("client", "i4"), ("line", "i4")],
    align=True,
)
# Who comes, and the balancer that sends them. Of its steps: the first, that of who is open at the start, that of a
# request, and the first of closing, of what a client has left behind, and of a client that returns. `patient` says that
# none waits for ever. `midway` is how far on those are that are open at the start, with as many requests `left`: WHOLE
# sessions, or in a cycle of which a think time is left, or an EVEN part of one. `segment` and `framing` are those of
# the transport. After its first `startup` responses a session does not think.
WHOLE, PAUSES, EVEN = 0, 1, 2
SOURCE = np.dtype(
    [("length_law", "i8"), ("length", "f8"), ("length_shape", "f8"), ("think_law", "i8"), ("think", "f8")]
    + [("think_shape", "f8"), ("attempts", "i8"), ("back_off", "f8"), ("first", "i8"), ("opened", "i8")]
    + [("begin", "i8"), ("close", "i8"), ("abandon", "i8"), ("nodes", "i8"), ("node", "i8"), ("open_at_start", "i8")]
    + [("causes", "i8"), ("returns", "i8"), ("spread", "f8"), ("coupled", "i8"), ("policy", "i8"), ("sources", "i8")]
    + [("patient", "i8"), ("midway", "i8"), ("left_law", "i8"), ("left", "f8"), ("left_shape", "f8")]
    + [("segment", "f8"), ("framing", "f8"), ("startup", "i8")],
    align=True,
)
# A class of requests: what is drawn of one, its first step, and its catalogue.
KIND = np.dtype(
    [("until", "f8"), ("law", "i8"), ("mean", "f8"), ("shape", "f8"), ("header", "f8"), ("pieces", "f8")]
    + [("first", "i8"), ("table", "i8"), ("offset", "i8")],
    align=True,
)
# A server of the backend: whether it stands, whether calls are sent to it, and how many of its keys have been looked up
# since it was empty: WARM at the start.
SERVER = np.dtype([("stands", "i8"), ("believed", "i8"), ("lookups", "f8")], align=True)
WARM = np.inf


def copy_records(records: np.ndarray, into: np.ndarray) -> None:
    """Copies records into others of their kind and shape, byte by byte: NumPy goes from field to field of each, which
    takes ten times as long. Changes `into` in place."""
    into.view(np.uint8)[...] = records.view(np.uint8)
