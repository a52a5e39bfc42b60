"""The titles of a simulation of a network."""

BY_THEORY = "One node, by theory"
LIMITS = "Limits, the most used first"
