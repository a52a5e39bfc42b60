"""The editor of a scenario's text: what may be written where, and what is wrong beside its line."""
