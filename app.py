"""Headroom in a browser: `make app`, or `streamlit run app.py`; either listens on this machine only, unless told more.

A server imports this file when it starts, and runs it for every visit.
"""

import streamlit as st

from simulator.ui.server_address import restrict_to_localhost

if __name__ == "__main__":
    from simulator.ui.arrival.visit import visit

    visit()
else:
    restrict_to_localhost()  # Before the pages are loaded, which takes seconds: it may start the server again.
    from simulator.ui.arrival.visit import MIDDLEWARE

    app = st.App(__file__, middleware=MIDDLEWARE)
