"""The address of this plan, to be copied."""

from urllib.parse import quote, urlencode, urlsplit

import streamlit as st

from simulator.ui import address
from simulator.ui.session import BrowserSession


def show_share(session: BrowserSession) -> None:
    """A field with the address that opens this scenario with these changes in another browser."""
    with st.popover("Share", icon=":material/link:"):
        if session.text:
            st.text("An address holds no file of your own: download it on the page Scenario and send it along.")
            return
        st.text("Whoever opens this address sees this scenario with these changes:")
        st.code(link(session, st.context.url or ""), language=None, wrap_lines=True)


def link(session: BrowserSession, page: str) -> str:
    """The address of a page with the session's scenario and changes."""
    query = urlencode(address.written(session.name, session.changes), quote_via=quote)
    return f"{page}?{query}" if urlsplit(page).path else f"{page}/?{query}"
