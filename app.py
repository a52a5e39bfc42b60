"""Headroom in a browser: sets the page up and shows the one that was chosen. Start it with `make app`."""

from pathlib import Path

import streamlit as st

from simulator.ui.pages import PAGES
from simulator.ui.session import follow, here

LOOKS = Path(__file__).parent / "simulator" / "ui"

st.set_page_config(page_title="Headroom", page_icon=LOOKS / "icon.svg", layout="wide")
st.html(LOOKS / "style.css")
chosen = st.navigation(
    [st.Page(page.show, title=page.TITLE, icon=page.ICON, url_path=page.TITLE.lower()) for page in PAGES],
    position="top",
)
here()
follow()
chosen.run()
