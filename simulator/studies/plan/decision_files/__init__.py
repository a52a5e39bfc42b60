"""A decision written out: what to set, to order, to list and to watch, as files of other programs."""
