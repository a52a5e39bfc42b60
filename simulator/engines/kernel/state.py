"""What every part of the kernel shares: the end of a list, the end of time, the records of a job and of the clock.

Records are plain numbers in arrays, so that a run can stop, grow and go on. Each mechanism keeps its own record in the
file that builds it and runs it; `World` in world.py holds them all.
"""

import numpy as np

NOWHERE = -1  # The end of a linked list of jobs.
NEVER = np.inf

# What a session carries. `order` says when the job took its present step, and so who goes first among equals; `behind`
# is the next job of the list that it waits in; `wanted` has a bit for each cache whose admission rule the object meets;
# `process` is the number of the process that it is inside, `inside` how many allocations there it still has to free;
# `placed` is how often a balancer has sent it to a node.
JOB = np.dtype(
    [("order", "i8"), ("session", "i8"), ("start", "f8"), ("payload", "f8"), ("wire", "f8"), ("think", "f8")]
    + [("work", "f8"), ("object", "i4"), ("request", "i4"), ("left", "i4"), ("step", "i4")]
    + [("client", "i2"), ("inside", "i2"), ("kind", "i2"), ("placed", "i2"), ("attempts", "i4"), ("behind", "i4")]
    + [("wanted", "i4"), ("process", "i4")],
    align=True,
)
# `arrival` is when the next session or background job comes, `who` of which kind: 0 for sessions; `reserve` is how many
# jobs the processes of the node may start by themselves; `residents` is how many sessions were sent to the node and are
# there still, `gone` how many of those that have left stand in the outbox.
CLOCK = np.dtype(
    [("order", "i8"), ("session", "i8"), ("arrival", "f8"), ("who", "i8"), ("reserve", "i8")]
    + [("events", "i8"), ("free", "i8"), ("ready", "i8"), ("last_ready", "i8"), ("window", "i8"), ("logged", "i8")]
    + [("edge", "f8"), ("jobs", "i8"), ("residents", "i8"), ("gone", "i8")],
    align=True,
)
# A client that is at no node until `time`: then it connects once more, finds out that its node has died, or comes again
# with a new session. `node` is where it was until `since`; who left first goes first among equals, then by `order`.
OUTSIDE = np.dtype(
    [("time", "f8"), ("since", "f8"), ("order", "i8"), ("session", "i8"), ("request", "i4"), ("left", "i4")]
    + [("attempts", "i4"), ("placed", "i4"), ("node", "i4"), ("returns", "i4")],
    align=True,
)
