"""`python -m headroom`: the command line."""

from simulator.__main__ import start

if __name__ == "__main__":
    start()
