"""Sentences of the stages below the studies, a module a stage: plain values in, a sentence out."""
