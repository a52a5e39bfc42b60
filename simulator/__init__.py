"""What happens with what somebody has: simulation, theory, sizing, reports."""

import os

# Before NumPy is imported. Its library of linear algebra else puts a thread on each core to work on matrices of a few
# rows, which mostly wait for each other: a forecast of sixty months took the processor 3.1 s on two cores, and takes
# 0.2 s; and what it adds up in which order would hang on the machine.
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
