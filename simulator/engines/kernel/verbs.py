"""The verbs of a compiled program, numbered.

A program is: connect, ENTER, BEGIN, then the steps of the request's class, END; END leads back to BEGIN through a think
time, or on to the closing steps and LEAVE.
"""

ENTER, BEGIN, SHARE, QUEUE, TAKE, GIVE, LOOKUP, ADMIT, ALLOCATE, FREE, END, FAIL, REFUSE, LEAVE = range(14)

# The law of a demand that is the response's bytes on the wire; others are a distribution's kind.
RESPONSE = 99
