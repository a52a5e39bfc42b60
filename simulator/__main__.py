"""`python -m simulator`."""

import signal
import sys

from simulator.cli import main

# Who ends a batch job asks for the same as somebody at the keyboard: stop cleanly, and say what is kept.
signal.signal(signal.SIGTERM, signal.default_int_handler)
sys.exit(main())
