"""What is said of values that hang together."""

CORRELATED_WITH_ITSELF = ("it is the first one", "name another value")
PAIR_TWICE = ("this pair stands above", "keep one of the two")
IMPOSSIBLE_TOGETHER = (
    "these cannot be at the same time: what hangs together with one value hangs together with each other",
    "bring them nearer to 0, or write none",
)
