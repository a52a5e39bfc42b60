"""The page Calibrate: rows are dropped, the fit is shown with its rows held back, and its scenario is used."""

from tests.architecture.sources import ROOT
from tests.ui.showing import page, said, settled, waits

SERVER = "dl585-2.2ghz-4gb"
ROWS = b"requests/s,CPU %,mean ms\n100,10.1,24.0\n300,30.2,24.1\n500,50.1,24.6\n700,70.3,26.0\n850,84.8,30.4\n"


def dropped(content, name="rows.csv"):
    shown = page("calibrate")
    shown.selectbox[0].set_value(SERVER)
    shown.file_uploader[0].set_value([(name, content, "text/csv")])
    return settled(shown.run(), waits)


def test_the_page_asks_for_measurements_first():
    shown = page("calibrate")
    assert not shown.exception and not shown.button and SERVER in shown.selectbox[0].options


def test_nothing_is_fitted_before_somebody_says_which_server_was_measured():
    shown = page("calibrate")
    shown.file_uploader[0].set_value([("rows.csv", ROWS, "text/csv")])
    shown = settled(shown.run(), waits)
    assert not shown.exception and not shown.button
    assert shown.info[0].value.startswith("Choose the server first")


def test_rows_are_fitted_and_the_scenario_is_used():
    shown = dropped(ROWS)
    assert not shown.exception and not shown.error, [each.value for each in shown.error]
    told = " ".join(said(shown)).replace("\\", "")
    assert "of CPU" in told and "held back" in told
    shown.button[0].click().run()
    assert not shown.exception and "All pages now answer" in shown.success[0].value


def test_what_is_wrong_with_rows_is_told_without_a_place_on_this_machine():
    shown = dropped(b"requests/s,CPU\n100,10\n200,20\n")
    (error,) = shown.error
    told = error.value.replace("\\", "")
    assert told.startswith("rows.csv:1: CPU: this heading has no unit") and "/tmp" not in told
    assert str(ROOT) not in told
