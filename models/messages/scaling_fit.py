"""What is said of a scaling law that was fitted to rows: how far to trust it, and why there is none."""

from models.messages.template import problem, sentence

NOT_TRUSTED_BEYOND = "These rows say too little to trust it beyond them"
NO_LAW_FITS = ("the rates of these rows differ too much for any law", "write rates above 0 of one unit")
FASTER_THAN_POSSIBLE = "faster than these threads can do"
fitted = sentence(
    "The universal scalability law was fitted to {rows} rows measured on up to {threads} busy threads: contention"
    " {contention}, coherence {coherence}. It is {error} off its own rows."
)
trusted_to = sentence("Beyond the rows it may be trusted to {threads} threads")
within_trust = sentence("{beyond}; the server keeps no more than {used} busy.")
beyond_trust = sentence(
    "{beyond}; the server keeps up to {used} busy, and what it does then is a guess: laws fitted to public"
    " measurements were 19 to 35 % off at twice the threads that were measured. Measure it with all of them busy."
)
interval_unknown = sentence("{value} (the rows do not tell how exact that is)")
law_off_rows = problem(
    "the universal scalability law does not describe these rows: it is {percent:.0f} % off them",
    "leave out the rows that something else limited, or all of them",
)
too_few_numbers = problem(
    "{found} numbers of threads do not tell how a server scales",
    "measure at {fewest} of them at least",
)
grows_too_fast = problem(
    "the rate grows {than}, {by:.3g} times from {few:,} to {more:,} of them and at most {most:.3g} times is possible:"
    " the universal scalability law does not describe these rows",
    "leave out the rows that something else limited, such as the client that measured, or all of them",
)
