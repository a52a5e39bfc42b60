"""How long a line of text may be that people read."""

# Columns, on a terminal and in a pipe; lists of many columns may take more.
READS_WELL = 110
