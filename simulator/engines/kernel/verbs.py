"""The verbs of a compiled program, numbered.

A program is: connect, ENTER, BEGIN, then the steps of the request's class, END; END leads back to BEGIN through a think
time, or on to the closing steps and LEAVE.
"""

ENTER, BEGIN, SHARE, QUEUE, TAKE, GIVE, LOOKUP, ADMIT, ALLOCATE, FREE, END, FAIL, REFUSE, LEAVE = range(14)
# A pause; what a request leaves behind in a region without processes.
THINK, RETAIN = range(14, 16)
# What a request does with a process: a service that is more work while it is cold, memory there taken and freed (and so
# entering and leaving it), finding out whether it is alive still, what is left behind.
COLD, JOIN, PART, ALIVE, SERVED = range(16, 21)
# The end of a background job, well or not; the two programs of a process's own jobs end with one each of the last two.
FINISH, DROP, TAKE_OVER, STARTED = range(21, 25)
# Where a client that comes again begins its next session.
RETURN = 25
# The end of a halt of a station.
RESUME = 26

# The law of a demand that is the response's bytes on the wire; others are a distribution's kind.
RESPONSE = 99
