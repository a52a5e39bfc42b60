"""Sentences about a scenario as it is read and checked: plain values in, a sentence out."""
