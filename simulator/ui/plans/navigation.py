"""The way from page to page: each link carries the plan, so that Back leads to the plan that was left."""

from collections.abc import Sequence

import streamlit as st
from streamlit.navigation.page import StreamlitPage

from simulator.ui.plans.following import addressed
from simulator.ui.session import here


def show_navigation(pages: Sequence[StreamlitPage]) -> None:
    """A link for each page, side by side; on a phone they are moved with a finger."""
    carried = addressed(here())
    with st.container(key="navigation", horizontal=True, gap="small"):
        for page in pages:
            st.page_link(page, label=page.title, icon=page.icon, query_params=carried, width="content")
