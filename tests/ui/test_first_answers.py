"""Who has no answer yet goes first, one at a time; the rest of a page lets them pass, but does not wait for ever."""

from threading import Event, Thread

import pytest

from simulator.service.ticket import FirstAnswers

HANGS = 600.0  # Only to end a test that hangs.


def begun(work) -> Thread:
    thread = Thread(target=work, daemon=True)
    thread.start()
    return thread


def test_answers_come_one_at_a_time_and_the_rest_when_all_have_theirs():
    line, told, go_on = FirstAnswers(patience=HANGS), [], Event()

    def page(name):
        with line.turn():
            assert go_on.wait(HANGS)
            told.append(f"{name} begins")
            told.append(f"{name} ends")
        line.let_pass()
        told.append("the rest")

    pages = [begun(lambda name=name: page(name)) for name in ("ann", "bob", "cid")]
    go_on.set()
    for thread in pages:
        thread.join(HANGS)
    assert told[6:] == ["the rest"] * 3
    assert [words.split()[0] for words in told[:6:2]] == [words.split()[0] for words in told[1:6:2]]


def test_the_rest_of_a_page_does_not_wait_for_ever():
    line, entered, leave = FirstAnswers(patience=0.01), Event(), Event()

    def stuck():
        with line.turn():
            entered.set()
            assert leave.wait(HANGS)

    thread = begun(stuck)
    assert entered.wait(HANGS)
    line.let_pass()  # Returns, though somebody stands in the line.
    leave.set()
    thread.join(HANGS)


def test_who_fails_leaves_the_line():
    line = FirstAnswers(patience=HANGS)
    with pytest.raises(ValueError, match="no answer"), line.turn():
        raise ValueError("no answer")
    line.let_pass()
    with line.turn():
        pass
