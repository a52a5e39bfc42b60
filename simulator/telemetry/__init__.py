"""Counters of a farm that runs: of every server over time, laid side by side, and the model held beside them."""
