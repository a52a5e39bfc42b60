"""Measured systems that are fitted on some rows and held against the others."""
