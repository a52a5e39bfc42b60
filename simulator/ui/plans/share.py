"""The address of this plan, to be copied."""

from urllib.parse import quote, urlencode, urlsplit

import streamlit as st

from simulator.ui.plans import link
from simulator.ui.session import BrowserSession


def show_share(session: BrowserSession) -> None:
    """A field with the address that opens this scenario with these changes in another browser."""
    with st.popover("Share", icon=":material/link:"):
        if not link.written(session.plan):
            st.text("This text is too long for an address: download it on the page Scenario and send it along.")
            return
        st.text("Whoever opens this address sees this scenario with these changes:")
        st.code(address_of(session, st.context.url or ""), language=None, wrap_lines=True)


def address_of(session: BrowserSession, page: str) -> str:
    """The address of a page with the session's plan."""
    query = urlencode(link.written(session.plan), quote_via=quote)
    return f"{page}?{query}" if urlsplit(page).path else f"{page}/?{query}"
