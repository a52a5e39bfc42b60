"""The pages, in the order of the navigation. A page is one file with TITLE, ICON and show(), and one line here."""

from simulator.ui.pages import (
    calibrate,
    compare,
    growth,
    plan,
    plans,
    portfolio,
    report,
    review,
    scenario,
    track_record,
    validation,
)

PAGES = (
    plan,
    plans,
    compare,
    growth,
    portfolio,
    review,
    track_record,
    calibrate,
    validation,
    scenario,
    report,
)
