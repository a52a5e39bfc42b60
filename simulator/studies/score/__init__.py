"""`score`: plans that were kept, beside the counters that came later."""
