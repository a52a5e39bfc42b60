"""Headroom in a browser: `make app`, or `streamlit run app.py`; either listens on this machine only, unless told more.

A server imports this file when it starts, and runs it for every visit.
"""

from pathlib import Path

import streamlit as st
from starlette.middleware import Middleware

from simulator.ui.arriving.along import FirstSight
from simulator.ui.listening import on_this_machine
from simulator.ui.pages import PAGES
from simulator.ui.plans.browser import Recognising
from simulator.ui.plans.following import follow, listen
from simulator.ui.plans.navigation import show_navigation

LOOKS = Path(__file__).parent / "simulator" / "ui"


def visit() -> None:
    """Sets the page up and shows the one that was chosen."""
    st.set_page_config(page_title="Headroom", page_icon=LOOKS / "icon.svg", layout="wide")
    st.html(LOOKS / "style.css")
    pages = [st.Page(page.show, title=page.TITLE, icon=page.ICON, url_path=page.TITLE.lower()) for page in PAGES]
    chosen = st.navigation(pages, position="hidden")
    follow()
    listen()
    show_navigation(pages)
    chosen.run()


if __name__ == "__main__":
    visit()
else:
    on_this_machine()
    app = st.App(__file__, middleware=[Middleware(Recognising), Middleware(FirstSight)])
