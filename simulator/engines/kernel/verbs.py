"""The verbs of a compiled program, numbered, and the groups by which the kernel dispatches them (see program.py).

A program is: connect, ENTER, BEGIN, then the steps of the request's class, END; END leads back to BEGIN through a think
time, or on to the closing steps and LEAVE. Every verb is in one group. Of what a step is, its number says nothing.
"""

SHARE, QUEUE, BEGIN, END, LOOKUP, ADMIT, TAKE, GIVE, ALLOCATE, FREE, RETAIN = range(11)
ENTER, FAIL, REFUSE, LEAVE, RETURN, THINK, RESUME, FINISH, DROP = range(11, 20)
COLD, JOIN, PART, ALIVE, SERVED, TAKE_OVER, STARTED = range(20, 27)
KNOCK, ADMITTED, TURNED_AWAY, ASK, ANSWER, FALTER, GO = range(27, 34)
BEGIN_LOGGED, END_LOGGED = range(34, 36)
PEEK, CROSS, CALL, WAY, REPLY, NO_REPLY, FIND = range(36, 43)
POST, AGAIN, DONE = range(43, 46)
FETCH, REVALIDATE, REFUSED_THERE = range(46, 49)
SLICES, NEXT_SLICE = range(49, 51)
FIRST_PIECE = 51

# What most events come to: a service at a shared station, a request that begins, a look into a cache, a request that is
# answered. Each is tried by itself, before any group.
OFTEN = (SHARE, BEGIN, LOOKUP, END)
# A service at a queue.
QUEUES = (QUEUE,)
# An object is offered to a cache.
CACHES = (ADMIT,)
TOKENS = (TAKE, GIVE)
# A region without processes: bytes taken, given back, and left behind by a request.
MEMORY = (ALLOCATE, FREE, RETAIN)
# A session is connected, its request has failed, it is refused, it leaves, its client comes again.
SESSIONS = (ENTER, FAIL, REFUSE, LEAVE, RETURN)
# The same where clients do not wait for ever: one begins to connect, is connected, is refused, asks, is answered, has
# no answer, and leaves.
PATIENT = (KNOCK, ADMITTED, TURNED_AWAY, ASK, ANSWER, FALTER, GO)
PATIENTLY = {ENTER: ADMITTED, REFUSE: TURNED_AWAY, BEGIN: ASK, END: ANSWER, FAIL: FALTER, LEAVE: GO}
# A pause.
PAUSES = (THINK,)
# What a request does with a process: a service that is more work while it is cold, memory there taken and freed (and so
# entering and leaving it), finding out whether it is alive still, what is left behind. Then how the two programs of a
# process's own jobs end: it is in charge, and one of the jobs that start it up is done.
PROCESSES = (COLD, JOIN, PART, ALIVE, SERVED, TAKE_OVER, STARTED)
# A background job ends, well or not.
BACKGROUND = (FINISH, DROP)
# A request of a trace begins, and is answered: in place of BEGIN and END.
REPLAYS = (BEGIN_LOGGED, END_LOGGED)
# A job that is none of a request looks whether one would find an object.
PEEKS = (PEEK,)
# A job looks a key up, which is found as often as its store says.
FINDS = (FIND,)
# A job goes to the backend, or from there to its node: it takes a WAY behind a CALL, which is answered or not, by a
# server that is dead or by one that refuses it.
BACKEND = (CROSS, WAY, REPLY, NO_REPLY, REFUSED_THERE)
# A job calls one of several servers of the backend.
CALLS = (CALL,)
# A job posts another one, of one of the kinds behind it, and goes on; one that was posted begins anew, or is done.
POSTS = (POST, AGAIN, DONE)
# A request fetches its object, or waits for who does; or asks whether it has changed; or it begins with the slices that
# it asks for, and goes on to the next.
FETCHES = (FETCH, REVALIDATE, SLICES, NEXT_SLICE)
# The first piece of a response has been sent.
PIECES = (FIRST_PIECE,)
# The halt of a station ends.
HALTS = (RESUME,)
GROUPS = (
    *(OFTEN, QUEUES, CACHES, TOKENS, MEMORY, SESSIONS, PATIENT, PAUSES, PROCESSES, BACKGROUND, REPLAYS, PEEKS, FINDS),
    *(HALTS, BACKEND, CALLS, POSTS, FETCHES, PIECES),
)

# The law of a demand that is the response's bytes on the wire; others are a distribution's kind.
RESPONSE = 99
