"""What every visit of the app runs, whatever page is looked at, and what stands between the server and its visitors."""

from collections.abc import Sequence
from pathlib import Path

import streamlit as st
from starlette.middleware import Middleware
from streamlit.navigation.page import StreamlitPage

from simulator.ui.arrival.prerender import Prerender
from simulator.ui.pages import PAGES
from simulator.ui.plans.address_sync import follow_browser, listen_to_browser, session_parameters
from simulator.ui.plans.browser import BrowserTokenMiddleware
from simulator.ui.session import current_session

LOOKS = Path(__file__).parents[1]
MIDDLEWARE = [Middleware(BrowserTokenMiddleware), Middleware(Prerender)]


def visit() -> None:
    """Sets the page up and shows the one that was chosen."""
    st.set_page_config(page_title="Headroom", page_icon=LOOKS / "icon.svg", layout="wide")
    st.html(LOOKS / "style.css")
    pages = [st.Page(page.show, title=page.TITLE, icon=page.ICON, url_path=path_of(page.TITLE)) for page in PAGES]
    chosen = st.navigation(pages, position="hidden")
    current_session().widgets.unheard.clear()  # What a run that was broken off has found is found again.
    follow_browser()
    listen_to_browser()
    shown = st.container()
    show_navigation(pages)
    with shown:
        chosen.run()


def path_of(title: str) -> str:
    """Where the page of a title stands, below the root."""
    return title.lower().replace(" ", "-")


def show_navigation(pages: Sequence[StreamlitPage]) -> None:
    """A link for each page: first to the eye (style.css), and after the page to who goes by keyboard."""
    carried = session_parameters(current_session())
    with st.container(key="navigation", horizontal=True, gap="small"):
        for page in pages:
            st.page_link(page, label=page.title, icon=page.icon, query_params=carried, width="content")
